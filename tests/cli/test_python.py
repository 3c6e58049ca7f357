"""The commands on Python files, as a user meets them."""

from __future__ import annotations

from pathlib import Path

import pytest

from cli.test_commands import run_cli, run_json
from support.repo import ROOT

NODE = str(ROOT / "examples" / "node.py")


def test_the_example_is_answered_as_its_tiny_twin(capsys: pytest.CaptureFixture[str]) -> None:
    code, result = run_json(capsys, "synth", f"{NODE}::TEST", "--no-cache")
    twin_code, twin = run_json(
        capsys, "synth", f"{ROOT / 'examples' / 'node.tiny'}::TEST", "--no-cache"
    )
    assert (code, result["verdict"], result["replayed"]) == (0, "reachable", True)
    assert code == twin_code
    for key in ("verdict", "bound", "kind", "arguments"):
        assert result[key] == twin[key]
    for key in ("states", "disjuncts", "edges", "paths"):
        assert result["stats"][key] == twin["stats"][key]
    assert [call["text"] for call in result["calls"]] == [
        "node = Node.create(225, False)",
        "node.add_after(250)",
        "o = node.add_before(550)",
    ]


def test_an_answer_can_be_a_pytest_function(capsys: pytest.CaptureFixture[str]) -> None:
    _, result = run_json(capsys, "synth", f"{NODE}::TEST", "--as", "test", "--no-cache")
    lines = result["code"].splitlines()
    assert (lines[0], lines[-1]) == ("def test_TEST() -> None:", "    assert TEST(o)")


def test_explore_counts_the_same_states_as_for_the_twin(
    capsys: pytest.CaptureFixture[str],
) -> None:
    _, ours = run_json(capsys, "explore", f"{NODE}::Node", "--no-cache")
    _, twin = run_json(capsys, "explore", f"{ROOT / 'examples' / 'node.tiny'}::Node", "--no-cache")
    assert (ours["states"], ours["complete"]) == (twin["states"], twin["complete"])


def test_check_reads_folders_and_takes_the_python_files_that_speak_of_heapwright(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    (tmp_path / "other.py").write_text("class A:\n    x = [1]\n", encoding="utf-8")
    (tmp_path / "mine.py").write_text(
        "class A:\n    pass\n\n\n"
        "# heapwright: spec\ndef S(a: A) -> bool:\n    return a is not None\n",
        encoding="utf-8",
    )
    code, result = run_json(capsys, "check", str(tmp_path), "--no-cache")
    assert code == 0
    assert [(r["name"], r["verdict"]) for r in result["results"][1:]] == [("S", "reachable")]
    assert {Path(r["file"]).name for r in result["results"]} == {"mine.py"}


def test_verify_finds_the_calls_that_break_an_invariant(
    capsys: pytest.CaptureFixture[str],
) -> None:
    path = ROOT / "examples" / "search_tree.py"
    code, result = run_json(capsys, "verify", f"{path}::SearchTree.counted", "--no-cache")
    assert (code, result["verdict"]) == (1, "violated")
    assert result["code"].splitlines() == ["it = SearchTree()", "it.pop_least()"]


HALF_TYPED = """
from heapwright import spec

class Box:
    def __init__(self, n: int) -> None:
        self.n = n

    def broken(self, x) -> None:
        self.n = max(x,

@spec
def WHOLE(b: Box) -> bool:
    return b.n == 2

@spec
def HALF(b: Box) -> bool:
    return b.n == (
"""


def test_a_file_that_is_not_python_ends_with_one_line_and_code_2(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    path = tmp_path / "broken.py"
    path.write_text("def f(:\n", encoding="utf-8")
    code, out, error = run_cli(capsys, "synth", str(path))
    assert (code, out) == (2, "")
    assert error.count("\n") == 1
    assert "HW031" in error


def test_a_spec_is_answered_while_another_declaration_is_broken(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    path = tmp_path / "half.py"
    path.write_text(HALF_TYPED, encoding="utf-8")
    code, out, error = run_cli(capsys, "synth", f"{path}::WHOLE", "--no-cache")
    assert (code, out.splitlines()[0]) == (0, "WHOLE: reachable")
    assert (error.count("\n"), "HW031" in error) == (1, True)
    for asked in (f"{path}::HALF", str(path)):
        code, out, error = run_cli(capsys, "synth", asked, "--no-cache")
        assert (code, out, error.count("\n"), "HW031" in error) == (2, "", 1, True)


def test_show_prints_the_tree_and_the_ir(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run_cli(capsys, "show", NODE, "--stage", "tree")
    assert code == 0
    assert out.startswith("Module 0-")
    code, out, _ = run_cli(capsys, "show", NODE, "--stage", "ir")
    assert code == 0
    assert "method Node add_before(int v)" in out
