"""The package imports only what the tables of ARCHITECTURE.md allow."""

from __future__ import annotations

import ast
import re
import sys
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

import pytest

from support.expect import Expectation, expect
from support.repo import PACKAGE, ROOT

NAME = re.compile(r"`([^`]+)`")


@dataclass(frozen=True, slots=True)
class Rules:
    """What the tables say: parts allowed to each part, rooms to each room, homes of imports."""

    allowed: Mapping[str, frozenset[str]]
    rooms: Mapping[str, frozenset[str]]
    homes: Mapping[str, tuple[str, ...]]


def read_rules(architecture: str) -> Rules:
    """Read the three tables; a row may only name parts or rooms of earlier rows."""
    allowed: dict[str, frozenset[str]] = {}
    for_everyone: set[str] = set()
    for part, may_import, importable_by in rows(architecture, "| part | may import |"):
        (name,) = NAME.findall(part)
        named = set(NAME.findall(may_import))
        if unknown := sorted(named - allowed.keys()):
            raise ValueError(f"{name} names {unknown}, which no earlier row has")
        allowed[name] = frozenset(named | for_everyone)
        if importable_by == "everyone above":
            for_everyone.add(name)
    rooms: dict[str, frozenset[str]] = {}
    for room, may_import in rows(architecture, "| room | may import |"):
        (name,) = NAME.findall(room)
        rooms[name] = frozenset(nearest(rooms, name, n) for n in NAME.findall(may_import))
    homes = {
        NAME.findall(module)[0]: tuple(NAME.findall(home))
        for module, home in rows(architecture, "| import | home |")
    }
    return Rules(allowed, rooms, homes)


def nearest(rooms: Mapping[str, object], room: str, name: str) -> str:
    """Give the room that a row means: one beside it, or beside a folder that it is in."""
    folder = room
    while "/" in folder:
        folder = folder.rpartition("/")[0]
        if f"{folder}/{name}" in rooms:
            return f"{folder}/{name}"
    raise ValueError(f"{room} names {name}, which no earlier row has")


def rows(markdown: str, header: str) -> list[list[str]]:
    """Give the cells of the rows below the header that starts like this."""
    lines = iter(markdown.splitlines())
    for line in lines:
        if line.startswith(header):
            next(lines)
            break
    else:
        raise ValueError(f"no table {header}")
    table = []
    for line in lines:
        if not line.startswith("|"):
            break
        table.append([cell.strip() for cell in line.strip().strip("|").split("|")])
    return table


def violations(rules: Rules, package: Path) -> Iterator[str]:
    """Name every import in the package that the rules forbid."""
    for file in sorted(package.rglob("*.py")):
        place = file.relative_to(package).as_posix()
        importer = part_of(place)
        if importer not in rules.allowed:
            yield f"{place}: {importer} has no row in the table"
            continue
        for line, module in imports(ast.parse(file.read_text(encoding="utf-8")), package):
            reason = objection(rules, place, importer, module) or locked(
                rules, package, place, module
            )
            if reason:
                yield f"{place}:{line}: {module}: {reason}"


def objection(rules: Rules, place: str, importer: str, module: str) -> str:
    """Say what is wrong with an import, or nothing."""
    if module.startswith("."):
        return "relative"
    for prefix, homes in rules.homes.items():
        if module == prefix or module.startswith(prefix + "."):
            at_home = any(place == home or place.startswith(home + "/") for home in homes)
            if not at_home:
                return f"has its home in {', '.join(homes) or 'no file'}"
    top, *rest = module.split(".")
    if top != "heapwright":
        is_known = top in sys.stdlib_module_names or top in rules.homes
        return "" if is_known else "has no home"
    imported = rest[0] if rest else "heapwright"
    if imported == importer or imported in rules.allowed[importer]:
        return ""
    return f"{importer} may not import {imported}"


def locked(rules: Rules, package: Path, place: str, module: str) -> str:
    """Say what is wrong with an import inside of one folder, or nothing.

    What lies in no room of its folder is open to all of them, and imports none of them.
    """
    top, *rest = module.split(".")
    imported = "/".join(rest)
    imported += ".py" if (package / f"{imported}.py").is_file() else "/__init__.py"
    if top != "heapwright" or part_of(imported) != part_of(place):
        return ""
    room, entered = room_of(rules.rooms, place), room_of(rules.rooms, imported)
    if entered in ("", room) or entered in rules.rooms.get(room, ()):
        return ""
    return f"{room or part_of(place)} may not import {entered}"


def room_of(rooms: Mapping[str, object], place: str) -> str:
    """Give the innermost room that a file is in, or nothing."""
    found = [room for room in rooms if place == room or place.startswith(f"{room}/")]
    return max(found, key=len, default="")


def part_of(place: str) -> str:
    """Give the part that a file of the package belongs to."""
    name = place.split("/")[0].removesuffix(".py")
    return "heapwright" if name == "__init__" else name


def imports(module: ast.Module, package: Path) -> Iterator[tuple[int, str]]:
    """Give line and full name of every import, wherever in the module it stands."""
    for node in ast.walk(module):
        match node:
            case ast.Import(names):
                yield from ((node.lineno, alias.name) for alias in names)
            case ast.ImportFrom(level=level, module=name) if level > 0:
                yield node.lineno, "." * level + (name or "")
            case ast.ImportFrom(module=str(name), names=names):
                for alias in names:
                    full = f"{name}.{alias.name}"
                    yield node.lineno, full if is_module(package, full) else name
            case ast.Call(
                ast.Name("__import__" | "import_module")
                | ast.Attribute(attr="__import__" | "import_module"),
                [ast.Constant(str(name)), *_],
            ):
                yield node.lineno, name


def is_module(package: Path, name: str) -> bool:
    """Say whether a full name is that of a module or folder of the package."""
    top, *rest = name.split(".")
    place = package.joinpath(*rest)
    return top == "heapwright" and (place.is_dir() or place.with_name(f"{place.name}.py").is_file())


def test_the_package_keeps_to_the_tables() -> None:
    rules = read_rules((ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8"))
    assert list(violations(rules, PACKAGE)) == []


def test_every_folder_of_the_package_is_described_with_an_invariant() -> None:
    sections = re.split(
        r"^### ", (ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8"), flags=re.M
    )
    described = {s.split("\n")[0] for s in sections[1:] if "\nInvariant: " in s}
    folders = {p.parent.name for p in PACKAGE.glob("*/__init__.py")}
    assert sorted(folders - described) == []


def test_every_folder_inside_of_a_folder_is_a_room() -> None:
    rules = read_rules((ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8"))
    folders = {p.parent.relative_to(PACKAGE).as_posix() for p in PACKAGE.rglob("__init__.py")}
    inner = {folder for folder in folders if "/" in folder}
    holding = {folder.rpartition("/")[0] for folder in inner}
    rooms = {room for room in rules.rooms if not room.endswith(".py")}
    assert sorted(inner - holding - rooms - {"frontends/python/library"}) == []
    assert sorted(rooms - inner) == []


def test_no_folder_has_more_files_than_a_person_can_oversee() -> None:
    counts = Counter(p.parent.relative_to(PACKAGE).as_posix() for p in PACKAGE.rglob("*.py"))
    assert {folder: n for folder, n in counts.items() if n > 26} == {}


TABLES = """
| part | may import | importable by |
|---|---|---|
| `heapwright` | – | everyone above |
| `errors` | – | everyone above |
| `text` | – | those that name it |
| `solver` | – | those that name it |
| `cli` | `text` | those that name it |

| room | may import |
|---|---|
| `solver/core` | – |
| `solver/plain` | – |
| `solver/up` | `core` |
| `solver/app.py` | `up`, `plain` |

| import | home |
|---|---|
| `z3` | `solver/backend.py` |
| `lark` | `text` |
| `heapwright.text.inner` | `text`, `cli/one.py` |
| `pickle` | – |
"""


def check_violations(tmp_path: Path, files: Mapping[str, str], expected: Expectation) -> None:
    """Check a fabricated package against `TABLES`."""
    for part in ("errors.py", "text/__init__.py", "solver/__init__.py", "cli/__init__.py"):
        files = {part: "", **files}
    for place, source in files.items():
        (tmp_path / place).parent.mkdir(exist_ok=True, parents=True)
        (tmp_path / place).write_text(source, encoding="utf-8")
    expected.check("\n".join(violations(read_rules(TABLES), tmp_path)))


def test_allowed_imports_pass(tmp_path: Path) -> None:
    check_violations(
        tmp_path,
        {
            "cli/one.py": "import os.path, heapwright.text.inner\nfrom heapwright import errors",
            "cli/two.py": "import heapwright.cli.one\nfrom heapwright import __version__",
            "solver/backend.py": "import z3",
            "text/deep.py": "def f():\n    from lark import Lark",
        },
        expect(""),
    )


def test_forbidden_imports_are_found_wherever_they_stand(tmp_path: Path) -> None:
    check_violations(
        tmp_path,
        {
            "text/a.py": "import heapwright.cli.main",
            "text/b.py": "from heapwright import solver, errors",
            "text/c.py": "def f():\n    from heapwright.solver.query import Query",
            "text/d.py": "if TYPE_CHECKING:\n    import heapwright.cli",
            "text/e.py": "import importlib\nimportlib.import_module('heapwright.cli')",
            "errors.py": "import heapwright.text",
            "__init__.py": "import heapwright.errors",
        },
        expect(
            """
            __init__.py:1: heapwright.errors: heapwright may not import errors
            errors.py:1: heapwright.text: errors may not import text
            text/a.py:1: heapwright.cli.main: text may not import cli
            text/b.py:1: heapwright.solver: text may not import solver
            text/c.py:2: heapwright.solver.query: text may not import solver
            text/d.py:2: heapwright.cli: text may not import cli
            text/e.py:2: heapwright.cli: text may not import cli
            """
        ),
    )


def test_imports_away_from_their_home_are_found(tmp_path: Path) -> None:
    check_violations(
        tmp_path,
        {
            "solver/other.py": "import z3.z3util",
            "cli/two.py": "from lark import Lark\nfrom heapwright.text.inner import x",
            "text/a.py": "import pickle\nimport numpy\nfrom . import b\nimport z3support",
        },
        expect(
            """
            cli/two.py:1: lark: has its home in text
            cli/two.py:2: heapwright.text.inner: has its home in text, cli/one.py
            solver/other.py:1: z3.z3util: has its home in solver/backend.py
            text/a.py:1: pickle: has its home in no file
            text/a.py:2: numpy: has no home
            text/a.py:3: .: relative
            text/a.py:4: z3support: has no home
            """
        ),
    )


def test_imports_through_a_wall_between_two_rooms_are_found(tmp_path: Path) -> None:
    check_violations(
        tmp_path,
        {
            "solver/base.py": "import heapwright.solver.core.one",
            "solver/core/one.py": "from heapwright.solver import base\n",
            "solver/core/two.py": "from heapwright.solver.core.one import x",
            "solver/plain/one.py": "def f():\n    from heapwright.solver import core",
            "solver/up/one.py": "from heapwright.solver.core.one import x",
            "solver/up/two.py": "from heapwright.solver.plain import one",
            "solver/app.py": "import heapwright.solver.up.one, heapwright.solver.plain",
        },
        expect(
            """
            solver/base.py:1: heapwright.solver.core.one: solver may not import solver/core
            solver/plain/one.py:2: heapwright.solver.core: solver/plain may not import solver/core
            solver/up/two.py:1: heapwright.solver.plain.one: solver/up may not import solver/plain
            """
        ),
    )


def test_a_part_without_a_row_is_found(tmp_path: Path) -> None:
    check_violations(
        tmp_path,
        {"extra/a.py": "", "helper.py": ""},
        expect(
            """
            extra/a.py: extra has no row in the table
            helper.py: helper has no row in the table
            """
        ),
    )


def test_a_row_may_not_name_a_later_row() -> None:
    with pytest.raises(ValueError, match=r"names \['text'\]"):
        read_rules(TABLES.replace("| `errors` | –", "| `errors` | `text`"))
    with pytest.raises(ValueError, match=r"solver/core names plain"):
        read_rules(TABLES.replace("| `solver/core` | –", "| `solver/core` | `plain`"))
