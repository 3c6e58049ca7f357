"""Read Markdown suites: headings, the fenced texts under them, and a table.

Place: tests/support. `tests/specs` gives the sections a meaning. Nothing is interpreted here:
a section has the lines of its file, so that an expectation can be rewritten in place.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Fence:
    """A fenced text: the words behind its three ticks, and the first of its lines."""

    words: tuple[str, ...]
    text: str
    line: int

    def option(self, name: str) -> str | None:
        """Give what stands behind `name=` among the words."""
        options = dict(word.split("=", 1) for word in self.words if "=" in word)
        return options.get(name)


@dataclass(frozen=True, slots=True)
class Row:
    """A row of a table: its cells, and the line where it stands."""

    cells: tuple[str, ...]
    line: int


@dataclass(frozen=True, slots=True)
class Section:
    """A heading, and what stands under it; the first of `rows` names the columns."""

    path: Path
    heading: str
    fences: tuple[Fence, ...]
    rows: tuple[Row, ...]

    @property
    def name(self) -> str:
        """Name the section in one word, by its file and as links to its heading do."""
        anchor = re.sub(r"[^\w-]", "", self.heading.lower().replace(" ", "-"))
        return f"{self.path.stem}/{anchor}"


def sections_of(path: Path) -> Iterator[Section]:
    """Read a suite; a heading without a fenced text is a title."""
    heading = ""
    words: tuple[str, ...] | None = None
    start = 0
    fences: list[Fence] = []
    rows: list[Row] = []
    lines = path.read_text(encoding="utf-8").split("\n")
    for number, line in enumerate([*lines, "# end"]):
        if words is not None:
            if line.startswith("```"):
                fences.append(Fence(words, "\n".join(lines[start:number]), start))
                words = None
        elif line.startswith("#"):
            if fences:
                yield Section(path, heading, tuple(fences), tuple(rows))
            heading, fences, rows = line.lstrip("# "), [], []
        elif line.startswith("```"):
            words, start = tuple(line.removeprefix("```").split()), number + 1
        elif line.startswith("|") and not line.startswith("|-"):
            rows.append(Row(cells_of(line), number))


def cells_of(line: str) -> tuple[str, ...]:
    """Take a row of a table apart; a bar inside of a cell has a backslash before it."""
    parts = re.split(r"(?<!\\)\|", line.strip())[1:-1]
    return tuple(part.strip().replace("\\|", "|") for part in parts)


def row_text(cells: Iterable[str]) -> str:
    """Write a row."""
    return "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |"


def replace_lines(path: Path, start: int, end: int, lines: Iterable[str]) -> None:
    """Put other lines in the place of some lines of a suite."""
    old = path.read_text(encoding="utf-8").split("\n")
    path.write_text("\n".join([*old[:start], *lines, *old[end:]]), encoding="utf-8")
