"""The second kinds that clients give for one that is declared, where code can tell them apart.

Place: frontends/python/types/. `argument_types` asks for every parameter with an annotation. What
nobody can tell apart is given once, as a list or a dict or a float; see `told_apart`.
"""

from __future__ import annotations

from collections.abc import Iterable

from heapwright.frontends.python.syntax import tree
from heapwright.frontends.python.table.class_table import FunctionInfo
from heapwright.frontends.python.types.choices import kinds_made_as
from heapwright.frontends.python.types.known_types import Types
from heapwright.frontends.python.types.told_apart import (
    ANY_CLASS,
    Uses,
    formatting,
    tests_of,
    uses_of,
)
from heapwright.ir.core.kinds import ContainerKind, Kinds
from heapwright.ir.core.types import (
    BOOL,
    FLOAT,
    INT,
    Choice,
)

# Classes of which values may be that an annotation allows, and of which clients make none.
_OTHERS = {
    "iterable": (
        *("set", "frozenset", "dict", "str", "range", "deque", "Sequence", "Mapping", "Set"),
        *("Sized", "Hashable", "bytes", "Generator", "Collection", "Counter"),
    ),
    "collection": (
        *("set", "frozenset", "dict", "str", "range", "deque", "Sequence", "Mapping", "Set"),
        *("Hashable", "bytes", "Counter"),
    ),
    "reversible": ("dict", "str", "range", "deque", "Sequence", "Mapping", "Hashable", "bytes"),
    "sequence": ("str", "range", "deque", "bytes", "bytearray", "array"),
    "mapping": ("OrderedDict", "ChainMap", "MappingProxyType", "UserDict", "MutableMapping"),
}


def second_kinds(
    types: Types, info: FunctionInfo, parameter: tree.Parameter, kinds: Kinds
) -> dict[Choice, tuple[str, ...]]:
    """Give what clients give besides, with the questions that alone can tell, if that is so."""
    name = parameter.name.text
    found: dict[Choice, tuple[str, ...]] = {}
    telling_ints = FLOAT in kinds and INT not in kinds
    telling_bools = INT in kinds and BOOL not in kinds
    if not (telling_ints or telling_bools):
        return found
    tests = list(tests_of(types, info, name))
    if telling_ints:
        asking = [question for test, question in tests if test.tells_ints()]
        _add(found, INT, [*asking, *formatting(types, info, name)])
    if telling_bools:
        _add(found, BOOL, [question for test, question in tests if test.tells_bools()])
    return found


def alike(
    types: Types, info: FunctionInfo, parameter: tree.Parameter, kinds: Kinds
) -> frozenset[Choice]:
    """Give the containers that the function cannot tell from the first that is given."""
    abstract = _abstract(kinds)
    if not abstract:
        return frozenset()
    uses = uses_of(types, info, parameter.name.text)
    return frozenset(
        other
        for kind in abstract
        for other in (kinds_made_as(types, kind) or ())[1:]
        if not _tells(kind, other.class_name, uses)
    )


def not_made(
    types: Types, info: FunctionInfo, parameter: tree.Parameter, kinds: Kinds
) -> tuple[str, ...] | None:
    """Say whether code may tell containers from those that clients make, and for which questions.

    None where it cannot; empty where it is not for the sake of questions alone.
    """
    abstract = _abstract(kinds)
    if not abstract:
        return None
    uses = uses_of(types, info, parameter.name.text)
    asking: list[str] = []
    for kind in abstract:
        others = {ANY_CLASS, *_OTHERS[kind.class_name]}
        tests = tests_of(types, info, parameter.name.text)
        asking += [question for test, question in tests if test.names & others]
        if kind.class_name == "mapping" and _tells(kind, "", uses) and not _counts(kind):
            asking.append("")  # what a `defaultdict` does where a key is missing
    if not asking:
        return None
    return () if "" in asking else tuple(dict.fromkeys(asking))


def _add(found: dict[Choice, tuple[str, ...]], choice: Choice, asking: Iterable[str]) -> None:
    questions = tuple(dict.fromkeys(asking))
    if questions:
        found[choice] = () if "" in questions else questions


def _abstract(kinds: Kinds) -> list[ContainerKind]:
    return [one for one in kinds if isinstance(one, ContainerKind) and one.class_name in _OTHERS]


def _tells(kind: ContainerKind, other: str, uses: Uses) -> bool:
    """Say whether a function may do other things with a container of another class."""
    if other == "object_iterator":
        is_one_pass = uses.n_passes < 2 and not (uses.is_sized or uses.is_looked_up)
        return uses.is_handed_on or not is_one_pass
    return uses.is_handed_on or (kind.class_name == "mapping" and uses.is_looked_up)


def _counts(kind: ContainerKind) -> bool:
    return kind.is_bare or kind.entries[-1] == Kinds((INT,))


def with_seconds(
    choices: tuple[Choice, ...], seconds: Iterable[Choice], left_out: frozenset[Choice]
) -> tuple[Choice, ...]:
    """Put second kinds behind the others; what nobody can tell apart is left out."""
    kept = [one for one in choices if one not in left_out]
    return tuple(dict.fromkeys((*kept, *seconds)))
