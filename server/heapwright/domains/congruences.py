"""Assume that a modulus divides a sum.

Place: domains/. `constraint` calls this for congruences; `differences` calls
`align` where bounds have moved. Over one variable a congruence becomes a stride,
and strides simplify the congruences over several.
"""

from __future__ import annotations

from heapwright.domains.difference_bounds import INFINITE
from heapwright.domains.draft import Constraint
from heapwright.domains.linear import common_residue, congruence_of
from heapwright.domains.variable_rows import difference_at_most
from heapwright.terms.build import divides
from heapwright.terms.rewrite import free_variables
from heapwright.terms.term import Parts, Term, Variable


def keep_congruence(
    draft: Constraint, congruence: tuple[int, Parts, int], literal: Term, pending: list[Term]
) -> bool:
    """Add `modulus | sum`; say no when it contradicts a known congruence."""
    modulus, parts, constant = congruence
    strides = draft.strides
    if len(parts) == 1:
        variable, factor = parts[0]
        assert type(variable) is Variable
        # The constructors leave no common divisor of factor and modulus.
        joined: tuple[int, int] | None = (modulus, -constant * pow(factor, -1, modulus) % modulus)
        if variable in strides and joined is not None:
            joined = common_residue(*strides[variable], *joined)
        if joined is None:
            return False
        if strides.get(variable) == joined:
            return True
        draft.strides = {**strides, variable: joined}
        align(draft, variable, pending)
        taken = [known for known in draft.congruences if variable in free_variables(known)]
        if taken:
            draft.congruences = tuple([k for k in draft.congruences if k not in taken])
            pending.extend(taken)
        return True
    kept: list[tuple[Term, int]] = []
    for atom, factor in parts:
        stride = strides.get(atom)  # type: ignore[call-overload]
        if stride is not None and factor * stride[0] % modulus == 0:
            constant += factor * stride[1]
        else:
            kept.append((atom, factor))
    if len(kept) < len(parts):
        pending.append(divides(modulus, tuple(kept), constant))
        return True
    if literal in draft.congruences:
        return True
    for other in draft.congruences:
        known = congruence_of(other)
        if known is not None and known[:2] == (modulus, parts):
            return False
    draft.congruences = (*draft.congruences, literal)
    return True


def align(draft: Constraint, variable: Variable, pending: list[Term]) -> None:
    """Push the bounds of a variable that lie between two steps of its stride."""
    stride = draft.strides.get(variable)
    at = draft.index.get(variable)
    if stride is None or at is None:
        return
    modulus, rest = stride
    high = draft.rows[at][0]
    if high != INFINITE and (high - rest) % modulus:
        aligned = int(high) - (int(high) - rest) % modulus
        pending.append(difference_at_most(variable, None, aligned))
    low = -draft.rows[0][at]
    if low != -INFINITE and (rest - low) % modulus:
        aligned = int(low) + (rest - int(low)) % modulus
        pending.append(difference_at_most(None, variable, -aligned))
