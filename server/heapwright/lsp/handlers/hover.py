"""`textDocument/hover`.

Place: lsp/handlers/. Answers from what is known, and never waits.
"""

from __future__ import annotations

from lsprotocol import types

from heapwright.editor.hover import hover
from heapwright.lsp.handlers.registry import Handler
from heapwright.lsp.session import Session


def handle(session: Session, params: types.HoverParams) -> types.Hover | None:
    """Say what is known about what stands there."""
    document = session.document(params.text_document.uri)
    if document is None:
        return None
    found = hover(
        document,
        session.known(document.path),
        session.offset(document, params.position),
        with_images=session.client.shows_images and session.client.shows_markdown,
    )
    if found is None:
        return None
    is_markdown = session.client.shows_markdown
    kind = types.MarkupKind.Markdown if is_markdown else types.MarkupKind.PlainText
    text = found.markdown if is_markdown else _plain(found.markdown)
    return types.Hover(types.MarkupContent(kind, text), session.range(document, found.span))


def _plain(markdown: str) -> str:
    """Leave out the marks that a client without Markdown would show."""
    lines = (line for line in markdown.split("\n") if not line.startswith("```"))
    return "\n".join(lines).replace("**", "").replace("`", "")


HANDLERS = (Handler(types.TEXT_DOCUMENT_HOVER, handle),)
