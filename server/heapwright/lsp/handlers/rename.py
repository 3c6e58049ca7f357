"""`textDocument/prepareRename` and `textDocument/rename`.

Place: lsp/handlers/. A rename that cannot be is an answer with the reason.
"""

from __future__ import annotations

from lsprotocol import types
from pygls.exceptions import JsonRpcException

from heapwright.editor.rename import Refusal, Renaming, renamable, rename
from heapwright.lsp.handlers.navigation import sources_of
from heapwright.lsp.handlers.registry import Handler
from heapwright.lsp.replies import REQUEST_FAILED
from heapwright.lsp.session import Session
from heapwright.lsp.texts import programs_around, tiny_at
from heapwright.text.source import Source

NOT_TINY = "only names of the tiny language are renamed here"


def prepare_rename(
    session: Session, params: types.PrepareRenameParams
) -> types.PrepareRenamePlaceholder:
    """Say which name a rename would be about."""
    view = tiny_at(session, params.text_document.uri)
    if view is None:
        raise JsonRpcException(NOT_TINY, REQUEST_FAILED)
    offset = session.offset(view.document, params.position)
    found = renamable(view.names, view.document.path, offset)
    if isinstance(found, Refusal):
        raise JsonRpcException(found.reason, REQUEST_FAILED)
    place = session.range(view.document, found.span)
    return types.PrepareRenamePlaceholder(place, found.entity.name)


async def rename_everywhere(session: Session, params: types.RenameParams) -> types.WorkspaceEdit:
    """Give the edits of a rename in all programs of the workspace."""
    view = tiny_at(session, params.text_document.uri)
    if view is None:
        raise JsonRpcException(NOT_TINY, REQUEST_FAILED)
    offset = session.offset(view.document, params.position)
    programs = await programs_around(session, view)
    names = [program.names for program in programs]
    found = rename(names, view.document.path, offset, params.new_name)
    if isinstance(found, Refusal):
        raise JsonRpcException(found.reason, REQUEST_FAILED)
    return _workspace_edit(session, found, sources_of(programs))


def _workspace_edit(
    session: Session, renaming: Renaming, sources: dict[str, Source]
) -> types.WorkspaceEdit:
    changes = {
        path: [
            types.TextEdit(session.range(sources[path], span), renaming.new_name) for span in spans
        ]
        for path, spans in renaming.places.items()
    }
    if not session.client.takes_document_changes:
        return types.WorkspaceEdit({session.uri(path): edits for path, edits in changes.items()})
    versioned: list[
        types.TextDocumentEdit | types.CreateFile | types.RenameFile | types.DeleteFile
    ] = []
    for path, edits in changes.items():
        document = session.snapshot.documents.get(path)
        version = None if document is None else document.version
        identifier = types.OptionalVersionedTextDocumentIdentifier(session.uri(path), version)
        versioned.append(types.TextDocumentEdit(identifier, [*edits]))
    return types.WorkspaceEdit(document_changes=versioned)


HANDLERS = (
    Handler(types.TEXT_DOCUMENT_PREPARE_RENAME, prepare_rename),
    Handler(types.TEXT_DOCUMENT_RENAME, rename_everywhere),
)
