"""The comparison of two checkouts tells what differs, and nothing else."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import pytest
import same_answers
from same_answers import Asked, compare

SPEC = {
    "name": "FULL",
    "kind": "spec",
    "verdict": "reachable",
    "calls": [{"text": "b = Box()"}, {"text": "b.put(1)"}],
    "stats": {"answer_seconds": 0.1},
}


def check_compared(
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    before: Sequence[object],
    after: Sequence[object],
    expected: tuple[int, str],
) -> None:
    """Compare two checkouts whose `heapwright` prints these results."""
    for name, results in (("old", before), ("new", after)):
        package = tmp_path / name / "server" / "heapwright"
        package.mkdir(parents=True)
        (package / "__init__.py").touch()
        printed = json.dumps({"results": results})
        (package / "__main__.py").write_text(f"print({printed!r})", encoding="utf-8")
    asked = [Asked(("check",), tmp_path / "box.py", "box.py")]
    code = compare(tmp_path / "old", tmp_path / "new", asked, seconds=10)
    assert (code, capsys.readouterr().out.strip()) == expected


def test_times_may_differ(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    later = {**SPEC, "stats": {"answer_seconds": 0.3}}
    told = "1 answers about 1 files: 0 differ, 0 not compared because the time limit ended them"
    check_compared(tmp_path, capsys, [SPEC], [later], (0, told))


def test_another_call_is_named_with_its_place(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    other = {**SPEC, "calls": [{"text": "b = Box()"}, {"text": "b.put(2)"}]}
    told = (
        'box.py FULL (spec)\n    calls[1].text: "b.put(1)" -> "b.put(2)"\n'
        "1 answers about 1 files: 1 differ, 0 not compared because the time limit ended them"
    )
    check_compared(tmp_path, capsys, [SPEC], [other], (1, told))


def test_an_answer_that_is_gone_differs(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    box = {"name": "box.py", "kind": "file"}
    told = (
        'box.py FULL (spec)\n    name: "FULL" -> null\n    kind: "spec" -> null\n'
        "2 answers about 1 files: 1 differ, 0 not compared because the time limit ended them"
    )
    check_compared(tmp_path, capsys, [box, {"name": "FULL", "kind": "spec"}], [box], (1, told))


def test_what_the_clock_decided_is_listed_and_does_not_count(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    late = {**SPEC, "verdict": "unknown", "calls": [], "stats": {"answer_seconds": 9.9}}
    told = (
        "box.py FULL (spec): time limit, not compared: reachable -> unknown\n"
        "1 answers about 1 files: 0 differ, 1 not compared because the time limit ended them"
    )
    check_compared(tmp_path, capsys, [SPEC], [late], (0, told))


def test_every_example_and_subject_is_asked() -> None:
    shown = {asked.shown for asked in same_answers.own_files()}
    assert {"examples/node.py", "examples/avl.tiny", "benchmarks/programs/dll_add.tiny"} <= shown
    assert "benchmarks/subjects/python/kiasan_avl.py" in shown
