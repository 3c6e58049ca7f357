"""What the `__dict__` of an object holds, and in which order, as the text of its class shows it.

Place: frontends/python/lower/dynamic/. `instance_dicts` asks. The order is that in which
attributes were first set. It is known for those that `__init__` sets one after the other, before
anybody else can set one; all others come behind them, in any order.
"""

from __future__ import annotations

from heapwright.frontends.python.desugar.own_new import NEW
from heapwright.frontends.python.syntax import tree
from heapwright.frontends.python.syntax.walk import nodes_below, targets_in
from heapwright.frontends.python.table.attribute_names import deleted_names, dict_owner
from heapwright.frontends.python.table.class_table import INITIALISER, ClassTable, FunctionInfo
from heapwright.frontends.python.table.fields import FieldTable
from heapwright.frontends.python.table.slots import SLOTS, own_slots
from heapwright.frontends.python.types.definite import surely_set
from heapwright.records import dataclass


@dataclass(frozen=True, slots=True)
class Kept:
    """The attributes that objects of a class may keep.

    `unsure` are among them: a fresh object has the value of its class, as if it were its own.
    """

    ordered: tuple[str, ...]
    others: tuple[str, ...]
    unsure: frozenset[str]

    @property
    def names(self) -> tuple[str, ...]:
        """Give all of them."""
        return (*self.ordered, *self.others)


def kept_attributes(table: ClassTable, fields: FieldTable, class_name: str) -> Kept | None:
    """Say what objects of a class keep; None where that is not known."""
    line = [table.classes[level] for level in table.line(class_name) if level in table.classes]
    if any(
        info.is_exception or info.members or info.beneath in ("tuple", "int", "str") or info.order
        for info in line
    ):
        return None
    slots = [own_slots(info) for info in line if SLOTS in info.constants]
    if len(slots) == len(line) or None in slots:
        return None  # it has no `__dict__`, or nobody knows what is in it
    in_slots = {name for own in slots for name in own or ()}
    names = [n for i in line for n in fields.by_class.get(i.name, ()) if n not in in_slots]
    for name in names:
        stem = name.removeprefix("_cached_")
        if not name.isidentifier() or table.function(class_name, f"_compute_{stem}") is not None:
            return None  # a `cached_property` keeps its value under another name
    deleted = deleted_names(table)
    sure = frozenset() if table.allocates else surely_set(table, fields, class_name)
    unsure = {n for n in names if table.constant(class_name, n) is not None and n not in sure}
    order = () if table.allocates else _order(table, fields, class_name)
    ordered = tuple([n for n in order if n in names and deleted is not None and n not in deleted])
    if len(ordered) < len(order):
        ordered = ()
    return Kept(ordered, tuple([n for n in names if n not in ordered]), frozenset(unsure))


def _order(table: ClassTable, fields: FieldTable, class_name: str) -> tuple[str, ...]:
    deciding = ("__setattr__", NEW)
    initialiser = table.function(class_name, INITIALISER)
    if initialiser is None or any(table.function(class_name, name) for name in deciding):
        return ()
    found: dict[str, None] = {}
    _follow(table, fields, class_name, initialiser, found, 0)
    return tuple(found)


def _follow(
    table: ClassTable,
    fields: FieldTable,
    class_name: str,
    function: FunctionInfo,
    found: dict[str, None],
    depth: int,
) -> bool:
    """Note what a function sets, one after the other; gives whether that is all it may set."""
    own = function.self_name

    def is_own_field(expr: tree.Expr) -> bool:
        return (
            isinstance(expr, tree.Attribute)
            and isinstance(expr.value, tree.Name)
            and expr.value.text == own
            and fields.owner(class_name, expr.name) is not None
        )

    def is_quiet(*nodes: tree.Expr | tree.Statement) -> bool:
        """Say whether code uses the object for nothing but to read its attributes."""
        below = list(nodes_below(nodes))
        reading = {id(n.value) for n in below if isinstance(n, tree.Attribute) and is_own_field(n)}
        return not any(
            (isinstance(n, tree.Name) and n.text in (own, "super") and id(n) not in reading)
            or (isinstance(n, tree.Call | tree.Attribute) and dict_owner(n) is not None)
            or (
                isinstance(n, tree.Assignment)
                and any(is_own_field(one) for t in n.targets for one in targets_in(t))
            )
            or (isinstance(n, tree.AugmentedAssignment | tree.For) and is_own_field(n.target))
            or isinstance(n, tree.With | tree.Return)
            for n in below
        )

    if depth > 6:
        return False
    for statement in function.node.body:
        match statement:
            case tree.Assignment(targets, _, value):
                if value is not None and not is_quiet(value):
                    return False
                for single in (one for target in targets for one in targets_in(target)):
                    if is_own_field(single):
                        assert isinstance(single, tree.Attribute)
                        if value is not None:
                            found.setdefault(single.name)
                    elif not is_quiet(single):
                        return False
            case tree.ExprStatement(
                tree.Call(tree.Attribute(tree.Call(tree.Name("super"), []), "__init__"), given)
            ):
                if not is_quiet(*(argument.value for argument in given)):
                    return False
                above = table.super_function(function, INITIALISER)
                if above is not None and not _follow(
                    table, fields, class_name, above, found, depth + 1
                ):
                    return False
            case _ if not is_quiet(statement):
                return False
            case _:
                pass
    return True
