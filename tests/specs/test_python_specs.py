"""Run the Markdown suites of `python/`: what heapwright says about Python, by feature.

A section is a heading, a sentence, and a program in a `python` fence. Under each spec and
invariant stands the verdict, as a comment:

    @spec
    def FIVE(b: Box) -> bool:
        return b.n == 5
    # reachable in 2: b = Box(); b.put(5)

The calls, or the reason of an `unknown`, may go on in comments that are set in. Whatever is
reachable was executed by CPython. ` …` at the end of a cell or comment stands for any rest.

| behind `python` | means |
|---|---|
| `calls=3`, `scope=Box:2,items:3` | the limits of the search |
| `raising` | calls that raise are tried too; `raising=both`: with and without, alike |
| `file=outside.py` | no program: a file that only CPython can import, heapwright does not read it |
| `witness=S` | no program: CPython runs the program and this, after which the spec `S` is true |

A program with `«name»` holes has a table: a column per hole, one per question, and at will one
that says what a row is about. `⏎` in a cell stands for the end of a line, and lines are set in
as far as the hole is. Each row is a test.

`UPDATE_EXPECT=1` rewrites verdicts that differ, and adds missing ones.
"""

from __future__ import annotations

import ast
import os
import re
import sys
import types
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from textwrap import wrap

import pytest

from heapwright.answers.calls.verdict import (
    Contradiction,
    Found,
    NotFound,
    NotInSmaller,
    Nowhere,
    Undecided,
    Verdict,
)
from heapwright.ir.core.program import Role
from support.expect import difference
from support.python_engine import PATH, PRELUDE, ask_python, loaded_python
from support.suites import Fence, Section, replace_lines, row_text, sections_of

FOLDER = Path(__file__).parent / "python"
HOLE = re.compile("«([^»]+)»")
SAID = re.compile(
    r"(reachable|violated) in \d+|unreachable|holds|contradiction|not (found|violated) in \d+"
    r"|unknown: "
)
WIDTH = 96
MAX_LINES = 600


@dataclass(frozen=True, slots=True)
class Case:
    """A program of a section, with the row of the table that fills its holes."""

    section: Section
    fence: Fence
    number: int = 0  # of the row; 0: no table

    @property
    def name(self) -> str:
        """Name the test: the file, the heading and the row."""
        parts = [self.section.name]
        programs = programs_of(self.section)
        if len(programs) > 1:
            parts.append(f"program-{programs.index(self.fence) + 1}")
        if self.number:
            parts.append(f"row-{self.number}")
        return "/".join(parts)

    @property
    def cells(self) -> dict[str, str]:
        """Give the cells of the row by column."""
        if not self.number:
            return {}
        columns, row = self.section.rows[0], self.section.rows[self.number]
        return dict(zip(columns.cells, row.cells, strict=True))

    @property
    def text(self) -> str:
        """Give the program, its holes filled."""
        return HOLE.sub(self._filled, self.fence.text) + "\n"

    def _filled(self, hole: re.Match[str]) -> str:
        before = hole.string[: hole.start()].rpartition("\n")[2]
        return plain(self.cells[hole[0]]).replace("\n", f"\n{before}")


def programs_of(section: Section) -> list[Fence]:
    """Give the fences that are programs."""
    return [f for f in section.fences if not (f.option("file") or f.option("witness"))]


def cases_of(section: Section) -> Iterator[Case]:
    """Give each program, once for each row that fills its holes."""
    for fence in programs_of(section):
        numbers = range(1, len(section.rows)) if HOLE.search(fence.text) else [0]
        yield from (Case(section, fence, number) for number in numbers)


SECTIONS = [section for path in sorted(FOLDER.glob("*.md")) for section in sections_of(path)]
CASES = [case for section in SECTIONS for case in cases_of(section)]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_the_verdicts_are_those_that_the_suite_says(case: Case) -> None:
    with importable(case.section):
        check_witnesses(case)
        found = said_by_heapwright(case)
    expected = expected_cells(case) if case.number else expected_comments(case)
    written = {name: cell(said) if case.number else comment(said) for name, said in found.items()}
    actual = {name: shortened(said, expected.get(name)) for name, said in written.items()}
    if actual == expected:
        return
    if os.environ.get("UPDATE_EXPECT") != "1":
        raise AssertionError(difference(listed(expected), listed(actual)))
    (rewrite_cells if case.number else rewrite_comments)(case, actual)


def test_programs_with_holes_have_tables_and_tables_fill_holes() -> None:
    for section in SECTIONS:
        holes = {hole[0] for f in programs_of(section) for hole in HOLE.finditer(f.text)}
        columns = set(section.rows[0].cells) if section.rows else set()
        assert holes <= columns and bool(holes) == (len(section.rows) > 1), section.name


def test_a_suite_is_short_enough_to_be_read() -> None:
    lengths = {path.name: path.read_text("utf-8").count("\n") for path in FOLDER.glob("*.md")}
    assert [name for name, length in lengths.items() if length > MAX_LINES] == []


def test_no_two_cases_have_one_name() -> None:
    names = [case.name for case in CASES]
    assert sorted(set(names)) == sorted(names)


# --- What heapwright says --------------------------------------------------------------


def said_by_heapwright(case: Case) -> dict[str, str]:
    """Ask every spec and invariant of a program; a verdict is a line, or several with calls."""
    program = loaded_python(case.text).program
    every = [*program.functions, *(f for c in program.classes for f in c.functions)]
    questions = [f for f in every if f.role in (Role.SPEC, Role.INVARIANT)]
    found: dict[str, str] = {}
    for question in questions:
        name = question.qualified_name
        told = [
            words(
                ask_python(case.text, name, **options).verdict, is_spec=question.role is Role.SPEC
            )
            for options in options_of(case.fence)
        ]
        assert len(set(told)) == 1, told
        found[name] = told[0]
    return found


def options_of(fence: Fence) -> list[dict[str, object]]:
    """Read how a program is asked about."""
    options: dict[str, object] = {}
    if calls := fence.option("calls"):
        options["calls"] = int(calls)
    if scope := fence.option("scope"):
        bounds = [bound.split(":") for bound in scope.split(",")]
        options["scope"] = {name: int(bound) for name, bound in bounds}
    if fence.option("raising"):
        return [{**options, "with_raising": False}, {**options, "with_raising": True}]
    return [{**options, "with_raising": "raising" in fence.words}]


def words(verdict: Verdict, *, is_spec: bool) -> str:
    """Say a verdict; calls follow line by line."""
    match verdict:
        case Found(rendered, replayed):
            shown = f"{'reachable' if is_spec else 'violated'} in {len(replayed.heaps)}"
            return f"{shown}:\n{rendered.code}" if rendered.code else shown
        case Nowhere():
            return "unreachable" if is_spec else "holds"
        case NotInSmaller():
            return f"{'unreachable' if is_spec else 'holds'} in smaller heaps"
        case Contradiction():
            return "contradiction"
        case NotFound(calls):
            return f"not {'found' if is_spec else 'violated'} in {calls}"
        case Undecided(reason, further=further):
            return "; ".join((f"unknown: {reason}", *further))


def shortened(said: str, expected: str | None) -> str:
    """Cut a verdict of which only the start is expected."""
    is_start = expected is not None and expected.endswith(" …")
    return expected if expected and is_start and said.startswith(expected[:-2]) else said


def listed(verdicts: Mapping[str, str]) -> str:
    """Show verdicts by name."""
    return "\n".join(f"{name}: {verdicts[name]}" for name in sorted(verdicts))


# --- Verdicts as comments ---------------------------------------------------------------


def comment(said: str) -> str:
    """Write a verdict as the lines of a comment."""
    first, *calls = said.split("\n")
    if not calls:
        return "\n    ".join(wrap(first, WIDTH, break_long_words=False, break_on_hyphens=False))
    short = f"{first} {'; '.join(calls)}"
    return short if is_plain(calls) and len(short) <= WIDTH else "\n    ".join([first, *calls])


def is_plain(calls: list[str]) -> bool:
    """Say whether statements can stand in one line."""
    return not any(line.startswith((" ", "@")) or line.endswith(":") for line in calls)


@dataclass(frozen=True, slots=True)
class Place:
    """Where the verdict of a question stands: its lines in the program, and how far set in."""

    start: int
    end: int
    margin: str


def places(text: str) -> dict[str, Place]:
    """Find the comments that follow the functions of a program."""
    lines = text.split("\n")
    found: dict[str, Place] = {}
    tree = ast.parse(text)
    named = [("", node) for node in tree.body]
    named += [
        (f"{c.name}.", node) for c in tree.body if isinstance(c, ast.ClassDef) for node in c.body
    ]
    for prefix, node in named:
        if not isinstance(node, ast.FunctionDef):
            continue
        margin = " " * node.col_offset
        start = end = node.end_lineno or 0
        if start < len(lines) and SAID.match(lines[start].removeprefix(f"{margin}# ")):
            end += 1
            while end < len(lines) and lines[end].startswith(f"{margin}#     "):
                end += 1
        found[prefix + node.name] = Place(start, end, margin)
    return found


def expected_comments(case: Case) -> dict[str, str]:
    """Read the verdicts under the questions of a program."""
    lines = case.fence.text.split("\n")
    return {
        name: "\n".join(line[len(place.margin) + 2 :] for line in lines[place.start : place.end])
        for name, place in places(case.fence.text).items()
        if place.start < place.end
    }


def rewrite_comments(case: Case, actual: Mapping[str, str]) -> None:
    """Write the verdicts under the questions."""
    for name, said in actual.items():
        fence = again(case)
        place = places(fence.text)[name]
        lines = [f"{place.margin}# {line}" for line in said.split("\n")]
        start = fence.line + place.start
        replace_lines(case.section.path, start, fence.line + place.end, lines)


def again(case: Case) -> Fence:
    """Find the program of a case in its file as it is now."""
    section = section_again(case)
    return programs_of(section)[programs_of(case.section).index(case.fence)]


def section_again(case: Case) -> Section:
    """Find the section of a case in its file as it is now."""
    every = sections_of(case.section.path)
    return next(section for section in every if section.heading == case.section.heading)


# --- Verdicts in tables -----------------------------------------------------------------


def cell(said: str) -> str:
    """Write a verdict as a cell."""
    first, *calls = said.split("\n")
    if not calls:
        return first
    return f"{first} `{('; ' if is_plain(calls) else '⏎').join(calls)}`"


def plain(text: str) -> str:
    """Read a piece of a program out of a cell."""
    return re.sub("^(`+)(.*)\\1$", r"\2", text).replace("⏎", "\n")


def expected_cells(case: Case) -> dict[str, str]:
    """Read the verdicts of a row: the cells in columns of functions."""
    functions = places(case.text)
    return {name: said for name, said in case.cells.items() if name in functions}


def rewrite_cells(case: Case, actual: Mapping[str, str]) -> None:
    """Write the verdicts of a row; a column that is missing is added by hand."""
    columns = case.section.rows[0].cells
    assert set(actual) <= set(columns), f"there is no column for {set(actual) - set(columns)}"
    row = section_again(case).rows[case.number]
    cells = [actual.get(name, old) for name, old in zip(columns, row.cells, strict=True)]
    replace_lines(case.section.path, row.line, row.line + 1, [row_text(cells)])


# --- What CPython runs ------------------------------------------------------------------


@contextmanager
def importable(section: Section) -> Iterator[None]:
    """Let CPython import the files of a section."""
    files = {f.option("file"): f.text for f in section.fences if f.option("file")}
    modules = {str(name).removesuffix(".py"): text for name, text in files.items()}
    try:
        for name, text in modules.items():
            module = types.ModuleType(name)
            exec(text, module.__dict__)  # noqa: S102 - a text of the suite
            sys.modules[name] = module
        yield
    finally:
        for name in modules:
            sys.modules.pop(name, None)


def check_witnesses(case: Case) -> None:
    """Run the program and its witnesses in CPython, and ask the specs about what they name."""
    specs = {f.name: f for f in loaded_python(case.text).program.functions}
    for fence in case.section.fences:
        if asked := fence.option("witness"):
            names: dict[str, object] = {"__name__": PATH}
            exec(f"{PRELUDE}{case.text}\n{fence.text}", names)  # noqa: S102 - as above
            arguments = [names[parameter.name] for parameter in specs[asked].parameters]
            spec = names[asked]
            assert callable(spec) and spec(*arguments), fence.text
