"""Send diagnostics and status when something became known.

Place: lsp/. `session` calls this after each change. Diagnostics of a document are always
sent all at once, for one version; what did not change is not sent again. A client that
pulls is told to pull again instead: it would show twice what is pushed as well. Files
that it has not open are pushed, since nobody pulls those.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from lsprotocol import types

from heapwright.editor.features.diagnostics import findings
from heapwright.editor.known.status import Item, items
from heapwright.lsp import convert
from heapwright.text.source import Source
from heapwright.workspace.snapshot import Document

if TYPE_CHECKING:
    from heapwright.lsp.session import Session

STATUS_CHANGED = "heapwright/statusChanged"
NOTHING_TOLD = (False, ())
NOTHING_PUBLISHED: tuple[None, list[types.Diagnostic]] = (None, [])


def publish(session: Session, path: str) -> None:
    """Send the diagnostics of a file, and the status of its questions if that changed."""
    document = session.snapshot.file(path)
    if not isinstance(document, Document):
        return
    found = diagnostics(session, document)
    is_known = session.published.get(path, NOTHING_PUBLISHED) == (document.version, found)
    if not is_known:
        before = session.published.get(path)
        session.published[path] = (document.version, found)
        if document.version is None or not session.client.pulls_diagnostics:
            _push(session, path, document.version, found)
        else:
            if before is not None and before[0] is None:
                _push(session, path, None, [])  # what was said while it was not open
            session.work.refresh()
    _tell_status(session, document)


def _push(session: Session, path: str, version: int | None, found: list[types.Diagnostic]) -> None:
    session.protocol.notify(
        types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS,
        types.PublishDiagnosticsParams(session.uri(path), found, version=version),
    )


def clear(session: Session, path: str) -> None:
    """Take away what was sent about a document that was closed."""
    session.published.pop(path, None)
    session.told.pop(path, None)
    _push(session, path, None, [])


def diagnostics(session: Session, document: Document) -> list[types.Diagnostic]:
    """Give the diagnostics of a document."""
    return [
        convert.diagnostic_of(
            document.source,
            finding.problem,
            session.client.encoding,
            session.source_at,
            is_outdated=finding.is_outdated,
        )
        for finding in findings(document, session.known(document.path), session.folders)
    ]


def status_items(session: Session, path: str) -> list[dict[str, Any]]:
    """Give the items of `heapwright/status` for one file."""
    source = session.source_at(path)
    if source is None:
        return []
    return [_item(session, source, item) for item in items(session.known(path))]


def _tell_status(session: Session, document: Document) -> None:
    knowledge = session.known(document.path)
    meaning = (session.is_current(document.path), _meaning(items(knowledge)))
    if session.told.get(document.path, NOTHING_TOLD) == meaning:
        return
    session.told[document.path] = meaning
    found = items(knowledge)
    session.protocol.notify(
        STATUS_CHANGED,
        {
            "uri": session.uri(document.path),
            "version": document.version,
            "current": session.is_current(document.path),
            "items": [_item(session, document.source, item) for item in found],
            "work": session.work.summary(),
        },
    )
    session.work.refresh()


def _meaning(found: tuple[Item, ...]) -> tuple[object, ...]:
    """Leave out where the questions stand, which changes with every keystroke."""
    return tuple(
        (item.name, item.kind, item.status, item.report and item.report.reason) for item in found
    )


def _item(session: Session, source: Source, item: Item) -> dict[str, Any]:
    report = item.report
    place = convert.range_of(source, item.span, session.client.encoding)
    return {
        "uri": session.uri(source.path),
        "name": item.name,
        "kind": item.kind,
        "range": convert.plain_range(place),
        "status": item.status,
        "verdict": report and report.verdict,
        "reason": report and report.reason,
        "calls": report and [call.text for call in report.calls],
        "code": report and report.code,
        "elapsed": report and round(report.seconds, 6),
        "cached": report and report.is_cached,
    }
