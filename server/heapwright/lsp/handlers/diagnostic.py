"""`textDocument/diagnostic` and `workspace/diagnostic`: diagnostics that the client pulls.

Place: lsp/handlers/. A result id is a digest of the diagnostics, so it is the same exactly
when they are. Clients that do not pull get them pushed (`publish`).
"""

from __future__ import annotations

import json

from lsprotocol import types

from heapwright.digests import blake2b
from heapwright.lsp import convert
from heapwright.lsp.handlers.registry import Handler
from heapwright.lsp.publish import diagnostics
from heapwright.lsp.session import Session
from heapwright.workspace.snapshot import Document


def document_diagnostic(
    session: Session, params: types.DocumentDiagnosticParams
) -> types.RelatedFullDocumentDiagnosticReport | types.RelatedUnchangedDocumentDiagnosticReport:
    """Give what is known about a document, or say that it is what it was."""
    document = session.document(params.text_document.uri)
    found = [] if document is None else diagnostics(session, document)
    result_id = _digest(session, found)
    if params.previous_result_id == result_id:
        return types.RelatedUnchangedDocumentDiagnosticReport(result_id)
    return types.RelatedFullDocumentDiagnosticReport(found, result_id=result_id)


def workspace_diagnostic(
    session: Session, params: types.WorkspaceDiagnosticParams
) -> types.WorkspaceDiagnosticReport:
    """Give what is known about all files that were looked at."""
    before = {convert.path_of(one.uri): one.value for one in params.previous_result_ids}
    items: list[types.WorkspaceDocumentDiagnosticReport] = []
    for path in dict.fromkeys([*session.snapshot.documents, *session.knowledge]):
        document = session.snapshot.file(path)
        if not isinstance(document, Document):
            continue
        found = diagnostics(session, document)
        result_id = _digest(session, found)
        uri = session.uri(path)
        if before.get(path) == result_id:
            items.append(
                types.WorkspaceUnchangedDocumentDiagnosticReport(
                    uri, result_id, version=document.version
                )
            )
        else:
            items.append(
                types.WorkspaceFullDocumentDiagnosticReport(
                    uri, found, version=document.version, result_id=result_id
                )
            )
    return types.WorkspaceDiagnosticReport(items)


def _digest(session: Session, found: list[types.Diagnostic]) -> str:
    text = json.dumps(found, default=session.protocol._serialize_message, sort_keys=True)
    return blake2b(text.encode(), digest_size=12).hexdigest()


HANDLERS = (
    Handler(
        types.TEXT_DOCUMENT_DIAGNOSTIC,
        document_diagnostic,
        types.DiagnosticOptions(
            # Files that are not open are pushed; whoever asks for them still gets an answer.
            inter_file_dependencies=True,
            workspace_diagnostics=False,
            identifier="heapwright",
        ),
    ),
    Handler(types.WORKSPACE_DIAGNOSTIC, workspace_diagnostic),
)
