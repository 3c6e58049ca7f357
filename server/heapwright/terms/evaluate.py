"""The value of a term under an assignment, in exact Python integers.

Place: terms/. Models are checked with this, so it shares no code with the
domains or with z3.

Division by zero has no value. It spoils only what depends on it: a conjunction
with a false part is false, a disjunction with a true part is true, and of a
choice only the chosen side counts. If it spoils the whole, ZeroDivisionError.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol, TypeAlias

from heapwright.terms import term as node
from heapwright.terms.rewrite import children
from heapwright.terms.term import Term

Value: TypeAlias = int | bool
Values: TypeAlias = Mapping[Term, Value | None]


class Lookup(Protocol):
    """Anything that gives a variable its value: a mapping from terms or from variables."""

    def __getitem__(self, variable: node.Variable, /) -> Value:
        """Give the value of a variable."""
        ...


def evaluate(term: Term, assignment: Lookup) -> Value:
    """Give the value; raise KeyError for a variable without one."""
    values: dict[Term, Value | None] = {}
    stack = [term]
    while stack:
        top = stack[-1]
        if top in values:
            stack.pop()
            continue
        if type(top) is node.Variable:
            values[top] = assignment[top]
            stack.pop()
            continue
        missing = [child for child in children(top) if child not in values]
        if missing:
            stack.extend(missing)
            continue
        stack.pop()
        values[top] = _value(top, values)
    value = values[term]
    if value is None:
        raise ZeroDivisionError("the term divides by zero under this assignment")
    return value


def _value(term: Term, values: Values) -> Value | None:
    match term:
        case node.IntegerConstant(value) | node.BooleanConstant(value):
            return value
        case node.Linear(parts, constant):
            return _sum(parts, constant, values)
        case node.AtMostZero(parts, constant):
            total = _sum(parts, constant, values)
            return None if total is None else total <= 0
        case node.EqualsZero(parts, constant):
            total = _sum(parts, constant, values)
            return None if total is None else total == 0
        case node.DiffersFromZero(parts, constant):
            total = _sum(parts, constant, values)
            return None if total is None else total != 0
        case node.Product(factors):
            return _product([values[factor] for factor in factors])
        case node.FloorDivision(dividend, divisor):
            above, below = values[dividend], values[divisor]
            return above // below if above is not None and below else None
        case node.FloorModulo(dividend, divisor):
            above, below = values[dividend], values[divisor]
            return above % below if above is not None and below else None
        case node.Choice(condition, then, otherwise):
            chosen = values[condition]
            if chosen is None:
                return None
            return values[then] if chosen else values[otherwise]
        case node.Negation(operand):
            inner = values[operand]
            return None if inner is None else not inner
        case node.Conjunction(terms):
            return _deciding([values[part] for part in terms], False)
        case node.Disjunction(terms):
            return _deciding([values[part] for part in terms], True)
        case _:
            raise TypeError(f"not a term: {term!r}")


def _sum(parts: node.Parts, constant: int, values: Values) -> int | None:
    for atom, coefficient in parts:
        value = values[atom]
        if value is None:
            return None
        constant += coefficient * value
    return constant


def _product(factors: list[Value | None]) -> int | None:
    product = 1
    for factor in factors:
        if factor is None:
            return None
        product *= factor
    return product


def _deciding(values: list[Value | None], decisive: bool) -> bool | None:
    if decisive in values:
        return decisive
    return None if None in values else not decisive
