"""The parts of ARCHITECTURE.md that are made from the code are up to date.

`UPDATE_EXPECT=1` writes them anew. They stand between `<!-- made from the code: … -->` and
`<!-- end -->`: a table of the rooms of each folder, taken from the docstrings of the rooms, and
pictures of the imports between rooms and between folders.
"""

from __future__ import annotations

import ast
import os
import re
from collections.abc import Iterable, Mapping
from pathlib import Path

import pytest

from repo.test_imports import imports, part_of, read_rules, room_of
from support.repo import PACKAGE, ROOT

PAGE = ROOT / "ARCHITECTURE.md"
PIECE = re.compile(r"(<!-- made from the code: ([^\n]+) -->\n).*?(<!-- end -->)", re.S)
# Lines of a room are told roughly: a page that changes with every commit is read by nobody.
ROUGHLY = 500


def made(subject: str) -> str:
    """Give what the page says about a subject: `rooms of ir`, `imports of ir`, `imports`."""
    what, _, folder = subject.partition(" of ")
    if what == "rooms":
        return "\n".join(room_table(folder))
    edges = reduced(import_graph(folder))
    lines = [
        f"    {shown_box(above)} --> {shown_box(below)}"
        for above in sorted(edges)
        for below in sorted(edges[above])
    ]
    return "\n".join(("```mermaid", "flowchart TD", *lines, "```"))


def shown_box(name: str) -> str:
    """Give a box as Mermaid reads it: no name of one holds a slash."""
    return f'{name.replace("/", "_")}["{name}"]' if "/" in name else name


def room_table(folder: str) -> list[str]:
    """Give a row per room: its size, and what its docstring says."""
    rules = read_rules(PAGE.read_text(encoding="utf-8"))
    lines = ["| room | files | lines | in | out | invariant |", "|---|---|---|---|---|---|"]
    for room in rules.rooms:
        name = room.removeprefix(f"{folder}/")
        is_here = name.count("/") <= name.startswith("lower/") and name != room
        if not is_here or room.endswith(".py"):
            continue
        files = sorted((PACKAGE / room).rglob("*.py"))
        n_lines = sum(path.read_text(encoding="utf-8").count("\n") for path in files)
        said = spoken(PACKAGE / room / "__init__.py")
        size = f"{len(files)} | {max(1, round(n_lines / ROUGHLY)) * ROUGHLY:,}"
        lines.append(f"| `{name}` | {size} | {said['In']} | {said['Out']} | {said['Invariant']} |")
    return lines


def spoken(module: Path) -> dict[str, str]:
    """Give what the docstring of a room says comes in, goes out, and always holds."""
    docstring = ast.get_docstring(ast.parse(module.read_text(encoding="utf-8"))) or ""
    found = re.findall(r"^(In|Out|Invariant): (.*?)\.$(?=\n[A-Z]|\Z)", docstring, re.M | re.S)
    return {name: " ".join(text.split()) for name, text in found}


def import_graph(folder: str) -> dict[str, set[str]]:
    """Give which part imports which, or inside of a folder, which room which."""
    rooms = read_rules(PAGE.read_text(encoding="utf-8")).rooms
    graph: dict[str, set[str]] = {}
    for path in sorted((PACKAGE / folder).rglob("*.py")):
        place = path.relative_to(PACKAGE).as_posix()
        importer = box(rooms, place, folder)
        for _, module in imports(ast.parse(path.read_text(encoding="utf-8")), PACKAGE):
            top, *rest = module.split(".")
            imported = "/".join(rest)
            if top == "heapwright" and rest and (PACKAGE / rest[0]).is_dir():
                below = box(rooms, f"{imported}/", folder) or box(rooms, imported, folder)
                if importer and below and importer != below:
                    graph.setdefault(importer, set()).add(below)
    return graph


def box(rooms: Mapping[str, object], place: str, folder: str) -> str:
    """Give the box of the picture that a file is in, or nothing."""
    if not folder:
        part = part_of(place)
        return part if (PACKAGE / part).is_dir() else ""
    room = room_of(rooms, place)
    return room.removeprefix(f"{folder}/") if room.startswith(f"{folder}/") else ""


def reduced(graph: Mapping[str, Iterable[str]]) -> dict[str, set[str]]:
    """Leave out the arrows that others make already."""

    def reached(start: str) -> set[str]:
        found: set[str] = set()
        waiting = [start]
        while waiting:
            for below in graph.get(waiting.pop(), ()):
                if below not in found:
                    found.add(below)
                    waiting.append(below)
        return found

    return {
        above: {one for one in below if not any(one in reached(o) for o in below if o != one)}
        for above, below in graph.items()
    }


def test_what_is_made_from_the_code_is_up_to_date() -> None:
    page = PAGE.read_text(encoding="utf-8")
    subjects = [subject for _, subject, _ in PIECE.findall(page)]
    assert "imports" in subjects
    fresh = PIECE.sub(lambda piece: f"{piece[1]}{made(piece[2])}\n{piece[3]}", page)
    if os.environ.get("UPDATE_EXPECT") == "1":
        PAGE.write_text(fresh, encoding="utf-8")
        return
    assert page == fresh, "ARCHITECTURE.md is out of date (UPDATE_EXPECT=1 rewrites it)"


def test_every_folder_with_rooms_has_its_table() -> None:
    page = PAGE.read_text(encoding="utf-8")
    told = {subject.removeprefix("rooms of ") for _, subject, _ in PIECE.findall(page)}
    rooms = [room for room in read_rules(page).rooms if not room.endswith(".py")]
    assert sorted(room for room in rooms if not any(room.startswith(f"{t}/") for t in told)) == []


@pytest.mark.parametrize("room", sorted(read_rules(PAGE.read_text(encoding="utf-8")).rooms))
def test_every_room_says_what_comes_in_what_goes_out_and_what_holds(room: str) -> None:
    if not room.endswith(".py"):
        assert spoken(PACKAGE / room / "__init__.py").keys() == {"In", "Out", "Invariant"}


def test_files_that_are_named_in_words_exist() -> None:
    """Docstrings, comments and pages name files of the package from its root."""
    parts = "|".join(sorted(p.name for p in PACKAGE.iterdir() if p.is_dir()))
    named = re.compile(rf"`((?:{parts})/[a-z_/]+(?:\.py|/))`")
    pages = [PAGE, *(ROOT / "docs").glob("*.md"), *PACKAGE.rglob("*.py")]
    texts = {page: page.read_text(encoding="utf-8") for page in pages}
    found = {(page, name) for page, text in texts.items() for name in named.findall(text)}
    assert len(found) > 100
    lost = [(p.name, name) for p, name in found if not (PACKAGE / name).exists()]
    assert sorted(lost) == []
