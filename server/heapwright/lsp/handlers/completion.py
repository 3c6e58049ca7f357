"""`textDocument/completion` and `textDocument/signatureHelp`.

Place: lsp/handlers/. For Python only what concerns heapwright; a Python server runs
beside this one and answers the rest.
"""

from __future__ import annotations

from lsprotocol import types

from heapwright.editor.features.completion import Completion, Item, ItemKind
from heapwright.editor.features.python_completion import python_completion
from heapwright.editor.features.signatures import signature_at
from heapwright.editor.features.tiny_completion import tiny_completion
from heapwright.lsp.handlers.registry import Handler
from heapwright.lsp.session import Session
from heapwright.lsp.texts import tiny_at
from heapwright.text.span import Span
from heapwright.workspace.snapshot import Document
from heapwright.workspace.views import TinyView, view_of

KINDS = {
    ItemKind.FIELD: types.CompletionItemKind.Field,
    ItemKind.METHOD: types.CompletionItemKind.Method,
    ItemKind.CLASS: types.CompletionItemKind.Class,
    ItemKind.VARIABLE: types.CompletionItemKind.Variable,
    ItemKind.SPEC: types.CompletionItemKind.Function,
    ItemKind.KEYWORD: types.CompletionItemKind.Keyword,
    ItemKind.TYPE: types.CompletionItemKind.Struct,
    ItemKind.SNIPPET: types.CompletionItemKind.Snippet,
    ItemKind.FILE: types.CompletionItemKind.File,
}


def completion(session: Session, params: types.CompletionParams) -> types.CompletionList:
    """Give what could be typed at a position."""
    # A Python file need not mention heapwright yet when its first mark is typed.
    document = session.document(params.text_document.uri)
    if document is None:
        return types.CompletionList(is_incomplete=False, items=[])
    offset = session.offset(document, params.position)
    view = view_of(session.snapshot, document)
    if isinstance(view, TinyView):
        known = [path for path in _known_paths(session) if path.endswith(".tiny")]
        found = tiny_completion(view.names, document.path, view.parsed, offset, known)
    else:
        found = python_completion(document.text, view.parsed, offset)
    return types.CompletionList(is_incomplete=False, items=_items(session, document, found, offset))


def _known_paths(session: Session) -> list[str]:
    snapshot = session.snapshot
    return sorted({*snapshot.documents, *snapshot.disk_paths, *session.knowledge})


def _items(
    session: Session, document: Document, found: Completion, offset: int
) -> list[types.CompletionItem]:
    # All items replace the same stretch.
    place = session.range(document, Span(found.start, offset))
    return [_item(session, item, place, f"{number:04}") for number, item in enumerate(found.items)]


def _item(session: Session, item: Item, place: types.Range, sort_text: str) -> types.CompletionItem:
    takes_snippet = bool(item.snippet) and session.client.takes_snippets
    text = item.snippet if takes_snippet else item.plain or item.label
    formats = types.InsertTextFormat
    return types.CompletionItem(
        item.label,
        kind=KINDS[item.kind],
        detail=item.detail or None,
        sort_text=sort_text,
        filter_text=item.label,
        insert_text_format=formats.Snippet if takes_snippet else formats.PlainText,
        text_edit=types.TextEdit(place, text),
    )


def signature_help(
    session: Session, params: types.SignatureHelpParams
) -> types.SignatureHelp | None:
    """Give the parameters of the call around a position."""
    view = tiny_at(session, params.text_document.uri)
    if view is None:
        return None
    offset = session.offset(view.document, params.position)
    found = signature_at(view.names, view.document.path, view.parsed, offset)
    if found is None:
        return None
    parameters = [types.ParameterInformation(text) for text in found.parameters]
    information = types.SignatureInformation(
        found.label, parameters=parameters, active_parameter=found.active
    )
    return types.SignatureHelp([information], 0, found.active)


HANDLERS = (
    Handler(
        types.TEXT_DOCUMENT_COMPLETION,
        completion,
        types.CompletionOptions(trigger_characters=[".", "@", ":", '"']),
    ),
    Handler(
        types.TEXT_DOCUMENT_SIGNATURE_HELP,
        signature_help,
        types.SignatureHelpOptions(["(", "[", ","], [")"]),
    ),
)
