"""Findings for other tools: SARIF 2.1.0 and GitHub's workflow commands.

Place: cli/. Pure; `check` prints what this gives.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import PurePath
from urllib.parse import quote

from heapwright import __version__
from heapwright.cli.output import Json
from heapwright.problems import Problem, Severity
from heapwright.text.line_index import Encoding
from heapwright.text.source import Source

_SARIF_LEVELS = {
    Severity.ERROR: "error",
    Severity.WARNING: "warning",
    Severity.INFORMATION: "note",
    Severity.HINT: "note",
}
_GITHUB_LEVELS = {
    Severity.ERROR: "error",
    Severity.WARNING: "warning",
    Severity.INFORMATION: "notice",
    Severity.HINT: "notice",
}


def sarif_log(findings: Sequence[tuple[Source, Problem]]) -> dict[str, Json]:
    """Give a SARIF log; columns count UTF-16 units from 1, as its default says."""
    codes = sorted({problem.code for _, problem in findings})
    rules: list[Json] = [{"id": code} for code in codes]
    results: list[Json] = [_sarif_result(source, problem) for source, problem in findings]
    driver: dict[str, Json] = {"name": "heapwright", "version": __version__, "rules": rules}
    return {
        "version": "2.1.0",
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "runs": [{"tool": {"driver": driver}, "columnKind": "utf16CodeUnits", "results": results}],
    }


def github_lines(findings: Sequence[tuple[Source, Problem]]) -> Iterator[str]:
    """Give one workflow command per finding, for annotations on a pull request."""
    for source, problem in findings:
        found = source.line_index.range(problem.span, Encoding.UTF_32)
        place = ",".join(
            (
                f"file={_escaped(source.path, is_property=True)}",
                f"line={found.start.line + 1}",
                f"col={found.start.character + 1}",
                f"endLine={found.end.line + 1}",
                f"endColumn={found.end.character + 1}",
                f"title={problem.code}",
            )
        )
        yield f"::{_GITHUB_LEVELS[problem.severity]} {place}::{_escaped(problem.message)}"


def _sarif_result(source: Source, problem: Problem) -> dict[str, Json]:
    found = source.line_index.range(problem.span, Encoding.UTF_16)
    region: dict[str, Json] = {
        "startLine": found.start.line + 1,
        "startColumn": found.start.character + 1,
        "endLine": found.end.line + 1,
        "endColumn": found.end.character + 1,
    }
    uri = quote(PurePath(source.path).as_posix())
    location: dict[str, Json] = {
        "physicalLocation": {"artifactLocation": {"uri": uri}, "region": region}
    }
    return {
        "ruleId": problem.code,
        "level": _SARIF_LEVELS[problem.severity],
        "message": {"text": problem.message},
        "locations": [location],
    }


def _escaped(text: str, *, is_property: bool = False) -> str:
    text = text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")
    return text.replace(":", "%3A").replace(",", "%2C") if is_property else text
