"""Terms as readable infix text.

Place: terms/. For messages, explanations and tests; nothing parses it.
Comparisons put positive parts left and negative parts right: `x - y + 1 <= 0`
reads `x < y`.
"""

from __future__ import annotations

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


def show(term: Term) -> str:
    """Write the term."""
    written: list[str] = []
    # Pieces still to write, the next one last: text as it is, terms to expand.
    pending: list[Term | str] = [term]
    while pending:
        piece = pending.pop()
        if isinstance(piece, str):
            written.append(piece)
        else:
            pending.extend(reversed(_pieces(piece)))
    return "".join(written)


def _pieces(term: Term) -> list[Term | str]:
    match term:
        case IntegerConstant(value):
            return [str(value)]
        case BooleanConstant(value):
            return ["true" if value else "false"]
        case Variable(name, _):
            return [name]
        case Linear(parts, constant):
            return _sum(parts, constant)
        case AtMostZero(parts, constant):
            return _comparison(parts, constant, "<=")
        case EqualsZero(parts, constant):
            return _comparison(parts, constant, "=")
        case DiffersFromZero(parts, constant):
            return _comparison(parts, constant, "!=")
        case Product(factors):
            return _joined(factors, " * ", (Linear, Choice))
        case FloorDivision(dividend, divisor):
            return _joined((dividend, divisor), " // ", (Linear, Product, Choice))
        case FloorModulo(dividend, divisor):
            return _joined((dividend, divisor), " % ", (Linear, Product, Choice))
        case Choice(condition, then, otherwise):
            return ["if ", condition, " then ", then, " else ", otherwise]
        case Negation(operand):
            return ["not ", operand]
        case Conjunction(terms):
            return _joined(terms, " and ", (Disjunction, Choice))
        case Disjunction(terms):
            return _joined(terms, " or ", (Conjunction, Choice))
        case _:
            raise TypeError(f"not a term: {term!r}")


def _comparison(parts: Parts, constant: int, relation: str) -> list[Term | str]:
    left = [(atom, factor) for atom, factor in parts if factor > 0]
    right = [(atom, -factor) for atom, factor in parts if factor < 0]
    if not left:
        mirrored = {"<=": ">="}.get(relation, relation)
        return [*_sum(tuple(right), 0), f" {mirrored} ", str(constant)]
    if relation == "<=" and constant == 1 and right:
        relation, constant = "<", 0
    if constant > 0 and right:
        return [*_sum(tuple(left), constant), f" {relation} ", *_sum(tuple(right), 0)]
    return [*_sum(tuple(left), 0), f" {relation} ", *_sum(tuple(right), -constant)]


def _sum(parts: Parts, constant: int) -> list[Term | str]:
    pieces: list[Term | str] = []
    for atom, factor in parts:
        if pieces:
            pieces.append(" - " if factor < 0 else " + ")
        elif factor < 0:
            pieces.append("-")
        if abs(factor) != 1:
            pieces.append(f"{abs(factor)} * ")
        pieces.extend(_grouped(atom, (Choice, Linear) if factor == 1 else _LOOSE))
    if not pieces:
        return [str(constant)]
    if constant:
        pieces.append(f" - {-constant}" if constant < 0 else f" + {constant}")
    return pieces


_LOOSE: tuple[type[Term], ...] = (Choice, Linear, FloorDivision, FloorModulo)


def _joined(
    terms: tuple[Term, ...], separator: str, loose: tuple[type[Term], ...]
) -> list[Term | str]:
    pieces: list[Term | str] = []
    for term in terms:
        if pieces:
            pieces.append(separator)
        pieces.extend(_grouped(term, (*loose, FloorDivision, FloorModulo)))
    return pieces


def _grouped(term: Term, loose: tuple[type[Term], ...]) -> list[Term | str]:
    return ["(", term, ")"] if type(term) in loose else [term]
