"""What is asked about the heaps that calls can build.

Place: answers/calls/. `ask` makes one of a spec or an invariant; `search`, `try_out` and `widen`
look for its answer.
"""

from __future__ import annotations

from heapwright.ir.core.program import Function, Program
from heapwright.records import dataclass


@dataclass(frozen=True, slots=True)
class Question:
    """A Boolean function of the program, and the answer that we look for."""

    program: Program
    function: Function
    wanted: bool
