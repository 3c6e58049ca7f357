"""`heapwright hex`, and HEX formulas in `check`, as a user runs them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from heapwright.cli.main import main
from support.repo import ROOT

RING = """
class Node { Node next; }
class Ring {
    private Node head;
    void push() := let node := new Node in { node.next := this.head; this.head := node };
    void close() := if this.head != null then this.head.next := this.head else null;
    hex { this.head aliases nothing; this.head(.next)* aliases nothing; }
}
class Stack {
    private Node top;
    void push() := let node := new Node in { node.next := this.top; this.top := node };
    hex { this.top(.next)* aliases nothing; }
}
scope Node <= 3;
"""


@pytest.fixture
def ring(tmp_path: Path) -> Path:
    file = tmp_path / "ring.tiny"
    file.write_text(RING, encoding="utf-8")
    return file


def test_check_names_the_calls_and_marks_the_reference(
    ring: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    picture = ring.with_suffix(".svg")
    command = ["hex", "check", f"{ring}::Ring", "--no-cache", "-o", str(picture)]
    assert main(command) == 1
    out = capsys.readouterr().out
    assert "Ring: violated" in out
    assert "`this.head.next` leads to the object that `this.head` led to before" in out
    assert "it.close();" in out
    assert ">>next<<=Node#2" in out
    assert "<svg" in picture.read_text(encoding="utf-8")


def test_check_as_json_has_the_keys_of_the_contract(
    ring: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["hex", "check", str(ring), "--no-cache", "--json"]) == 1
    broken, fine = json.loads(capsys.readouterr().out)["results"]
    assert (broken["verdict"], broken["class"], broken["replayed"]) == ("violated", "Ring", True)
    assert [call["text"] for call in broken["calls"]][-1] == "it.close();"
    assert broken["formula"] == "this.head(.next)* aliases nothing"
    assert broken["reference"] == "this.head.next"
    assert broken["problems"][0]["code"] == "HW020"
    assert (fine["verdict"], fine["bound"]["complete"]) == ("holds", True)
    assert "calls" not in fine


def test_check_of_a_file_reports_hw020_at_the_formula(
    ring: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["check", str(ring), "--no-cache"]) == 1
    lines = capsys.readouterr().out.splitlines()
    first = next(line for line in lines if "[HW020]" in line)
    assert first.startswith(f"{ring}:7:38: error: `this.head(.next)* aliases nothing`")
    assert any(line.endswith("note: 3. it.close();") for line in lines)
    assert "Stack: holds" in "\n".join(lines)


def test_infer_prints_what_can_be_pasted(ring: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["hex", "infer", f"{ring}::Stack", "--no-cache"]) == 0
    out = capsys.readouterr().out
    assert "1 formula, true in every reachable state with up to 3 Node, 1 Stack" in out
    assert "    hex { this.top(.next)* aliases nothing; }" in out


def test_infer_as_json_lists_the_formulas(ring: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["hex", "infer", f"{ring}::Stack", "--no-cache", "--json"]) == 0
    result = json.loads(capsys.readouterr().out)
    assert result["invariants"] == ["this.top(.next)* aliases nothing"]
    assert (result["verdict"], result["bound"]["complete"]) == ("holds", True)


def test_within_a_bound_on_calls_infer_says_so(
    ring: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["hex", "infer", f"{ring}::Stack", "--no-cache", "--calls", "2", "--json"]) == 0
    result = json.loads(capsys.readouterr().out)
    assert (result["verdict"], result["bound"]["complete"]) == ("holds-bounded", False)


@pytest.mark.parametrize(
    ("target", "message"),
    [
        ("::Node", "`Node` has no HEX formulas about itself"),
        ("::Nod", "no class `Nod`"),
        ("x", "No such file"),
    ],
)
def test_bad_input_is_one_line(
    ring: Path, target: str, message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["hex", "check", f"{ring}{target}"]) == 2
    error = capsys.readouterr().err
    assert message.lower() in error.lower() or "language" in error
    assert error.count("\n") == 1


def test_the_example_of_the_documentation_is_as_it_says(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    page = (ROOT / "docs" / "languages.md").read_text(encoding="utf-8")
    text = page.partition("# HEX: structural invariants")[2].split("```")[1].removeprefix("tiny\n")
    file = tmp_path / "deque.tiny"
    file.write_text(text, encoding="utf-8")
    assert main(["hex", "check", str(file), "--no-cache"]) == 0
    assert "HEX of `Deque` holds in every reachable state" in capsys.readouterr().out
    claimed = "this.first(.next)* aliases max this.last(.previous)*"
    file.write_text(text.replace(claimed, "this.first(.next)* aliases nothing"), encoding="utf-8")
    assert main(["hex", "check", str(file), "--no-cache"]) == 1
    assert "that `this.last` led to before" in capsys.readouterr().out
