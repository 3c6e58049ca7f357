"""`heapwright paths`: what it prints, and how it refuses."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from heapwright.cli.main import main
from support.expect import Expectation, expect

SWAP = """
class Sample {
    Sample data;
    void swap(Sample s) :=
        if s != null then let d := this.data in { this.data := s.data; s.data := d };
}
"""


@pytest.fixture
def swap(tmp_path: Path) -> str:
    path = tmp_path / "swap.tiny"
    path.write_text(SWAP, encoding="utf-8")
    return str(path)


def check_output(
    capsys: pytest.CaptureFixture[str], arguments: list[str], expectation: Expectation
) -> None:
    assert main(["paths", *arguments]) == 0
    lines = capsys.readouterr().out.splitlines()
    # The first line ends with the time that it took.
    lines[0] = lines[0].rpartition(", ")[0]
    expectation.check("\n".join(lines))


def check_refused(capsys: pytest.CaptureFixture[str], arguments: list[str], expected: str) -> None:
    assert main(["paths", *arguments]) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert expected in printed.err
    assert printed.err.count("\n") == 1


def test_each_path_comes_with_its_condition_its_end_and_an_input(
    swap: str, capsys: pytest.CaptureFixture[str]
) -> None:
    check_output(
        capsys,
        [f"{swap}::Sample.swap"],
        expect("""
    Sample.swap: 2 paths  (pose, 0 solver calls

      1. when s != null
         returns
             this: Sample#1 data=null
             s: Sample#2 data=null

      2. when s = null
         returns
             this: Sample#1 data=null
             s = null
    """),
    )


def test_json_has_the_keys_of_the_contract(swap: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["paths", f"{swap}::Sample.swap", "--json", "--heap", "lazy"]) == 0
    result = json.loads(capsys.readouterr().out)
    assert result["heap"] == "lazy"
    assert result["count"] == len(result["paths"]) == 21
    assert result["error_count"] == 0
    assert result["solver_calls"] == 0
    assert {"condition", "outcome", "value", "heap"} <= set(result["paths"][0])


def test_error_paths_are_counted_also_where_they_are_hidden(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "read.tiny"
    path.write_text("class C { int f; static int get(C c) := c.f; }", encoding="utf-8")
    assert main(["paths", f"{path}::C.get", "--json", "--errors", "off"]) == 0
    result = json.loads(capsys.readouterr().out)
    assert [shown["outcome"] for shown in result["paths"]] == ["returned"]
    assert result["error_count"] == 1


def test_a_bound_that_cuts_paths_off_is_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "list.tiny"
    path.write_text(
        "class N { N next;"
        " int length() := if this.next = null then 1 else 1 + this.next.length(); }",
        encoding="utf-8",
    )
    check_output(
        capsys,
        [f"{path}::N.length", "--depth", "2"],
        expect("""
    N.length: 2 paths  (pose, 0 solver calls
        not complete: 1 given up: more than 2 steps (raise --depth)

      1. when this.next = null
         returns 1
             this: N#1 next=null

      2. when this.next != null && this.next.next = null
         returns 2
             this: N#1
             └─ next: N#2 next=null
    """),
    )


def test_the_input_of_each_path_is_drawn(swap: str, tmp_path: Path) -> None:
    folder = tmp_path / "pictures"
    assert main(["paths", f"{swap}::Sample.swap", "--svg", str(folder)]) == 0
    pictures = sorted(folder.iterdir())
    assert [picture.name for picture in pictures] == ["path001.svg", "path002.svg"]
    assert pictures[0].read_text(encoding="utf-8").startswith("<svg")


def test_what_is_not_there_is_refused_in_one_line(
    swap: str, capsys: pytest.CaptureFixture[str]
) -> None:
    check_refused(capsys, [f"{swap}::Sample.nothing"], "no method `Sample.nothing`")
    check_refused(capsys, [swap], "no main expression")
    check_refused(capsys, [swap + "x"], "swap.tinyx")


def test_hex_on_leaves_out_what_formulas_refuse(
    swap: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["paths", f"{swap}::Sample.swap", "--hex", "on"]) == 0
    assert "has a structure" in capsys.readouterr().err
    path = tmp_path / "tree.tiny"
    path.write_text(
        "class T { T left; int n; hex { this(.left)* aliases nothing with fits; }"
        " bool fits(int n) := n <= this.n; int own() := if this.left = this then 1 else 0; }",
        encoding="utf-8",
    )
    for heap in ("pose", "summary", "lazier", "lazy"):
        values = {}
        for switch in ("off", "on"):
            command = ["paths", f"{path}::T.own", "--heap", heap, "--hex", switch, "--json"]
            assert main(command) == 0
            shown = capsys.readouterr()
            values[switch] = {path["value"] for path in json.loads(shown.out)["paths"]}
            assert shown.err == ""
        assert values == {"off": {"0", "1"}, "on": {"0"}}


def test_conditions_on_python_are_written_in_python(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "numbers.py"
    path.write_text(
        "class C:\n"
        "    def __init__(self) -> None:\n"
        "        self.n = 0\n"
        "    def bump(self, other: 'C') -> int:\n"
        "        if other is self:\n"
        "            self.n += 1\n"
        "        return other.n\n",
        encoding="utf-8",
    )
    check_output(
        capsys,
        [f"{path}::C.bump"],
        expect("""
        C.bump: 2 paths, 1 error path  (pose, 0 solver calls

          1. when other is self
             returns self.n + 1
                 self: C#1 n=0
                 other ─▶ C#1

          2. when other is None
             fails with AttributeError
                 self: C#1 n=0
                 other = None

          3. when other is not self and other is not None
             returns other.n
                 self: C#1 n=0
                 other: C#2 n=0
        """),
    )


def test_each_path_says_whether_public_calls_lead_to_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "stack.tiny"
    path.write_text(
        "class Cell { Cell next; }"
        " class Stack { private Cell top; private new; static Stack make() := new Stack;"
        " void push() := let c := new Cell in { c.next := this.top; this.top := c };"
        " int first() := if this.top = null then 0 else if this.top.next = this.top then 1 else 2;"
        " }",
        encoding="utf-8",
    )
    assert main(["paths", f"{path}::Stack.first", "--reach", "--json"]) == 0
    paths = json.loads(capsys.readouterr().out)["paths"]
    assert {shown["value"]: (shown["reach"], shown["code"]) for shown in paths} == {
        "0": ("reachable", "it := Stack.make();"),
        "1": ("unreachable", ""),
        "2": ("reachable", "it := Stack.make();\nit.push();"),
    }
    bounds = [
        "--calls",
        "1",
        "--scope",
        "Cell=2",
        "--timeout",
        "5",
        "--memory",
        "500",
        "--no-cache",
    ]
    assert main(["paths", f"{path}::Stack.first", "--reach", "--json", *bounds]) == 0
    paths = json.loads(capsys.readouterr().out)["paths"]
    assert {shown["value"]: shown["reach"] for shown in paths} == {
        "0": "reachable",
        "1": "unknown",
        "2": "unknown",
    }


def test_calls_are_not_told_of_a_path_that_only_shares_its_turns(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "stack.tiny"
    path.write_text(
        "class Cell { Cell next; }"
        " class Stack { private Cell top; private new; static Stack make() := new Stack;"
        " void push() := let c := new Cell in { c.next := this.top; this.top := c }; }",
        encoding="utf-8",
    )
    assert main(["paths", f"{path}::Stack.push", "--reach", "--json", "--heap", "lazy"]) == 0
    paths = json.loads(capsys.readouterr().out)["paths"]
    assert {shown["condition"]: shown["reach"] for shown in paths} == {
        "this.top = null": "reachable",
        "this.top != null": "unknown",
    }


STACK = """class Stack:
    def __init__(self) -> None:
        self.items: list[int] = []

    def top(self, other: "Stack | None") -> int:
        if other is None:
            return 0
        return other.items[-1]
"""


def test_what_python_does_beyond_unknown_heaps_is_named_with_its_place(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("stack.py").write_text(STACK, encoding="utf-8")
    # Structural invariants are for heap models only, which have no containers.
    assert main(["paths", "stack.py::Stack.top", "--json", "--hex", "on"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["count"], found["complete"], found["stopped_count"]) == (0, False, 1)
    [problem] = found["problems"]
    assert (problem["code"], problem["severity"]) == ("HW030", "information")
    assert "not followed beyond `other is None` on an unknown heap" in problem["message"]
    assert problem["range"]["start"] == {"line": 5, "character": 11}


def test_what_python_initializes_is_an_object(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "cell.py"
    path.write_text("class Cell:\n    def __init__(self, v: int) -> None:\n        self.v = v\n")
    assert main(["paths", f"{path}::Cell.__init__", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["count"], found["error_count"]) == (1, 0)
