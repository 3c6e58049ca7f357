"""Our values as types of the protocol, and back.

Place: lsp/. Handlers call these; `editor` never sees a protocol type. Positions count in
the encoding that client and server agreed on, see `text/line_index.py`.
"""

from __future__ import annotations

from collections.abc import Callable

from lsprotocol import types
from pygls.uris import from_fs_path, to_fs_path

from heapwright.lsp.documentation import documentation_uri
from heapwright.problems import Problem, Severity
from heapwright.text.line_index import Encoding, Position
from heapwright.text.source import Source
from heapwright.text.span import Span

SEVERITIES = {
    Severity.ERROR: types.DiagnosticSeverity.Error,
    Severity.WARNING: types.DiagnosticSeverity.Warning,
    Severity.INFORMATION: types.DiagnosticSeverity.Information,
    Severity.HINT: types.DiagnosticSeverity.Hint,
}
UNNECESSARY_CODES = ("HW011",)


def path_of(uri: str) -> str:
    """Give the path by which a document is known; for no file, the URI itself."""
    if not uri.startswith("file:"):
        return uri
    try:
        return to_fs_path(uri) or uri
    except (ValueError, TypeError):
        return uri


def uri_of(path: str) -> str:
    """Give the URI of a file."""
    if "://" in path or path.startswith("untitled:"):
        return path
    return from_fs_path(path) or path


def position_of(source: Source, offset: int, encoding: Encoding) -> types.Position:
    """Give the position of an offset."""
    found = source.line_index.position(offset, encoding)
    return types.Position(found.line, found.character)


def range_of(source: Source, span: Span, encoding: Encoding) -> types.Range:
    """Give the range of a span."""
    return types.Range(
        position_of(source, span.start, encoding), position_of(source, span.end, encoding)
    )


def offset_of(source: Source, position: types.Position, encoding: Encoding) -> int:
    """Give the offset of a position, which may lie anywhere."""
    return source.line_index.offset(Position(position.line, position.character), encoding)


def span_of(source: Source, range_: types.Range, encoding: Encoding) -> Span:
    """Give the span of a range, which may lie anywhere and be the wrong way round."""
    start = offset_of(source, range_.start, encoding)
    end = offset_of(source, range_.end, encoding)
    return Span(min(start, end), max(start, end))


def plain_range(range_: types.Range) -> dict[str, dict[str, int]]:
    """Give a range as JSON, for messages that the protocol does not know."""
    return {
        "start": {"line": range_.start.line, "character": range_.start.character},
        "end": {"line": range_.end.line, "character": range_.end.character},
    }


def encoding_of(kind: str | types.PositionEncodingKind | None) -> Encoding:
    """Give the encoding of that name; UTF-16 where nothing was agreed."""
    value = kind.value if isinstance(kind, types.PositionEncodingKind) else kind
    return Encoding(value) if value in ("utf-8", "utf-16", "utf-32") else Encoding.UTF_16


def diagnostic_of(
    source: Source,
    problem: Problem,
    encoding: Encoding,
    source_at: Callable[[str], Source | None],
    *,
    is_outdated: bool = False,
) -> types.Diagnostic:
    """Give a problem as a diagnostic; `source_at` finds the files of related places."""
    related = []
    for place in problem.related:
        there = source if place.path is None else source_at(place.path)
        if there is not None:
            location = types.Location(uri_of(there.path), range_of(there, place.span, encoding))
            related.append(types.DiagnosticRelatedInformation(location, place.message))
    documentation = documentation_uri(problem.code)
    message = f"{problem.message} (outdated)" if is_outdated else problem.message
    return types.Diagnostic(
        range=range_of(source, problem.span, encoding),
        message=message,
        severity=SEVERITIES[problem.severity],
        code=problem.code,
        code_description=(None if documentation is None else types.CodeDescription(documentation)),
        source="heapwright",
        tags=[types.DiagnosticTag.Unnecessary] if problem.code in UNNECESSARY_CODES else None,
        related_information=related or None,
        data={"outdated": True} if is_outdated else None,
    )
