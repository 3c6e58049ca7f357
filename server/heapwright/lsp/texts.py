"""What handlers of requests about a text begin with: the document, its tree, its names.

Place: lsp/. Unknown documents, and files of no language of ours, are no error: the answer
to a question about them is empty.
"""

from __future__ import annotations

import asyncio

from heapwright.editor.diagnostics import takes_part
from heapwright.lsp.checking import WANTED
from heapwright.lsp.jobs import Job, JobFailed, JobStopped
from heapwright.lsp.session import Session
from heapwright.workspace.snapshot import Document
from heapwright.workspace.views import PythonView, TinyView, view_of


def view_at(session: Session, uri: str) -> TinyView | PythonView | None:
    """Give the view of an open document; None if it is not open or says nothing to us."""
    document = session.document(uri)
    if document is None or not takes_part(document):
        return None
    return view_of(session.snapshot, document)


def tiny_at(session: Session, uri: str) -> TinyView | None:
    """Give the view of an open tiny document."""
    view = view_at(session, uri)
    return view if isinstance(view, TinyView) else None


async def files_of_workspace(session: Session) -> list[Document]:
    """Give all files that take part: open ones first, then those below the folders."""
    documents = [d for d in session.snapshot.documents.values() if takes_part(d)]
    if session.folders:
        message = {"do": "files", "folders": list(session.folders)}
        try:
            paths = await session.checking.jobs.run(
                Job(("files", *session.folders), message, WANTED)
            )
        except (JobFailed, JobStopped):
            paths = []
        for path in paths:
            if path not in session.snapshot.documents:
                # Reading and parsing many files must not keep the client waiting for all else.
                await asyncio.sleep(0)
                found = session.snapshot.file(path)
                if isinstance(found, Document):
                    documents.append(found)
    return documents


async def programs_around(session: Session, view: TinyView) -> list[TinyView]:
    """Give the tiny programs of the workspace; that of the view itself comes first."""
    programs = [view]
    for document in await files_of_workspace(session):
        if document.language == "tiny" and document.path != view.document.path:
            await asyncio.sleep(0)
            other = view_of(session.snapshot, document)
            if isinstance(other, TinyView):
                programs.append(other)
    return programs
