"""Changes of a document as an edit of the protocol, for one version of it.

Place: lsp/. Code actions and commands make their edits with this.
"""

from __future__ import annotations

from collections.abc import Sequence

from lsprotocol import types
from pygls.exceptions import JsonRpcException

from heapwright.editor.insertions import Change, Kind, changes
from heapwright.lsp.replies import REQUEST_FAILED, failing
from heapwright.lsp.session import Session
from heapwright.workspace.snapshot import Document

CONTENT_MODIFIED = -32801


def workspace_edit(
    session: Session, document: Document, found: Sequence[Change]
) -> types.WorkspaceEdit:
    """Give the edit, tied to the version where the client can check that."""
    edits = [types.TextEdit(session.range(document, one.span), one.text) for one in found]
    uri = session.uri(document.path)
    if not session.client.takes_document_changes:
        return types.WorkspaceEdit(changes={uri: edits})
    identifier = types.OptionalVersionedTextDocumentIdentifier(uri, document.version)
    return types.WorkspaceEdit(document_changes=[types.TextDocumentEdit(identifier, edits)])


async def edit_for(session: Session, uri: str, name: str, kind: Kind) -> types.WorkspaceEdit:
    """Answer the question if it is not answered, and give the edit for the text as it is then.

    Raises an answer for the client if there is nothing to insert.
    """
    document = session.document(uri)
    if document is None:
        raise JsonRpcException(f"{uri} is not open", REQUEST_FAILED)
    with failing():
        report = await session.checking.report(document, name)
        knowledge = await session.checking.loaded(document)
    current = session.document(uri)
    if current is None or current.text != document.text:
        raise JsonRpcException("the text has changed meanwhile", CONTENT_MODIFIED)
    question = knowledge.question(name)
    if question is None:
        raise JsonRpcException(f"no spec or invariant `{name}`", REQUEST_FAILED)
    if kind is not Kind.BOUND and not report.is_found:
        raise JsonRpcException(report.reason, REQUEST_FAILED)
    return workspace_edit(session, current, changes(current, knowledge, question, report, kind))
