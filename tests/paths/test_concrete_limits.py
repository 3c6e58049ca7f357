"""Runs end, whatever the subject does."""

from __future__ import annotations

import subprocess
import sys

import pytest

from heapwright.ir.core import instructions as ir
from heapwright.ir.core.program import Program
from heapwright.ir.core.types import INT
from heapwright.ir.written.fingerprint import class_fingerprints
from heapwright.limits import Limits
from heapwright.paths.plain.concrete import LimitReached, Outcome, Returned, run, run_main
from heapwright.paths.plain.heap import EMPTY_HEAP
from support.ir_build import (
    TRUE,
    add,
    class_,
    equal,
    exactly,
    give,
    if_,
    less,
    let,
    local,
    main,
    num,
    program,
    static,
    sub,
    times,
    while_,
)
from support.repo import ROOT

# Counts down by calling itself, and up again on the way back.
RECURSIVE = program(
    class_(
        "A",
        static(
            "depth",
            (INT,),
            INT,
            if_(equal(local(0), num(0)), (give(num(0)),)),
            give(add(num(1), exactly("A.depth", sub(local(0), num(1))))),
        ),
    )
)


def depth_of(n: int, limits: Limits) -> Outcome:
    return run(RECURSIVE, "A.depth", (n,), limits=limits)


def test_the_default_depth_allows_2000_calls_inside_calls() -> None:
    assert run(RECURSIVE, "A.depth", (1_999,)) == Returned(1_999, EMPTY_HEAP)


def test_a_million_calls_inside_calls_reach_the_limit() -> None:
    message = "stopped in A.depth at 2000 calls inside calls; raise depth"
    assert run(RECURSIVE, "A.depth", (1_000_000,)) == LimitReached("depth", message)


def test_the_depth_is_exact() -> None:
    assert depth_of(9, Limits(depth=10)) == Returned(9, EMPTY_HEAP)
    assert isinstance(depth_of(10, Limits(depth=10)), LimitReached)


def test_a_depth_that_the_machine_cannot_give_is_a_limit_too() -> None:
    outcome = depth_of(1_000_000, Limits(depth=2_000_000, steps=5_000_000))
    assert isinstance(outcome, LimitReached)
    assert outcome.which == "depth"


def test_the_recursion_limit_is_as_before_after_a_run() -> None:
    before = sys.getrecursionlimit()
    depth_of(1_500, Limits())
    depth_of(1_000_000, Limits())
    assert sys.getrecursionlimit() == before


def test_deep_recursion_takes_nothing_of_the_c_stack() -> None:
    # These 100,000 frames would need far more than the 1 MB of this thread.
    script = (
        "import sys, threading\n"
        "sys.path.insert(0, sys.argv[1])\n"
        "from paths.test_concrete_limits import *\n"
        "def deep():\n"
        "    print(depth_of(20_000, Limits(depth=30_000)).value)\n"
        "    print(run_main(deep_expression(4_000)).value)\n"
        "threading.stack_size(1024 * 1024)\n"
        "thread = threading.Thread(target=deep)\n"
        "thread.start()\n"
        "thread.join()\n"
    )
    command = [sys.executable, "-c", script, str(ROOT / "tests")]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout.split(), done.stderr) == (0, ["20000", "4000"], "")


def deep_expression(depth: int) -> Program:
    """Nest additions, blocks, calls and choices into each other."""
    tree: ir.Expr = num(0)
    for level in range(depth):
        tree = add(num(1), tree)
        if level % 4 == 0:
            tree = ir.Do((let(0, tree),), local(0))
        elif level % 4 == 1:
            tree = exactly("A.same", tree)
        elif level % 4 == 2:
            tree = ir.Choose(TRUE, tree, num(0))
    identity = static("same", (INT,), INT, give(local(0)))
    return program(class_("A", identity), functions=(main(INT, give(tree)),), with_sites=False)


def test_a_deep_expression_runs_and_has_a_digest() -> None:
    whole = deep_expression(4_000)
    assert run_main(whole) == Returned(4_000, EMPTY_HEAP)
    assert class_fingerprints(whole)


@pytest.mark.parametrize(
    "body",
    [
        (while_(TRUE),),
        (while_(TRUE, ir.Continue()),),
        (let(0, num(0)), while_(TRUE, let(0, add(local(0), num(1))))),
    ],
)
def test_an_endless_loop_reaches_the_limit_of_steps(body: ir.Body) -> None:
    whole = program(functions=(main(INT, *body),))
    message = "stopped in main after 1000 steps (calls and rounds of loops); raise steps"
    assert run_main(whole, limits=Limits(steps=1_000)) == LimitReached("steps", message)


def test_endless_calls_that_never_nest_reach_the_limit_of_steps() -> None:
    whole = program(
        class_("A", static("zero", (), INT, give(num(0)))),
        functions=(main(INT, while_(equal(exactly("A.zero"), num(0))), give(num(1))),),
    )
    outcome = run_main(whole, limits=Limits(steps=1_000))
    assert isinstance(outcome, LimitReached)
    assert outcome.which == "steps"


def test_the_number_of_steps_is_exact() -> None:
    # One step for the call of main, one for each of the ten rounds.
    whole = program(
        functions=(
            main(
                INT,
                let(0, num(0)),
                while_(less(local(0), num(10)), let(0, add(local(0), num(1)))),
                give(local(0)),
            ),
        )
    )
    assert run_main(whole, limits=Limits(steps=11)) == Returned(10, EMPTY_HEAP)
    assert isinstance(run_main(whole, limits=Limits(steps=10)), LimitReached)


@pytest.mark.parametrize(
    "grown",
    [
        times(local(0), local(0)),
        add(local(0), local(0)),
        sub(local(0), times(local(0), num(3))),
    ],
)
def test_ints_that_grow_without_end_are_stopped(grown: ir.Expr) -> None:
    whole = program(functions=(main(INT, let(0, num(2)), while_(TRUE, let(0, grown))),))
    message = "stopped in main: an int grew beyond 14000 bits"
    assert run_main(whole) == LimitReached("int size", message)


def test_the_largest_int_can_still_be_written() -> None:
    largest = (1 << 14_000) - 1
    whole = program(class_("A", static("more", (INT,), INT, give(add(local(0), num(1))))))
    assert run(whole, "A.more", (largest - 1,)) == Returned(largest, EMPTY_HEAP)
    assert isinstance(run(whole, "A.more", (largest,)), LimitReached)
    assert str(largest)
