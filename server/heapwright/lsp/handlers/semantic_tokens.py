"""`textDocument/semanticTokens`: full, delta, range.

Place: lsp/handlers/. The session remembers what was sent last for each document; a delta
against anything else is answered in full.
"""

from __future__ import annotations

from lsprotocol import types

from heapwright.editor.features import semantic_tokens
from heapwright.lsp.handlers.registry import Handler
from heapwright.lsp.session import Session
from heapwright.lsp.texts import view_at
from heapwright.text.source import Source
from heapwright.text.span import Span
from heapwright.workspace.views import PythonView, TinyView

LEGEND = types.SemanticTokensLegend(list(semantic_tokens.KINDS), list(semantic_tokens.MODIFIERS))


def full(session: Session, params: types.SemanticTokensParams) -> types.SemanticTokens:
    """Give all tokens of a document."""
    view = view_at(session, params.text_document.uri)
    if view is None:
        return types.SemanticTokens([])
    data = encoded(session, view.document.source, _tokens(view, None))
    return types.SemanticTokens(data, _remembered(session, view.document.path, data))


def delta(
    session: Session, params: types.SemanticTokensDeltaParams
) -> types.SemanticTokens | types.SemanticTokensDelta:
    """Give what changed since the tokens with that id."""
    view = view_at(session, params.text_document.uri)
    if view is None:
        return types.SemanticTokens([])
    path = view.document.path
    known_id, before = session.tokens.get(path, ("", []))
    data = encoded(session, view.document.source, _tokens(view, None))
    result_id = _remembered(session, path, data)
    if known_id != params.previous_result_id or not known_id:
        return types.SemanticTokens(data, result_id)
    return types.SemanticTokensDelta(difference(before, data), result_id)


def within(session: Session, params: types.SemanticTokensRangeParams) -> types.SemanticTokens:
    """Give the tokens of a range."""
    view = view_at(session, params.text_document.uri)
    if view is None:
        return types.SemanticTokens([])
    span = session.span(view.document, params.range)
    return types.SemanticTokens(encoded(session, view.document.source, _tokens(view, span)))


def _tokens(view: TinyView | PythonView, span: Span | None) -> list[semantic_tokens.Token]:
    if isinstance(view, TinyView):
        return semantic_tokens.tiny_tokens(view.names, view.document.path, view.parsed, span)
    found = semantic_tokens.python_tokens(view.document.text, view.parsed)
    if span is None:
        return found
    return [token for token in found if token.end > span.start and token.start < span.end]


def encoded(session: Session, source: Source, tokens: list[semantic_tokens.Token]) -> list[int]:
    """Write tokens as the protocol wants them: five numbers each, relative to the last."""
    data: list[int] = []
    line = character = 0
    index, encoding = source.line_index, session.client.encoding
    for token in tokens:
        start = index.position(token.start, encoding)
        end = index.position(token.end, encoding)
        is_same_line = start.line == line
        data += (
            start.line - line,
            start.character - character if is_same_line else start.character,
            end.character - start.character,
            token.kind,
            token.modifiers,
        )
        line, character = start.line, start.character
    return data


def difference(before: list[int], after: list[int]) -> list[types.SemanticTokensEdit]:
    """Give the one edit between the first and the last token that differ."""
    most = min(len(before), len(after)) // 5
    n_first = 0
    while n_first < most and _same(before, after, n_first * 5, n_first * 5):
        n_first += 1
    n_last = 0
    while n_last < most - n_first and _same(
        before, after, len(before) - (n_last + 1) * 5, len(after) - (n_last + 1) * 5
    ):
        n_last += 1
    start, end = n_first * 5, len(before) - n_last * 5
    new = after[start : len(after) - n_last * 5]
    if start == end and not new:
        return []
    return [types.SemanticTokensEdit(start, end - start, new)]


def _same(before: list[int], after: list[int], one: int, other: int) -> bool:
    return before[one : one + 5] == after[other : other + 5]


def _remembered(session: Session, path: str, data: list[int]) -> str:
    number = int(session.tokens.get(path, ("0", []))[0]) + 1
    session.tokens[path] = (str(number), data)
    return str(number)


HANDLERS = (
    Handler(types.TEXT_DOCUMENT_SEMANTIC_TOKENS_FULL, full, LEGEND),
    Handler(types.TEXT_DOCUMENT_SEMANTIC_TOKENS_FULL_DELTA, delta, LEGEND),
    Handler(types.TEXT_DOCUMENT_SEMANTIC_TOKENS_RANGE, within, LEGEND),
)
