"""`textDocument/hover`.

Place: lsp/handlers/. Answers from what is known, and never waits.
"""

from __future__ import annotations

from lsprotocol import types

from heapwright.editor.features.definition import definitions
from heapwright.editor.features.hover import Hover, hover
from heapwright.editor.features.python_words import python_words_at
from heapwright.editor.features.words import Words, words_at
from heapwright.lsp.handlers.registry import Handler
from heapwright.lsp.session import Session
from heapwright.workspace.snapshot import Document
from heapwright.workspace.views import PythonView, TinyView, view_of


def handle(session: Session, params: types.HoverParams) -> types.Hover | None:
    """Say what is known about what stands there, and what it is."""
    document = session.document(params.text_document.uri)
    if document is None:
        return None
    offset = session.offset(document, params.position)
    view = view_of(session.snapshot, document)
    verdict = _verdict(session, view, offset)
    words = _words(view, offset)
    if verdict is not None and words is not None and _is_question(session, document, offset):
        words = None  # the verdict has the name of the question already
    parts = []
    if words is not None and words.code:
        parts.append(f"```tiny\n{words.code}\n```")
    if verdict is not None:
        parts.append(verdict.markdown)
    if words is not None and words.text:
        parts.append(words.text)
    place = words or verdict
    if place is None:
        return None
    markdown = "\n\n".join(parts)
    is_markdown = session.client.shows_markdown
    kind = types.MarkupKind.Markdown if is_markdown else types.MarkupKind.PlainText
    text = markdown if is_markdown else _plain(markdown)
    return types.Hover(types.MarkupContent(kind, text), session.range(document, place.span))


def _verdict(session: Session, view: TinyView | PythonView, offset: int) -> Hover | None:
    """Give what is known of what stands there, or of what is declared elsewhere in the file."""
    document = view.document
    offsets = [offset]
    if isinstance(view, TinyView):
        places = definitions(view.names, document.path, offset)
        offsets += [place.span.start for place in places if place.path == document.path]
    with_images = session.client.shows_images and session.client.shows_markdown
    for at in offsets:
        found = hover(document, session.known(document.path), at, with_images=with_images)
        if found is not None:
            return found
    return None


def _words(view: TinyView | PythonView, offset: int) -> Words | None:
    """Say what the word there is, whatever is known of verdicts."""
    if isinstance(view, TinyView):
        return words_at(view.names, view.document.path, view.parsed, offset)
    return python_words_at(view.document.text, view.parsed, offset)


def _is_question(session: Session, document: Document, offset: int) -> bool:
    """Say whether the name of a question stands there; a formula has none, but words."""
    questions = session.known(document.path).loaded.questions
    return any(q.span.contains(offset) and q.kind != "structure" for q in questions)


def _plain(markdown: str) -> str:
    """Leave out the marks that a client without Markdown would show."""
    lines = (line for line in markdown.split("\n") if not line.startswith("```"))
    return "\n".join(lines).replace("**", "").replace("`", "")


HANDLERS = (Handler(types.TEXT_DOCUMENT_HOVER, handle),)
