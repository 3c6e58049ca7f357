"""The lowered library is kept between processes, and only for the sources it was made from."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from heapwright.frontends.python.lower.program import kept_library
from heapwright.frontends.python.lower.program.kept_library import Library, in_plain_values
from heapwright.frontends.python.lower.program.library import library_classes
from heapwright.frontends.python.lower.program.lower import lower
from heapwright.frontends.python.modules.library_names import LIBRARY_PATH
from heapwright.frontends.python.modules.library_text import library_text
from heapwright.frontends.python.modules.load import load_modules
from heapwright.ir.core.program import ClassDef
from heapwright.records import replace
from heapwright.text.source import Source


@pytest.fixture(scope="module")
def lowered() -> tuple[ClassDef, ...]:
    files = load_modules(Source(LIBRARY_PATH, library_text()), lambda path: None)
    return library_classes(lower(files).program)


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Give the file in which the library is kept, in a folder of its own."""
    source = tmp_path / "sources" / "library" / "__init__.py"
    source.parent.mkdir(parents=True)
    source.write_text("", encoding="utf-8")
    monkeypatch.setattr(kept_library, "FRONT_END", tmp_path / "sources")
    monkeypatch.setattr(kept_library, "SOURCES", (tmp_path / "sources",))
    monkeypatch.setattr("sys.dont_write_bytecode", False)
    monkeypatch.setattr("sys.pycache_prefix", None)
    yield source.parent / "__pycache__"


class Lowering:
    """Stands for the lowering: counts how often it was needed."""

    def __init__(self, classes: tuple[ClassDef, ...]) -> None:
        self.classes = classes
        self.n_calls = 0

    def __call__(self) -> tuple[ClassDef, ...]:
        self.n_calls += 1
        return self.classes


def test_what_is_kept_is_what_was_lowered(lowered: tuple[ClassDef, ...]) -> None:
    library = Library(in_plain_values(lowered))
    for class_def in lowered:
        assert library.classes[class_def.name] == replace(class_def, functions=())
        names = [name for name, _ in library.functions_of(class_def.name)]
        assert names == [function.name for function in class_def.functions]
        for function in class_def.functions:
            assert library.function(function.qualified_name) == function
    assert list(library.classes) == [class_def.name for class_def in lowered]
    assert library.function("list.no_such_method") is None


def test_a_second_process_does_not_lower_again(lowered: tuple[ClassDef, ...], place: Path) -> None:
    lowering = Lowering(lowered)
    first = kept_library.kept_library(lowering)
    second = kept_library.kept_library(lowering)
    assert lowering.n_calls == 1
    assert first.function("list.append") == second.function("list.append") is not None


@pytest.mark.parametrize(
    "damage",
    [lambda _: b"", lambda whole: whole[:-1], lambda whole: whole.replace(b"append", b"extend")],
)
def test_a_damaged_file_is_made_again(
    damage: Callable[[bytes], bytes], lowered: tuple[ClassDef, ...], place: Path
) -> None:
    lowering = Lowering(lowered)
    kept_library.kept_library(lowering)
    (kept,) = place.glob("library.*.json")
    kept.write_bytes(damage(kept.read_bytes()))
    kept_library.kept_library(lowering)
    kept_library.kept_library(lowering)
    assert lowering.n_calls == 2


def test_a_changed_source_is_lowered_again(lowered: tuple[ClassDef, ...], place: Path) -> None:
    lowering = Lowering(lowered)
    kept_library.kept_library(lowering)
    (place.parent / "more.py").write_text("x = 1\n", encoding="utf-8")
    kept_library.kept_library(lowering)
    assert lowering.n_calls == 2


def test_where_python_writes_no_bytecode_the_cache_of_the_user_keeps_it(
    lowered: tuple[ClassDef, ...],
    place: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("sys.dont_write_bytecode", True)
    monkeypatch.setenv("HEAPWRIGHT_CACHE_DIR", str(tmp_path / "cache"))
    lowering = Lowering(lowered)
    kept_library.kept_library(lowering)
    kept_library.kept_library(lowering)
    assert lowering.n_calls == 1
    assert not place.exists()
    assert [path.suffix for path in (tmp_path / "cache").iterdir()] == [".json"]


def test_without_any_place_nothing_is_written(
    lowered: tuple[ClassDef, ...], place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.dont_write_bytecode", True)
    for name in ("HEAPWRIGHT_CACHE_DIR", "XDG_CACHE_HOME", "HOME", "LOCALAPPDATA"):
        monkeypatch.delenv(name, raising=False)
    lowering = Lowering(lowered)
    kept_library.kept_library(lowering)
    kept_library.kept_library(lowering)
    assert lowering.n_calls == 2
    assert not place.exists()


def test_a_place_that_cannot_be_written_is_no_fault(
    lowered: tuple[ClassDef, ...], place: Path
) -> None:
    place.write_text("a file where a folder is wanted", encoding="utf-8")
    assert kept_library.kept_library(Lowering(lowered)).function("list.append") is not None
