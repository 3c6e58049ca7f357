"""`textDocument/prepareRename` and `textDocument/rename`.

Place: lsp/handlers/. A rename that cannot be is an answer with the reason.
"""

from __future__ import annotations

from lsprotocol import types
from pygls.exceptions import JsonRpcException

from heapwright.editor.features.rename import Refusal, renamable
from heapwright.editor.work.search import Located
from heapwright.lsp.handlers.registry import Handler
from heapwright.lsp.replies import CONTENT_MODIFIED, REQUEST_FAILED
from heapwright.lsp.session import Session
from heapwright.lsp.texts import searched, shown_range, tiny_at

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
    document = session.document(params.text_document.uri)
    if document is None or not document.language.is_our_own:
        raise JsonRpcException(NOT_TINY, REQUEST_FAILED)
    offset = session.offset(document, params.position)
    before = session.snapshot.documents
    found = await searched(
        session, "rename", document, Located, offset=offset, word=params.new_name
    )
    changes: dict[str, list[types.TextEdit]] = {}
    for place in found:
        edit = types.TextEdit(shown_range(place.range), params.new_name)
        changes.setdefault(place.path, []).append(edit)
    if any(session.snapshot.documents.get(path) is not before.get(path) for path in changes):
        raise JsonRpcException("a text has changed meanwhile", CONTENT_MODIFIED)
    return _workspace_edit(session, changes)


def _workspace_edit(
    session: Session, changes: dict[str, list[types.TextEdit]]
) -> types.WorkspaceEdit:
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
