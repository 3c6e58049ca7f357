"""Replace parts of a term, and list the variables of a term.

Place: terms/. Pure. Both walk the shared structure once, with an explicit
stack, however deep it is.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import chain

from heapwright.terms.build import (
    add,
    and_,
    at_most_zero,
    differs_from_zero,
    equals_zero,
    floor_div,
    floor_mod,
    if_then_else,
    integer,
    linear_view,
    multiply,
    not_,
    or_,
    scale,
)
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
    Quotient,
    SumLiteral,
    Term,
    Variable,
)


def substitute(term: Term, mapping: Mapping[Term, Term]) -> Term:
    """Replace every key of `mapping` by its value, all at once.

    Keys are variables as a rule; any other subterm is replaced where it
    stands as a child of a term.
    """
    if not mapping:
        return term
    if all(type(key) is Variable for key in mapping) and mapping.keys().isdisjoint(
        free_variables(term)
    ):
        return term
    done: dict[Term, Term] = dict(mapping)
    stack = [term]
    while stack:
        top = stack[-1]
        if top in done:
            stack.pop()
            continue
        missing = [child for child in children(top) if child not in done]
        if missing:
            stack.extend(missing)
            continue
        stack.pop()
        done[top] = _rebuilt(top, done)
    return done[term]


def free_variables(term: Term) -> tuple[Variable, ...]:
    """List the variables of a term in structural order."""
    known = term._free
    if known is not None:
        return known
    stack = [term]
    while stack:
        top = stack[-1]
        below = children(top)
        missing = [child for child in below if child._free is None]
        if missing:
            stack.extend(missing)
            continue
        stack.pop()
        found = dict.fromkeys(chain.from_iterable([child._free or () for child in below]))
        top._free = tuple(sorted(found, key=_order))
    return term._free or ()


def children(term: Term) -> tuple[Term, ...]:
    """List the direct subterms."""
    match term:
        case Linear(parts, _) | SumLiteral(parts, _):
            return tuple([atom for atom, _ in parts])
        case Product(terms) | Junction(terms):
            return terms
        case Quotient(dividend, divisor):
            return dividend, divisor
        case Choice(condition, then, otherwise):
            return condition, then, otherwise
        case Negation(operand):
            return (operand,)
        case _:
            return ()


def _rebuilt(term: Term, done: Mapping[Term, Term]) -> Term:
    match term:
        case Variable() | IntegerConstant() | BooleanConstant():
            return term
        case Linear(parts, constant):
            return _sum(parts, constant, done)
        case AtMostZero(parts, constant):
            return at_most_zero(*linear_view(_sum(parts, constant, done)))
        case EqualsZero(parts, constant):
            return equals_zero(*linear_view(_sum(parts, constant, done)))
        case DiffersFromZero(parts, constant):
            return differs_from_zero(*linear_view(_sum(parts, constant, done)))
        case Product(factors):
            product = done[factors[0]]
            for factor in factors[1:]:
                product = multiply(product, done[factor])
            return product
        case FloorDivision(dividend, divisor):
            return floor_div(done[dividend], done[divisor])
        case FloorModulo(dividend, divisor):
            return floor_mod(done[dividend], done[divisor])
        case Choice(condition, then, otherwise):
            return if_then_else(done[condition], done[then], done[otherwise])
        case Negation(operand):
            return not_(done[operand])
        case Conjunction(terms):
            return and_(*[done[part] for part in terms])
        case Disjunction(terms):
            return or_(*[done[part] for part in terms])
        case _:
            raise TypeError(f"not a term: {term!r}")


def _sum(parts: Parts, constant: int, done: Mapping[Term, Term]) -> Term:
    scaled = [scale(coefficient, done[atom]) for atom, coefficient in parts]
    return add(integer(constant), *scaled)


def _order(term: Term) -> str:
    return term.order
