"""Which values of modules and classes can be made again wherever they are used.

Place: frontends/python/import_time/. `dynamic_names` asks before it lowers such a value in the
place of its name. Making it later than Python does must not be seen, so it is computed from what
the names in it meant at first:

    ITEMS = [1]              made once, and shared by all code that may change it
    ALIAS = ITEMS            the same object, whenever it is asked for
    COUNT = len(ITEMS)       1, whatever code does to the list
"""

from __future__ import annotations

from heapwright.frontends.python.import_time.escape import CONTAINER_MAKERS, is_mutable, is_shared
from heapwright.frontends.python.import_time.plain_objects import (
    is_system_call,
    makes_plain_object,
    only_asks,
)
from heapwright.frontends.python.syntax import tree
from heapwright.frontends.python.syntax.literals import is_literal
from heapwright.frontends.python.syntax.rewrite import map_parts
from heapwright.frontends.python.syntax.walk import parts_of
from heapwright.frontends.python.table.class_table import ConstantName, ForeignName
from heapwright.frontends.python.table.resolve import Surroundings
from heapwright.records import replace

SYSTEM_NUMBER = "(number of the system)"
_CONSTANT_MAKERS = frozenset(("frozenset", "float", "tuple", "range", "slice", tree.BYTES))
_VALUE_CLASSES = frozenset(
    (
        ("decimal", "Decimal"),
        *(("datetime", name) for name in ("date", "datetime", "time", "timedelta")),
    )
)
# Functions that give a number or a string, and nothing of what they take.
_CALCULATING = frozenset(("int", "bool", "str", "len", "abs", "ord", "chr", "round", "repr"))
_OPERATION = tree.UnaryOperation | tree.BinaryOperation | tree.BooleanOperation
_COMPUTED = _OPERATION | tree.Comparison | tree.Conditional


def is_constant(around: Surroundings, expr: tree.Expr) -> bool:
    """Say whether a value can be made again at any time, and is always the same.

    What the system says may be another thing each time: whatever holds for all its values
    holds for one that stays.
    """

    def are(*parts: tree.Expr) -> bool:
        return all(is_constant(around, part) for part in parts)

    match expr:
        case tree.Member() | tree.Name() | tree.Attribute():
            return True
        case tree.DictDisplay(keys):
            return None not in keys and are(*parts_of(expr))
        case tree.TupleExpr() | tree.Display():
            return are(*parts_of(expr))
        case tree.Call(tree.Name(name) | tree.Attribute(name=name), arguments) if name in (
            *_CONSTANT_MAKERS,
            *CONTAINER_MAKERS,
        ):
            return are(*(a.value for a in arguments))
        case tree.Call(tree.Name(name), arguments) if name in _CALCULATING:
            is_built_in = around.meaning(name) is None
            return is_built_in and are(*(a.value for a in arguments if a.name is None))
        case tree.Call(tree.Name() | tree.Attribute() as function, arguments):
            asks = (
                is_system_call(around, function)
                or only_asks(around, function, arguments)
                or _makes_value(around, function)
            )
            return asks and are(*(a.value for a in arguments))
        case _:
            return are(*parts_of(expr)) if isinstance(expr, _COMPUTED) else is_literal(expr)


def _makes_value(around: Surroundings, function: tree.Expr) -> bool:
    """Say whether a class is called whose objects are values: nobody can change them."""
    match function:
        case tree.Name(text):
            match around.meaning(text):
                case ForeignName(module, name):
                    return (module, name) in _VALUE_CLASSES
        case tree.Attribute(tree.Name(text), name):
            match around.meaning(text):
                case ForeignName(module, ""):
                    return (module, name) in _VALUE_CLASSES
    return False


class Changing(Exception):
    """What a value is computed from changes later, and how it began cannot be told."""


def as_it_began(around: Surroundings, expr: tree.Expr, *, is_computed: bool = False) -> tree.Expr:
    """Put the first values in the place of names that may change later; see `Changing`."""

    def began(part: tree.Expr) -> tree.Expr:
        return as_it_began(around, part, is_computed=is_computed)

    def taken(part: tree.Expr) -> tree.Expr:
        return as_it_began(around, part, is_computed=True)

    match expr:
        case tree.Name() | tree.Attribute():
            return _first_value(around, expr, is_computed=is_computed)
        case tree.TupleExpr() | tree.Display("list"):
            return map_parts(expr, began)
        case tree.DictDisplay(keys, values):
            new_keys = tuple(None if key is None else taken(key) for key in keys)
            return replace(expr, keys=new_keys, values=tuple(map(began, values)))
        case tree.Call(tree.Name("int", span), [tree.Argument(None, tree.Call() as asked)]) if (
            around.meaning("int") is None and is_system_call(around, asked.function)
        ):
            # That what the system says is no number ends the import, and so the program.
            return replace(expr, function=tree.Name(SYSTEM_NUMBER, span), arguments=())
        case tree.Call(_, arguments):
            return replace(expr, arguments=tuple(map_parts(one, taken) for one in arguments))
        case _:
            is_computed = isinstance(expr, _COMPUTED | tree.Display)
            return map_parts(expr, taken) if is_computed else expr


def _first_value(
    around: Surroundings, expr: tree.Name | tree.Attribute, *, is_computed: bool
) -> tree.Expr:
    """Give the value that a name has at first, where it matters that it may have another one."""
    table = around.table
    match expr:
        case tree.Name(text):
            meaning = around.meaning(text)
        case tree.Attribute(value, name) if (path := around.module_named(value)) is not None:
            meaning = table.modules[path].names.get(name)
        case tree.Attribute(value, name) if (owner := around.class_named(value)) is not None:
            if name in table.sharing.changed:
                raise Changing(name)
            if name not in table.sharing.on_classes:
                return expr
            found = table.constant(owner, name)
            if found is None or not _is_written(found[1]):
                raise Changing(name)
            return found[1]
        case tree.Attribute(value):
            as_it_began(around, value, is_computed=True)
            return expr
    if not isinstance(meaning, ConstantName):
        return expr
    if meaning.name in table.sharing.changed:
        raise Changing(meaning.name)
    there = Surroundings(table, around.fields, meaning.path, None, frozenset())
    is_set = (meaning.path, meaning.name) in table.sharing.in_modules
    is_plain_object = makes_plain_object(there, meaning.value, meaning.name)
    is_changed = is_shared(table, meaning.value, meaning.name) or is_plain_object
    if not is_set and not (is_computed and is_changed):
        return expr
    # A list that stands in two places would be two lists.
    if not _is_written(meaning.value) or (is_mutable(meaning.value) and not is_computed):
        raise Changing(meaning.name)
    return meaning.value


def _is_written(expr: tree.Expr) -> bool:
    """Say whether a value is a constant, or a container of these."""
    match expr:
        case tree.Display(items=items) | tree.TupleExpr(items):
            return all(_is_written(item) and not is_mutable(item) for item in items)
        case tree.UnaryOperation(operand=operand):
            return _is_written(operand)
        case _:
            return is_literal(expr)
