"""How the command line prints: problems, ranges, JSON, colours.

Place: cli/. Writes to stdout; commands hand it values.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Mapping, Sequence
from typing import TypeAlias

from heapwright.problems import Problem, Related, Severity
from heapwright.text.line_index import Encoding
from heapwright.text.source import Source
from heapwright.text.span import Span

Json: TypeAlias = "bool | int | float | str | Sequence[Json] | Mapping[str, Json] | None"

_COLOURS = {
    Severity.ERROR: "31",
    Severity.WARNING: "33",
    Severity.INFORMATION: "36",
    Severity.HINT: "2",
}


def print_json(value: Json) -> None:
    """Print one JSON value; lone surrogates of the source come out as escapes."""
    print(json.dumps(value, indent=2, ensure_ascii=not _is_utf8()))


def json_range(source: Source, span: Span) -> Json:
    """Give a range as LSP writes it: zero-based, columns in UTF-16 units."""
    found = source.line_index.range(span, Encoding.UTF_16)
    return {
        "start": {"line": found.start.line, "character": found.start.character},
        "end": {"line": found.end.line, "character": found.end.character},
    }


def json_problem(source: Source, problem: Problem) -> Json:
    """Give a problem with the keys of the contract."""
    shown: dict[str, Json] = {
        "code": problem.code,
        "severity": problem.severity.value,
        "message": problem.message,
        "range": json_range(source, problem.span),
    }
    if problem.related:
        shown["related"] = [
            {"message": related.message, "range": json_range(source, related.span)}
            for related in problem.related
            if related.path is None
        ]
    return shown


def problem_line(source: Source, problem: Problem) -> str:
    """Give a problem as a line that editors and terminals can jump from."""
    severity = coloured(problem.severity.value, _COLOURS[problem.severity])
    return f"{_place(source, problem.span)}: {severity}: {problem.message} [{problem.code}]"


def note_line(source: Source, related: Related) -> str:
    """Give what explains a problem as such a line."""
    return f"{_place(source, related.span)}: note: {related.message}"


def _place(source: Source, span: Span) -> str:
    at = source.line_index.position(span.start, Encoding.UTF_32)
    return f"{source.path}:{at.line + 1}:{at.character + 1}"


def coloured(text: str, colour: str) -> str:
    """Colour the text where stdout is a terminal that wants it."""
    wants = sys.stdout.isatty() and "NO_COLOR" not in os.environ
    return f"\x1b[{colour}m{text}\x1b[0m" if wants else text


def _is_utf8() -> bool:
    return (sys.stdout.encoding or "").lower().replace("-", "") == "utf8"
