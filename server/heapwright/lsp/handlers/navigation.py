"""`textDocument/definition`, `references`, `documentHighlight`.

Place: lsp/handlers/. For the tiny language; of Python a Python server knows more.
"""

from __future__ import annotations

from collections.abc import Sequence

from lsprotocol import types

from heapwright.editor.definition import Place, Use, definitions, highlights, references
from heapwright.lsp.handlers.registry import Handler
from heapwright.lsp.session import Session
from heapwright.lsp.texts import programs_around, tiny_at
from heapwright.text.source import Source
from heapwright.workspace.views import TinyView


def definition(session: Session, params: types.DefinitionParams) -> list[types.Location]:
    """Give where the name at a position is declared."""
    view = tiny_at(session, params.text_document.uri)
    if view is None:
        return []
    offset = session.offset(view.document, params.position)
    places = definitions(view.names, view.document.path, offset)
    return _locations(session, [view], places)


async def find_references(session: Session, params: types.ReferenceParams) -> list[types.Location]:
    """Give the uses of the name at a position in all programs of the workspace."""
    view = tiny_at(session, params.text_document.uri)
    if view is None:
        return []
    offset = session.offset(view.document, params.position)
    programs = await programs_around(session, view)
    places = references(
        [program.names for program in programs],
        view.document.path,
        offset,
        with_declaration=params.context.include_declaration,
    )
    return _locations(session, programs, places)


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


def sources_of(programs: Sequence[TinyView]) -> dict[str, Source]:
    """Give the texts that programs were made of, by path."""
    return {file.source.path: file.source for view in programs for file in view.names.files}


def _locations(
    session: Session, programs: Sequence[TinyView], places: Sequence[Place]
) -> list[types.Location]:
    sources = sources_of(programs)
    return [
        session.location(sources[place.path], place.span)
        for place in places
        if place.path in sources
    ]


HANDLERS = (
    Handler(types.TEXT_DOCUMENT_DEFINITION, definition),
    Handler(types.TEXT_DOCUMENT_REFERENCES, find_references),
    Handler(types.TEXT_DOCUMENT_DOCUMENT_HIGHLIGHT, document_highlight),
)
