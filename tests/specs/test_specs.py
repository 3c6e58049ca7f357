"""Run the Markdown suites of this folder: tiny and hex, said and tested in one place.

A section is a heading, a sentence, and a program in a `tiny` fence. Problems are
comments under the line they belong to, with carets under the exact range, counted in
code points:

    int m() := this.nxt;
    //              ^^^ HW131 `C` has no field `nxt`

`|` instead of carets is an empty range at that column, and `>` after the carets means
that the range goes on to a later line. `(warning)` after the code is its severity; the
rest of the line is the whole message, or its start before ` …`. A program without such
comments has no problems.

`// value: 7` says what the main expression gives, `// throws: Error` that it throws
instead, `// test name: passes` how a test ends. A fence `tiny file=other.tiny` is a
file that the program can include. `«~×1001»` stands for that many of the character.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from itertools import zip_longest
from pathlib import Path

import pytest

from heapwright.frontends.hex import codes as hex_codes
from heapwright.frontends.tiny.declare import check_codes
from heapwright.frontends.tiny.declare.includes import LoadedFile, Unreadable, load
from heapwright.frontends.tiny.lower.lower import lower
from heapwright.frontends.tiny.syntax import codes
from heapwright.frontends.tiny.syntax.parse import parse
from heapwright.ir.checks.validate import validate
from heapwright.ir.core.program import Program, Role
from heapwright.paths.plain.concrete import LeftOut, LimitReached, Outcome, Returned, Threw, run
from heapwright.paths.plain.heap import VOID_VALUE, Reference
from heapwright.problems import Problem, Severity
from heapwright.text.source import Source
from support.suites import Section, sections_of

FOLDER = Path(__file__).parent
DOCUMENTATION = FOLDER.parent.parent / "docs" / "problems.md"
ROOT_PATH = "program.tiny"

CARETS = re.compile(r"^\s*//\s*(?P<range>\^+>?|\|)\s+(?P<rest>HW\d{3}.*)$")
OUTCOME = re.compile(r"^\s*//\s*(?P<what>value|throws|test \w+):\s*(?P<outcome>.+?)\s*$")
REPEATED = re.compile("«(.)×([0-9]+)»")


SECTIONS = [section for path in sorted(FOLDER.glob("*.md")) for section in sections_of(path)]


def files_of(section: Section) -> dict[str, str]:
    """Give the program of a section and the files that it can include."""
    return {
        fence.option("file") or ROOT_PATH: REPEATED.sub(lambda m: m[1] * int(m[2]), fence.text)
        for fence in section.fences
    }


@pytest.mark.parametrize("section", SECTIONS, ids=lambda section: section.name)
def test_a_program_means_what_its_comments_say(section: Section) -> None:
    files = files_of(section)

    def read(path: str) -> Source | Unreadable:
        if path in files:
            return Source(path, files[path])
        return Unreadable("no such file")

    loaded = load(Source(ROOT_PATH, files[ROOT_PATH]), read, parse)
    lowered = lower(loaded)
    for file in loaded:
        problems = [*file.problems, *lowered.problems[file.source.path]]
        expected = expected_problems(file.source.text)
        assert shortened(shown_problems(file, problems), expected) == expected
    assert validate(lowered.program) == ()
    expected_ends = expected_outcomes(files[ROOT_PATH])
    assert actual_outcomes(lowered.program, expected_ends) == expected_ends


@pytest.mark.parametrize("module", [codes, hex_codes, check_codes], ids=lambda m: m.__name__)
def test_every_code_is_documented_and_has_a_section(module: object) -> None:
    documentation = DOCUMENTATION.read_text(encoding="utf-8")
    programs = "\n".join(text for section in SECTIONS for text in files_of(section).values())
    expected = [line for line in programs.split("\n") if CARETS.match(line)]
    defined = [code for name, code in sorted(vars(module).items()) if name.isupper()]
    assert defined
    headings = [line for line in documentation.split("\n") if line.startswith("##")]
    assert [c for c in defined if not any(c in heading for heading in headings)] == []
    assert [c for c in defined if not any(c in line for line in expected)] == []


def test_no_code_has_two_meanings() -> None:
    defined = [
        code
        for module in (codes, hex_codes, check_codes)
        for name, code in sorted(vars(module).items())
        if name.isupper()
    ]
    assert sorted(set(defined)) == sorted(defined)


# --- Problems as comments ----------------------------------------------------------


def expected_problems(text: str) -> list[str]:
    """Read the comments with carets: line, columns, the rest, in the order of the text."""
    found: list[tuple[int, int, str]] = []
    program_line = 0
    for number, line in enumerate(text.split("\n")):
        match = CARETS.match(line)
        if match is None:
            program_line = number
            continue
        start, end = match.span("range")
        columns = f"{start}-{start if match['range'] == '|' else end}"
        if match["range"].endswith(">"):
            columns = f"{start}-later line"
        found.append(
            (program_line, start, f"{program_line + 1}:{columns} {match['rest'].rstrip()}")
        )
    return [shown for *_, shown in sorted(found)]


def shown_problems(file: LoadedFile, problems: list[Problem]) -> list[str]:
    """Write problems in the same way."""
    found: list[tuple[int, int, str]] = []
    text = file.source.text
    for problem in problems:
        line = text.count("\n", 0, problem.span.start)
        line_start = text.rfind("\n", 0, problem.span.start) + 1
        start = problem.span.start - line_start
        line_end = text.find("\n", problem.span.start)
        end: str | int = problem.span.end - line_start
        if line_end != -1 and problem.span.end > line_end:
            end = "later line"
        severity = "" if problem.severity is Severity.ERROR else f" ({problem.severity.value})"
        shown = f"{line + 1}:{start}-{end} {problem.code}{severity} {problem.message}"
        found.append((line, start, shown))
    return [shown for *_, shown in sorted(found)]


def shortened(shown: list[str], expected: list[str]) -> list[str]:
    """Cut messages of which only the start is expected."""
    return [
        wanted if wanted.endswith(" …") and found.startswith(wanted[:-2]) else found
        for found, wanted in zip_longest(shown, expected[: len(shown)], fillvalue="")
    ]


# --- Outcomes as comments ----------------------------------------------------------


def expected_outcomes(text: str) -> dict[str, str]:
    """Read the comments that say how main and tests end."""
    found: dict[str, str] = {}
    for line in text.split("\n"):
        match = OUTCOME.match(line)
        if match is not None and match["what"] == "throws":
            found["value"] = f"throws {match['outcome']}"
        elif match is not None:
            found[match["what"]] = match["outcome"]
    return found


def actual_outcomes(program: Program, expected: Mapping[str, str]) -> dict[str, str]:
    """Run what the comments speak of."""
    found: dict[str, str] = {}
    for function in program.functions:
        key = "value" if function.role is Role.MAIN else f"test {function.name}"
        if key in expected:
            found[key] = shown_outcome(run(program, function.qualified_name, ()))
    return found


def shown_outcome(outcome: Outcome) -> str:
    """Write an outcome as the comments do."""
    match outcome:
        case Returned(Reference() as reference, heap):
            return f"a {heap.class_of(reference)}"
        case Returned(value=None):
            return "null"
        case Returned(value=bool() as truth):
            return str(truth).lower()
        case Returned(value=int() as number):
            return str(number)
        case Returned(value=value):
            assert value is VOID_VALUE
            return "passes"
        case Threw(class_name=class_name):
            return f"throws {class_name}"
        case LimitReached(message=message):
            return message
        case LeftOut(function, reason):
            return f"{function} is left out: {reason}"
