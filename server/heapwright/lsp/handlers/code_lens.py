"""`textDocument/codeLens`.

Place: lsp/handlers/. Lenses say what is known; the client is told to ask again when that
changes. All that a lens shows is known at once, so there is nothing to resolve.
"""

from __future__ import annotations

from lsprotocol import types

from heapwright.editor.lenses import lenses
from heapwright.lsp.handlers.registry import Handler
from heapwright.lsp.session import Session


def handle(session: Session, params: types.CodeLensParams) -> list[types.CodeLens]:
    """Give the lenses of a document."""
    document = session.document(params.text_document.uri)
    if document is None or not session.settings.shows_lenses:
        return []
    uri = session.uri(document.path)
    return [
        types.CodeLens(
            session.range(document, lens.span),
            types.Command(lens.title, lens.command, arguments=[{"uri": uri, "name": lens.name}]),
        )
        for lens in lenses(session.known(document.path))
    ]


HANDLERS = (Handler(types.TEXT_DOCUMENT_CODE_LENS, handle),)
