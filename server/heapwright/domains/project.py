"""Eliminate variables from a constraint, exactly over the integers.

Place: domains/. `image` calls this after every path, to forget the old state
and the call's arguments.

Each variable goes by the first rule that is exact for it:

1. a defined variable: forget the definition, nothing else mentions it;
2. a variable in an equality `c·e = sum`: replace it everywhere, scaling by c,
   and keep `c | sum`;
3. bounded on one side only, in at most one congruence: forget its bounds and
   exclusions, since a value far enough out always fits;
4. only in difference bounds: drop its row of the closed matrix. Exclusions and a
   residue may go too when the bounds always leave room for one value more than
   they forbid;
5. in sums with a unit coefficient on all its lower or all its upper bounds:
   combine each lower with each upper bound (Fourier-Motzkin, exact on integers
   only because of the unit).

6. with a set of values of its own, and not compared with another variable: forget both,
   since some value is left.

What no rule fits stays, and is listed as existential.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import gcd

from heapwright.domains.constraint import FALSE, Constraint, absorb
from heapwright.domains.definitions import define, take_out
from heapwright.domains.difference_bounds import INFINITE, Bound
from heapwright.domains.disequalities import touching
from heapwright.domains.linear import Sum, coefficient_of, combined, congruence_of, scaled_in
from heapwright.domains.normal_form import variables
from heapwright.domains.value_sets import is_alone, size_of, values_of
from heapwright.domains.variable_rows import drop_rows, facts_about, prune
from heapwright.terms.build import (
    at_most_zero,
    differs_from_zero,
    divides,
    equals_zero,
    sorted_parts,
)
from heapwright.terms.rewrite import free_variables
from heapwright.terms.term import AtMostZero, DiffersFromZero, EqualsZero, Parts, Term, Variable

MOST_COMBINATIONS = 64


def project(constraint: Constraint, keep: Sequence[Term]) -> Constraint:
    """Give the constraint on `keep` that holds when the other variables have some value."""
    kept = set(keep)
    if constraint is FALSE or kept.issuperset(variables(constraint)):
        return constraint
    draft = constraint.fork()
    gone = [variable for variable in draft.definitions if variable not in kept]
    if gone:
        draft.definitions = {v: body for v, body in draft.definitions.items() if v in kept}
    progress = True
    while progress:
        progress = False
        for variable in variables(draft):
            if variable in kept:
                continue
            if variable in draft.definitions:
                draft.definitions = {v: b for v, b in draft.definitions.items() if v != variable}
                progress = True
                continue
            pending: list[Term] = []
            if not _eliminate(draft, variable, pending):
                continue
            progress = True
            pending_changed = len(pending) > 0
            if pending_changed:
                draft = absorb(draft, pending)
                if draft is FALSE:
                    return FALSE
            if variable in draft.definitions:
                # It served to rewrite what was pending. Left in place, it would
                # be solved for the next variable, and that one for it, for ever.
                draft.definitions = {v: b for v, b in draft.definitions.items() if v != variable}
            if pending_changed:
                # New facts may mention what was looked at before.
                break
    prune(draft)
    draft.hidden = frozenset([v for v in variables(draft) if v not in kept])
    return draft


def _eliminate(draft: Constraint, variable: Variable, pending: list[Term]) -> bool:
    """Remove one undefined variable if a rule is exact for it."""
    if variable in draft.booleans:
        draft.booleans = {v: value for v, value in draft.booleans.items() if v != variable}
        return True
    about = [literal for literal in draft.residual if variable in free_variables(literal)]
    if about:
        if _solve_for(draft, variable, pending, units_only=True):
            return True
        return _eliminate_alone(draft, variable, about)
    if _solve_for(draft, variable, pending, units_only=False):
        return True
    sums = [literal for literal in draft.sums if variable in free_variables(literal)]
    congruences = [literal for literal in draft.congruences if variable in free_variables(literal)]
    if sums:
        return _eliminate_from_sums(draft, variable, sums, congruences, pending)
    at = draft.index.get(variable)
    if len(congruences) + (variable in draft.strides) > 1:
        return False
    one_sided = at is None or _is_one_sided(draft, at)
    if congruences:
        if not one_sided:
            return False
        _loosen(draft, variable, congruences[0], pending)
    elif not one_sided:
        assert at is not None
        modulus = draft.strides.get(variable, (1, 0))[0]
        exclusions = len(touching(draft.apart, at))
        if (modulus > 1 or exclusions) and (_room(draft, at) + 1) // modulus <= exclusions:
            return False
    if variable in draft.strides:
        draft.strides = {v: stride for v, stride in draft.strides.items() if v != variable}
    if at is not None:
        drop_rows(draft, [at])
    return True


def _eliminate_alone(draft: Constraint, variable: Variable, about: Sequence[Term]) -> bool:
    """Forget a variable with a set of values of its own that nothing links to others."""
    if not is_alone(draft, variable):
        return False
    at = draft.index.get(variable)
    if at is not None:
        if size_of(values_of(draft, variable)) <= len(touching(draft.apart, at)):
            return False
        drop_rows(draft, [at])
    draft.residual = tuple([literal for literal in draft.residual if literal not in about])
    return True


def _is_one_sided(draft: Constraint, at: int) -> bool:
    rows = draft.rows
    others = [other for other in range(len(rows)) if other != at]
    return all(rows[at][other] == INFINITE for other in others) or all(
        rows[other][at] == INFINITE for other in others
    )


def _room(draft: Constraint, at: int) -> Bound:
    """Give the least distance that the bounds leave between two ends of a variable."""
    rows = draft.rows
    least = INFINITE
    for upper, above in enumerate(rows[at]):
        if upper == at or above == INFINITE:
            continue
        for lower, row in enumerate(rows):
            if lower == at or row[at] == INFINITE:
                continue
            # Between `lower - row[at]` and `upper + above`, knowing how far
            # `lower` may lie above `upper`.
            least = min(least, row[at] + above - row[upper])
    return least


def _loosen(draft: Constraint, variable: Variable, literal: Term, pending: list[Term]) -> None:
    """Keep of `modulus | a·e + rest` that the rest is divisible by what e cannot reach."""
    congruence = congruence_of(literal)
    assert congruence is not None
    modulus, parts, constant = congruence
    common = gcd(modulus, coefficient_of(parts, variable))
    rest = tuple([part for part in parts if part[0] is not variable])
    draft.congruences = tuple([one for one in draft.congruences if one is not literal])
    pending.append(divides(common, rest, constant))


def _solve_for(
    draft: Constraint, variable: Variable, pending: list[Term], *, units_only: bool
) -> bool:
    """Use an equality about the variable to replace it; unit coefficients first."""
    best: tuple[int, int, str] | None = None
    source: tuple[Variable | Term, Sum] | None = None
    for defined, (parts, constant) in draft.definitions.items():
        own = coefficient_of(parts, variable)
        if own:
            rank = (abs(own), len(parts), defined.order)
            if best is None or rank < best:
                mirrored = {atom: -factor for atom, factor in parts}
                mirrored[defined] = 1
                best, source = rank, (defined, (sorted_parts(mirrored), -constant))
    for literal in draft.sums:
        if type(literal) is EqualsZero:
            own = coefficient_of(literal.parts, variable)
            if own:
                rank = (abs(own), len(literal.parts), literal.order)
                if best is None or rank < best:
                    best, source = rank, (literal, (literal.parts, literal.constant))
    if best is None or source is None or (units_only and best[0] != 1):
        return False
    origin, (parts, constant) = source
    if isinstance(origin, Variable):
        if len(parts) == 2 and best[0] == 1:
            _hand_over(draft, origin, variable, pending)
            return True
        draft.definitions = {v: body for v, body in draft.definitions.items() if v is not origin}
    else:
        draft.sums = tuple([literal for literal in draft.sums if literal is not origin])
    own = coefficient_of(parts, variable)
    sign = 1 if own > 0 else -1
    value: Sum = (
        tuple([(atom, -sign * factor) for atom, factor in parts if atom is not variable]),
        -sign * constant,
    )
    if best[0] == 1:
        define(draft, variable, value, pending)
        return True
    facts: list[Term] = []
    _collect(draft, variable, facts)
    pending.extend([_scaled(fact, variable, best[0], value) for fact in facts])
    pending.append(divides(best[0], *value))
    return True


def _hand_over(draft: Constraint, heir: Variable, variable: Variable, pending: list[Term]) -> None:
    """Turn `heir := ±variable + c` round, so that the heir takes the variable's place."""
    (_, sign), constant = draft.definitions[heir][0][0], draft.definitions[heir][1]
    draft.definitions = {v: body for v, body in draft.definitions.items() if v is not heir}
    define(draft, variable, (((heir, sign),), -sign * constant), pending)


def _collect(draft: Constraint, variable: Variable, facts: list[Term]) -> None:
    """Take everything that mentions the variable out of the draft."""
    at = draft.index.get(variable)
    if at is not None:
        facts.extend(facts_about(draft, at))
        drop_rows(draft, [at])
    if variable in draft.strides:
        modulus, rest = draft.strides[variable]
        facts.append(divides(modulus, ((variable, 1),), -rest))
        draft.strides = {v: stride for v, stride in draft.strides.items() if v != variable}
    definitions = {}
    for defined, (parts, constant) in draft.definitions.items():
        if coefficient_of(parts, variable):
            mirrored: dict[Term, int] = {atom: -factor for atom, factor in parts}
            mirrored[defined] = 1
            facts.append(equals_zero(sorted_parts(mirrored), -constant))
        else:
            definitions[defined] = (parts, constant)
    draft.definitions = definitions
    take_out(draft, variable, facts)


def _scaled(fact: Term, variable: Variable, factor: int, value: Sum) -> Term:
    """Rewrite a fact about e, given `factor * e = value`."""
    congruence = congruence_of(fact)
    if congruence is not None:
        modulus, parts, constant = congruence
        return divides(factor * modulus, *scaled_in((parts, constant), variable, factor, value))
    match fact:
        case AtMostZero(parts, constant):
            return at_most_zero(*scaled_in((parts, constant), variable, factor, value))
        case EqualsZero(parts, constant):
            return equals_zero(*scaled_in((parts, constant), variable, factor, value))
        case DiffersFromZero(parts, constant):
            return differs_from_zero(*scaled_in((parts, constant), variable, factor, value))
        case _:
            raise TypeError(f"not a comparison of sums: {fact!r}")


def _eliminate_from_sums(
    draft: Constraint,
    variable: Variable,
    sums: list[Term],
    congruences: list[Term],
    pending: list[Term],
) -> bool:
    at = draft.index.get(variable)
    bounds = facts_about(draft, at) if at is not None else []
    lowers: list[Sum] = []
    uppers: list[Sum] = []
    exclusions = 0
    for literal in (*sums, *bounds):
        if type(literal) is DiffersFromZero:
            exclusions += 1
            continue
        assert type(literal) is AtMostZero
        total: tuple[Parts, int] = (literal.parts, literal.constant)
        (uppers if coefficient_of(total[0], variable) > 0 else lowers).append(total)
    in_residues = len(congruences) + (variable in draft.strides)
    if not lowers or not uppers:
        if in_residues > 1:
            return False
        if congruences:
            _loosen(draft, variable, congruences[0], pending)
    else:
        if exclusions or in_residues or len(lowers) * len(uppers) > MOST_COMBINATIONS:
            return False
        for lower in lowers:
            for upper in uppers:
                total, exact = combined(lower, upper, variable)
                if not exact:
                    return False
                pending.append(at_most_zero(*total))
    draft.strides = {v: stride for v, stride in draft.strides.items() if v != variable}
    draft.sums = tuple([literal for literal in draft.sums if literal not in sums])
    if at is not None:
        drop_rows(draft, [at])
    return True
