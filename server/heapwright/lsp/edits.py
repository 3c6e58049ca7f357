"""Changes of a document as an edit of the protocol, for one version of it.

Place: lsp/. Code actions and commands make their edits with this.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path, PurePath

from lsprotocol import types
from pygls.exceptions import JsonRpcException

from heapwright.editor.features.insertions import ActionKind, Change, changes
from heapwright.editor.work.rewritten import Rewriting, path_of_tests
from heapwright.lsp.replies import CONTENT_MODIFIED, REQUEST_FAILED, failing
from heapwright.lsp.session import Session
from heapwright.workspace.snapshot import Document, opened
from heapwright.workspace.wire import read

# What a worker makes; the others are made here, from the answer to a question.
REWRITINGS = (ActionKind.BRANCHES, ActionKind.FORMULAS)


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


async def edit_for(session: Session, uri: str, name: str, kind: ActionKind) -> types.WorkspaceEdit:
    """Answer the question if it is not answered, and give the edit for the text as it is then.

    Raises an answer for the client if there is nothing to insert.
    """
    document = session.document(uri)
    if document is None:
        raise JsonRpcException(f"{uri} is not open", REQUEST_FAILED)
    if kind in REWRITINGS:
        return await _rewriting(session, document, name, kind)
    with failing():
        report = await session.checking.report(document, name)
        knowledge = await session.checking.loaded(document)
    current = session.document(uri)
    if current is None or current.text != document.text:
        raise JsonRpcException("the text has changed meanwhile", CONTENT_MODIFIED)
    question = knowledge.question(name)
    if question is None:
        raise JsonRpcException(f"no spec or invariant `{name}`", REQUEST_FAILED)
    if kind is not ActionKind.BOUND and not report.is_found:
        raise JsonRpcException(report.reason, REQUEST_FAILED)
    return workspace_edit(session, current, changes(current, knowledge, question, report, kind))


def can_generate_tests(session: Session, document: Document) -> bool:
    """Say whether the client could take tests of a document; one look at the disk at most."""
    path = path_of_tests(document.path, document.language)
    if path in session.snapshot.documents or session.client.creates_files:
        return path == document.path or PurePath(path).is_absolute()
    return Path(path).exists()


async def _rewriting(
    session: Session, document: Document, name: str, kind: ActionKind
) -> types.WorkspaceEdit:
    """Let a worker make an edit, and give it if no text that it is about has changed."""
    with failing():
        data = await session.checking.drawn(document, kind.value, name)
    made = read(Rewriting, data)
    documents = session.snapshot.documents
    current, target = documents.get(document.path), documents.get(made.path)
    is_changed = current is None or current.text != document.text
    if is_changed or (target is not None and target.text != made.before):
        raise JsonRpcException("the text has changed meanwhile", CONTENT_MODIFIED)
    if made.warning:
        session.warn(made.warning)
    if target is None:
        target = opened(made.path, document.language.name, None, made.before or "")
    edit = workspace_edit(session, target, made.changes)
    if made.before is None:
        if not session.client.creates_files:
            raise JsonRpcException(f"this client cannot create {made.path}", REQUEST_FAILED)
        created = types.CreateFile(session.uri(made.path))
        edit.document_changes = [created, *(edit.document_changes or ())]
    return edit
