"""The body of one method, run by CPython and by the plain interpreter.

Place: tests/frontends/python. Tables of small cases about semantics call this.
"""

from __future__ import annotations

from frontends.python.agreement import program_from
from frontends.python.random_values import Call
from frontends.python.value_agreement import compare_calls, executed

HEADER = """
from collections import Counter
from enum import Enum
class E(Enum):
    ONE = 1
"""


def compared(body: str, *arguments: int) -> tuple[str, str | None]:
    """Give the first difference, or nothing, and why the comparison ended early, if it did.

    The body is that of a method `go` of the class `T`; what stands before `---` comes first.
    """
    before, _, inside = body.rpartition("\n---\n")
    lines = [f"        {line}" for line in inside.strip("\n").split("\n")]
    text = "\n".join(
        (
            HEADER,
            before,
            "class T:",
            "    def __init__(self) -> None:",
            "        self.n = 0",
            "    def go(self, x: int):",
            *lines,
        )
    )
    calls = [Call("go", (argument,)) for argument in arguments]
    return compare_calls(executed(text), program_from(text), calls)
