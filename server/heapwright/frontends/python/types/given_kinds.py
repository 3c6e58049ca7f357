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
from heapwright.frontends.python.types.named_kinds import Asked, asked_in, is_entry
from heapwright.ir.core.kinds import (
    INTS,
    NONES,
    NOTHING_KNOWN,
    Kinds,
    Mark,
    NotFollowed,
    Reason,
    objects_of,
)
from heapwright.ir.core.types import BOOL, INT, NULL, NullType, RefType
from heapwright.records import dataclass

_QUESTIONS = (Kind.SPEC, Kind.INVARIANT)
_NAMED = Kinds((Mark.NAMED,))
_OTHER = Kinds((Mark.OTHER,))

# What comes out of containers, and variables of comprehensions.
_ENTRIES = (Reason.LOOP_ITEM, Reason.SUBSCRIPT, Reason.UNPACKED, Reason.NAME)
_GIVING_ENTRIES = ("pop", "popleft", "get", "next")

CellOf = Callable[[FunctionInfo, tree.Expr], Cell]


@dataclass(frozen=True, slots=True)
class _Named:
    """What is named of a value, by all who ask for its kind."""

    kinds: Kinds = NOTHING_KNOWN
    has_all: bool = False
    is_refused: bool = True  # whoever asks refuses what is of no such kind

    def __or__(self, asked: Asked) -> _Named:
        return _Named(
            self.kinds | asked.kinds,
            self.has_all or asked.has_all,
            self.is_refused and asked.is_refused,
        )

    @property
    def is_none_only(self) -> bool:
        return self.kinds in (NOTHING_KNOWN, NONES)

    def with_other(self) -> Kinds:
        """Add a kind that is not named, unless all are."""
        other = NOTHING_KNOWN if self.has_all else _OTHER if INT in self.kinds else INTS
        return self.kinds | other


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
                types.named_keys |= asked.kinds
            elif cells is None or any(map(_holds_entries, cells)):
                entries |= asked
            for cell in cells or ():
                by_root[cell.root()] = by_root.get(cell.root(), _Named()) | asked
    for root, named in by_root.items():
        if not named.is_none_only or Mark.NAMED in root.own:
            _learn(types, root, named)
    if entries.kinds != NOTHING_KNOWN:
        types.named_entries |= entries.with_other()
    if not entries.is_none_only:
        for cell in put_into_containers(types, functions):
            if cell.root() in given and not cell.root().own.classes:
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
                types.named_keys |= asked.kinds
            if named.is_none_only or asked.is_key:
                continue
            cells = asked_cells(types, cell_of, question, asked, given)
            if cells is None or any(map(_holds_entries, cells)):
                types.named_entries |= named.with_other()
            for cell in held if cells is None else cells:
                new = objects_of(*_new_classes(types, cell.root(), asked.kinds))
                wanted = new if cell.root().own.classes else named.with_other()
                for kind in wanted:
                    add_kinds(types, cell, Kinds((kind,)), question.qualified_name)


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
    if asked.kinds == NONES and not is_entry(function, asked.subject):
        return []
    cells = cells_of(types, cell_of, function, asked.subject)
    return None if cells is None else [cell for cell in cells if cell.root() in given]


def _holds_entries(cell: Cell) -> bool:
    """Say whether entries of containers come there, too, as far as the text tells."""
    unknown = [one for one in cell.root().own if isinstance(one, NotFollowed)]
    return any(
        one.reason in _ENTRIES or (one.reason is Reason.RESULT and one.name in _GIVING_ENTRIES)
        for one in unknown
    )


def _learn(types: Types, root: Cell, named: _Named) -> None:
    """Add what is named to what a value may be anyway."""
    if root.own.classes and not root.own.meets((INT, BOOL, Mark.NAMED)):
        is_known = _new_classes(types, root, named.kinds) == () and all(
            isinstance(kind, RefType | NullType) for kind in named.kinds
        )
        if is_known and (named.is_refused or _may_say_no(types, root, named.kinds)):
            return
    kinds = named.with_other() | _NAMED
    for cell in with_root(types, root) if NULL in kinds else ():
        types.growth.learn(cell, NONES)
    types.growth.learn(root, kinds.without(NULL))


def _new_classes(types: Types, root: Cell, kinds: Kinds) -> tuple[str, ...]:
    """Leave out the classes whose objects are given anyway."""
    below = types.table.is_below
    known = root.own.classes
    return tuple(one for one in kinds.classes if not any(below(one, upper) for upper in known))


def _may_say_no(types: Types, root: Cell, kinds: Kinds) -> bool:
    """Say whether some object that is given is of none of these classes."""
    given = [name for known in root.own.classes for name in types.table.below(known)]
    return any(not any(types.table.is_below(one, name) for name in kinds.classes) for one in given)
