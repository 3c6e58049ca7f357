"""Answer questions about constraints, cheapest way first, never guessing.

Place: domains/. Paths ask `status` after a branch, the graph asks `includes`
before it keeps a state. Every answer but the undecided ones is proved: by
closed bounds, by elimination, by cases, or by a model that was evaluated.
"""

from __future__ import annotations

from enum import Enum
from operator import le
from typing import NoReturn, TypeAlias

from heapwright.domains.constraint import FALSE, Constraint, assume
from heapwright.domains.definitions import resolve
from heapwright.domains.difference_bounds import INFINITE, reduced
from heapwright.domains.disequalities import excludes
from heapwright.domains.linear import Sum, refuted
from heapwright.domains.models import Assignment, NoModel, Undecided, model, satisfies
from heapwright.domains.normal_form import is_bounds_only, key, literals, variables
from heapwright.domains.value_sets import common, is_alone, set_in, values_of
from heapwright.domains.variable_rows import seen_by_bounds
from heapwright.records import dataclass
from heapwright.terms.build import and_, boolean, integer, less, linear, not_
from heapwright.terms.rewrite import free_variables
from heapwright.terms.term import (
    AtMostZero,
    BooleanConstant,
    Choice,
    Conjunction,
    DiffersFromZero,
    Disjunction,
    EqualsZero,
    Term,
)

MOST_CASES = 24


class Status(Enum):
    """Whether a constraint has a model."""

    CONTRADICTION = "contradiction"
    SATISFIABLE = "satisfiable"
    UNDECIDED = "undecided"

    def __bool__(self) -> NoReturn:
        """Refuse: an undecided answer must not pass for either."""
        raise TypeError("a status has no truth value")


@dataclass(frozen=True, slots=True)
class Included:
    """Every model of the fresh constraint is one of the kept constraint."""

    def __bool__(self) -> NoReturn:
        """Refuse: take answers apart with `match`."""
        raise TypeError("an answer has no truth value")


@dataclass(frozen=True, slots=True)
class NotIncluded:
    """Some model of the fresh constraint is none of the kept one."""

    def __bool__(self) -> NoReturn:
        """Refuse: take answers apart with `match`."""
        raise TypeError("an answer has no truth value")


Inclusion: TypeAlias = Included | NotIncluded | Undecided


def status(constraint: Constraint) -> Status:
    """Say whether the constraint has a model; remembered on it."""
    known = constraint.status
    if known is None:
        known = constraint.status = _status(constraint, MOST_CASES)
    assert type(known) is Status
    return known


def entails(constraint: Constraint, literal: Term) -> bool:
    """Say whether every model of the constraint is proved to satisfy the term."""
    if constraint is FALSE or _is_seen(constraint, literal):
        return True
    if type(literal) is AtMostZero and literal.difference is not None:
        # Closed bounds are attained, so what they do not imply is not so.
        if is_bounds_only(constraint):
            return False
    elif type(literal) is Conjunction:
        return all(entails(constraint, part) for part in literal.parts)
    else:
        # What a variable may be that nothing links to others is known.
        found = set_in(literal)
        if (
            found is not None
            and found[0] not in constraint.definitions
            and is_alone(constraint, found[0])
        ):
            return False
    return status(assume(constraint, not_(literal))) is Status.CONTRADICTION


def includes(kept: Constraint, fresh: Constraint) -> Inclusion:
    """Say whether every model of `fresh` is a model of `kept`.

    Existential variables of `kept` are read as 'there is a value'; those of
    `fresh` are variables like others. A literal of `kept` about an existential
    is tried with the equally named variable of `fresh` as its witness, which
    can prove inclusion but never refute it.
    """
    if kept is fresh or fresh is FALSE:
        return Included()
    if kept is FALSE:
        match status(fresh):
            case Status.SATISFIABLE:
                return NotIncluded()
            case Status.CONTRADICTION:
                return Included()
            case _:
                return Undecided()
    inside = _bounds_inside(kept, fresh)
    if inside and is_bounds_only(kept):
        return Included()
    if not inside and is_bounds_only(fresh) and not kept.hidden:
        return NotIncluded()
    if key(kept) == key(fresh):
        return Included()
    return _includes_by_literals(kept, fresh)


def _includes_by_literals(kept: Constraint, fresh: Constraint) -> Inclusion:
    hidden = kept.hidden
    witness = fresh.witness
    if witness is not None and not hidden:
        # A variable that fresh leaves free may take any value, so also zero.
        both = (*variables(fresh), *variables(kept))
        full: Assignment = {v: witness.get(v, 0) for v in both}
        if satisfies(fresh, full) and not satisfies(kept, full):
            return NotIncluded()
    open_question = False
    for literal in literals(kept):
        if _is_seen(fresh, literal):
            continue
        match status(assume(fresh, not_(literal))):
            case Status.CONTRADICTION:
                continue
            case Status.SATISFIABLE if not hidden or hidden.isdisjoint(free_variables(literal)):
                return NotIncluded()
            case _:
                open_question = True
    return Undecided() if open_question else Included()


def _bounds_inside(kept: Constraint, fresh: Constraint) -> bool:
    """Say whether the bounds of `fresh` imply every bound of `kept`."""
    if kept.variables == fresh.variables:
        for wide, narrow in zip(kept.rows, fresh.rows, strict=True):
            if not all(map(le, narrow, wide)):
                return False
        return True
    places = [0]
    for variable in kept.variables:
        at = fresh.index.get(variable)
        places.append(-1 if at is None else at)
    if fresh.definitions:
        return False
    for number, (wide, at) in enumerate(zip(kept.rows, places, strict=True)):
        for column, (bound, other) in enumerate(zip(wide, places, strict=True)):
            if bound == INFINITE or number == column:
                continue
            if at < 0 or other < 0:
                return False
            if fresh.rows[at][other] > bound:
                return False
    return True


def _is_seen(constraint: Constraint, literal: Term) -> bool:
    """Say whether a literal can be read off the constraint without deriving anything."""
    kind = type(literal)
    if kind is AtMostZero and literal.difference is not None:  # type: ignore[attr-defined]
        return seen_by_bounds(constraint, literal) is True  # type: ignore[arg-type]
    if kind is EqualsZero or kind is BooleanConstant:
        return resolve(constraint, literal) is boolean(True) or literal in constraint.congruences
    if kind is DiffersFromZero and literal.difference is not None:  # type: ignore[attr-defined]
        left, right, value = literal.difference  # type: ignore[attr-defined]
        left_at, right_at = constraint.index.get(left), constraint.index.get(right)
        if left_at is None or right_at is None:
            return False
        rows = constraint.rows
        if rows[left_at][right_at] < value or -rows[right_at][left_at] > value:
            return True
        return excludes(constraint.apart, left_at, right_at, value)
    found = set_in(literal)
    if found is not None and found[0] not in constraint.definitions:
        own = values_of(constraint, found[0])
        return common(own, found[1]) == own
    return literal in constraint.sums or literal in constraint.residual


def _status(constraint: Constraint, cases: int) -> Status:
    if constraint is FALSE:
        return Status.CONTRADICTION
    if not (
        constraint.apart
        or constraint.strides
        or constraint.congruences
        or constraint.sums
        or constraint.residual
    ):
        return Status.SATISFIABLE
    found = _witness(constraint)
    match found:
        case NoModel():
            return Status.CONTRADICTION
        case Undecided():
            pass
        case _:
            constraint.witness = found
            return Status.SATISFIABLE
    if constraint.sums and refuted(_inequalities(constraint)):
        return Status.CONTRADICTION
    return _by_cases(constraint, cases)


def _witness(constraint: Constraint) -> Assignment | NoModel | Undecided:
    inherited = constraint.witness
    if inherited is not None:
        # A model of the constraint that this one was made from often still fits.
        full: Assignment = {v: inherited.get(v, 0) for v in variables(constraint)}
        if satisfies(constraint, full):
            return full
    return model(constraint)


def _inequalities(constraint: Constraint) -> list[Sum]:
    names = (None, *constraint.variables)
    found: list[Sum] = []
    for left, right, bound in reduced(constraint.rows):
        parts = []
        if names[left] is not None:
            parts.append((names[left], 1))
        if names[right] is not None:
            parts.append((names[right], -1))
        parts.sort(key=lambda part: part[0].order)  # type: ignore[union-attr]
        found.append((tuple(parts), -bound))  # type: ignore[arg-type]
    for literal in constraint.sums:
        if type(literal) is DiffersFromZero:
            continue
        parts_, constant = literal.parts, literal.constant  # type: ignore[attr-defined]
        found.append((parts_, constant))
        if type(literal) is EqualsZero:
            found.append((tuple([(atom, -factor) for atom, factor in parts_]), -constant))
    return found


def _by_cases(constraint: Constraint, cases: int) -> Status:
    """Split on a disjunction or a disequality of sums, while cases last."""
    split = _split(constraint)
    if split is None or cases < len(split[1]):
        return Status.UNDECIDED
    rest, branches = split
    share = cases // len(branches)
    undecided = False
    for branch in branches:
        match _status(assume(rest, branch), share - 1):
            case Status.SATISFIABLE:
                return Status.SATISFIABLE
            case Status.UNDECIDED:
                undecided = True
    return Status.UNDECIDED if undecided else Status.CONTRADICTION


def _split(constraint: Constraint) -> tuple[Constraint, tuple[Term, ...]] | None:
    for literal in constraint.residual:
        if type(literal) is Disjunction:
            return _less(constraint, "residual", literal), literal.parts
        if type(literal) is Choice:
            condition, then, otherwise = literal.condition, literal.then, literal.otherwise
            branches = (and_(condition, then), and_(not_(condition), otherwise))
            return _less(constraint, "residual", literal), branches
    for literal in constraint.sums:
        if type(literal) is DiffersFromZero:
            total = linear(literal.parts, literal.constant)
            zero = integer(0)
            return _less(constraint, "sums", literal), (less(zero, total), less(total, zero))
    return None


def _less(constraint: Constraint, field: str, literal: Term) -> Constraint:
    draft = constraint.fork()
    setattr(draft, field, tuple([one for one in getattr(draft, field) if one is not literal]))
    return draft
