"""Reading included files."""

from __future__ import annotations

from pathlib import Path

from heapwright.frontends.tiny.declare.includes import (
    Unreadable,
    include_path,
    load,
    read_from_disk,
)
from heapwright.frontends.tiny.syntax.parse import parse
from heapwright.text.source import Source


def test_a_file_that_two_others_include_is_read_once_and_stands_first() -> None:
    texts = {
        "d/left.tiny": 'include "../base.tiny";',
        "d/right.tiny": 'include "./../base.tiny";',
        "base.tiny": "class Base { }",
    }
    read_paths = []

    def read(path: str) -> Source | Unreadable:
        read_paths.append(path)
        return Source(path, texts[path])

    root = Source("root.tiny", 'include "d/left.tiny"; include "d/right.tiny";')
    files = load(root, read, parse)
    assert [file.source.path for file in files] == [
        "base.tiny",
        "d/left.tiny",
        "d/right.tiny",
        "root.tiny",
    ]
    assert read_paths == ["d/left.tiny", "base.tiny", "d/right.tiny"]
    assert [file.problems for file in files] == [()] * 4


def test_a_missing_file_is_asked_for_once_and_told_at_each_include() -> None:
    read_paths = []

    def read(path: str) -> Source | Unreadable:
        read_paths.append(path)
        return Unreadable("no such file")

    (file,) = load(Source("a.tiny", 'include "b.tiny"; include "b.tiny";'), read, parse)
    assert [problem.message for problem in file.problems] == [
        "cannot include `b.tiny`: no such file"
    ] * 2
    assert read_paths == ["b.tiny"]


def test_a_long_chain_of_includes_is_read() -> None:
    def read(path: str) -> Source | Unreadable:
        number = int(path)
        return Source(path, f'include "{number + 1}";' if number < 3_000 else "class C { }")

    assert len(load(Source("0", 'include "1";'), read, parse)) == 3_001


def test_paths_are_relative_to_the_including_file() -> None:
    assert include_path("dir/a.tiny", "b.tiny") == "dir/b.tiny"
    assert include_path("dir/a.tiny", "../b.tiny") == "b.tiny"
    assert include_path("/x/a.tiny", "y/../b.tiny") == "/x/b.tiny"
    assert include_path("a.tiny", "/abs/b.tiny") == "/abs/b.tiny"


def test_files_are_read_from_disk(tmp_path: Path) -> None:
    path = tmp_path / "b.tiny"
    path.write_text("class B { }", encoding="utf-8")
    assert read_from_disk(str(path)) == Source(str(path), "class B { }")
    assert read_from_disk(str(tmp_path / "c.tiny")) == Unreadable("no such file")
    assert read_from_disk(str(tmp_path)) == Unreadable("a folder, not a file")
