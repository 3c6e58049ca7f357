"""Whatever the text is, lowering ends with a sound program."""

from __future__ import annotations

import re

from hypothesis import given, settings
from hypothesis import strategies as st

from heapwright.frontends.tiny.syntax.tree import MAX_DEPTH
from heapwright.ir.checks.validate import validate
from heapwright.ir.core.program import Function
from support.tiny import lowered

PROGRAM = """
class Object { }
class Node extends Object { Node next; private int value; bool flag;
  int get() := this.value; private void set(int x, Node o) := { this.value := x; this.next := o };
  static Node make(int n) := if n > 0 then new Node else throw new Error;
  int loop(int n) := { while n > 0 && ~this.flag do n := n - 1; assert n = 0; try n / 0 catch 1 };
  invariant ok() := this.next != this || this.value * 2 >= -3;
  hex { this.next aliases nothing; }
}
class Leaf extends Node { private new; int get() := let foo := (this.flag := true) in 3 % 2; }
scope Node <= 3;
spec both(Node a, Leaf b) := a.ok() && b instanceof Node && a.value = b.get();
test t { n := Node.make(1); assert both(n, null); }
let y := Y0 in let z := if (@ here) then y else Y1 in (z.next).get() + X0
"""

WORDS = re.findall(r"\w+|:=|&&|\|\||<=|>=|!=|\S|\s+", PROGRAM)
words = st.sampled_from(sorted(set(WORDS)))
edits = st.lists(
    st.tuples(st.integers(0, len(WORDS) - 1), st.integers(0, 3), words), min_size=1, max_size=8
)


@settings(max_examples=300)
@given(edits)
def test_edited_programs_are_lowered_to_sound_ones(
    edits: list[tuple[int, int, str]],
) -> None:
    changed = list(WORDS)
    for place, n_removed, word in edits:
        changed[place : place + n_removed] = [word]
    text = "".join(changed)
    result = lowered(text)
    assert validate(result.program) == ()
    for problems in result.problems.values():
        for problem in problems:
            assert 0 <= problem.span.start <= problem.span.end <= len(result.text)
            assert "\n" not in problem.message


def test_the_unedited_program_has_no_problems() -> None:
    assert lowered(PROGRAM).problems == {"program.tiny": ()}


def deep_function(body: str) -> Function:
    """Lower a method with a deep body; it must be sound."""
    result = lowered("class C { C c; int f; int m(bool b, int n) := " + body + "; }")
    assert result.problems == {"program.tiny": ()}
    assert validate(result.program) == ()
    return result.function("C.m")


def test_trees_of_the_greatest_depth_are_lowered() -> None:
    # The parser counts levels in its own way, so these stay a little below its limit.
    depth = MAX_DEPTH - 20
    assert deep_function("1" + " + n" * depth).left_out is None
    assert deep_function("(1 + " * (depth // 2) + "n" + ")" * (depth // 2)).left_out is None
    assert deep_function("let x := n in " * (depth // 2) + "x").left_out is None
    assert deep_function("if b then 1 else " * (depth // 2) + "n").left_out is None
    assert deep_function("this" + ".c" * depth + ".f").left_out is None
    assert deep_function("this.m(b, " * (depth // 2) + "n" + ")" * (depth // 2)).left_out is None
    assert deep_function("{ n := 1; " * (depth // 2) + "n" + " }" * (depth // 2)).left_out is None
    assert deep_function("this.f := " * (depth // 2) + "n").left_out is None
    assert deep_function("-" * (depth // 2) + "n").left_out is None
    assert deep_function("try " * (depth // 3) + "n" + " catch 1" * (depth // 3)).left_out is None
