"""Kinds of values that clients give because code asks for them by name.

Place: frontends/python/types/. `infer` asks once nothing more can be learned. A value that nothing
declares counts as an int, and an int takes one way through this:

    def put(self, value):
        if isinstance(value, str): …
        elif isinstance(value, (list, tuple)): …

So calls give strings, lists and tuples, too, and a value of some other kind: an int, or where ints
are named, something else. Where a value goes is followed through variables, fields and calls; what
is put into containers may be whatever entries are asked for anywhere. What a question names is
given for this question only.
"""

from __future__ import annotations

from collections.abc import Callable

from heapwright.frontends.python.syntax import tree
from heapwright.frontends.python.syntax.walk import nodes_below
from heapwright.frontends.python.table.class_table import FunctionInfo, Kind
from heapwright.frontends.python.types.asked_kinds import put_into_containers, undeclared_roots
from heapwright.frontends.python.types.cells import Cell
from heapwright.frontends.python.types.compared_kinds import add_kinds, cells_of, with_root
from heapwright.frontends.python.types.known_types import Types
from heapwright.frontends.python.types.named_kinds import NONE, Asked, asked_in, is_entry
from heapwright.frontends.python.types.types import (
    KIND_NAMED,
    KIND_OTHER,
    OPEN,
    Hint,
    joined_hints,
    single_kinds,
)
from heapwright.records import dataclass, replace

_QUESTIONS = (Kind.SPEC, Kind.INVARIANT)
_INT = Hint(ints=True)
_MARK = Hint(others=(KIND_NAMED,))
_OTHER = Hint(others=(KIND_OTHER,))

# How `look` calls what comes out of containers, and variables of comprehensions.
_ENTRIES = frozenset(
    (
        *("loops over such values", "subscripts", "values unpacked from others"),
        *(f"results of `{name}`" for name in ("pop", "popleft", "get", "next")),
    )
)
_INNER = "values such as "

CellOf = Callable[[FunctionInfo, tree.Expr], Cell]


@dataclass(frozen=True, slots=True)
class _Named:
    """What is named of a value, by all who ask for its kind."""

    kinds: Hint = OPEN
    has_all: bool = False
    is_refused: bool = True  # whoever asks refuses what is of no such kind

    def __or__(self, asked: Asked) -> _Named:
        return _Named(
            joined_hints(self.kinds, asked.kinds),
            self.has_all or asked.has_all,
            self.is_refused and asked.is_refused,
        )

    @property
    def is_none_only(self) -> bool:
        return self.kinds in (OPEN, NONE)

    def with_other(self) -> Hint:
        """Add a kind that is not named, unless all are."""
        other = OPEN if self.has_all else _OTHER if self.kinds.ints else _INT
        return joined_hints(self.kinds, other)


def learn_given_kinds(types: Types, cell_of: CellOf, functions: list[FunctionInfo]) -> None:
    """Let parameters that nothing declares be of the kinds that the code of classes names."""
    asking = [one for one in functions if one.kind not in _QUESTIONS]
    given = undeclared_roots(types, functions)
    by_root: dict[Cell, _Named] = {}
    entries = _Named()
    for function in asking:
        for asked in asked_in(types, function, nodes_below(function.node.body)):
            cells = asked_cells(types, cell_of, function, asked, given)
            if asked.is_key:
                types.named_keys = joined_hints(types.named_keys, asked.kinds)
            elif cells is None or any(map(_holds_entries, cells)):
                entries |= asked
            for cell in cells or ():
                by_root[cell.root()] = by_root.get(cell.root(), _Named()) | asked
    for root, named in by_root.items():
        if not named.is_none_only or KIND_NAMED in root.others:
            _learn(types, root, named)
    if entries.kinds != OPEN:
        types.named_entries = joined_hints(types.named_entries, entries.with_other())
    if not entries.is_none_only:
        for cell in put_into_containers(types, functions):
            if cell.root() in given and not cell.root().refs:
                _learn(types, cell.root(), entries)


def add_given_kinds(types: Types, cell_of: CellOf, functions: list[FunctionInfo]) -> None:
    """Let them be what a question names, too; asked when the classes tell nothing more."""
    given = undeclared_roots(types, functions)
    held = [cell for cell in put_into_containers(types, functions) if cell.root() in given]
    for question in functions if given else ():
        if question.kind not in _QUESTIONS:
            continue
        for asked in asked_in(types, question, nodes_below(question.node.body)):
            named = _Named() | asked
            if asked.is_key:
                types.named_keys = joined_hints(types.named_keys, asked.kinds)
            if named.is_none_only or asked.is_key:
                continue
            cells = asked_cells(types, cell_of, question, asked, given)
            if cells is None or any(map(_holds_entries, cells)):
                types.named_entries = joined_hints(types.named_entries, named.with_other())
            for cell in held if cells is None else cells:
                refs = _new_refs(types, cell.root(), asked.kinds.refs)
                wanted = Hint(refs=refs) if cell.root().refs else named.with_other()
                for kind in single_kinds(wanted):
                    add_kinds(types, cell, kind, question.qualified_name)


def asked_cells(
    types: Types, cell_of: CellOf, function: FunctionInfo, asked: Asked, given: set[Cell]
) -> list[Cell] | None:
    """Give what is asked for its kind, as far as it may come from clients; None for entries."""
    match asked.subject:
        case None:
            return None
        case tree.Name() | tree.Attribute() | tree.Call(tree.Attribute(), ()):
            cell = cell_of(function, asked.subject)
            if cell.root() in given:
                return [cell]
            if cell.root().is_declared:
                return []
        case _:
            pass
    if asked.kinds == NONE and not is_entry(function, asked.subject):
        return []
    cells = cells_of(types, cell_of, function, asked.subject)
    return None if cells is None else [cell for cell in cells if cell.root() in given]


def _holds_entries(cell: Cell) -> bool:
    """Say whether entries of containers come there, too, as far as `look` tells."""
    return any(what in _ENTRIES or what.startswith(_INNER) for what in cell.root().others)


def _learn(types: Types, root: Cell, named: _Named) -> None:
    """Add what is named to what a value may be anyway."""
    if root.refs and not (root.ints or root.bools or KIND_NAMED in root.others):
        refs = _new_refs(types, root, named.kinds.refs)
        is_known = replace(named.kinds, refs=refs) in (OPEN, NONE)
        if is_known and (named.is_refused or _may_say_no(types, root, named.kinds.refs)):
            return
    kinds = joined_hints(named.with_other(), _MARK)
    for cell in with_root(types, root) if kinds.nones else ():
        types.growth.learn(cell, NONE)
    types.growth.learn(root, replace(kinds, nones=False))


def _new_refs(types: Types, root: Cell, refs: tuple[str, ...]) -> tuple[str, ...]:
    """Leave out the classes whose objects are given anyway."""
    below = types.table.is_below
    return tuple(name for name in refs if not any(below(name, known) for known in root.refs))


def _may_say_no(types: Types, root: Cell, refs: tuple[str, ...]) -> bool:
    """Say whether some object that is given is of none of these classes."""
    given = [name for known in root.refs for name in types.table.below(known)]
    return any(not any(types.table.is_below(one, name) for name in refs) for one in given)
