"""How fast is a full parse, and how much faster is one after a keystroke?

Prints lines per second of a full parse of a generated file, and the ratio of a
full parse to an incremental one for a one-character edit, the median over many
places. The file is the same in every run; all its members differ.
"""

from __future__ import annotations

import random
from statistics import median
from time import perf_counter

from heapwright.frontends.tiny.syntax.incremental import Edit, reparse
from heapwright.frontends.tiny.syntax.parse import Parsed, parse

N_LINES = 5_000
N_EDITS = 300
LEAST_RATIO = 50


def main() -> int:
    """Measure and print; fail if an edit is not parsed much faster than a file."""
    text = generated_file(N_LINES)
    n_lines = text.count("\n")
    parsed = parse(text)
    assert not parsed.problems, parsed.problems[0]
    full = min(_seconds_of_parse(text) for _ in range(5))
    print(f"file: {n_lines:,} lines, {len(text):,} characters, {parsed.n_parsed:,} chunks")
    print(f"full parse: {full * 1000:,.0f} ms, {n_lines / full:,.0f} lines per second")
    edits = [_one_character_edit(text, random.Random(number)) for number in range(N_EDITS)]
    seconds = median(_seconds_of_edit(parsed, edit) for edit in edits)
    chunks = median(reparse(parsed, edit).n_parsed for edit in edits)
    ratio = full / seconds
    print(
        f"one-character edit: {seconds * 1000:,.2f} ms, {chunks:,.0f} chunk parsed"
        f" (median of {len(edits)})"
    )
    print(f"ratio: {ratio:,.0f} (at least {LEAST_RATIO})")
    return 0 if ratio >= LEAST_RATIO else 1


def generated_file(n_lines: int) -> str:
    """Write classes of lists, trees and counters until there are enough lines."""
    lines: list[str] = []
    number = 0
    while len(lines) < n_lines:
        number += 1
        lines += _class_lines(number)
    return "\n".join(lines) + "\n"


def _class_lines(n: int) -> list[str]:
    return f"""\
// A sorted list number {n}, with a counter.
class Node{n} {{
    int value;
    Node{n} next;
    private int count{n};

    static Node{n} make(int value) :=
        let node := new Node{n} in {{
            node.value := value;
            node.count{n} := {n} * 2 + 1;
            node;
        }};

    Node{n} insert(int value) :=
        if value < this.value || this.next = null && value >= {n} then
            let node := Node{n}.make(value) in {{ node.next := this; node }}
        else {{
            this.next := this.next.insert(value + {n});
            this;
        }};

    /* Counts what is smaller than the bound. */
    int smaller(int bound) :=
        let total := 0 in {{
            let at := this in
                while at != null do {{
                    if at.value < bound - {n} then total := total + 1;
                    at := at.next;
                }};
            total;
        }};

    bool core(Node{n} other) := (((this.value) + {n}) = ((other.smaller[(other.value)]) - 1));

    invariant positive{n}() := ~(this.value < 0) && this.count{n} != 0;
    hex {{ this(.next)* aliases nothing; }}
}}

scope Node{n} <= 4;
spec TEST{n}(Node{n} o) := o.value - o.next.value = {n} && o.next.next != null;
""".splitlines()


def _seconds_of_parse(text: str) -> float:
    start = perf_counter()
    parse(text)
    return perf_counter() - start


def _one_character_edit(text: str, chance: random.Random) -> Edit:
    at = chance.randrange(len(text))
    if chance.random() < 0.5:
        return Edit(at, at, chance.choice("ax1 ;.+("))
    return Edit(at, at + 1, "")


def _seconds_of_edit(parsed: Parsed, edit: Edit) -> float:
    start = perf_counter()
    reparse(parsed, edit)
    return perf_counter() - start


if __name__ == "__main__":
    raise SystemExit(main())
