"""Whether code uses what it takes as no number can be used.

Place: frontends/python/types/. `argument_types` asks for parameters of which nothing else is known.
These get ints, and an int that is gone through only raises an exception: what a list would do
is then not tried, and nothing is proved.

    def add_all(self, items):             def extend(self, more):
        for item in items: …                  self.add_all(more)
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from heapwright.frontends.python.syntax import tree
from heapwright.frontends.python.syntax.dotted_names import last_name
from heapwright.frontends.python.table.class_table import FunctionInfo
from heapwright.frontends.python.types.evidence import told_by
from heapwright.frontends.python.types.known_types import Types
from heapwright.frontends.python.types.told import TypeTest
from heapwright.ir.core.kinds import FUNCTIONS, NONES, Kinds, ValueKind
from heapwright.ir.core.types import BOOL, INT, RefType

# Functions and methods that go through an argument, or look into it.
_GOING_THROUGH = frozenset(
    (
        *("list", "tuple", "set", "frozenset", "dict", "sorted", "enumerate", "zip", "map"),
        *("filter", "reversed", "iter", "next", "len", "sum", "any", "all", "deque", "chain"),
        *("OrderedDict", "Counter", "ChainMap", "heapify", "extend", "extendleft", "update"),
        *("union", "intersection", "difference", "symmetric_difference", "join", "fromkeys"),
        *("isdisjoint", "issubset", "issuperset", "difference_update", "intersection_update"),
        *("symmetric_difference_update", "accumulate", "islice", "cycle", "pairwise", "fsum"),
        *("takewhile", "dropwhile", "starmap", "product", "permutations", "combinations"),
        *("zip_longest", "compress", "merge", "nlargest", "nsmallest", "reduce", "prod", "vars"),
        *("from_iterable", "array", "bytes", "bytearray", "groupby", "filterfalse", "tee"),
    )
)
_LEAST_OR_MOST = frozenset(("min", "max"))


def is_used_as_object(types: Types, info: FunctionInfo, name: str) -> bool:
    """Say whether a function, or one that it calls, uses a parameter as an object."""
    for function, parameter in _places(types, info, name):
        told = told_by(types, function)
        if parameter in told.objects:
            return True
        for call in told.calls:
            if _goes_through(call, parameter) and not (
                _is_own(call, function) and any(_handed_on(types, call, parameter))
            ):
                return True
    return False


def is_asked_for_others(types: Types, info: FunctionInfo, name: str, tried: Kinds) -> bool:
    """Say whether code asks if a parameter is of a kind of which no call gives a value.

    A question that all tried values answer with yes is one, too, unless no only leads to a `raise`.
    """
    for asked in kinds_asked(types, info, name):
        if asked.kinds in (NONES, FUNCTIONS):
            continue
        if not asked.is_whole or any(not _is_tried(types, one, tried) for one in asked.kinds):
            return True
        if asked.has_all or asked.is_refused:
            continue
        if all(_says_yes(types, one, asked.kinds) for one in tried):
            return True
    return False


def kinds_asked(types: Types, info: FunctionInfo, name: str) -> list[TypeTest]:
    """Give what code that a parameter may come to asks of its kind."""
    return [
        test
        for function, parameter in _places(types, info, name)
        for test in told_by(types, function).own_tests
        if isinstance(test.subject, tree.Name) and test.subject.text == parameter
    ]


def _is_tried(types: Types, kind: ValueKind, tried: Kinds) -> bool:
    """Say whether values of a kind are given."""
    below = types.table.is_below
    match kind:
        case RefType(name):
            return any(below(name, one) or below(one, name) for one in tried.classes)
        case _:
            return kind in tried


def _says_yes(types: Types, kind: ValueKind, asked: Kinds) -> bool:
    """Say whether all values of a kind are of one that is asked for."""
    match kind:
        case RefType(name):
            return any(types.table.is_below(name, upper) for upper in asked.classes)
        case _:
            return kind in asked or (kind == BOOL and INT in asked)


def _places(types: Types, info: FunctionInfo, name: str) -> Iterator[tuple[FunctionInfo, str]]:
    """Give all functions that a parameter may come to, with the name that it has there."""
    pending = [(info, name)]
    seen: set[tuple[str, str]] = set()
    while pending:
        function, parameter = pending.pop()
        if (function.qualified_name, parameter) in seen:
            continue
        seen.add((function.qualified_name, parameter))
        yield function, parameter
        for call in told_by(types, function).calls:
            pending += _handed_on(types, call, parameter)


def _is_own(call: tree.Call, function: FunctionInfo) -> bool:
    """Say whether a call is one of a method of the object itself."""
    match call.function:
        case tree.Attribute(tree.Name(text)):
            return text == function.self_name
        case _:
            return False


def _goes_through(call: tree.Call, name: str) -> bool:
    match call.function:
        case tree.Name(called) | tree.Attribute(name=called):
            given = [argument.value for argument in call.arguments]
            is_alone = called in _LEAST_OR_MOST and len(given) == 1
            return (called in _GOING_THROUGH or is_alone) and any(
                isinstance(one, tree.Name) and one.text == name for one in given
            )
        case _:
            return False


def _handed_on(types: Types, call: tree.Call, name: str) -> Iterator[tuple[FunctionInfo, str]]:
    """Give the parameters that a variable goes to in functions that a call may mean."""
    match call.function:
        case tree.Name(called) | tree.Attribute(name=called):
            pass
        case _:
            return
    # `Node.put(node, x)` names the object among the arguments.
    shift = int(isinstance(call.function, tree.Attribute) and _is_class(types, call.function.value))
    for place, argument in enumerate(call.arguments):
        if isinstance(argument.value, tree.Name) and argument.value.text == name:
            for function in types.functions_named(called):
                own = shift if function.self_name is not None else 0
                yield from _parameters(function, argument.name, place - own)


def _is_class(types: Types, expr: tree.Expr) -> bool:
    name = last_name(expr)
    return any(name == known.rpartition(".")[2].partition(" (")[0] for known in types.table.classes)


def _parameters(
    function: FunctionInfo, named: str | None, place: int
) -> Iterable[tuple[FunctionInfo, str]]:
    """Give the parameter that an argument is for."""
    names = [parameter.name.text for parameter in function.parameters]
    if named is not None:
        return [(function, named)] if named in names else []
    return [(function, names[place])] if 0 <= place < len(names) else []
