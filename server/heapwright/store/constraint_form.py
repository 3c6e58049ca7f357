"""Constraints as plain rows, and back.

Place: store/. `codec` stores each different constraint of a graph once.

What is stored is the inside of a constraint and not its literals. Assuming the literals
again would give the same models, but perhaps another inside: facts in another order, and
then other paths. (Measured on the binary search tree with six nodes, both take about as
long: 5 ms for 196 constraints, checks included.) What a constraint merely remembers, its
key, literals, status and witness, is found again on demand: a witness saves a search,
and a solver's question, but never changes its answer.

Reading trusts nothing. The bounds must be closed and without a contradiction, because the
domain relies on both; everything else must be of the right sort and about variables that
the shape has.
"""

from __future__ import annotations

from collections.abc import Sequence
from operator import add, lt
from typing import TypeAlias

import msgspec

from heapwright.domains.constraint import FALSE, TRUE, Constraint
from heapwright.domains.difference_bounds import INFINITE, Bound, Rows
from heapwright.domains.linear import Definitions, congruence_of, is_plain
from heapwright.domains.normal_form import is_bounds_only, variables
from heapwright.domains.variable_rows import number
from heapwright.store.term_table import Malformed, TermTable, read_number, written_number
from heapwright.terms.rewrite import free_variables
from heapwright.terms.sorts import BOOL, INT
from heapwright.terms.term import (
    LARGEST_BOUND,
    AtMostZero,
    DiffersFromZero,
    EqualsZero,
    Parts,
    Term,
    Variable,
)

WrittenBound: TypeAlias = "int | bytes | None"  # None where nothing is known


class Beyond(msgspec.Struct, array_like=True, forbid_unknown_fields=True, frozen=True):
    """What a constraint says beyond bounds; terms are rows of the term table."""

    apart: list[tuple[int, int, list[int | bytes]]]
    definitions: list[tuple[int, list[tuple[int, int | bytes]], int | bytes]]
    strides: list[tuple[int, int | bytes, int | bytes]]
    congruences: list[int]
    sums: list[int]
    booleans: list[tuple[int, bool]]
    residual: list[int]
    hidden: list[int]


class ConstraintForm(msgspec.Struct, array_like=True, forbid_unknown_fields=True, frozen=True):
    """The bounds, row by row, on zero and these variables; and what else there is."""

    variables: list[int]
    bounds: list[int | bytes | None]
    beyond: Beyond | None = None


def written_constraint(table: TermTable, constraint: Constraint) -> ConstraintForm:
    """Write a constraint that has models; its terms go into the table."""
    assert constraint is not FALSE
    bounds = [_written_bound(bound) for row in constraint.rows for bound in row]
    names = [table.add(variable) for variable in constraint.variables]
    if is_bounds_only(constraint) and not constraint.hidden:
        return ConstraintForm(names, bounds)
    beyond = Beyond(
        apart=[
            (left, right, [written_number(value) for value in values])
            for (left, right), values in constraint.apart.items()
        ],
        definitions=[
            (
                table.add(variable),
                [(table.add(atom), written_number(factor)) for atom, factor in parts],
                written_number(constant),
            )
            for variable, (parts, constant) in constraint.definitions.items()
        ],
        strides=[
            (table.add(variable), written_number(modulus), written_number(rest))
            for variable, (modulus, rest) in constraint.strides.items()
        ],
        congruences=[table.add(literal) for literal in constraint.congruences],
        sums=[table.add(literal) for literal in constraint.sums],
        booleans=[(table.add(v), value) for v, value in constraint.booleans.items()],
        residual=[table.add(literal) for literal in constraint.residual],
        hidden=[table.add(v) for v in sorted(constraint.hidden, key=lambda v: v.order)],
    )
    return ConstraintForm(names, bounds, beyond)


def read_constraint(terms: Sequence[Term], form: ConstraintForm) -> Constraint:
    """Make the constraint again; raises `Malformed`."""
    if not form.variables and form.beyond is None:
        if form.bounds != [0]:
            raise Malformed("bounds on nothing")
        return TRUE
    draft = TRUE.fork()
    # A witness of TRUE is a model of a weaker constraint, but nothing is gained by it.
    draft.witness = None
    names = tuple([_variable(terms, row) for row in form.variables])
    orders = [variable.order for variable in names]
    if any(orders[i] >= orders[i + 1] for i in range(len(orders) - 1)):
        raise Malformed("variables that are not sorted")
    draft.rows = _read_rows(form.bounds, len(names) + 1)
    number(draft, names)
    if form.beyond is not None:
        _read_beyond(draft, terms, form.beyond)
    return draft


def _written_bound(bound: Bound) -> WrittenBound:
    return None if bound == INFINITE else written_number(int(bound))


def _read_rows(bounds: list[WrittenBound], size: int) -> Rows:
    if len(bounds) != size * size:
        raise Malformed("a matrix of the wrong size")
    # What fits 64 bits is small enough.
    flat: list[Bound] = [
        INFINITE if bound is None else bound if type(bound) is int else _bound(bound)
        for bound in bounds
    ]
    rows = [flat[start : start + size] for start in range(0, size * size, size)]
    for at, row in enumerate(rows):
        if row[at] != 0:
            raise Malformed("a bound on the difference of a variable with itself")
        for other, way in enumerate(row):
            if way == INFINITE or other == at:
                continue
            # A way through another variable must not say more than the direct bound.
            if any(map(lt, map(add, [way] * size, rows[other]), row)):
                raise Malformed("bounds that are not closed")
            if way + rows[other][at] == 0:
                raise Malformed("an equality among the bounds")
    return rows


def _bound(bound: int | bytes) -> int:
    value = read_number(bound)
    if not -LARGEST_BOUND < value < LARGEST_BOUND:
        raise Malformed("a bound that is too large")
    return value


def _read_beyond(draft: Constraint, terms: Sequence[Term], beyond: Beyond) -> None:
    size = len(draft.rows)
    apart: dict[tuple[int, int], tuple[int, ...]] = {}
    for left, right, written in beyond.apart:
        values = tuple(map(_bound, written))
        ascending = all(values[i] < values[i + 1] for i in range(len(values) - 1))
        if not (0 <= left < right < size and values and ascending and (left, right) not in apart):
            raise Malformed("excluded differences out of order")
        apart[left, right] = values
    draft.apart = apart
    _read_definitions(draft, terms, beyond)
    strides: dict[Variable, tuple[int, int]] = {}
    for row, written_modulus, written_rest in beyond.strides:
        variable = _variable(terms, row)
        modulus, rest = read_number(written_modulus), read_number(written_rest)
        if variable in strides or variable in draft.definitions or not 0 <= rest < modulus:
            raise Malformed("an impossible residue")
        if modulus < 2:
            raise Malformed("a residue that says nothing")
        strides[variable] = (modulus, rest)
    draft.strides = strides
    booleans: dict[Variable, bool] = {}
    for row, value in beyond.booleans:
        variable = _variable(terms, row, BOOL)
        if variable in booleans:
            raise Malformed("a Boolean that is known twice")
        booleans[variable] = value
    draft.booleans = booleans
    draft.congruences = _literals(terms, beyond.congruences)
    draft.sums = _literals(terms, beyond.sums)
    draft.residual = _literals(terms, beyond.residual)
    if any(congruence_of(literal) is None for literal in draft.congruences):
        raise Malformed("a congruence that is none")
    if not all(_is_sum(literal) for literal in draft.sums):
        raise Malformed("a sum that is none")
    known = {*draft.definitions, *booleans}
    for literal in (*draft.congruences, *draft.sums, *draft.residual):
        if not known.isdisjoint(free_variables(literal)):
            raise Malformed("a literal about what is known")
    hidden = [_term(terms, row) for row in beyond.hidden]
    draft.hidden = frozenset(variable for variable in hidden if isinstance(variable, Variable))
    if len(draft.hidden) != len(hidden) or not draft.hidden.issubset(variables(draft)):
        raise Malformed("an unknown existential")


def _read_definitions(draft: Constraint, terms: Sequence[Term], beyond: Beyond) -> None:
    definitions: Definitions = {}
    for row, written_parts, written_constant in beyond.definitions:
        variable = _variable(terms, row)
        if variable in definitions or variable in draft.index:
            raise Malformed("a variable with two meanings")
        parts: Parts = tuple(
            [(_variable(terms, r), read_number(factor)) for r, factor in written_parts]
        )
        orders = [atom.order for atom, _ in parts]
        if any(orders[i] >= orders[i + 1] for i in range(len(orders) - 1)):
            raise Malformed("a definition that is not sorted")
        if any(factor == 0 for _, factor in parts):
            raise Malformed("a definition with a zero factor")
        definitions[variable] = (parts, read_number(written_constant))
    for parts, _ in definitions.values():
        if any(atom in definitions for atom, _ in parts):
            raise Malformed("a definition by what is defined")
    draft.definitions = definitions


def _is_sum(literal: Term) -> bool:
    match literal:
        case AtMostZero(parts, constant) | EqualsZero(parts, constant):
            return is_plain(parts, constant)
        case DiffersFromZero(parts, constant):
            return is_plain(parts, constant)
        case _:
            return False


def _literals(terms: Sequence[Term], rows: list[int]) -> tuple[Term, ...]:
    literals = tuple([_term(terms, row) for row in rows])
    if any(literal.sort is not BOOL for literal in literals) or len({*rows}) != len(rows):
        raise Malformed("literals that are none, or the same twice")
    return literals


def _variable(terms: Sequence[Term], row: int, sort: object = INT) -> Variable:
    term = _term(terms, row)
    if not isinstance(term, Variable) or term.sort is not sort:
        raise Malformed("not a variable")
    return term


def _term(terms: Sequence[Term], row: int) -> Term:
    if not 0 <= row < len(terms):
        raise Malformed("a term that does not exist")
    return terms[row]
