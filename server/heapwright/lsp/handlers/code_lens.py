"""`textDocument/codeLens` and `codeLens/resolve`.

Place: lsp/handlers/. Lenses say what is known; the client is told to ask again when that
changes. Only how many paths a method has is not known at once: those lenses are resolved
where they are seen.
"""

from __future__ import annotations

from contextlib import suppress
from typing import Any

from lsprotocol import types

from heapwright.editor.features.lenses import Lens, lenses, path_lenses
from heapwright.lsp.handlers.registry import Handler
from heapwright.lsp.jobs import JobFailed, JobStopped
from heapwright.lsp.session import Session

SHOW_PATHS = "heapwright.showPaths"


def handle(session: Session, params: types.CodeLensParams) -> list[types.CodeLens]:
    """Give the lenses of a document."""
    document = session.document(params.text_document.uri)
    if document is None or not session.settings.shows_lenses:
        return []
    uri = session.uri(document.path)
    known = session.known(document.path)

    def target(lens: Lens) -> dict[str, str]:
        return {"uri": uri, "name": lens.name}

    return [
        *(
            types.CodeLens(
                session.range(document, lens.span),
                types.Command(lens.title, lens.command, arguments=[target(lens)]),
            )
            for lens in lenses(known)
        ),
        *(
            types.CodeLens(session.range(document, lens.span), data=target(lens))
            for lens in path_lenses(known)
        ),
    ]


async def resolve(session: Session, lens: types.CodeLens) -> types.CodeLens:
    """Say how many paths the method of a lens has."""
    data: Any = lens.data
    document = session.document(data["uri"]) if isinstance(data, dict) else None
    if document is None:
        return lens
    title = ""
    # Where the number cannot be told, the lens still leads to the list and its reasons.
    with suppress(JobFailed, JobStopped):
        title = await session.checking.drawn(document, "path-title", data["name"])
    lens.command = types.Command(title or "paths", SHOW_PATHS, arguments=[data])
    return lens


HANDLERS = (
    Handler(types.TEXT_DOCUMENT_CODE_LENS, handle, types.CodeLensOptions(resolve_provider=True)),
    Handler(types.CODE_LENS_RESOLVE, resolve),
)
