"""Terms as a flat table of plain rows, and back.

Place: store/. `constraint_form` names terms by their row in the table; `codec` stores the
table once per graph, so that shared terms are shared again after reading.

A row only refers to rows before it, so neither direction recurses, however deep a term
is. Reading trusts nothing: each term is made by the smart constructors, and a row that
they bring into another form than it claims was not written by us.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TypeAlias

import msgspec

from heapwright.terms import build
from heapwright.terms.sorts import BOOL, INT
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
    Linear,
    Negation,
    Parts,
    Product,
    Term,
    Variable,
)

Number: TypeAlias = "int | bytes"  # bytes, big-endian, where 64 bits do not suffice

KINDS: tuple[type[Term], ...] = (
    IntegerConstant,
    BooleanConstant,
    Variable,
    Linear,
    Product,
    FloorDivision,
    FloorModulo,
    Choice,
    AtMostZero,
    EqualsZero,
    DiffersFromZero,
    Negation,
    Conjunction,
    Disjunction,
)
LONGEST_NUMBER = 4096  # bytes
LONGEST_NAME = 64
MOST_PARTS = 256  # of a product, conjunction or disjunction, whose making is not linear


class Malformed(Exception):
    """Stored content that we cannot have written; `codec` turns it into a miss."""


class TermRow(msgspec.Struct, array_like=True, forbid_unknown_fields=True, frozen=True):
    """One term: its kind, the rows of its parts, its numbers, and a variable's name."""

    kind: int
    parts: list[int]
    numbers: list[int | bytes]
    name: str = ""


class TermTable:
    """Gives terms their rows while a graph is written; lives in one call."""

    def __init__(self) -> None:
        self.rows: list[TermRow] = []
        self.row_of: dict[Term, int] = {}

    def add(self, term: Term) -> int:
        """Give the row of a term, adding it and what it is made of."""
        pending = [term]
        while pending:
            top = pending[-1]
            if top in self.row_of:
                pending.pop()
                continue
            children, numbers, name = _taken_apart(top)
            missing = [child for child in children if child not in self.row_of]
            if missing:
                pending.extend(missing)
                continue
            parts = [self.row_of[child] for child in children]
            self.row_of[top] = len(self.rows)
            self.rows.append(TermRow(KINDS.index(type(top)), parts, numbers, name))
        return self.row_of[term]


def written_number(value: int) -> Number:
    """Write an int of any size."""
    if -(2**63) <= value < 2**63:
        return value
    return value.to_bytes(value.bit_length() // 8 + 1, "big", signed=True)


def read_number(number: Number) -> int:
    """Read an int of any size, in its only form."""
    if type(number) is int:
        return number
    if type(number) is not bytes:
        raise Malformed("a number that is none")  # its form promises more than its decoder checks
    if len(number) > LONGEST_NUMBER:
        raise Malformed("a number is too long")
    value = int.from_bytes(number, "big", signed=True)
    if written_number(value) != number:
        raise Malformed("a number is not in its shortest form")
    return value


def read_terms(rows: Sequence[TermRow]) -> list[Term]:
    """Make all terms of a table; raises `Malformed`."""
    terms: list[Term] = []
    seen: set[Term] = set()
    for row in rows:
        if any(not 0 <= part < len(terms) for part in row.parts):
            raise Malformed("a term refers to a later one")
        term = _made(row, [terms[part] for part in row.parts], list(map(read_number, row.numbers)))
        # Comparing with what we would write refuses every form but the canonical one.
        if term in seen or _differs(row, term, terms):
            raise Malformed("a term is not in canonical form")
        seen.add(term)
        terms.append(term)
    return terms


def _taken_apart(term: Term) -> tuple[Sequence[Term], list[Number], str]:
    match term:
        case IntegerConstant(value) | BooleanConstant(value):
            return (), [written_number(int(value))], ""
        case Variable(name, sort):
            return (), [int(sort is BOOL)], name
        case (
            Linear(parts, constant)
            | AtMostZero(parts, constant)
            | EqualsZero(parts, constant)
            | DiffersFromZero(parts, constant)
        ):
            numbers = [written_number(factor) for _, factor in parts]
            return [atom for atom, _ in parts], [written_number(constant), *numbers], ""
        case Product(terms) | Conjunction(terms) | Disjunction(terms):
            return terms, [], ""
        case FloorDivision(dividend, divisor) | FloorModulo(dividend, divisor):
            return (dividend, divisor), [], ""
        case Choice(condition, then, otherwise):
            return (condition, then, otherwise), [], ""
        case Negation(operand):
            return (operand,), [], ""
        case _:
            raise TypeError(f"a term of no known kind: {term!r}")


def _differs(row: TermRow, term: Term, terms: Sequence[Term]) -> bool:
    if type(term) is not KINDS[row.kind]:
        return True
    children, numbers, name = _taken_apart(term)
    return (
        len(children) != len(row.parts)
        or any(child is not terms[part] for child, part in zip(children, row.parts, strict=True))
        or numbers != row.numbers
        or name != row.name
    )


def _made(row: TermRow, parts: list[Term], numbers: list[int]) -> Term:
    """Build what a row says; whether that is what it says is looked at afterwards."""
    if not 0 <= row.kind < len(KINDS):
        raise Malformed("a term of no known kind")
    kind = KINDS[row.kind]
    if kind is IntegerConstant and len(numbers) == 1:
        return build.integer(numbers[0])
    if kind is BooleanConstant and len(numbers) == 1:
        return build.boolean(numbers[0] == 1)
    if kind is Variable and len(numbers) == 1:
        return _variable(row.name, is_boolean=numbers[0] == 1)
    if kind in _SUMS and len(numbers) == len(parts) + 1 and parts:
        return _SUMS[kind](_summands(parts, numbers[1:]), numbers[0])
    if kind in _LISTS and 2 <= len(parts) <= MOST_PARTS:
        _require(parts, INT if kind is Product else BOOL)
        return _LISTS[kind](parts)
    if kind in (FloorDivision, FloorModulo) and len(parts) == 2:
        _require(parts, INT)
        dividend, divisor = parts
        if divisor is build.integer(0):
            raise Malformed("a division by zero")
        make = build.floor_div if kind is FloorDivision else build.floor_mod
        return make(dividend, divisor)
    if kind is Choice and len(parts) == 3:
        condition, then, otherwise = parts
        _require([condition], BOOL)
        _require([then], otherwise.sort)
        made = build.if_then_else(condition, then, otherwise)
        if type(made) is Choice:
            return made
        # `not p ? p : q` becomes the choice `p ? q : p`, which would itself become `p and q`.
        return build.if_then_else(build.not_(condition), otherwise, then)
    if kind is Negation and len(parts) == 1:
        _require(parts, BOOL)
        return build.not_(parts[0])
    raise Malformed("a term with the wrong number of parts")


def _variable(name: str, *, is_boolean: bool) -> Term:
    if len(name) > LONGEST_NAME or not name.isprintable():
        raise Malformed("a variable with an impossible name")
    return build.variable(name, BOOL if is_boolean else INT)


def _summands(atoms: list[Term], factors: list[int]) -> Parts:
    """Pair atoms and factors, refusing what the constructors of sums rely on not to see."""
    _require(atoms, INT)
    orders = [atom.order for atom in atoms]
    if any(orders[i] >= orders[i + 1] for i in range(len(orders) - 1)) or 0 in factors:
        raise Malformed("a sum that is not sorted")
    if any(type(atom) in (Linear, IntegerConstant) for atom in atoms):
        raise Malformed("a sum within a sum")
    return tuple(zip(atoms, factors, strict=True))


def _require(terms: Sequence[Term], sort: object) -> None:
    if any(term.sort is not sort for term in terms):
        raise Malformed("a term of the wrong sort")


def _product(factors: list[Term]) -> Term:
    if any(type(factor) in (Product, IntegerConstant) for factor in factors):
        raise Malformed("a product within a product")
    term = factors[0]
    for factor in factors[1:]:
        term = build.multiply(term, factor)
    return term


def _conjunction(parts: list[Term]) -> Term:
    return build.and_(*parts)


def _disjunction(parts: list[Term]) -> Term:
    return build.or_(*parts)


_SUMS: Mapping[type[Term], Callable[[Parts, int], Term]] = {
    Linear: build.linear,
    AtMostZero: build.at_most_zero,
    EqualsZero: build.equals_zero,
    DiffersFromZero: build.differs_from_zero,
}
_LISTS: Mapping[type[Term], Callable[[list[Term]], Term]] = {
    Product: _product,
    Conjunction: _conjunction,
    Disjunction: _disjunction,
}
