"""What handlers of requests about a text begin with: the document, its tree, its names.

Place: lsp/. Unknown documents, and files of no language of ours, are no error: the answer
to a question about them is empty.
"""

from __future__ import annotations

from typing import Any, TypeVar

from lsprotocol import types
from pygls.exceptions import JsonRpcException

from heapwright.editor.work.search import Search
from heapwright.lsp.replies import CONTENT_MODIFIED, failing
from heapwright.lsp.session import Session
from heapwright.text.line_index import Range
from heapwright.workspace.ours import takes_part
from heapwright.workspace.snapshot import Document
from heapwright.workspace.views import PythonView, TinyView, view_of
from heapwright.workspace.wire import read

Found = TypeVar("Found")


def view_at(session: Session, uri: str) -> TinyView | PythonView | None:
    """Give the view of an open document; None if it is not open or says nothing to us."""
    document = session.document(uri)
    if document is None or not takes_part(document, session.folders):
        return None
    return view_of(session.snapshot, document)


def tiny_at(session: Session, uri: str) -> TinyView | None:
    """Give the view of an open tiny document."""
    view = view_at(session, uri)
    return view if isinstance(view, TinyView) else None


async def searched(
    session: Session,
    kind: str,
    document: Document | None,
    one: type[Found],
    **wanted: Any,  # noqa: ANN401 - fields of `Search`
) -> tuple[Found, ...]:
    """Let a worker look through texts; an answer about a text that has changed is none."""
    search = Search(
        session.checking.task(document), session.client.encoding, session.folders, **wanted
    )
    with failing():
        data = await session.checking.searched(kind, search)
    if document is not None and session.snapshot.documents.get(document.path) is not document:
        raise JsonRpcException("the text has changed meanwhile", CONTENT_MODIFIED)
    return tuple(read(one, item) for item in data)


def shown_range(place: Range) -> types.Range:
    """Give a range that a worker has put into the client's units."""
    return types.Range(
        types.Position(place.start.line, place.start.character),
        types.Position(place.end.line, place.end.character),
    )
