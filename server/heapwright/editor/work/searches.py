"""Requests that look through whole texts or all files: layout, uses, renames, symbols.

Place: editor/work/. A worker answers these, because the server must not be busy for as long as
they take. Places go out as the client counts them, so that nobody has to read a file again
to show where something stands in it.
"""

from __future__ import annotations

from collections.abc import Iterator

from heapwright.editor.features.definition import references
from heapwright.editor.features.formatting import formatting_edits
from heapwright.editor.features.rename import Refusal, rename
from heapwright.editor.features.symbols import search
from heapwright.editor.work.search import LaidOut, Located, LocatedSymbol, Search
from heapwright.editor.work.work import Workbench, document_of, files_of, note_stamps, take_texts
from heapwright.errors import UsageError
from heapwright.frontends.tiny.syntax.parse import Parsed as TinyParsed
from heapwright.text.line_index import Encoding, Range
from heapwright.text.source import Source
from heapwright.text.span import Span
from heapwright.workspace.ours import takes_part
from heapwright.workspace.snapshot import Document
from heapwright.workspace.views import TinyView, view_of

MOST_SYMBOLS = 500


def layout(bench: Workbench, wanted: Search) -> tuple[LaidOut, ...]:
    """Lay a tiny document out, or the declarations of a part of it."""
    document = document_of(bench, wanted.task)
    if not isinstance(document.parsed, TinyParsed):
        return ()
    return tuple(
        LaidOut(_range(document.source, Span(edit.start, edit.end), wanted.encoding), edit.text)
        for edit in formatting_edits(document.parsed, wanted.within)
    )


def uses(bench: Workbench, wanted: Search) -> tuple[Located, ...]:
    """Find the uses of a name in all programs of the workspace."""
    view = _tiny_view(bench, wanted)
    if view is None:
        return ()
    programs = _programs(bench, wanted, view)
    sources = _sources(programs)
    places = references(
        [program.names for program in programs],
        wanted.task.path,
        wanted.offset,
        with_declaration=wanted.with_declaration,
    )
    return tuple(
        Located(place.path, _range(sources[place.path], place.span, wanted.encoding))
        for place in places
        if place.path in sources
    )


def renamed(bench: Workbench, wanted: Search) -> tuple[Located, ...]:
    """Give the places that get a new name; raises `UsageError` if they cannot."""
    view = _tiny_view(bench, wanted)
    if view is None:
        raise UsageError("only names of the tiny language are renamed here")
    programs = _programs(bench, wanted, view)
    names = [program.names for program in programs]
    found = rename(names, wanted.task.path, wanted.offset, wanted.word)
    if isinstance(found, Refusal):
        raise UsageError(found.reason)
    sources = _sources(programs)
    return tuple(
        Located(path, _range(sources[path], span, wanted.encoding))
        for path, spans in found.places.items()
        for span in spans
    )


def symbols(bench: Workbench, wanted: Search) -> tuple[LocatedSymbol, ...]:
    """Find declarations by their names in all files of the workspace."""
    documents = {document.path: document for document in _files(bench, wanted)}
    files = [(path, d.parsed, wanted.statuses.get(path, {})) for path, d in documents.items()]
    return tuple(
        LocatedSymbol(
            found.symbol.name,
            found.symbol.kind.value,
            found.container or found.symbol.detail,
            Located(
                found.path,
                _range(documents[found.path].source, found.symbol.name_span, wanted.encoding),
            ),
        )
        for found in search(files, wanted.word)[:MOST_SYMBOLS]
    )


def _tiny_view(bench: Workbench, wanted: Search) -> TinyView | None:
    view = view_of(bench.snapshot, document_of(bench, wanted.task))
    return view if isinstance(view, TinyView) else None


def _programs(bench: Workbench, wanted: Search, view: TinyView) -> list[TinyView]:
    """Give the tiny programs of the workspace; that of the view itself comes first."""
    others = (
        view_of(bench.snapshot, document)
        for document in _files(bench, wanted)
        if document.language.is_our_own and document.path != view.document.path
    )
    return [view, *(other for other in others if isinstance(other, TinyView))]


def _files(bench: Workbench, wanted: Search) -> Iterator[Document]:
    """Give all files that take part: open ones first, then those below the folders."""
    take_texts(bench, wanted.task)
    snapshot = bench.snapshot
    yield from (d for d in snapshot.documents.values() if takes_part(d, wanted.folders))
    for path in files_of(wanted.folders):
        if path not in snapshot.documents:
            found = snapshot.file(path)
            if isinstance(found, Document):
                yield found
    note_stamps(bench)


def _sources(programs: list[TinyView]) -> dict[str, Source]:
    """Give the texts that programs were made of, by path."""
    return {file.source.path: file.source for view in programs for file in view.names.files}


def _range(source: Source, span: Span, encoding: Encoding) -> Range:
    return source.line_index.range(span, encoding)
