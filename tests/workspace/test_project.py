"""Modules of a project are found from wherever in it a file stands."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from heapwright.answers.calls.verdict import Found
from heapwright.limits import Limits
from heapwright.workspace.load import LoadedProgram, load_program
from heapwright.workspace.python_text import fitted
from heapwright.workspace.queries import paths_read, program
from heapwright.workspace.questions import Asking, ask_question
from heapwright.workspace.snapshot import Document, Snapshot

ITEM = """
class Item:
    def __init__(self, price: int) -> None:
        self.price = price
"""
BASKET = """
from .item import Item


class Basket:
    def __init__(self) -> None:
        self.items: list[Item] = []

    def put(self, item: Item) -> None:
        self.items.append(item)
"""
QUESTION = """
from heapwright import spec
from shop.basket import Basket


@spec
def dear(basket: Basket) -> bool:
    return len(basket.items) == 1 and basket.items[0].price == 100
"""
SHOP = {"shop/__init__.py": "", "shop/item.py": ITEM, "shop/basket.py": BASKET}


def write(folder: Path, files: dict[str, str]) -> None:
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")


def found_in(loaded: LoadedProgram) -> list[str]:
    """Name the files that the program is made of."""
    return [Path(file.source.path).name for file in loaded.files]


def check_runs(folder: Path, question: str, sources: str) -> None:
    """Ask the spec of a file, and let CPython run what is to be inserted there."""
    loaded = load_program(str(folder / question), None)
    [spec] = loaded.program.functions
    verdict = ask_question(loaded.program, spec, Asking(Limits())).answer.verdict
    assert isinstance(verdict, Found), verdict
    fit = fitted(loaded, verdict.rendered.code)
    assert fit.imports == ("from shop.item import Item",)
    text = "\n".join((QUESTION, *fit.imports, fit.code, "assert dear(basket)", ""))
    subprocess.run(
        [sys.executable, "-c", text],
        check=True,
        cwd=folder,
        timeout=60,
        env={"PYTHONPATH": f"{folder / sources}:{Path(__file__).parents[2] / 'server'}"},
    )


def test_a_file_in_the_folder_of_the_tests_finds_a_package_beside_it(tmp_path: Path) -> None:
    write(tmp_path, {"pyproject.toml": "", **SHOP, "tests/unit/asked.py": QUESTION})
    check_runs(tmp_path, "tests/unit/asked.py", ".")


def test_packages_may_stand_in_a_folder_for_sources(tmp_path: Path) -> None:
    sources = {f"src/{name}": text for name, text in SHOP.items()}
    write(tmp_path, {"setup.cfg": "", **sources, "tests/asked.py": QUESTION})
    check_runs(tmp_path, "tests/asked.py", "src")


def test_a_path_from_inside_of_the_project_leads_to_its_top(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(tmp_path, {"pyproject.toml": "", **SHOP, "tests/asked.py": QUESTION})
    monkeypatch.chdir(tmp_path / "tests")
    loaded = load_program("asked.py", None)
    assert found_in(loaded)[-1] == "asked.py"
    assert {"basket.py", "item.py"} <= set(found_in(loaded))


def test_above_the_top_of_a_project_nothing_is_looked_for(tmp_path: Path) -> None:
    write(tmp_path, {**SHOP, "inner/pyproject.toml": "", "inner/tests/asked.py": QUESTION})
    assert found_in(load_program(str(tmp_path / "inner/tests/asked.py"), None)) == ["asked.py"]


def test_what_stands_nearer_is_found_first(tmp_path: Path) -> None:
    near = {f"tests/{name}": text for name, text in SHOP.items()}
    write(tmp_path, {"pyproject.toml": "", **SHOP, **near, "tests/asked.py": QUESTION})
    loaded = load_program(str(tmp_path / "tests/asked.py"), None)
    folders = {Path(file.source.path).parent for file in loaded.files}
    assert folders == {tmp_path / "tests", tmp_path / "tests/shop"}


def test_the_server_looks_where_the_command_line_does(tmp_path: Path) -> None:
    write(tmp_path, {"pyproject.toml": "", "tests/asked.py": QUESTION})
    path = str(tmp_path / "tests/asked.py")
    document = Snapshot().file(path)
    assert isinstance(document, Document)
    # A file that is not there yet is known by its place, so that the server sees it come.
    assert str(tmp_path / "shop/basket.py") in paths_read(Snapshot(), document)
    write(tmp_path, SHOP)
    assert {"basket.py", "item.py"} <= set(found_in(program(Snapshot(), document)))
