"""What to select when the selection grows: word, expression, statement, member, class, file.

Place: editor/features/. Each span of the answer holds the one before it. Works on broken text with
what the parser could make of it.
"""

from __future__ import annotations

from heapwright.frontends.tiny.syntax import tree
from heapwright.frontends.tiny.syntax.lexemes import Lexeme, chunk_at, lexemes_of_chunk
from heapwright.frontends.tiny.syntax.parse import Parsed
from heapwright.frontends.tiny.syntax.walk import parts
from heapwright.text.span import Span


def growing_spans(parsed: Parsed, offset: int) -> list[Span]:
    """Give the spans around an offset, the smallest first; the last is the whole file."""
    found = [Span(0, len(parsed.text))]
    for placed in parsed.tree.declarations:
        whole = placed.node.span.shifted(placed.offset)
        if not whole.contains(offset):
            continue
        found.append(whole)
        match placed.node:
            case tree.ClassDecl(members=members):
                for member in members:
                    start = placed.offset + member.offset
                    if member.node.span.shifted(start).contains(offset):
                        found.append(member.node.span.shifted(start))
                        found += _inside(_body(member.node), start, offset)
            case node:
                found += _inside(_body(node), placed.offset, offset)
    found += [Span(t.start, t.end) for t in _touched(parsed, offset)]
    return _nested(found, offset)


def _body(node: tree.Declaration | tree.Member) -> tree.Expr | None:
    match node:
        case (
            tree.MethodDecl(body=body)
            | tree.InvariantDecl(body=body)
            | tree.SpecDecl(body=body)
            | tree.TestDecl(body=body)
            | tree.MainDecl(body=body)
        ):
            return body
        case _:
            return None


def _inside(expr: tree.Expr | None, start: int, offset: int) -> list[Span]:
    """Give the spans of the expressions around an offset, outer ones first."""
    found: list[Span] = []
    while expr is not None:
        found.append(expr.span.shifted(start))
        touching = [p for p in parts(expr) if p.span.shifted(start).contains(offset)]
        # Between two that touch, the one behind the cursor counts.
        expr = touching[-1] if touching else None
    return found


def _touched(parsed: Parsed, offset: int) -> list[Lexeme]:
    placed = chunk_at(parsed, offset)
    if placed is None:
        return []
    touched = [
        lexeme
        for lexeme in lexemes_of_chunk(placed, parsed.text)
        if lexeme.start <= offset <= lexeme.end
    ]
    words = [lexeme for lexeme in touched if lexeme.text[:1].isidentifier()]
    return (words or touched)[-1:]


def _nested(spans: list[Span], offset: int) -> list[Span]:
    """Keep a chain in which each span is larger than the one before, smallest first."""
    chain: list[Span] = []
    for span in sorted(spans, key=lambda s: (s.end - s.start, s.start)):
        if not span.contains(offset):
            continue
        if chain and (span == chain[-1] or not span.holds(chain[-1])):
            continue
        chain.append(span)
    return chain
