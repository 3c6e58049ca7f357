"""The command line as a user meets it: text in files, text and exit codes out."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from heapwright.cli.main import main
from support.expect import expect
from support.repo import ROOT

COUNTER = "class Counter { private int n; void up() := this.n := this.n + 1; }\n"


def run_cli(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    code = main(arguments)
    captured = capsys.readouterr()
    return code, captured.out, captured.err


def run_json(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, Any]:
    code, out, _ = run_cli(capsys, *arguments, "--json")
    return code, json.loads(out)


def tiny_file(tmp_path: Path, text: str) -> str:
    path = tmp_path / "program.tiny"
    path.write_text(text, encoding="utf-8")
    return str(path)


def test_the_example_of_the_paper_is_reachable_in_three_replayed_calls(
    capsys: pytest.CaptureFixture[str],
) -> None:
    code, result = run_json(capsys, "synth", f"{ROOT / 'examples' / 'node.tiny'}::TEST")
    assert code == 0
    assert (result["verdict"], result["replayed"]) == ("reachable", True)
    assert len(result["calls"]) == 3
    assert result["arguments"] == {"o": result["calls"][-1]["result"]}
    assert result["code"] == "\n".join(call["text"] for call in result["calls"])
    assert result["bound"] == {"objects": {"Node": 3}, "calls": None, "complete": False}


def test_where_the_time_went_is_told_below_each_result(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    path = tiny_file(
        tmp_path,
        COUNTER
        + "spec ONE(Counter c) := c.n = 1;\nspec NO(Counter c) := c.n = 1 && c.n = 2;\n"
        + "class A { A b; hex { this.b aliases nothing; } }\n",
    )
    _, out, _ = run_cli(capsys, "check", path, "--explain-time", "--no-cache")
    seconds = re.compile(r"[0-9]+\.[0-9]{3} s")
    expect("""
    ONE: reachable
        reachable in 2 calls  (… s, 3 states)
        set up           … s  1 turn   prepared the calls
        contradiction    … s  1 turn   some heap may satisfy it
        exact            … s  1 turn   found it among 3 states
    program.tiny:3:6: warning: `NO` contradicts itself: no heap at all makes it true [HW004]
        set up           … s  1 turn   prepared the calls
        contradiction    … s  1 turn   no heap satisfies it
        cached: no call had to be followed
    A: holds with up to 6 A
        `this.b aliases nothing` holds in every reachable state with up to 6 A  (… s, 2 states)
        set up    … s  1 turn   prepared the calls
        exact     … s  1 turn   no heap answers the question: 2 states
    """).check(seconds.sub("… s", out.replace(path, "program.tiny")))


def test_an_answer_by_what_was_kept_says_so(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    path = tiny_file(tmp_path, COUNTER + "spec ONE(Counter c) := c.n = 1;\n")
    told = "cached: no call had to be followed"
    outs = [run_cli(capsys, "synth", path, "--explain-time")[1] for _ in range(2)]
    assert [told in out for out in outs] == [False, True]
    assert "found it among 3 states, all known before" in outs[1]
    assert told not in run_cli(capsys, "synth", path)[1]


def test_results_have_the_schedule(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    text = COUNTER + "spec ONE(Counter c) := c.n = 1;\n"
    text = text.replace(" }\n", " invariant small() := this.n < 3; }\n")
    path = tiny_file(tmp_path, text)
    for command, target in (("synth", "ONE"), ("verify", "Counter.small")):
        _, result = run_json(capsys, command, f"{path}::{target}", "--no-cache")
        schedule = result["stats"]["schedule"]
        assert all(list(row) == ["strategy", "seconds", "turns", "outcome"] for row in schedule)
        assert [row["strategy"] for row in schedule if row["strategy"] != "contradiction"] == [
            "set up",
            "exact",
        ]
        assert schedule[-1]["outcome"].startswith("found it among ")
    _, results = run_json(capsys, "check", path, "--no-cache")
    assert all(one["stats"]["schedule"] for one in results["results"] if one["kind"] != "file")


def test_an_unreachable_spec_names_its_bound_and_ends_with_1(
    capsys: pytest.CaptureFixture[str],
) -> None:
    code, result = run_json(capsys, "synth", f"{ROOT / 'examples' / 'node.tiny'}::LOOP")
    assert (code, result["verdict"]) == (1, "unreachable")
    assert result["bound"] == {"objects": {"Node": 3}, "calls": None, "complete": True}
    assert "calls" not in result
    [problem] = result["problems"]
    assert (problem["code"], problem["severity"]) == ("HW001", "warning")


def test_a_deep_tree_is_built_by_seven_calls(capsys: pytest.CaptureFixture[str]) -> None:
    code, result = run_json(capsys, "synth", f"{ROOT / 'examples' / 'avl.tiny'}::SIX")
    assert (code, len(result["calls"])) == (0, 7)


def test_check_reports_five_mistakes_with_codes_and_ranges(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    path = tiny_file(
        tmp_path,
        "class A extends Nope { int f; }\n"
        "class B { int x; int x; void m() := this.y := 3; }\n"
        "spec S(B b) := b.x = ;\n"
        "spec T(Gone g) := true;\n",
    )
    code, result = run_json(capsys, "check", path)
    found = [
        (p["code"], p["range"]["start"]["line"], p["range"]["start"]["character"])
        for r in result["results"]
        for p in r["problems"]
    ]
    assert code == 1
    assert found == [
        ("HW130", 0, 16),
        ("HW150", 1, 21),
        ("HW131", 1, 41),
        ("HW100", 2, 21),
        ("HW130", 3, 7),
    ]


def test_check_counts_columns_in_utf_16_units(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    path = tiny_file(tmp_path, "/* 𝒳 */ class A extends Nope { }\n")
    _, result = run_json(capsys, "check", path)
    [problem] = result["results"][0]["problems"]
    assert problem["range"]["start"] == {"line": 0, "character": 25}


@pytest.mark.parametrize("wanted", ["sarif", "github", "text"])
def test_check_prints_every_format(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, wanted: str
) -> None:
    path = tiny_file(tmp_path, COUNTER + "spec below(Counter c) := c.n < 0 && 0 < c.n;\n")
    code, out, _ = run_cli(capsys, "check", path, "--format", wanted)
    assert (code, "HW004" in out) == (1, True)
    if wanted == "sarif":
        [run] = json.loads(out)["runs"]
        assert run["results"][0]["ruleId"] == "HW004"


def test_check_finds_tiny_files_in_folders(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    (tmp_path / "inner").mkdir()
    (tmp_path / "inner" / "one.tiny").write_text(COUNTER + "spec two(Counter c) := c.n = 2;")
    (tmp_path / "other.txt").write_text("not a program")
    code, result = run_json(capsys, "check", str(tmp_path))
    assert code == 0
    assert [r["name"] for r in result["results"] if r["kind"] == "spec"] == ["two"]


def test_verify_shows_the_calls_that_break_an_invariant(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    text = COUNTER.replace("}\n", "invariant few() := this.n < 2; }\n")
    code, result = run_json(capsys, "verify", tiny_file(tmp_path, text))
    assert (code, result["verdict"], result["kind"]) == (1, "violated", "invariant")
    assert result["code"].count(".up()") == 2


def test_verify_says_that_the_avl_tree_is_balanced(capsys: pytest.CaptureFixture[str]) -> None:
    code, result = run_json(capsys, "verify", f"{ROOT / 'examples' / 'avl.tiny'}::AvlTree.balanced")
    assert (code, result["verdict"], result["bound"]["complete"]) == (0, "holds", True)


def test_a_counter_without_end_is_not_found_and_never_unreachable(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    path = tiny_file(tmp_path, COUNTER + "spec far(Counter c) := c.n = 1000;\n")
    code, result = run_json(capsys, "synth", path)
    assert (code, result["verdict"]) == (1, "not-found")
    code, result = run_json(capsys, "synth", path, "--calls", "4")
    assert (code, result["verdict"], result["bound"]["calls"]) == (1, "not-found", 4)


def test_what_a_counter_without_end_never_comes_to_is_unreachable(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    path = tiny_file(tmp_path, COUNTER + "spec below(Counter c) := c.n < 0;\n")
    code, result = run_json(capsys, "synth", path)
    assert (code, result["verdict"], result["bound"]["complete"]) == (1, "unreachable", True)


def test_explore_counts_the_states_of_a_class(capsys: pytest.CaptureFixture[str]) -> None:
    code, result = run_json(capsys, "explore", f"{ROOT / 'examples' / 'avl.tiny'}::AvlTree")
    assert (code, result["states"], result["complete"]) == (0, 20, True)
    assert (result["class"], result["stopped_by"]) == ("AvlTree", None)


def test_a_scope_on_the_command_line_wins_over_the_file(
    capsys: pytest.CaptureFixture[str],
) -> None:
    target = f"{ROOT / 'examples' / 'avl.tiny'}::SIX"
    code, result = run_json(capsys, "synth", target, "--scope", "AvlNode=5")
    assert (code, result["verdict"]) == (1, "unreachable")
    code, result = run_json(capsys, "synth", target, "--scope", "AvlNode=5", "--scope", "auto")
    assert (code, result["verdict"]) == (0, "reachable")


def test_a_generated_test_passes_and_a_wrong_one_says_where_it_failed(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    text = COUNTER + "spec two(Counter c) := c.n = 2;\n"
    path = tiny_file(tmp_path, text)
    _, result = run_json(capsys, "synth", path, "--as", "test")
    tiny_file(tmp_path, text + result["code"])
    code, out, _ = run_cli(capsys, "test", path)
    assert (code, out.splitlines()[-1]) == (0, "1 passed, 0 failed")
    tiny_file(tmp_path, text + "test wrong {\n  c := new Counter;\n  assert two(c);\n}")
    code, result = run_json(capsys, "test", path)
    [failed] = result["results"]
    assert (code, failed["verdict"]) == (1, "failed")
    assert failed["reason"] == f"AssertionFailed in {path}:5"


@pytest.mark.parametrize("stage", ["tree", "ir", "paths", "graph"])
def test_show_prints_a_stage(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, stage: str
) -> None:
    path = tiny_file(tmp_path, COUNTER)
    code, out, _ = run_cli(capsys, "show", path, "--stage", stage)
    assert (code, "Counter" in out) == (0, True)
    _, result = run_json(capsys, "show", path, "--stage", stage)
    assert (result["file"], result["stage"], "Counter" in result["text"]) == (path, stage, True)


def test_show_lists_the_states_of_a_class(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    path = tiny_file(
        tmp_path,
        """
        class Light { private bool on; void turn() := this.on := ~this.on; }
        class Lamp { private int n; void set(int k) := if k > 2 then this.n := k; }
        """,
    )
    _, out, _ = run_cli(capsys, "show", f"{path}::Light", "--stage", "graph", "--no-cache")
    expect(
        """
        Light: complete

        #0: no objects; after 0 calls
            (empty heap)
        #1: 1 Light; after 1 call
            o1: Light#1
            from #0 by new Light
        """
    ).check(out)
    _, out, _ = run_cli(capsys, "show", f"{path}::Lamp", "--stage", "graph", "--no-cache")
    expect(
        """
        Lamp: complete

        #0: no objects; after 0 calls
            (empty heap)
        #1: 1 Lamp; after 1 call
            o1: Lamp#1 n=0
            from #0 by new Lamp
        #2: 1 Lamp; after 2 calls
            o1: Lamp#1 n=v0
            where v0 >= 3
            from #1 by set
        """
    ).check(out)


def test_show_writes_values_of_every_kind_as_the_source_does(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    path = tmp_path / "lamp.py"
    path.write_text(
        """
from enum import Enum

class Colour(Enum):
    RED = 1
    BLUE = 2

def plain(n):
    return n

class Lamp:
    def __init__(self):
        self.colour = Colour.RED
        self.name = "old"
        self.pair = (1, "x")
        self.kind = int
        self.how = plain
        self.rate = 0.5

    def call(self, name: str, rate: float):
        if name.startswith("a"):
            self.name = name
            self.rate = rate
            self.colour = Colour.BLUE
""",
        encoding="utf-8",
    )
    bounds = ("--no-cache", "--scope", "characters=1")
    _, out, _ = run_cli(capsys, "show", f"{path}::Lamp", "--stage", "graph", *bounds)
    expect(
        """
        Lamp: not complete: `Lamp.call`: unknown floats were computed with as with fractions

        #0: no objects; after 0 calls
            (empty heap)
        #1: 1 Lamp; after 1 call
            o1: Lamp#1 colour=Colour.RED how=lamp.plain kind=int name='old' pair=(1, 'x') rate=0.5
            from #0 by Lamp
        #2: 1 Lamp; after 2 calls
            o1: Lamp#1 colour=Colour.BLUE how=lamp.plain kind=int name='<v0>' pair=(1, 'x') rate=v1
            where v0 = 0
            from #1 by call
        """
    ).check(out)


def test_show_lists_the_paths_of_a_method_a_class_or_a_file(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    path = tiny_file(tmp_path, "class A { int f; int g(int n) := n; } class B { int h() := 1; }")
    for name, shown in {"": ["A.g", "B.h"], "::B": ["B.h"], "::A.g": ["A.g"]}.items():
        _, out, _ = run_cli(capsys, "show", path + name, "--stage", "paths")
        assert [line.split(":")[0] for line in out.split("\n") if "pose" in line] == shown
    code, _, err = run_cli(capsys, "show", f"{path}::A.x", "--stage", "paths")
    assert (code, err.count("\n"), "no method `A.x`" in err) == (2, 1, True)
    empty = tiny_file(tmp_path, "class A { int f; }")
    code, _, err = run_cli(capsys, "show", empty, "--stage", "paths")
    assert (code, err.count("\n"), "nothing here has paths" in err) == (2, 1, True)


def test_run_gives_the_value_of_the_main_expression(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    path = tiny_file(tmp_path, "class A { int f; } (let a := (new A) in ((a.f := X0) + 1))")
    assert run_cli(capsys, "run", path, "--input", "X0=41")[:2] == (0, "42\n")
    assert run_cli(capsys, "run", path)[:2] == (0, "1\n")


def test_run_says_what_was_thrown(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tiny_file(tmp_path, "class A { A f; } (((new A).f).f)")
    code, out, _ = run_cli(capsys, "run", path)
    assert (code, "NullDereference" in out) == (1, True)


@pytest.mark.parametrize(
    ("arguments", "text"),
    [
        (("synth", "missing.tiny"), "no such file"),
        (("check", "missing.tiny"), "no such file"),
        (("synth", "{file}::Nothing"), "no spec `Nothing`"),
        (("verify", "{file}"), "no invariant"),
        (("explore", "{file}::Nothing"), "no class `Nothing`"),
        (("check", "{file}::TEST"), "`synth` and `verify` ask about `TEST` alone"),
        (("run", "{file}"), "no main expression"),
        (("synth", "{file}", "--scope", "Counter"), "--scope Counter"),
        (("synth", "{file}", "--scope", "Other=2"), "no class `Other`"),
        (("synth", "{file}", "--calls", "0"), "--calls"),
        (("synth", "{file}", "--timeout", "never"), "--timeout"),
        (("synth", "{folder}/program.txt"), "--language"),
        (("frobnicate",), "frobnicate"),
        (("run", "{file}", "--input", "X0"), "no main expression"),
    ],
)
def test_bad_input_gets_one_line_and_exit_code_2(
    tmp_path: Path, arguments: tuple[str, ...], text: str
) -> None:
    path = tiny_file(tmp_path, COUNTER + "spec two(Counter c) := c.n = 2;")
    filled = [a.format(file=path, folder=tmp_path) for a in arguments]
    ended = heapwright(*filled)
    assert ended.returncode == 2
    assert ended.stdout == b""
    [line] = ended.stderr.decode().splitlines()
    assert line.startswith("heapwright: ")
    assert text in line


def test_broken_syntax_stops_a_question_with_the_place_of_the_mistake(tmp_path: Path) -> None:
    ended = heapwright("synth", tiny_file(tmp_path, "spec two( := 1;"))
    [line] = ended.stderr.decode().splitlines()
    assert (ended.returncode, "program.tiny:1:" in line) == (2, True)


def test_undecodable_bytes_end_with_one_line(tmp_path: Path) -> None:
    path = tmp_path / "bytes.tiny"
    path.write_bytes(b"class A { \xff }")
    ended = heapwright("check", str(path))
    [line] = ended.stderr.decode().splitlines()
    assert (ended.returncode, "not UTF-8" in line) == (2, True)


def test_a_reader_that_goes_away_is_no_error(tmp_path: Path) -> None:
    path = tiny_file(tmp_path, "".join(f"spec s{n}(Gone g) := true;\n" for n in range(3000)))
    command = f"{sys.executable} -m heapwright.cli.main check {path} | head -n 1"
    ended = subprocess.run(["sh", "-c", command], capture_output=True, check=False)
    assert (ended.returncode, ended.stderr) == (0, b"")


def test_an_interrupt_ends_with_what_was_found_so_far(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    from heapwright.graph.state import watch

    def interrupt(self: object, graph: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(watch.Watch, "check", interrupt)
    code, result = run_json(capsys, "synth", f"{ROOT / 'examples' / 'avl.tiny'}::SIX")
    assert (code, result["verdict"]) == (1, "unknown")
    assert "interrupted" in result["reason"]


# z3 needs longer for one of these questions than anybody wants to wait.
HARD = """
    class Cube {
        private int a; private int b; private int c; private int s;
        void put(int x, int y, int z) :=
            { this.a := x; this.b := y; this.c := z; this.s := x*x*x + y*y*y + z*z*z; };
    }
    spec hard(Cube q) := q.s = 114 && q.a * q.b * q.c = 1234567;
    spec easy(Cube q) := q.s = 1;
"""


def test_an_interrupt_ends_a_question_that_waits_for_the_solver(tmp_path: Path) -> None:
    waiting = "z3 works"
    script = f"""
import signal, sys, threading
from heapwright.cli.main import entry
from heapwright.solver import z3_backend

check = z3_backend._Session.check
def slow_check(session, query):
    session.limits = z3_backend.Z3Limits(work=0, milliseconds=600_000)
    session.solver = session._fresh_solver()
    print("{waiting}", flush=True)
    return check(session, query)

z3_backend._Session.check = slow_check
signal.signal(signal.SIGINT, signal.default_int_handler)
sys.argv = ["heapwright", "synth", {tiny_file(tmp_path, HARD)!r}, "--no-cache", "--timeout", "600"]
entry()
"""
    with subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stdout.readline().decode().strip() == waiting
        process.send_signal(signal.SIGINT)
        said = process.stdout.read().decode()
    assert process.returncode == 1
    assert "hard: unknown" in said
    assert "easy" not in said


def test_the_time_limit_is_kept_while_the_solver_works(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    from heapwright.solver import z3_backend

    given: list[int] = []
    verdict = z3_backend._Session._verdict

    def noting(session: z3_backend._Session, solver: object) -> object:
        given.append(round(1_000 * ((session.until or 0.0) - time.monotonic())))
        return verdict(session, solver)

    monkeypatch.setattr(z3_backend._Session, "_verdict", noting)
    path = tiny_file(tmp_path, HARD)
    code, result = run_json(capsys, "synth", f"{path}::hard", "--no-cache", "--timeout", "2")
    assert (code, result["verdict"]) == (1, "unknown")
    assert given and all(0 < left <= 2_000 for left in given)


def test_the_version_is_printed_without_loading_the_engine() -> None:
    ended = heapwright("--version")
    assert (ended.returncode, ended.stdout[:11]) == (0, b"heapwright ")


def heapwright(*arguments: str) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        [sys.executable, "-m", "heapwright.cli.main", *arguments],
        capture_output=True,
        check=False,
        stdin=subprocess.DEVNULL,
        env={**os.environ, "NO_COLOR": "1"},
    )
