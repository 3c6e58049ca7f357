"""Send diagnostics, status and refreshes when something became known.

Place: lsp/. `session` calls this after each change; it sends and changes nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from lsprotocol import types

from heapwright.editor.diagnostics import findings
from heapwright.editor.knowledge import Knowledge
from heapwright.lsp import convert

if TYPE_CHECKING:
    from heapwright.lsp.session import Session


def publish(session: Session, path: str) -> None:
    """Send the diagnostics of an open document, all at once, for its version."""
    document = session.snapshot.documents.get(path)
    if document is None:
        return
    session.protocol.notify(
        types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS,
        types.PublishDiagnosticsParams(
            uri=session.uri(path),
            diagnostics=diagnostics(session, path),
            version=document.version,
        ),
    )


def clear(session: Session, path: str) -> None:
    """Take the diagnostics of a document that was closed away."""
    session.protocol.notify(
        types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS,
        types.PublishDiagnosticsParams(uri=session.uri(path), diagnostics=[]),
    )


def diagnostics(session: Session, path: str) -> list[types.Diagnostic]:
    """Give the diagnostics of an open document."""
    document = session.snapshot.documents[path]
    return [
        convert.diagnostic_of(
            document.source,
            finding.problem,
            session.client.encoding,
            session.source_at,
            is_outdated=finding.is_outdated,
        )
        for finding in findings(document, session.knowledge.get(path, Knowledge()))
    ]
