"""`textDocument/hover`.

Place: lsp/handlers/. Answers from what is known, and never waits.
"""

from __future__ import annotations

from lsprotocol import types

from heapwright.editor.hover import hover
from heapwright.editor.python_words import python_words_at
from heapwright.editor.words import Words, words_at
from heapwright.lsp.handlers.registry import Handler
from heapwright.lsp.session import Session
from heapwright.text.span import Span
from heapwright.workspace.snapshot import Document
from heapwright.workspace.views import TinyView, view_of


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
    offset = session.offset(document, params.position)
    questions = session.known(document.path).loaded.questions
    is_question = any(question.span.contains(offset) for question in questions)
    words = None if is_question else _words(session, document, offset)
    if found is None and words is None:
        return None
    span = found.span if found is not None else words.span if words is not None else Span(0, 0)
    parts = []
    if words is not None and words.code:
        parts.append(f"```tiny\n{words.code}\n```")
    if found is not None:
        parts.append(found.markdown)
    if words is not None and words.text:
        parts.append(words.text)
    markdown = "\n\n".join(parts)
    is_markdown = session.client.shows_markdown
    kind = types.MarkupKind.Markdown if is_markdown else types.MarkupKind.PlainText
    text = markdown if is_markdown else _plain(markdown)
    return types.Hover(types.MarkupContent(kind, text), session.range(document, span))


def _words(session: Session, document: Document, offset: int) -> Words | None:
    """Say what the word there is, whatever is known of verdicts."""
    view = view_of(session.snapshot, document)
    if isinstance(view, TinyView):
        return words_at(view.names, document.path, view.parsed, offset)
    return python_words_at(document.text, view.parsed, offset)


def _plain(markdown: str) -> str:
    """Leave out the marks that a client without Markdown would show."""
    lines = (line for line in markdown.split("\n") if not line.startswith("```"))
    return "\n".join(lines).replace("**", "").replace("`", "")


HANDLERS = (Handler(types.TEXT_DOCUMENT_HOVER, handle),)
