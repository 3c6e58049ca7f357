"""`heapwright check --branches`: which branches no public calls can take."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from heapwright.cli.main import main
from support.expect import expect

BOX = """
class Box:
    def __init__(self) -> None:
        self._n = 0

    def put(self, v: int) -> None:
        if v < 0:
            raise ValueError("too small")
        self._n = min(v, 9)

    def never(self) -> int:
        if self._n > 9:
            return 1
        return 0


def stored(box: Box) -> bool:
    for _ in range(3):
        if box._n < 0:
            return False
    return True
"""


def checked(tmp_path: Path, text: str, *options: str) -> None:
    path = tmp_path / "box.py"
    path.write_text(text, encoding="utf-8")
    assert main(["check", str(path), "--branches", "--no-cache", *options]) == 0


def test_every_method_says_how_many_of_its_branches_are_reachable(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    checked(tmp_path, BOX)
    lines = capsys.readouterr().out.replace(str(tmp_path), "").splitlines()
    assert sum("[HW011]" in line for line in lines) == 2
    expect("""
    Box.put: 2/2 branches reachable with up to 1 Box
    Box.never: 1/2 branches reachable with up to 1 Box
    stored: 3/4 branches reachable with up to 1 Box
    /box.py:13:13: hint: `self._n > 9` is never true
    /box.py:20:13: hint: `box._n < 0` is never true
    """).check("\n".join(line.partition(" within")[0] for line in lines))


def test_dead_branches_are_hints_in_the_json(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    checked(tmp_path, BOX, "--json")
    results = json.loads(capsys.readouterr().out)["results"]
    found = {r["name"]: r for r in results if r["kind"] == "branches"}
    assert found["Box.put"]["problems"] == []
    [problem] = found["Box.never"]["problems"]
    assert (problem["code"], problem["severity"]) == ("HW011", "hint")
    assert found["Box.never"]["branches"] == {
        "total": 2,
        "reachable": 1,
        "unreachable": 1,
        "unknown": 0,
    }


def test_a_branch_that_nothing_is_known_about_is_no_finding(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = """
class Count:
    def __init__(self) -> None:
        self._n = 0

    def up(self) -> None:
        if self._n < 5:
            self._n += 1
"""
    checked(tmp_path, text, "--calls", "3")
    expect("Count.up: 1/2 branches reachable, 1 unknown with up to 1 Count").check(
        capsys.readouterr().out
    )
