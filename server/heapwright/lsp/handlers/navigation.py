"""`textDocument/definition`, `references`, `documentHighlight`.

Place: lsp/handlers/. For the tiny language; of Python a Python server knows more.
"""

from __future__ import annotations

from lsprotocol import types

from heapwright.editor.features.definition import Use, definitions, highlights
from heapwright.editor.work.search import Located
from heapwright.lsp.handlers.registry import Handler
from heapwright.lsp.session import Session
from heapwright.lsp.texts import searched, shown_range, tiny_at


def definition(session: Session, params: types.DefinitionParams) -> list[types.Location]:
    """Give where the name at a position is declared."""
    view = tiny_at(session, params.text_document.uri)
    if view is None:
        return []
    offset = session.offset(view.document, params.position)
    sources = {file.source.path: file.source for file in view.names.files}
    return [
        session.location(sources[place.path], place.span)
        for place in definitions(view.names, view.document.path, offset)
        if place.path in sources
    ]


async def find_references(session: Session, params: types.ReferenceParams) -> list[types.Location]:
    """Give the uses of the name at a position in all programs of the workspace."""
    document = session.document(params.text_document.uri)
    if document is None or not document.language.is_our_own:
        return []
    found = await searched(
        session,
        "uses",
        document,
        Located,
        offset=session.offset(document, params.position),
        with_declaration=params.context.include_declaration,
    )
    return [types.Location(session.uri(place.path), shown_range(place.range)) for place in found]


def document_highlight(
    session: Session, params: types.DocumentHighlightParams
) -> list[types.DocumentHighlight]:
    """Give the uses of the name at a position in its own file."""
    view = tiny_at(session, params.text_document.uri)
    if view is None:
        return []
    offset = session.offset(view.document, params.position)
    kinds = types.DocumentHighlightKind
    return [
        types.DocumentHighlight(
            session.range(view.document, located.span),
            kinds.Read if located.use is Use.READS else kinds.Write,
        )
        for located in highlights(view.names, view.document.path, offset)
    ]


HANDLERS = (
    Handler(types.TEXT_DOCUMENT_DEFINITION, definition),
    Handler(types.TEXT_DOCUMENT_REFERENCES, find_references),
    Handler(types.TEXT_DOCUMENT_DOCUMENT_HIGHLIGHT, document_highlight),
)
