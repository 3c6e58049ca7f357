"""`textDocument/foldingRange`, `selectionRange`, `formatting`, `rangeFormatting`.

Place: lsp/handlers/. For the tiny language; Python has its own formatters.
"""

from __future__ import annotations

from lsprotocol import types

from heapwright.editor.features.folding import folds
from heapwright.editor.features.selection import growing_spans
from heapwright.editor.work.search import LaidOut
from heapwright.lsp.handlers.registry import Handler
from heapwright.lsp.session import Session
from heapwright.lsp.texts import searched, shown_range, tiny_at
from heapwright.text.span import Span

FOLD_KINDS = {
    "comment": types.FoldingRangeKind.Comment,
    "imports": types.FoldingRangeKind.Imports,
}


def folding_range(session: Session, params: types.FoldingRangeParams) -> list[types.FoldingRange]:
    """Give what can be folded away."""
    view = tiny_at(session, params.text_document.uri)
    if view is None:
        return []
    return [
        types.FoldingRange(fold.first, fold.last, kind=FOLD_KINDS.get(fold.kind))
        for fold in folds(view.document.source, view.parsed)
    ]


def selection_range(
    session: Session, params: types.SelectionRangeParams
) -> list[types.SelectionRange]:
    """Give for each position what the selection grows to."""
    view = tiny_at(session, params.text_document.uri)
    found = []
    for position in params.positions:
        spans = [Span(0, 0)]
        if view is not None:
            spans = growing_spans(view.parsed, session.offset(view.document, position))
        chain: types.SelectionRange | None = None
        for span in reversed(spans):
            place = types.Range(position, position)
            if view is not None:
                place = session.range(view.document, span)
            chain = types.SelectionRange(place, chain)
        if chain is not None:
            found.append(chain)
    return found


async def formatting(
    session: Session, params: types.DocumentFormattingParams
) -> list[types.TextEdit]:
    """Give the edits that lay a document out."""
    return await _edits(session, params.text_document.uri, None)


async def range_formatting(
    session: Session, params: types.DocumentRangeFormattingParams
) -> list[types.TextEdit]:
    """Give the edits that lay the declarations of a range out."""
    return await _edits(session, params.text_document.uri, params.range)


async def _edits(session: Session, uri: str, within: types.Range | None) -> list[types.TextEdit]:
    document = session.document(uri)
    if document is None or not document.language.is_our_own:
        return []
    span = None if within is None else session.span(document, within)
    found = await searched(session, "layout", document, LaidOut, within=span)
    return [types.TextEdit(shown_range(edit.range), edit.text) for edit in found]


HANDLERS = (
    Handler(types.TEXT_DOCUMENT_FOLDING_RANGE, folding_range),
    Handler(types.TEXT_DOCUMENT_SELECTION_RANGE, selection_range),
    Handler(types.TEXT_DOCUMENT_FORMATTING, formatting),
    Handler(types.TEXT_DOCUMENT_RANGE_FORMATTING, range_formatting),
)
