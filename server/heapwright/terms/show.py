"""Terms as readable infix text.

Place: terms/. For messages, explanations and tests; nothing parses it.
Comparisons put positive parts left and negative parts right: `x - y + 1 <= 0`
reads `x < y`.
"""

from __future__ import annotations

from heapwright.terms import term as node
from heapwright.terms.term import Term


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
        case node.IntegerConstant(value):
            return [str(value)]
        case node.BooleanConstant(value):
            return ["true" if value else "false"]
        case node.Variable(name, _):
            return [name]
        case node.Linear(parts, constant):
            return _sum(parts, constant)
        case node.AtMostZero(parts, constant):
            return _comparison(parts, constant, "<=")
        case node.EqualsZero(parts, constant):
            return _comparison(parts, constant, "=")
        case node.DiffersFromZero(parts, constant):
            return _comparison(parts, constant, "!=")
        case node.Product(factors):
            return _joined(factors, " * ", (node.Linear, node.Choice))
        case node.FloorDivision(dividend, divisor):
            return _joined((dividend, divisor), " // ", (node.Linear, node.Product, node.Choice))
        case node.FloorModulo(dividend, divisor):
            return _joined((dividend, divisor), " % ", (node.Linear, node.Product, node.Choice))
        case node.Choice(condition, then, otherwise):
            return ["if ", condition, " then ", then, " else ", otherwise]
        case node.Negation(operand):
            return ["not ", operand]
        case node.Conjunction(terms):
            return _joined(terms, " and ", (node.Disjunction, node.Choice))
        case node.Disjunction(terms):
            return _joined(terms, " or ", (node.Conjunction, node.Choice))
        case _:
            raise TypeError(f"not a term: {term!r}")


def _comparison(parts: node.Parts, constant: int, relation: str) -> list[Term | str]:
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


def _sum(parts: node.Parts, constant: int) -> list[Term | str]:
    pieces: list[Term | str] = []
    for atom, factor in parts:
        if pieces:
            pieces.append(" - " if factor < 0 else " + ")
        elif factor < 0:
            pieces.append("-")
        if abs(factor) != 1:
            pieces.append(f"{abs(factor)} * ")
        pieces.extend(_grouped(atom, (node.Choice, node.Linear) if factor == 1 else _LOOSE))
    if not pieces:
        return [str(constant)]
    if constant:
        pieces.append(f" - {-constant}" if constant < 0 else f" + {constant}")
    return pieces


_LOOSE: tuple[type[Term], ...] = (node.Choice, node.Linear, node.FloorDivision, node.FloorModulo)


def _joined(
    terms: tuple[Term, ...], separator: str, loose: tuple[type[Term], ...]
) -> list[Term | str]:
    pieces: list[Term | str] = []
    for term in terms:
        if pieces:
            pieces.append(separator)
        pieces.extend(_grouped(term, (*loose, node.FloorDivision, node.FloorModulo)))
    return pieces


def _grouped(term: Term, loose: tuple[type[Term], ...]) -> list[Term | str]:
    return ["(", term, ")"] if type(term) in loose else [term]
