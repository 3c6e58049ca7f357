"""Find integers that satisfy a constraint, small and readable ones first.

Place: domains/. `decide` believes in satisfiability only through this; answers
to people use it for their literals. Every model is checked against the whole
constraint before it is returned.

The search gives variables values in an order that lets ascending chains start
at zero: whoever is bounded by most others comes first. Closed bounds leave
every next variable a non-empty interval; exclusions, residues, sums and
residual literals may empty it, and then the search goes back, within a budget.
When no interval was cut short, an exhausted search proves that no model exists.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import chain
from operator import gt
from typing import NoReturn, TypeAlias

from heapwright.domains.difference_bounds import INFINITE, Bound
from heapwright.domains.disequalities import touching
from heapwright.domains.draft import FALSE, Constraint
from heapwright.domains.linear import Range, Sum, is_plain
from heapwright.domains.value_sets import EVERYTHING, Ranges, common, contains, set_in
from heapwright.records import dataclass
from heapwright.terms.evaluate import Lookup, Value, evaluate
from heapwright.terms.evaluator import Evaluator, evaluator
from heapwright.terms.rewrite import free_variables
from heapwright.terms.sorts import BOOL
from heapwright.terms.term import AtMostZero, EqualsZero, Term, Variable

Assignment: TypeAlias = Mapping[Term, Value]

MOST_STEPS = 400
MOST_VALUES = 12


@dataclass(frozen=True, slots=True)
class NoModel:
    """It is proved that nothing satisfies the constraint."""

    def __bool__(self) -> NoReturn:
        """Refuse: compare with `match`."""
        raise TypeError("an answer has no truth value")


@dataclass(frozen=True, slots=True)
class Undecided:
    """The search found nothing and proved nothing."""

    def __bool__(self) -> NoReturn:
        """Refuse: compare with `match`."""
        raise TypeError("an answer has no truth value")


def model(
    constraint: Constraint, hints: Assignment | None = None
) -> Assignment | NoModel | Undecided:
    """Find a value for every variable of the constraint, the hinted one where it fits."""
    if constraint is FALSE:
        return NoModel()
    if not constraint.variables and not _needs_search(constraint):
        found = dict(_completed(constraint, {}, hints or {}))
    else:
        try:
            values = None if _needs_search(constraint) else _greedy(constraint, hints or {})
            if values is None:
                search = _Search(constraint, hints or {})
                values = search.run()
        except OverflowError:
            # Numbers beyond 10**308 cannot be added to the float infinity.
            return Undecided()
        if values is None:
            return NoModel() if search.exhaustive else Undecided()
        found = dict(_completed(constraint, values, hints or {}))
    return found if satisfies(constraint, found) else Undecided()


def satisfies(constraint: Constraint, assignment: Lookup) -> bool:
    """Say whether an assignment of all variables satisfies everything the constraint says."""
    if constraint is FALSE:
        return False
    row_values = [0, *[assignment[variable] for variable in constraint.variables]]
    for value, row in zip(row_values, constraint.rows, strict=True):
        if any(map(gt, [value - other for other in row_values], row)):
            return False
    for (left, right), excluded in constraint.apart.items():
        if row_values[left] - row_values[right] in excluded:
            return False
    for variable, body in constraint.definitions.items():
        if assignment[variable] != _sum_value(body, assignment):
            return False
    for variable, (modulus, rest) in constraint.strides.items():
        if assignment[variable] % modulus != rest:
            return False
    for variable, value in constraint.booleans.items():
        if assignment[variable] is not value:
            return False
    return all(
        holds(literal, assignment)
        for group in (constraint.congruences, constraint.sums, constraint.residual)
        for literal in group
    )


def holds(literal: Term, assignment: Lookup) -> bool:
    """Say whether a literal is true; a division by zero makes it not so."""
    found = set_in(literal)
    if found is not None:
        return contains(found[1], assignment[found[0]])
    try:
        return bool(evaluate(literal, assignment))
    except ZeroDivisionError:
        return False


def _passes(test: Evaluator, values: Lookup) -> bool:
    try:
        return bool(test(values))
    except ZeroDivisionError:
        return False


def _needs_search(constraint: Constraint) -> bool:
    return bool(
        constraint.strides or constraint.congruences or constraint.sums or constraint.residual
    )


def _sum_value(body: Sum, assignment: Lookup) -> int:
    total = body[1]
    for atom, factor in body[0]:
        assert type(atom) is Variable
        total += factor * assignment[atom]
    return total


def _completed(constraint: Constraint, values: dict[Term, Value], hints: Assignment) -> Assignment:
    """Give values to decided, unconstrained and defined variables."""
    for decided, truth in constraint.booleans.items():
        values[decided] = truth
    for parts, _ in constraint.definitions.values():
        for atom, _ in parts:
            if atom not in values:
                values[atom] = hints.get(atom, 0)
    for variable, body in constraint.definitions.items():
        values[variable] = _sum_value(body, values)
    return values


def _greedy(constraint: Constraint, hints: Assignment) -> dict[Term, Value] | None:
    """Give each variable the first value that bounds and exclusions leave, never going back."""
    rows = constraint.rows
    places = _chain_order(constraint)
    apart = constraint.apart
    chosen: list[tuple[int, int]] = []
    taken = {0: 0}
    values: dict[Term, Value] = {}
    for at in places:
        row = rows[at]
        low: Bound = -rows[0][at]
        high: Bound = row[0]
        for other, known in chosen:
            upper = row[other] + known
            if upper < high:
                high = upper
            lower = known - rows[other][at]
            if lower > low:
                low = lower
        variable = constraint.variables[at - 1]
        excluded: set[int] = set()
        if apart:
            for other, value in touching(apart, at):
                if other in taken:
                    excluded.add(taken[other] + value)
        best = _first_free(low, high, excluded, hints.get(variable))
        if best is None:
            return None
        chosen.append((at, best))
        taken[at] = best
        values[variable] = best
    return values


def _first_free(low: Bound, high: Bound, excluded: set[int], hint: Value | None) -> int | None:
    if hint is not None and low <= hint <= high and hint not in excluded:
        return int(hint)
    if high >= 0:
        value = int(low) if low > 0 else 0
        while value in excluded:
            value += 1
        if value <= high:
            return value
    value = -1 if high >= 0 else int(high)
    while value in excluded:
        value -= 1
    return value if value >= low else None


def _chain_order(constraint: Constraint) -> list[int]:
    """Order rows so that the least of a chain, which has most others above it, comes first."""
    rows = constraint.rows
    above = [len([0 for bound in row if bound <= 0]) - (row[0] <= 0) for row in rows]
    return sorted(range(1, len(rows)), key=above.__getitem__, reverse=True)


class _Search:
    """One backtracking search; `run` once, then read `exhaustive`."""

    def __init__(self, constraint: Constraint, hints: Assignment) -> None:
        self.constraint = constraint
        self.hints = hints
        self.exhaustive = True
        self.order = _search_order(constraint)
        place = {variable: at for at, variable in enumerate(self.order)}
        # A literal is looked at when its last variable gets a value.
        self.due: list[list[Term]] = [[] for _ in self.order]
        self.sets: dict[Variable, Ranges] = {}
        for group in (constraint.congruences, constraint.sums, constraint.residual):
            for literal in group:
                found = set_in(literal)
                if found is not None:
                    known = self.sets.get(found[0], EVERYTHING)
                    self.sets[found[0]] = common(known, found[1])
                    continue
                free = [place[v] for v in free_variables(literal) if v in place]
                if free:
                    self.due[max(free)].append(literal)
        self.tests = [[evaluator(literal) for literal in literals] for literals in self.due]
        self.rows = constraint.rows
        self.fixed: dict[Term, Value] = dict(constraint.booleans.items())

    def run(self) -> dict[Term, Value] | None:
        """Give the first assignment that passes, or None."""
        values: dict[Term, Value] = dict(self.fixed)
        if not self.order:
            return values
        levels: list[Iterator[Value]] = [self._candidates(0, values)]
        steps = 0
        while levels:
            level = len(levels) - 1
            value = next(levels[level], None)
            if value is None:
                levels.pop()
                values.pop(self.order[level], None)
                continue
            steps += 1
            if steps > MOST_STEPS + len(self.order):
                self.exhaustive = False
                return None
            values[self.order[level]] = value
            if not all(_passes(test, values) for test in self.tests[level]):
                continue
            if len(levels) == len(self.order):
                return values
            levels.append(self._candidates(level + 1, values))
        return None

    def _candidates(self, level: int, values: dict[Term, Value]) -> Iterator[Value]:
        variable = self.order[level]
        if variable.sort is BOOL:
            first = bool(self.hints.get(variable, False))
            return iter((first, not first))
        low, high, excluded = self._interval(variable, values)
        for literal in self.due[level]:
            low, high = _narrowed(literal, variable, values, low, high)
        modulus, rest = self.constraint.strides.get(variable, (1, 0))
        hint = self.hints.get(variable)
        ranges = self.sets.get(variable)
        if ranges is None:
            return self._values(low, high, excluded, modulus, rest, hint)
        inside = common(ranges, ((low, high),)) if low <= high else ()
        return chain.from_iterable(
            [
                self._values(*one, excluded, modulus, rest, hint)
                for one in _nearest_first(inside, hint)
            ]
        )

    def _interval(
        self, variable: Variable, values: dict[Term, Value]
    ) -> tuple[Bound, Bound, set[int]]:
        constraint = self.constraint
        at = constraint.index.get(variable)
        if at is None:
            return -INFINITE, INFINITE, set()
        row = self.rows[at]
        low: Bound = -self.rows[0][at]
        high: Bound = row[0]
        for other_at, other in enumerate(constraint.variables, 1):
            known = values.get(other)
            if known is None or other_at == at:
                continue
            upper = row[other_at] + known
            if upper < high:
                high = upper
            lower = known - self.rows[other_at][at]
            if lower > low:
                low = lower
        excluded: set[int] = set()
        if constraint.apart:
            for other_at, value in touching(constraint.apart, at):
                base = values.get(constraint.variables[other_at - 1]) if other_at else 0
                if base is not None:
                    excluded.add(base + value)
        return low, high, excluded

    def _values(
        self,
        low: Bound,
        high: Bound,
        excluded: set[int],
        modulus: int,
        rest: int,
        hint: Value | None,
    ) -> Iterator[Value]:
        """Give the hint, then zero and up, then below zero and down; at most a few."""
        given = 0
        fits = hint is not None and low <= hint <= high and hint % modulus == rest
        if hint is not None and fits and hint not in excluded:
            yield int(hint)
        upward = max(low, 0)
        if upward <= high:
            value = int(upward) + (rest - int(upward)) % modulus
            while value <= high:
                if value not in excluded:
                    if given == MOST_VALUES:
                        self.exhaustive = False
                        break
                    given += 1
                    yield value
                value += modulus
        downward = min(high, -1)
        if downward >= low:
            value = int(downward) - (int(downward) - rest) % modulus
            given = 0
            while value >= low:
                if value not in excluded:
                    if given == MOST_VALUES:
                        self.exhaustive = False
                        break
                    given += 1
                    yield value
                value -= modulus


def _nearest_first(ranges: Ranges, hint: Value | None) -> list[Range]:
    """Order ranges as values are: around the hint, then from zero up, then from zero down."""
    above = [one for one in ranges if one[1] >= 0]
    below = [one for one in ranges if one[1] < 0]
    return sorted(
        [*above, *reversed(below)],
        key=lambda one: hint is None or not one[0] <= hint <= one[1],
    )


def _search_order(constraint: Constraint) -> list[Variable]:
    ordered = [constraint.variables[at - 1] for at in _chain_order(constraint)]
    if _needs_search(constraint):
        known = {*ordered, *constraint.booleans, *constraint.definitions}
        groups: Sequence[Term] = (
            *constraint.strides,
            *constraint.congruences,
            *constraint.sums,
            *constraint.residual,
        )
        extra = {v for literal in groups for v in free_variables(literal) if v not in known}
        ordered += sorted(extra, key=lambda variable: variable.order)
    return ordered


def _narrowed(
    literal: Term, variable: Variable, values: Assignment, low: Bound, high: Bound
) -> tuple[Bound, Bound]:
    """Bound the last free variable of a comparison of sums."""
    if type(literal) is not AtMostZero and type(literal) is not EqualsZero:
        return low, high
    if not is_plain(literal.parts, literal.constant):
        return low, high
    total, own = literal.constant, 0
    for atom, factor in literal.parts:
        if atom is variable:
            own = factor
        else:
            total += factor * values[atom]
    if own > 0:
        high = min(high, -total // own)
        if type(literal) is EqualsZero:
            low = max(low, -(total // own))
    else:
        low = max(low, -(-total // -own))
        if type(literal) is EqualsZero:
            high = min(high, total // -own)
    return low, high
