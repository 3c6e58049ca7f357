"""Smart constructors: the only way to make terms.

Place: terms/. Everyone who needs a term calls these. They fold constants and
bring sums, comparisons, conjunctions and disjunctions to one canonical form, so
that equal meanings are often the same object. Sorts are the caller's duty.
Division and remainder floor, as Python's do; a constant divisor zero raises
ValueError, since only the caller knows what its language does then.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import gcd

from heapwright.terms.sorts import BOOL, INT, Sort
from heapwright.terms.term import (
    AtMostZero,
    BooleanConstant,
    Choice,
    Conjunction,
    DiffersFromZero,
    Disjunction,
    EqualsZero,
    FloorDivision,
    FloorModulo,
    IntegerConstant,
    Junction,
    Linear,
    Negation,
    Parts,
    Product,
    Table,
    Term,
    Variable,
    interned,
)

_integers: Table = {}
_variables: Table = {}
_sums: Table = {}
_products: Table = {}
_divisions: Table = {}
_modulos: Table = {}
_choices: Table = {}
_at_most: Table = {}
_equals: Table = {}
_differs: Table = {}
_negations: Table = {}
_conjunctions: Table = {}
_disjunctions: Table = {}

TRUE = BooleanConstant(True)
FALSE = BooleanConstant(False)
_SMALL = tuple([interned(_integers, IntegerConstant, (value,)) for value in range(-16, 257)])


def integer(value: int) -> IntegerConstant:
    """Give the constant `value`."""
    if -16 <= value <= 256:
        return _SMALL[value + 16]
    return interned(_integers, IntegerConstant, (int(value),))


def boolean(value: bool) -> BooleanConstant:
    """Give the constant true or false."""
    return TRUE if value else FALSE


def variable(name: str, sort: Sort = INT) -> Variable:
    """Give the variable of this name and sort."""
    found = _variables.get((name, sort))
    if found is None and any(character < " " for character in name):
        # Order texts use control characters as separators.
        raise ValueError(f"a variable's name has no control characters: {name!r}")
    return interned(_variables, Variable, (name, sort))


def add(*terms: Term) -> Term:
    """Give the sum."""
    constant = 0
    sums: dict[Term, int] = {}
    for term in terms:
        kind = type(term)
        if kind is IntegerConstant:
            constant += term.value  # type: ignore[attr-defined]
        elif kind is Linear:
            constant += term.constant  # type: ignore[attr-defined]
            for atom, coefficient in term.parts:  # type: ignore[attr-defined]
                sums[atom] = sums.get(atom, 0) + coefficient
        else:
            sums[term] = sums.get(term, 0) + 1
    return linear(sorted_parts(sums), constant)


def subtract(left: Term, right: Term) -> Term:
    """Give `left - right`."""
    parts, constant = _minus(left, right)
    return linear(parts, constant)


def negate(term: Term) -> Term:
    """Give `-term`."""
    parts, constant = linear_view(term)
    return linear(tuple([(atom, -coefficient) for atom, coefficient in parts]), -constant)


def scale(factor: int, term: Term) -> Term:
    """Give `factor * term`."""
    if factor == 0:
        return integer(0)
    parts, constant = linear_view(term)
    scaled = tuple([(atom, factor * coefficient) for atom, coefficient in parts])
    return linear(scaled, factor * constant)


def multiply(left: Term, right: Term) -> Term:
    """Give `left * right`."""
    if type(left) is IntegerConstant:
        return scale(left.value, right)
    if type(right) is IntegerConstant:
        return scale(right.value, left)
    coefficient = 1
    factors: list[Term] = []
    for side in (left, right):
        content, atom = _content(side)
        coefficient *= content
        factors.extend(atom.factors if type(atom) is Product else (atom,))
    factors.sort(key=_order)
    return scale(coefficient, interned(_products, Product, (tuple(factors),)))


def floor_div(dividend: Term, divisor: Term) -> Term:
    """Give `dividend // divisor`, rounded toward minus infinity.

    A division by zero stays as it is: it has no value (see `evaluate`), and stands only where
    a condition that was made before, `divisor != 0`, has become false.
    """
    if type(divisor) is not IntegerConstant or divisor.value == 0:
        return interned(_divisions, FloorDivision, (dividend, divisor))
    modulus = divisor.value
    if modulus < 0:
        dividend, modulus = negate(dividend), -modulus
    parts, constant = linear_view(dividend)
    # (m·a + b) // m = a + b // m, and (g·t + c) // (g·n) = (t + c // g) // n.
    whole = tuple([(atom, factor // modulus) for atom, factor in parts if factor // modulus])
    kept = tuple([(atom, factor % modulus) for atom, factor in parts if factor % modulus])
    outside = linear(whole, constant // modulus)
    if not kept:
        return outside
    constant %= modulus
    common = gcd(modulus, *[factor for _, factor in kept])
    inside = linear(tuple([(atom, factor // common) for atom, factor in kept]), constant // common)
    quotient = interned(_divisions, FloorDivision, (inside, integer(modulus // common)))
    return quotient if outside is _SMALL[16] else add(outside, quotient)


def floor_mod(dividend: Term, divisor: Term) -> Term:
    """Give `dividend % divisor`, which has the divisor's sign; by zero as for `floor_div`."""
    if type(divisor) is not IntegerConstant or divisor.value == 0:
        return interned(_modulos, FloorModulo, (dividend, divisor))
    modulus = divisor.value
    if modulus < 0:
        return negate(floor_mod(negate(dividend), integer(-modulus)))
    parts, constant = linear_view(dividend)
    kept = tuple([(atom, factor % modulus) for atom, factor in parts if factor % modulus])
    constant %= modulus
    if not kept:
        return integer(constant)
    common = gcd(modulus, *[factor for _, factor in kept])
    inside = linear(tuple([(atom, factor // common) for atom, factor in kept]), constant // common)
    rest = interned(_modulos, FloorModulo, (inside, integer(modulus // common)))
    return rest if common == 1 else linear(((rest, common),), constant % common)


def less(left: Term, right: Term) -> Term:
    """Give `left < right`."""
    parts, constant = _minus(left, right)
    return at_most_zero(parts, constant + 1)


def less_equal(left: Term, right: Term) -> Term:
    """Give `left <= right`."""
    parts, constant = _minus(left, right)
    return at_most_zero(parts, constant)


def equal(left: Term, right: Term) -> Term:
    """Give `left = right`, for two integers or two truth values."""
    if left.sort is BOOL:
        if right.order < left.order:
            left, right = right, left
        return if_then_else(left, right, not_(right))
    parts, constant = _minus(left, right)
    return equals_zero(parts, constant)


def not_(term: Term) -> Term:
    """Give the negation, pushed inward as far as it goes."""
    negated = _not_literal(term)
    if negated is not None:
        return negated
    done: dict[Term, Term] = {}
    stack = [term]
    while stack:
        top = stack[-1]
        if top in done:
            stack.pop()
            continue
        literal = _not_literal(top)
        if literal is not None:
            done[top] = literal
            continue
        inner = _negated_inside(top)
        missing = [part for part in inner if part not in done]
        if missing:
            stack.extend(missing)
            continue
        if type(top) is Conjunction:
            done[top] = or_(*[done[part] for part in top.parts])
        elif type(top) is Disjunction:
            done[top] = and_(*[done[part] for part in top.parts])
        else:
            assert type(top) is Choice
            done[top] = if_then_else(top.condition, done[top.then], done[top.otherwise])
    return done[term]


def and_(*terms: Term) -> Term:
    """Give the conjunction of any number of terms."""
    parts = _flattened(terms, Conjunction, FALSE, TRUE)
    if parts is None:
        return FALSE
    parts = _absorbed(parts, Disjunction, FALSE)
    if parts is None:
        return FALSE
    if len(parts) < 2:
        return parts[0] if parts else TRUE
    parts.sort(key=_order)
    return interned(_conjunctions, Conjunction, (tuple(parts),))


def or_(*terms: Term) -> Term:
    """Give the disjunction of any number of terms."""
    parts = _flattened(terms, Disjunction, TRUE, FALSE)
    if parts is None:
        return TRUE
    parts = _absorbed(parts, Conjunction, TRUE)
    if parts is None:
        return TRUE
    if len(parts) < 2:
        return parts[0] if parts else FALSE
    parts.sort(key=_order)
    return interned(_disjunctions, Disjunction, (tuple(parts),))


def if_then_else(condition: Term, then: Term, otherwise: Term) -> Term:
    """Give `then` where `condition` holds, else `otherwise`."""
    if condition is TRUE or then is otherwise:
        return then
    if condition is FALSE:
        return otherwise
    # The condition is turned first: what the branches are compared with must be
    # the condition that the choice will have.
    if type(condition) is Negation or type(condition) is DiffersFromZero:
        condition, then, otherwise = not_(condition), otherwise, then
    if then.sort is BOOL:
        opposite = _not_literal(condition)
        if then is TRUE or then is condition:
            return or_(condition, otherwise)
        if otherwise is FALSE or otherwise is condition:
            return and_(condition, then)
        if then is FALSE or then is opposite:
            return and_(not_(condition), otherwise)
        if otherwise is TRUE or otherwise is opposite:
            return or_(not_(condition), then)
    return interned(_choices, Choice, (condition, then, otherwise))


def linear_view(term: Term) -> tuple[Parts, int]:
    """Read an integer term as parts and a constant."""
    kind = type(term)
    if kind is Linear:
        return term.parts, term.constant  # type: ignore[attr-defined]
    if kind is IntegerConstant:
        return (), term.value  # type: ignore[attr-defined]
    return ((term, 1),), 0


def linear(parts: Parts, constant: int) -> Term:
    """Give the sum of sorted parts without zero coefficients, plus a constant."""
    if not parts:
        return integer(constant)
    if constant == 0 and len(parts) == 1 and parts[0][1] == 1:
        return parts[0][0]
    return interned(_sums, Linear, (parts, constant))


def sorted_parts(sums: dict[Term, int]) -> Parts:
    """Give the atoms with their non-zero coefficients in structural order."""
    parts = [part for part in sums.items() if part[1]]
    if len(parts) > 1:
        parts.sort(key=_part_order)
    return tuple(parts)


def at_most_zero(parts: Parts, constant: int) -> Term:
    """Give `parts + constant <= 0` for sorted parts."""
    if not parts:
        return TRUE if constant <= 0 else FALSE
    if len(parts) == 1:
        atom, factor = parts[0]
        if factor not in (1, -1):
            size = abs(factor)
            parts, constant = ((atom, factor // size),), -(-constant // size)
        if type(atom) is FloorModulo and type(atom.divisor) is IntegerConstant:
            return _bounded_remainder(atom, atom.divisor.value, factor > 0, constant)
    elif parts[0][1] not in (1, -1):
        common = gcd(*[factor for _, factor in parts])
        if common != 1:
            parts = tuple([(atom, factor // common) for atom, factor in parts])
            constant = -(-constant // common)
    return interned(_at_most, AtMostZero, (parts, constant))


def equals_zero(parts: Parts, constant: int) -> Term:
    """Give `parts + constant = 0` for sorted parts."""
    reduced = _primitive(parts, constant)
    if reduced is None:
        return FALSE
    parts, constant = reduced
    if not parts:
        return TRUE
    if len(parts) == 1:
        atom = parts[0][0]
        if type(atom) is FloorModulo and type(atom.divisor) is IntegerConstant:
            return _divides(atom, atom.divisor.value, -constant)
    return interned(_equals, EqualsZero, (parts, constant))


def differs_from_zero(parts: Parts, constant: int) -> Term:
    """Give `parts + constant != 0` for sorted parts."""
    positive = equals_zero(parts, constant)
    return not_(positive)


def divides(modulus: int, parts: Parts, constant: int) -> Term:
    """Give `modulus | parts + constant` for sorted parts."""
    return equal(floor_mod(linear(parts, constant), integer(modulus)), integer(0))


def _order(term: Term) -> str:
    return term.order


def _part_order(part: tuple[Term, int]) -> str:
    return part[0].order


def _minus(left: Term, right: Term) -> tuple[Parts, int]:
    if type(left) is Variable and type(right) is Variable:
        if left is right:
            return (), 0
        if left.order < right.order:
            return ((left, 1), (right, -1)), 0
        return ((right, -1), (left, 1)), 0
    left_parts, left_constant = linear_view(left)
    right_parts, right_constant = linear_view(right)
    constant = left_constant - right_constant
    if not right_parts:
        return left_parts, constant
    if not left_parts:
        return tuple([(atom, -factor) for atom, factor in right_parts]), constant
    sums = dict(left_parts)
    for atom, factor in right_parts:
        sums[atom] = sums.get(atom, 0) - factor
    return sorted_parts(sums), constant


def _content(term: Term) -> tuple[int, Term]:
    """Split off the common factor of a sum, so that products share factors."""
    if type(term) is not Linear:
        return 1, term
    common = gcd(term.constant, *[factor for _, factor in term.parts])
    if term.parts[0][1] < 0:
        common = -common
    if common == 1:
        return 1, term
    parts = tuple([(atom, factor // common) for atom, factor in term.parts])
    return common, linear(parts, term.constant // common)


def _primitive(parts: Parts, constant: int) -> tuple[Parts, int] | None:
    """Divide an equation by its common factor, or say None when it has no solution."""
    if not parts:
        return ((), 0) if constant == 0 else None
    common = parts[0][1] if len(parts) == 1 else gcd(*[factor for _, factor in parts])
    if parts[0][1] < 0 < common:
        common = -common
    if common == 1:
        return parts, constant
    if constant % common:
        return None
    return tuple([(atom, factor // common) for atom, factor in parts]), constant // common


def _bounded_remainder(atom: FloorModulo, modulus: int, upper: bool, constant: int) -> Term:
    """Give `atom <= -constant`, or `atom >= constant`, knowing 0 <= atom < modulus.

    A bound that allows one value only, or all but one, is said by that value, so that a
    bound and its negation are each other's negations in this form too.
    """
    if upper:
        if constant > 0:
            return FALSE
        if -constant >= modulus - 1:
            return TRUE
        if constant == 0:
            return _divides(atom, modulus, 0)
        if -constant == modulus - 2:
            return not_(_divides(atom, modulus, modulus - 1))
        return interned(_at_most, AtMostZero, (((atom, 1),), constant))
    if constant <= 0:
        return TRUE
    if constant >= modulus:
        return FALSE
    if constant == modulus - 1:
        return _divides(atom, modulus, constant)
    if constant == 1:
        return not_(_divides(atom, modulus, 0))
    return interned(_at_most, AtMostZero, (((atom, -1),), constant))


def _divides(atom: FloorModulo, modulus: int, rest: int) -> Term:
    """Give `atom = rest` as `(dividend - rest) % modulus = 0`, in one of its two signs."""
    if not 0 <= rest < modulus:
        return FALSE
    parts, constant = linear_view(atom.dividend)
    constant = (constant - rest) % modulus
    mirrored = tuple([(inner, modulus - factor) for inner, factor in parts])
    if [factor for _, factor in mirrored] < [factor for _, factor in parts]:
        parts, constant = mirrored, -constant % modulus
    chosen = interned(_modulos, FloorModulo, (linear(parts, constant), integer(modulus)))
    return interned(_equals, EqualsZero, (((chosen, 1),), 0))


def _not_literal(term: Term) -> Term | None:
    """Negate anything but a conjunction, a disjunction or a choice."""
    match term:
        case AtMostZero(parts, constant):
            mirrored = tuple([(atom, -factor) for atom, factor in parts])
            return interned(_at_most, AtMostZero, (mirrored, 1 - constant))
        case EqualsZero(parts, constant):
            atom = parts[0][0]
            if (
                type(atom) is FloorModulo
                and len(parts) == 1
                and type(atom.divisor) is IntegerConstant
                and atom.divisor.value == 2
            ):
                return _divides(atom, 2, 1)
            return interned(_differs, DiffersFromZero, (parts, constant))
        case DiffersFromZero(parts, constant):
            return interned(_equals, EqualsZero, (parts, constant))
        case Variable():
            return interned(_negations, Negation, (term,))
        case Negation(operand):
            return operand
        case BooleanConstant(value):
            return FALSE if value else TRUE
        case _:
            return None


def _negated_inside(term: Term) -> tuple[Term, ...]:
    match term:
        case Junction(parts):
            return parts
        case Choice(_, then, otherwise):
            return then, otherwise
        case _:
            raise TypeError(f"not a Boolean term: {term!r}")


def _flattened(
    terms: Iterable[Term], kind: type[Junction], end: Term, skip: Term
) -> list[Term] | None:
    """List the different parts, or None when one of them decides the whole."""
    seen: dict[Term, None] = {}
    for term in terms:
        if term is end:
            return None
        if type(term) is kind:
            seen.update(dict.fromkeys(term.parts))
        elif term is not skip:
            seen[term] = None
    return list(seen)


def _absorbed(parts: list[Term], dual: type[Junction], end: Term) -> list[Term] | None:
    """Apply `p ∧ ¬p`, `p ∧ (p ∨ q) = p` and `p ∧ (¬p ∨ q) = p ∧ q`, or their duals.

    Answers None when the whole is decided. A shortened part may be a literal
    that absorbs others, so the walk starts over until nothing changes.
    """
    while len(parts) > 1:
        literals = dict.fromkeys([part for part in parts if not _is_compound(part)])
        refuted: dict[Term, None] = {}
        for literal in literals:
            negated = _not_literal(literal)
            assert negated is not None
            if negated in literals:
                return None
            refuted[negated] = None
        kept: dict[Term, None] = {}
        changed = False
        for part in parts:
            if type(part) is not dual:
                kept[part] = None
                continue
            inner: tuple[Term, ...] = part.parts
            if any(one in literals for one in inner):
                changed = True
                continue
            left = [one for one in inner if one not in refuted]
            if len(left) == len(inner):
                kept[part] = None
                continue
            changed = True
            shorter = or_(*left) if dual is Disjunction else and_(*left)
            if shorter is end:
                return None
            same = Conjunction if dual is Disjunction else Disjunction
            for piece in shorter.parts if type(shorter) is same else (shorter,):
                kept[piece] = None
        parts = list(kept)
        if not changed:
            break
    return parts


def _is_compound(term: Term) -> bool:
    kind = type(term)
    return kind is Conjunction or kind is Disjunction or kind is Choice
