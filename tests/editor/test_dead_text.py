"""What never runs is faded: the text that depends on a branch which no calls take.

Below, ⟦ and ⟧ stand around what is faded.
"""

from __future__ import annotations

from heapwright.editor.known.branch_report import branch_report
from heapwright.limits import Limits
from heapwright.text.source import Source
from heapwright.workspace.load import program_of
from heapwright.workspace.questions import Asking
from support.expect import Expectation, expect

TINY = "class Counter {\n    int n;\n    void up() := if this.n < 3 then this.n := this.n + 1;\n"
PYTHON = """\
class Counter:
    def __init__(self) -> None:
        self.n = 0

    def up(self) -> None:
        if self.n < 3:
            self.n += 1

"""


def check_faded(language: str, members: str, expected: Expectation) -> None:
    """Put members into a class that counts to 3, and mark in them what is faded."""
    head = TINY if language == "tiny" else PYTHON
    text = head + members + ("}\n" if language == "tiny" else "")
    loaded = program_of(Source(f"counter.{language}", text), language)
    assert not loaded.has_errors
    spans = [p.span for p in branch_report(loaded, Asking(Limits())).problems]
    marks = [(span.start, "⟦") for span in spans] + [(span.end, "⟧") for span in spans]
    for offset, mark in sorted(marks, reverse=True):
        text = text[:offset] + mark + text[offset:]
    expected.check(text[len(head) : len(text) - 2 * (language == "tiny")])


def test_a_body_that_never_runs_in_python() -> None:
    check_faded(
        "python",
        """\
    def full(self) -> int:
        if self.n > 3:
            self.n = 0
            return 1
        elif self.n < 0:
            return 2
        else:
            return 3
""",
        expect(
            """
            def full(self) -> int:
                if self.n > 3:
                    ⟦self.n = 0
                    return 1⟧
                elif self.n < 0:
                    ⟦return 2⟧
                else:
                    return 3
            """
        ),
    )


def test_what_follows_a_branch_that_always_leaves() -> None:
    check_faded(
        "python",
        """\
    def small(self) -> int:
        if self.n < 4:
            return 1
        self.n = 9
        return 2

    def other(self) -> int:
        if self.n < 4:
            self.n = 0
        else:
            self.n = 1
        return 2
""",
        expect(
            """
            def small(self) -> int:
                if self.n < 4:
                    return 1
                ⟦self.n = 9
                return 2⟧

            def other(self) -> int:
                if self.n < 4:
                    self.n = 0
                else:
                    ⟦self.n = 1⟧
                return 2
            """
        ),
    )


def test_a_condition_that_could_be_left_out_is_faded_itself() -> None:
    check_faded(
        "python",
        """\
    def reset(self) -> None:
        if self.n >= 0:
            self.n = 0
""",
        expect(
            """
            def reset(self) -> None:
                if ⟦self.n >= 0⟧:
                    self.n = 0
            """
        ),
    )


def test_operands_and_values_that_are_never_asked_for() -> None:
    check_faded(
        "python",
        """\
    def parts(self) -> bool:
        return self.n > 3 and self.n != 7 and self.n != 8

    def value(self) -> int:
        return 1 if self.n > 3 else 2
""",
        expect(
            """
            def parts(self) -> bool:
                return self.n > 3 and ⟦self.n != 7 and self.n != 8⟧

            def value(self) -> int:
                return ⟦1⟧ if self.n > 3 else 2
            """
        ),
    )


def test_what_stands_in_a_dead_body_is_not_reported_again() -> None:
    check_faded(
        "python",
        """\
    def deep(self) -> None:
        while self.n > 3:
            if self.n > 5:
                self.n = 5
            self.n -= 1
""",
        expect(
            """
            def deep(self) -> None:
                while self.n > 3:
                    ⟦if self.n > 5:
                        self.n = 5
                    self.n -= 1⟧
            """
        ),
    )


def test_a_loop_that_is_only_left_by_return() -> None:
    check_faded(
        "python",
        """\
    def spin(self) -> int:
        while self.n < 9:
            if self.n == 3:
                return 1
            self.n += 1
        return 2

    def turn(self) -> int:
        while self.n < 9:
            if self.n == 3:
                break
            self.n += 1
        return 2
""",
        expect(
            """
            def spin(self) -> int:
                while self.n < 9:
                    if self.n == 3:
                        return 1
                    self.n += 1
                ⟦return 2⟧

            def turn(self) -> int:
                while ⟦self.n < 9⟧:
                    if self.n == 3:
                        break
                    self.n += 1
                return 2
            """
        ),
    )


def test_what_never_runs_in_tiny() -> None:
    check_faded(
        "tiny",
        """\
    int full() := if this.n > 3 then { this.n := 0; 1 } else 2;
    int small() := if this.n < 4 then 1 else 2;
    bool both() := this.n > 3 && this.n != 7 && this.n != 8;
    bool either() := this.n < 4 || this.n = 7;
    void reset() := if this.n >= 0 then this.n := 0;
    void spin() := while this.n > 3 do { if this.n = 5 then this.n := 0; this.n := 1 };
""",
        expect(
            """
            int full() := if this.n > 3 then ⟦{ this.n := 0; 1 }⟧ else 2;
            int small() := if this.n < 4 then 1 else ⟦2⟧;
            bool both() := this.n > 3 && ⟦this.n != 7 && this.n != 8⟧;
            bool either() := this.n < 4 || ⟦this.n = 7⟧;
            void reset() := if ⟦this.n >= 0⟧ then this.n := 0;
            void spin() := while this.n > 3 do ⟦{ if this.n = 5 then this.n := 0; this.n := 1 }⟧;
            """
        ),
    )
