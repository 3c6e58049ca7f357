"""Whether a function that cannot be lowered surely changes nothing.

Place: frontends/python/lower/common/. `lower` asks about functions that it leaves out, and about
some that take long. One that only looks, and gives no object away, can be missing without
weakening any verdict: no heap needs it. So `__repr__` and `to_list` do not turn a proof into
"unknown".

Judges by the text alone, and says no whenever in doubt: no attribute or item is assigned
or deleted, every call is one that is known to only look, and what is returned, yielded or
put into a container is no object of the program.
"""

from __future__ import annotations

from heapwright.frontends.python.syntax import tree
from heapwright.frontends.python.syntax.dotted_names import decorator_name
from heapwright.frontends.python.syntax.walk import targets_in, walk
from heapwright.frontends.python.table.class_table import FunctionInfo, FunctionKind
from heapwright.frontends.python.types.cell_values import kinds_of_value
from heapwright.frontends.python.types.known_types import Types
from heapwright.ir.core.kinds import Kinds
from heapwright.ir.core.types import BOOL, FLOAT, INT, NULL, TEXT

# Functions that look at their arguments and, at most, make new values of them.
_LOOKING = frozenset(
    (
        *("len", "str", "repr", "int", "bool", "float", "abs", "min", "max", "sum", "range"),
        *("list", "tuple", "dict", "set", "frozenset", "sorted", "reversed", "enumerate", "zip"),
        *("isinstance", "hash", "id", "type", "format", "round", "any", "all", "iter", "print"),
        *(
            "map",
            "filter",
            "ord",
            "chr",
            "bytes",
            tree.BYTES,
            "hex",
            "oct",
            "ascii",
            "bin",
            "divmod",
            "NotImplementedError",
        ),
    )
)
_LOOKING_METHODS = frozenset(
    (
        *("join", "format", "startswith", "endswith", "strip", "split", "lower", "upper"),
        *("items", "keys", "values", "get", "copy", "index", "count", "isoformat", "encode"),
        *("rjust", "ljust", "center", "zfill", "title", "capitalize", "isdigit", "replace"),
    )
)
_GROWING_METHODS = frozenset(("append", "add", "extend", "insert", "update", "appendleft"))
# Their parts are not in the tree.
_OPAQUE = frozenset(("lambdas", "coroutines", "broken text", "deeply nested expressions"))
# A decorator that is not known may do anything.
_PLAIN = frozenset(("property", "staticmethod", "classmethod", "override", "final"))
_CANNOT_GIVE_OBJECTS = frozenset(("__repr__", "__str__", "__hash__", "__format__", "__sizeof__"))


def takes_long(function: FunctionInfo) -> bool:
    """Say whether it is worth asking of a sound function: it goes through all there is.

    What writes an object down makes lists and loops, and what a generator does between two items
    other calls may see.
    """
    return function.name in ("__str__", "__repr__", "__format__") or function.node.is_generator


def only_looks(types: Types, function: FunctionInfo) -> bool:
    """Say whether no call of the function can change an object or give one away."""
    if types.table.has_getattr:
        return False  # to look at an attribute may run any code
    return _only_looks(types, function, [], may_give=False)


def changes_nothing(types: Types, function: FunctionInfo) -> bool:
    """Say whether no call of the function can change an object; it may give some away."""
    return not types.table.has_getattr and _only_looks(types, function, [], may_give=True)


def _only_looks(types: Types, function: FunctionInfo, asking: list[str], *, may_give: bool) -> bool:
    if function.qualified_name in asking:
        return True  # the call in question is judged where it was first met
    if function.kind in (FunctionKind.INITIALISER, FunctionKind.SETTER) or function.node.is_broken:
        return False
    if len(asking) > 6 or any(decorator_name(d) not in _PLAIN for d in function.node.decorators):
        return False
    asking = [*asking, function.qualified_name]
    may_give = may_give or function.name in _CANNOT_GIVE_OBJECTS
    fresh = _fresh_names(function)
    for node in walk(function.node.body):
        match node:
            case tree.OtherExpr(what) if what in _OPAQUE:
                return False
            case tree.Assignment(targets):
                if any(_is_outside(single) for t in targets for single in targets_in(t)):
                    return False
            case tree.AugmentedAssignment(target=target):
                if not isinstance(target, tree.Name) or not _is_plain(types, function, target):
                    return False
            case tree.For(target=target):
                if any(_is_outside(single) for single in targets_in(target)):
                    return False
            case tree.OtherStatement() | tree.FunctionDef() | tree.ClassDef() | tree.Import():
                return False
            case tree.Delete() | tree.Nonlocal() | tree.With() | tree.Match() | tree.Lambda():
                return False
            case tree.ForClause(target=target):
                if any(_is_outside(single) for single in targets_in(target)):
                    return False
            case tree.Call() as call:
                if not _call_only_looks(types, function, call, fresh, asking, may_give=may_give):
                    return False
            case tree.Yield(value, is_from) if value is not None:
                if not may_give and (is_from or _is_object(types, function, value, fresh)):
                    return False
            case tree.Return(value) if value is not None:
                if not may_give and _is_object(types, function, value, fresh):
                    return False
            case tree.OtherExpr(parts=parts) | tree.TupleExpr(items=parts):
                if not may_give and any(_is_object(types, function, part, fresh) for part in parts):
                    return False
            case _:
                pass
    return True


def gives_plain(function: FunctionInfo) -> bool:
    """Say whether a function is declared to give numbers, strings, or containers of such."""
    return function.node.result is not None and _is_plain_type(function.node.result)


def gives_container(function: FunctionInfo) -> bool:
    """Say whether a function may give a list or its like that somebody else has, too.

    What is made for the caller alone is as good as one that the caller made.
    """
    result = function.node.result
    if result is not None and _is_plain_type(result):
        named = [n.text for n in walk([result]) if isinstance(n, tree.Name)]
        if not any(name.lower() in ("list", "dict", "set") for name in named):
            return False
    returned = [n.value for n in walk(function.node.body) if isinstance(n, tree.Return)]
    fresh = _fresh_names(function)
    return any(value is not None and not _is_made_here(value, fresh) for value in returned)


def _is_made_here(value: tree.Expr, fresh: frozenset[str]) -> bool:
    match value:
        case tree.Name(text):
            return text in fresh
        case tree.Call(tree.Name("list" | "dict" | "set" | "sorted" | "tuple" | "frozenset")):
            return True
        case tree.Comprehension() | tree.NoneLiteral() | tree.IntLiteral():
            return True
        case _:
            return _is_fresh(value)


_PLAIN_TYPES = frozenset(("int", "float", "str", "bool", "bytes", "complex"))
_PLAIN_CONTAINERS = frozenset(
    (
        *("list", "tuple", "dict", "set", "frozenset"),
        *("List", "Tuple", "Dict", "Set", "FrozenSet", "Optional", "Union"),
    )
)


def _is_plain_type(annotation: tree.Expr) -> bool:
    match annotation:
        case tree.NoneLiteral():
            return True
        case tree.Name(text):
            return text in _PLAIN_TYPES
        case tree.BinaryOperation(operator="|", lhs=one, rhs=other):
            return _is_plain_type(one) and _is_plain_type(other)
        case tree.Subscript(tree.Name(text), index) if text in _PLAIN_CONTAINERS:
            return _is_plain_type(index)
        case tree.TupleExpr(items):
            return all(map(_is_plain_type, items))
        case _:
            return False


def _is_outside(target: tree.Expr) -> bool:
    return not isinstance(target, tree.Name)


def _fresh_names(function: FunctionInfo) -> frozenset[str]:
    """Name the variables that only ever hold containers that the function itself made."""
    values: dict[str, list[tree.Expr | None]] = {}
    for node in walk(function.node.body):
        match node:
            case tree.Assignment(targets, _, value):
                for target in targets:
                    for single in targets_in(target):
                        if isinstance(single, tree.Name):
                            values.setdefault(single.text, []).append(
                                value if single is target else None
                            )
            case tree.For(target=target):
                for single in targets_in(target):
                    if isinstance(single, tree.Name):
                        values.setdefault(single.text, []).append(None)
            case _:
                pass
    for parameter in function.parameters:
        values.setdefault(parameter.name.text, []).append(None)
    return frozenset(
        name for name, given in values.items() if all(_is_fresh(value) for value in given)
    )


def _is_fresh(value: tree.Expr | None) -> bool:
    match value:
        case tree.OtherExpr(what):
            return what in ("lists", "dicts", "sets")
        case tree.StringLiteral():
            return True
        case tree.Call(tree.Name("list" | "dict" | "set"), []):
            return True
        case _:
            return False


def _call_only_looks(
    types: Types,
    function: FunctionInfo,
    call: tree.Call,
    fresh: frozenset[str],
    asking: list[str],
    *,
    may_give: bool,
) -> bool:
    gives_away = not may_give and any(
        _is_object(types, function, argument.value, fresh) for argument in call.arguments
    )
    match call.function:
        case tree.Name("print") if any(one.name == "file" for one in call.arguments):
            return False
        case tree.Name(text) if text in _LOOKING and _is_built_in(types, function, text):
            # `str(node)` runs code of the class, which must only look as well.
            return all(_shows_only(types, name, asking) for name in types.table.classes)
        case tree.Attribute(tree.Name(receiver), name) if (
            name in _GROWING_METHODS and receiver in fresh
        ):
            return not gives_away
        case tree.Attribute(_, name):
            named = [f for f in types.table.functions.values() if f.name == name]
            if named:
                return all(_only_looks(types, f, asking, may_give=may_give) for f in named)
            return name in _LOOKING_METHODS and not gives_away
        case _:
            return False


def _is_built_in(types: Types, function: FunctionInfo, name: str) -> bool:
    is_local = (function.qualified_name, name) in types.variables
    return not is_local and types.table.meaning(function.path, name) is None


def _shows_only(types: Types, class_name: str, asking: list[str]) -> bool:
    for name in ("__repr__", "__str__", "__len__", "__hash__", "__iter__", "__eq__", "__bool__"):
        function = types.table.function(class_name, name)
        if function is not None and not _only_looks(types, function, asking, may_give=True):
            return False
    return True


def _is_plain(types: Types, function: FunctionInfo, target: tree.Name) -> bool:
    cell = types.variables.found((function.qualified_name, target.text))
    if cell is None:
        return False
    return _are_plain(cell.kinds())


def _is_object(
    types: Types, function: FunctionInfo, expr: tree.Expr, fresh: frozenset[str]
) -> bool:
    """Say whether an expression may give an object of the program, or a container of some."""
    match expr:
        case tree.StringLiteral() | tree.IntLiteral() | tree.BoolLiteral() | tree.NoneLiteral():
            return False
        case tree.Comparison() | tree.UnaryOperation() | tree.BinaryOperation():
            return False
        case tree.Name(text) if text in fresh:
            return False
        case tree.Call(tree.Name("str" | "repr" | "len" | "int" | "hash" | "bool" | "sum")):
            return False
        case tree.OtherExpr("lists" | "dicts" | "sets", parts) | tree.TupleExpr(parts):
            return any(_is_object(types, function, part, fresh) for part in parts)
    return not _are_plain(kinds_of_value(types, function, expr))


def _are_plain(kinds: Kinds) -> bool:
    """Say whether these are kinds of plain values; of what nothing is known, anything may come."""
    return bool(tuple(kinds)) and all(kind in (INT, BOOL, NULL, TEXT, FLOAT) for kind in kinds)
