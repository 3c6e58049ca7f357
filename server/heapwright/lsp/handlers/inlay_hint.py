"""`textDocument/inlayHint` and `inlayHint/resolve`.

Place: lsp/handlers/. The drawing of the heap is asked of a worker when somebody looks.
"""

from __future__ import annotations

from typing import Any

from lsprotocol import types

from heapwright.editor.features.inlay_hints import hints
from heapwright.lsp.convert import position_of
from heapwright.lsp.handlers.custom import drawn_heap
from heapwright.lsp.handlers.registry import Handler
from heapwright.lsp.session import Session


def handle(session: Session, params: types.InlayHintParams) -> list[types.InlayHint]:
    """Give the hints of a part of a document."""
    document = session.document(params.text_document.uri)
    if document is None or not session.settings.shows_hints:
        return []
    span = session.span(document, params.range)
    uri = session.uri(document.path)
    return [
        types.InlayHint(
            position_of(document.source, hint.offset, session.client.encoding),
            hint.label,
            padding_left=True,
            data={"uri": uri, "name": hint.name, "number": hint.number},
        )
        for hint in hints(document, session.known(document.path), span)
    ]


async def resolve(session: Session, hint: types.InlayHint) -> types.InlayHint:
    """Draw the heap after the call."""
    data: Any = hint.data
    document = session.document(data["uri"]) if isinstance(data, dict) else None
    if document is None:
        return hint
    steps = (await drawn_heap(session, document, data["name"]))["steps"]
    if 0 < data["number"] < len(steps):
        text = f"```text\n{steps[data['number']]['text']}\n```"
        hint.tooltip = types.MarkupContent(types.MarkupKind.Markdown, text)
    return hint


HANDLERS = (
    Handler(types.TEXT_DOCUMENT_INLAY_HINT, handle),
    Handler(types.INLAY_HINT_RESOLVE, resolve),
)
