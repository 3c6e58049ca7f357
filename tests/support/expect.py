"""Expected text that stands in the test and can be rewritten by the test run.

Place: tests/support. A test says `expect("…").check(actual)`, or hands the
expectation to a `check_…` helper that does. With `UPDATE_EXPECT=1` in the
environment a difference rewrites the literal in the test file instead of failing.

The literal is found by the line and column of the `expect(…)` call in the
calling frame. Rewriting moves the lines below; `_shifts` remembers by how much,
so that later expectations of the same run are still found.
Indentation that all lines share and spaces at line ends do not count.
"""

from __future__ import annotations

import ast
import difflib
import inspect
import os
from dataclasses import dataclass
from pathlib import Path
from textwrap import dedent, indent


def expect(literal: str) -> Expectation:
    """Expect a text, written as one literal."""
    caller = inspect.stack(context=0)[1]
    if caller.positions is None or caller.positions.lineno is None:
        raise RuntimeError("this Python was started without code positions")
    line, column = caller.positions.lineno, caller.positions.col_offset or 0
    return Expectation(normal(literal), Path(caller.filename), line, column)


@dataclass(frozen=True, slots=True)
class Expectation:
    """A text, and the place of the `expect(…)` call that gave it."""

    text: str
    path: Path
    line: int
    column: int

    def check(self, actual: str) -> None:
        """Fail with a diff unless `actual` is the text; or rewrite the test when asked to."""
        found = normal(actual)
        if found == self.text:
            return
        if os.environ.get("UPDATE_EXPECT") == "1":
            rewrite(self, found)
        else:
            raise AssertionError(difference(self.text, found))


def normal(text: str) -> str:
    """Bring a text into the form that is compared and that a literal can hold."""
    lines = dedent(text).split("\n")
    return "\n".join(line.rstrip(" \t") for line in lines).strip("\n")


def difference(wanted: str, found: str) -> str:
    """Show two texts as a diff, with the command that accepts the new one."""
    lines = difflib.unified_diff(
        wanted.split("\n"), found.split("\n"), "expected", "actual", lineterm=""
    )
    return "not the expected text (UPDATE_EXPECT=1 rewrites it):\n" + "\n".join(lines)


# Per test file: the line of each call already rewritten in this run, as it was when
# the file was loaded, and by how many lines the file has grown there.
_shifts: dict[Path, list[tuple[int, int]]] = {}


def rewrite(expectation: Expectation, found: str) -> None:
    """Put a new literal into the test file in place of the expected one."""
    shifts = _shifts.setdefault(expectation.path, [])
    line = expectation.line + sum(by for at, by in shifts if at < expectation.line)
    source = expectation.path.read_text(encoding="utf-8")
    literal = literal_of_call(source, line, expectation.column)
    lines = source.split("\n")
    margin = len(lines[literal.lineno - 1]) - len(lines[literal.lineno - 1].lstrip())
    replacement = written(found, " " * margin)
    start = offset_of(lines, literal.lineno, literal.col_offset)
    end = offset_of(lines, literal.end_lineno or 0, literal.end_col_offset or 0)
    expectation.path.write_text(source[:start] + replacement + source[end:], encoding="utf-8")
    shifts.append((expectation.line, replacement.count("\n") - source[start:end].count("\n")))


def literal_of_call(source: str, line: int, column: int) -> ast.Constant:
    """Find the text inside the `expect` call that starts at a place."""
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Call(ast.Name("expect"), [ast.Constant(str()) as literal]) if (
                node.lineno == line and node.col_offset == column
            ):
                return literal
    raise LookupError(f"no expect call with one literal in line {line}; run the tests again")


def written(text: str, margin: str) -> str:
    """Write a text as a literal, one line or triple-quoted, set in by `margin`."""
    # What cannot be seen, or would not survive in a source file, is escaped.
    shown = "".join(
        c if c == "\n" or (c.isprintable() and c != "\\") else ascii(c)[1:-1] for c in text
    )
    if "\n" not in shown:
        return '"' + shown.replace('"', '\\"') + '"'
    body = indent(shown.replace('"""', '\\"\\"\\"'), margin)
    return f'"""\n{body}\n{margin}"""'


def offset_of(lines: list[str], line: int, column: int) -> int:
    """Turn a line from one and a column in UTF-8 bytes, as ast counts, into an offset."""
    before = sum(len(text) + 1 for text in lines[: line - 1])
    return before + len(lines[line - 1].encode("utf-8")[:column].decode("utf-8"))
