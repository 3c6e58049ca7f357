"""`heapwright format` on files and folders."""

from __future__ import annotations

from pathlib import Path

import pytest

from heapwright.cli.main import main

UGLY = "class  A{int x;}\r\n"
FINE = "class A { int x; }\r\n"


def test_files_below_a_folder_are_formatted_in_place(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "a.tiny").write_bytes(UGLY.encode())
    (tmp_path / "b.tiny").write_bytes(FINE.encode())
    (tmp_path / "c.py").write_text("x=1", encoding="utf-8")
    assert main(["format", str(tmp_path)]) == 0
    assert capsys.readouterr().out == f"{tmp_path}/a.tiny: formatted\n"
    assert (tmp_path / "a.tiny").read_bytes() == FINE.encode()
    assert main(["format", str(tmp_path)]) == 0
    assert capsys.readouterr().out == ""


def test_check_changes_nothing_and_says_what_would_change(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "a.tiny"
    path.write_bytes(UGLY.encode())
    assert main(["format", "--check", str(path)]) == 1
    assert capsys.readouterr().out == f"{path}: would be changed\n"
    assert path.read_bytes() == UGLY.encode()


def test_a_file_with_another_ending_is_formatted_when_it_is_named(tmp_path: Path) -> None:
    path = tmp_path / "program"
    path.write_bytes(UGLY.encode())
    assert main(["format", str(path)]) == 0
    assert path.read_bytes() == FINE.encode()


def test_python_and_missing_files_are_refused_in_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "a.py").write_text("x=1", encoding="utf-8")
    assert main(["format", str(tmp_path / "a.py")]) == 2
    assert capsys.readouterr().err.count("\n") == 1
    for name in ("missing.tiny", "missing"):
        assert main(["format", str(tmp_path / name)]) == 2
        assert capsys.readouterr().err.count("\n") == 1
