"""The constraint on a new state, from the one on the old state.

Place: domains/. `image` runs once per path of the engine: the new state's
variables are given as terms over the old ones, and all old ones are forgotten.
`rename` gives variables other names.

Nearly always a new value is an old variable plus a constant. Then the old row
becomes the new one, its bounds shifted, and nothing has to be solved. Measured
on eight ordered variables: 13 µs, against 364 µs by assuming the equalities and
eliminating.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from operator import itemgetter
from typing import TypeAlias

from heapwright.domains.constraint import FALSE, TRUE, Constraint, absorb
from heapwright.domains.definitions import resolve
from heapwright.domains.difference_bounds import Rows
from heapwright.domains.linear import Sum, resolved
from heapwright.domains.normal_form import variables
from heapwright.domains.project import project
from heapwright.domains.value_sets import literal_of, set_in
from heapwright.domains.variable_rows import number, prune
from heapwright.terms.build import add, equal, integer, linear, linear_view, variable
from heapwright.terms.rewrite import free_variables, substitute
from heapwright.terms.sorts import BOOL, INT
from heapwright.terms.term import Term, Variable

Move: TypeAlias = tuple[Variable, int]
"""Old variable + shift = this new variable."""


def image(constraint: Constraint, assignments: Sequence[tuple[Variable, Term]]) -> Constraint:
    """Give the constraint on the new variables, each equal to its term over the old ones.

    All terms are read at once, so a new variable may bear the name of an old
    one. Names that start with `?` are reserved for existentials.
    """
    if constraint is FALSE:
        return FALSE
    definitions = constraint.definitions
    moves: dict[Variable, Move] = {}
    others: list[tuple[Variable, Sum | Term]] = []
    plain = True
    for new, term in sorted(assignments, key=_target_order):
        if type(term) is Variable and term.sort is INT and term not in definitions:
            if term not in moves:
                moves[term] = (new, 0)
            else:
                others.append((new, (((term, 1),), 0)))
            continue
        if new.sort is BOOL:
            others.append((new, resolve(constraint, term)))
            plain = False
            continue
        parts, constant = linear_view(term)
        if definitions:
            if all(type(atom) is Variable for atom, _ in parts):
                parts, constant = resolved(parts, constant, definitions)
            else:
                parts, constant = linear_view(resolve(constraint, term))
        if len(parts) == 1 and parts[0][1] == 1 and type(parts[0][0]) is Variable:
            old = parts[0][0]
            if old not in moves:
                moves[old] = (new, constant)
                continue
        others.append((new, (parts, constant)))
    if plain and not (
        constraint.apart
        or constraint.strides
        or constraint.congruences
        or constraint.sums
        or constraint.residual
    ):
        simple = _moved_bounds(constraint, moves, others)
        if simple is not None:
            return simple
    return _assumed(constraint, moves, others, [new for new, _ in assignments])


def rename(constraint: Constraint, mapping: Mapping[Variable, Variable]) -> Constraint:
    """Give variables other names; no two may get the same."""
    if constraint is FALSE or constraint is TRUE:
        return constraint
    moves = {v: (mapping.get(v, v), 0) for v in variables(constraint)}
    draft = _renamed(constraint, moves, keep_definitions=True)
    draft.hidden = frozenset([mapping.get(v, v) for v in constraint.hidden])
    return draft


def _target_order(assignment: tuple[Variable, Term]) -> str:
    return assignment[0].order


def _moved_bounds(
    constraint: Constraint,
    moves: Mapping[Variable, Move],
    others: Sequence[tuple[Variable, Sum | Term]],
) -> Constraint | None:
    """Move rows, and define what is a sum of moved variables; None if that is not all."""
    draft = TRUE.fork()
    definitions: dict[Variable, Sum] = {}
    for new, value in others:
        assert isinstance(value, tuple)
        parts, constant = value
        total: dict[Term, int] = {}
        for atom, factor in parts:
            move = moves.get(atom)  # type: ignore[call-overload]
            if move is None:
                return None
            total[move[0]] = total.get(move[0], 0) + factor
            constant -= factor * move[1]
        body = tuple(sorted(total.items(), key=lambda part: part[0].order))
        definitions[new] = (body, constant)
    draft.definitions = definitions
    index = constraint.index
    # Moves were made in the order of the new variables, which is that of rows.
    placed = [(index[old], shift, new) for old, (new, shift) in moves.items() if old in index]
    if placed:
        draft.rows = _shifted(constraint.rows, placed)
        number(draft, tuple([new for _, _, new in placed]))
        prune(draft)
    return draft


def _shifted(rows: Rows, placed: Sequence[tuple[int, int, Variable]]) -> Rows:
    """Pick rows and columns, adding to each bound the shift of its row less its column's."""
    pick = itemgetter(0, *[at for at, _, _ in placed])
    shifts = [0, *[shift for _, shift, _ in placed]]
    if not any(shifts):
        return [list(pick(row)) for row in pick(rows)]
    fresh: Rows = []
    for row, own in zip(pick(rows), shifts, strict=True):
        fresh.append([b + own - s for b, s in zip(pick(row), shifts, strict=True)])
    return fresh


def _assumed(
    constraint: Constraint,
    moves: dict[Variable, Move],
    others: Sequence[tuple[Variable, Sum | Term]],
    keep: Sequence[Variable],
) -> Constraint:
    """Rename what moves, hide what does not, assume the rest and eliminate."""
    every = dict(moves)
    unmoved: dict[Variable, None] = {}
    for old in variables(constraint):
        if old not in moves and old not in constraint.definitions:
            unmoved[old] = None
    for _, value in others:
        term = linear(*value) if isinstance(value, tuple) else value
        for old in free_variables(term):
            if old not in moves:
                unmoved[old] = None
    for count, old in enumerate(sorted(unmoved, key=lambda v: v.order)):
        every[old] = (variable(f"?{count}", old.sort), 0)
    draft = _renamed(constraint, every, keep_definitions=False)
    mapping = _substitution(every)
    pending: list[Term] = []
    for new, value in others:
        term = linear(*value) if isinstance(value, tuple) else value
        pending.append(equal(new, substitute(term, mapping)))
    pending.reverse()
    return project(absorb(draft, pending), keep)


def _moved(literal: Term, moves: Mapping[Variable, Move], mapping: Mapping[Term, Term]) -> Term:
    found = set_in(literal)
    if found is None:
        return substitute(literal, mapping)
    new, shift = moves[found[0]]
    return literal_of(new, tuple([(low + shift, high + shift) for low, high in found[1]]))


def _substitution(moves: Mapping[Variable, Move]) -> dict[Term, Term]:
    return {old: add(new, integer(-shift)) if shift else new for old, (new, shift) in moves.items()}


def _renamed(
    constraint: Constraint, moves: Mapping[Variable, Move], *, keep_definitions: bool
) -> Constraint:
    """Give every variable its new name and shift; rows move, other parts are rewritten."""
    draft = TRUE.fork()
    draft.apart, draft.strides, draft.booleans, draft.definitions = {}, {}, {}, {}
    index = constraint.index
    placed = [(index[old], shift, new) for old, (new, shift) in moves.items() if old in index]
    placed.sort(key=lambda move: move[2].order)
    if placed:
        draft.rows = _shifted(constraint.rows, placed)
        number(draft, tuple([new for _, _, new in placed]))
    if constraint.apart:
        where = {0: (0, 0)}
        for at, (old_at, shift, _) in enumerate(placed, 1):
            where[old_at] = (at, shift)
        for (left, right), values in constraint.apart.items():
            (new_left, left_shift), (new_right, right_shift) = where[left], where[right]
            moved = [value + left_shift - right_shift for value in values]
            if new_left > new_right:
                new_left, new_right = new_right, new_left
                moved = [-value for value in reversed(moved)]
            draft.apart[new_left, new_right] = tuple(moved)
    for old, (modulus, rest) in constraint.strides.items():
        new, shift = moves[old]
        draft.strides[new] = (modulus, (rest + shift) % modulus)
    for old, value in constraint.booleans.items():
        if old in moves:
            draft.booleans[moves[old][0]] = value
    mapping = _substitution(moves)
    if keep_definitions:
        for old, body in constraint.definitions.items():
            draft.definitions[moves[old][0]] = linear_view(substitute(linear(*body), mapping))
    pending: list[Term] = []
    for group in (constraint.congruences, constraint.sums, constraint.residual):
        pending.extend([_moved(literal, moves, mapping) for literal in group])
    return absorb(draft, pending) if pending else draft
