"""A function that gives the value of a term, for whoever asks for it again and again.

Place: terms/. A search for models looks at the same few literals under hundreds of assignments.
`evaluate` walks a term each time, and is what models are checked with in the end; this walks it
once. Measured on a bound on a sum of two products: 14 µs by the one, 0.9 µs by the other, and 15 µs
to make the function.

Where a term can divide by zero, or is very deep, the function is `evaluate` itself.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TypeAlias

from heapwright.terms import term as node
from heapwright.terms.evaluate import Lookup, Value, evaluate
from heapwright.terms.term import Term

Evaluator: TypeAlias = Callable[[Lookup], Value]

DEEPEST = 40  # each level is a call inside of a call


class _NotQuick(Exception):
    """The term may have no value, or is too deep."""


def evaluator(term: Term) -> Evaluator:
    """Give the function; like `evaluate` it raises KeyError for a variable without a value."""
    try:
        return _evaluator(term, DEEPEST)
    except _NotQuick:
        return partial(evaluate, term)


def _evaluator(term: Term, depth: int) -> Evaluator:
    if depth == 0:
        raise _NotQuick
    depth -= 1
    match term:
        case node.Variable():
            return lambda values: values[term]
        case node.IntegerConstant(value) | node.BooleanConstant(value):
            return lambda values: value
        case node.Linear(parts, constant):
            return _sum(parts, constant, depth)
        case node.AtMostZero(parts, constant):
            below = _sum(parts, constant, depth)
            return lambda values: below(values) <= 0
        case node.EqualsZero(parts, constant):
            equal = _sum(parts, constant, depth)
            return lambda values: equal(values) == 0
        case node.DiffersFromZero(parts, constant):
            other = _sum(parts, constant, depth)
            return lambda values: other(values) != 0
        case node.Product(factors):
            return _product([_evaluator(factor, depth) for factor in factors])
        case node.FloorDivision(dividend, node.IntegerConstant(number)) if number:
            whole = _evaluator(dividend, depth)
            return lambda values: whole(values) // number
        case node.FloorModulo(dividend, node.IntegerConstant(number)) if number:
            divided = _evaluator(dividend, depth)
            return lambda values: divided(values) % number
        case node.Choice(condition, then, otherwise):
            chosen = _evaluator(condition, depth)
            first, second = _evaluator(then, depth), _evaluator(otherwise, depth)
            return lambda values: first(values) if chosen(values) else second(values)
        case node.Negation(operand):
            inner = _evaluator(operand, depth)
            return lambda values: not inner(values)
        case node.Conjunction(terms):
            needed = [_evaluator(one, depth) for one in terms]
            return lambda values: all(one(values) for one in needed)
        case node.Disjunction(terms):
            enough = [_evaluator(one, depth) for one in terms]
            return lambda values: any(one(values) for one in enough)
        case _:
            raise _NotQuick


def _sum(parts: node.Parts, constant: int, depth: int) -> Evaluator:
    match parts:
        case ((node.Variable() as atom, factor),):
            return lambda values: constant + factor * values[atom]
        case ((node.Variable() as first, one), (node.Variable() as second, two)):
            return lambda values: constant + one * values[first] + two * values[second]
    pairs = [(_evaluator(atom, depth), factor) for atom, factor in parts]

    def total(values: Lookup) -> int:
        result = constant
        for atom, factor in pairs:
            result += factor * atom(values)
        return result

    return total


def _product(factors: list[Evaluator]) -> Evaluator:
    def product(values: Lookup) -> int:
        result = 1
        for factor in factors:
            result *= factor(values)
        return result

    return product
