"""Documents are opened, changed, saved and closed.

Place: lsp/handlers/. The only handlers that change which texts there are. Positions from
the client are not trusted: what lies outside counts as the nearest place inside.
"""

from __future__ import annotations

import logging

from lsprotocol import types

from heapwright.lsp import convert
from heapwright.lsp.handlers.registry import Handler
from heapwright.lsp.session import Session
from heapwright.text.span import Span
from heapwright.workspace.load import language_by_editor, language_by_name
from heapwright.workspace.snapshot import Document, Edit, edited, opened

logger = logging.getLogger(__name__)


def did_open(session: Session, params: types.DidOpenTextDocumentParams) -> None:
    """Take a document into the snapshot."""
    item = params.text_document
    path = convert.path_of(item.uri)
    language = language_by_editor(item.language_id) or language_by_name(path)
    if language is None:
        return
    session.open(item.uri, opened(path, language.name, item.version, item.text))


def did_change(session: Session, params: types.DidChangeTextDocumentParams) -> None:
    """Apply the changes of one version, or none if they are older than what we have."""
    identifier = params.text_document
    document = session.document(identifier.uri)
    if document is None:
        return
    if document.version is not None and identifier.version < document.version:
        logger.warning("%s: version %d comes too late", identifier.uri, identifier.version)
        return
    edits: list[Edit] = []
    changed = document
    for change in params.content_changes:
        edit = _edit(session, changed, change)
        edits.append(edit)
        changed = edited(changed, [edit], identifier.version)
    if not edits:
        changed = edited(document, [], identifier.version)
    session.change(document, changed, edits)


def did_save(session: Session, params: types.DidSaveTextDocumentParams) -> None:
    """Other files may see the new text on disk."""
    session.disk_changed([convert.path_of(params.text_document.uri)])


def did_close(session: Session, params: types.DidCloseTextDocumentParams) -> None:
    """Let go of a document; what is on disk counts again."""
    session.close_document(convert.path_of(params.text_document.uri))


def _edit(
    session: Session, document: Document, change: types.TextDocumentContentChangeEvent
) -> Edit:
    if isinstance(change, types.TextDocumentContentChangePartial):
        span = session.span(document, change.range)
    else:
        span = Span(0, len(document.text))
    return Edit(span.start, span.end, change.text)


HANDLERS = (
    Handler(types.TEXT_DOCUMENT_DID_OPEN, did_open),
    Handler(types.TEXT_DOCUMENT_DID_CHANGE, did_change),
    Handler(types.TEXT_DOCUMENT_DID_SAVE, did_save),
    Handler(types.TEXT_DOCUMENT_DID_CLOSE, did_close),
)
