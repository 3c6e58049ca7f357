"""Which objects and answers a module may hold though they are made when they are asked for.

Place: frontends/python/import_time/. `dynamic.names` asks about the values of modules and classes.

A module that says `_default = Formatter(3)` or `_ids = itertools.count(1)` holds one object for
all. It is made when it is first used (see `escape`), which nobody can tell from making it at the
start if its initialiser only keeps what it is given. Where clients have a name for it, it is given
to them (see `public_objects`).
"""

from __future__ import annotations

from heapwright.frontends.python.desugar.dataclasses_ import ABSENT, MISSING
from heapwright.frontends.python.modules.library_names import ENVIRONMENT, foreign_name, is_answer
from heapwright.frontends.python.syntax import tree
from heapwright.frontends.python.syntax.dotted_names import dotted_name
from heapwright.frontends.python.syntax.literals import is_literal
from heapwright.frontends.python.table import class_table
from heapwright.frontends.python.table.class_table import ClassInfo, ClassTable, FunctionInfo
from heapwright.frontends.python.table.resolve import Surroundings
from heapwright.records import replace

_MAKERS = frozenset(("list", "dict", "set", "deque", "OrderedDict", "defaultdict", "Counter"))

# Classes of the standard library whose objects change when they are used.
_WITH_A_STATE = frozenset(
    (
        *(("itertools", name) for name in ("count", "cycle", "repeat")),
        *(("queue", name) for name in ("Queue", "LifoQueue", "PriorityQueue")),
        *(("io", "StringIO"), ("threading", "Event")),
    )
)


def makes_plain_object(around: Surroundings, expr: tree.Expr, name: str) -> bool:
    """Say whether a value is an object of a class that only keeps what it is given."""
    match expr:
        case tree.Call(function, arguments):
            if _is_library_class(around, function):
                # What clients do with an object of the library is not tried.
                return name.startswith("_") and all(
                    _is_plain(argument.value, ()) for argument in arguments
                )
            class_name = around.class_named(function)
            return (
                class_name is not None
                and all(_is_plain(argument.value, ()) for argument in arguments)
                and _only_keeps(around.table, class_name)
            )
        case _:
            return False


def _is_library_class(around: Surroundings, function: tree.Expr) -> bool:
    """Say whether a call makes an object of the standard library that has a state of its own."""
    match function:
        case tree.Name(text):
            meaning = around.meaning(text)
        case tree.Attribute(tree.Name(text), inner):
            match around.meaning(text):
                case class_table.ForeignName(module, ""):
                    meaning = class_table.ForeignName(module, inner)
                case _:
                    return False
        case _:
            return False
    return (
        isinstance(meaning, class_table.ForeignName)
        and (meaning.module, meaning.name) in _WITH_A_STATE
    )


def is_system_call(around: Surroundings, function: tree.Expr) -> bool:
    """Say whether a call asks the system for something that changes nothing: `os.getpid()`."""
    name = dotted_name(function)
    if name is None:
        return False
    first, _, rest = name.partition(".")
    match around.meaning(first):
        case class_table.ForeignName(module, inner):
            whole = ".".join(part for part in (module, inner, rest) if part)
        case _:
            return False
    outer, _, last = whole.rpartition(".")
    found = foreign_name(outer, last)
    if found is None and last == "get":
        holder, _, kept = outer.rpartition(".")
        return foreign_name(holder, kept) == ENVIRONMENT
    return isinstance(found, tuple) and is_answer(found[1])


def only_asks(
    around: Surroundings, function: tree.Expr, arguments: tuple[tree.Argument, ...]
) -> bool:
    """Say whether a call runs a function of the program that only asks the system.

    Such a one has local variables, calls that change nothing, and a value; running it again
    wherever that is used is the same to everybody.
    """
    if not isinstance(function, tree.Name) or arguments:
        return False
    match around.meaning(function.text):
        case class_table.FunctionName(qualified):
            info = around.table.functions.get(qualified)
        case _:
            return False
    if info is None or info.obstacle is not None or info.parameters or info.node.is_generator:
        return False
    there = replace(around, path=info.path)
    known: set[str] = set()

    def asks(expr: tree.Expr | None) -> bool:
        match expr:
            case None | tree.NoneLiteral() | tree.BoolLiteral() | tree.IntLiteral():
                return True
            case tree.Name(text):
                return text in known or isinstance(there.meaning(text), class_table.ConstantName)
            case tree.StringLiteral(parts=parts):
                return not parts
            case tree.Attribute(value):
                return asks(value)
            case tree.BinaryOperation(_, lhs, rhs):
                return asks(lhs) and asks(rhs)
            case tree.Call(callee, given):
                return is_system_call(there, callee) and all(asks(one.value) for one in given)
            case _:
                return False

    for statement in info.node.body:
        match statement:
            case tree.Assignment([tree.Name(text)], _, value) if asks(value):
                known.add(text)
            case tree.ExprStatement(value) | tree.Return(value) if asks(value):
                pass
            case _:
                return False
    return True


def _only_keeps(table: ClassTable, class_name: str) -> bool:
    for level in table.line(class_name):
        info = table.classes.get(level)
        if info is None:
            if level != "object":
                return False
            continue
        own = ("__new__", "__setattr__", "__getattribute__")
        if info.obstacle is not None or info.is_abstract or info.members or info.is_exception:
            return False
        if any(special in info.functions for special in own):
            return False
    initialiser = table.function(class_name, class_table.INITIALISER)
    return initialiser is None or _only_sets(table, class_name, initialiser)


def _only_sets(table: ClassTable, class_name: str, initialiser: FunctionInfo) -> bool:
    """Say whether an initialiser only keeps what it is given, by itself or as one above does."""
    owner = table.classes.get(initialiser.owner or "")
    if owner is None or initialiser.self_name is None:
        return False
    names = tuple(parameter.name.text for parameter in initialiser.parameters)
    defaults = [p.default for p in initialiser.parameters if p.default is not None]
    if not all(_is_plain(default, ()) for default in defaults):
        return False
    is_frozen = any(
        level in table.classes and table.classes[level].is_frozen
        for level in table.line(class_name)
    )
    for statement in initialiser.node.body:
        match statement:
            case tree.Pass() | tree.ExprStatement(tree.StringLiteral(parts=())):
                continue
            case tree.Assignment([tree.Attribute(tree.Name(own_name), field)], _, value) if (
                own_name == initialiser.self_name
            ):
                if is_frozen and not initialiser.is_generated:
                    return False
                if table.function(class_name, f"@{field}=") is not None:
                    return False
                if value is not None and not _is_plain(value, names):
                    return False
            case tree.ExprStatement(
                tree.Call(tree.Attribute(tree.Call(tree.Name("super"), []), "__init__"), arguments)
            ):
                above = _initialiser_above(table, class_name, owner)
                is_plain = all(_is_plain(argument.value, names) for argument in arguments)
                if above is None or not is_plain or not _only_sets(table, class_name, above):
                    return False
            case _:
                return False
    return True


def _initialiser_above(table: ClassTable, class_name: str, owner: ClassInfo) -> FunctionInfo | None:
    """Give what `super().__init__` runs, where each class has one base at most."""
    line = [table.classes[level] for level in table.line(class_name) if level in table.classes]
    if any(len(info.bases) > 1 for info in line) or owner.parent is None:
        return None
    return table.function(owner.parent, class_table.INITIALISER)


def _is_plain(expr: tree.Expr, names: tuple[str, ...]) -> bool:
    match expr:
        case tree.Name(text):
            return text in names or text == ABSENT
        case tree.Conditional(tree.Call(tree.Name(name)), made, given) if name == MISSING:
            # A dataclass makes what it was not given.
            return _is_plain(made, names) and _is_plain(given, names)
        case tree.TupleExpr(items) | tree.Display(items=items):
            return all(_is_plain(item, names) for item in items)
        case tree.DictDisplay(keys, values):
            return all(one is not None and _is_plain(one, names) for one in (*keys, *values))
        case tree.Call(tree.Name(name), []):
            return name in _MAKERS
        case _:
            return is_literal(expr)
