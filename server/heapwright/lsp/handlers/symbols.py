"""`textDocument/documentSymbol` and `workspace/symbol`.

Place: lsp/handlers/. The status of a spec stands in the detail of its symbol.
"""

from __future__ import annotations

from lsprotocol import types

from heapwright.editor.features.symbols import Symbol, SymbolKind, outline
from heapwright.editor.work.search import LocatedSymbol
from heapwright.lsp.handlers.registry import Handler
from heapwright.lsp.session import Session
from heapwright.lsp.texts import searched, shown_range, view_at
from heapwright.text.source import Source

KINDS = {
    SymbolKind.CLASS: types.SymbolKind.Class,
    SymbolKind.FIELD: types.SymbolKind.Field,
    SymbolKind.METHOD: types.SymbolKind.Method,
    SymbolKind.INVARIANT: types.SymbolKind.Boolean,
    SymbolKind.SPEC: types.SymbolKind.Function,
    SymbolKind.TEST: types.SymbolKind.Event,
    SymbolKind.SCOPE: types.SymbolKind.Number,
    SymbolKind.STRUCTURE: types.SymbolKind.Struct,
    SymbolKind.MAIN: types.SymbolKind.Function,
    SymbolKind.INCLUDE: types.SymbolKind.File,
}


def document_symbol(
    session: Session, params: types.DocumentSymbolParams
) -> list[types.DocumentSymbol]:
    """Give the outline of a document."""
    view = view_at(session, params.text_document.uri)
    if view is None:
        return []
    symbols = outline(view.parsed, _statuses(session, view.document.path))
    return [_shown(session, view.document.source, symbol) for symbol in symbols]


async def workspace_symbol(
    session: Session, params: types.WorkspaceSymbolParams
) -> list[types.WorkspaceSymbol]:
    """Find declarations by their names in all files of the workspace."""
    statuses = {path: _statuses(session, path) for path in session.knowledge}
    answer = await searched(
        session, "symbols", None, LocatedSymbol, word=params.query, statuses=statuses
    )
    return [
        types.WorkspaceSymbol(
            types.Location(session.uri(found.at.path), shown_range(found.at.range)),
            found.name,
            KINDS[SymbolKind(found.kind)],
            container_name=found.container or None,
        )
        for found in answer
    ]


def _statuses(session: Session, path: str) -> dict[str, str]:
    answers = session.known(path).answers
    return {name: known.shown_status for name, known in answers.items()}


def _shown(session: Session, source: Source, symbol: Symbol) -> types.DocumentSymbol:
    return types.DocumentSymbol(
        symbol.name,
        KINDS[symbol.kind],
        session.range(source, symbol.span),
        session.range(source, symbol.name_span),
        symbol.detail or None,
        children=[_shown(session, source, child) for child in symbol.children] or None,
    )


HANDLERS = (
    Handler(types.TEXT_DOCUMENT_DOCUMENT_SYMBOL, document_symbol),
    Handler(types.WORKSPACE_SYMBOL, workspace_symbol),
)
