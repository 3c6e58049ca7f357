"""What the `__hash__` of a class tells about its objects as keys.

Place: ir/. Both interpreters look for a key by `==`. Python compares hashes first, so a key that
is equal and has another hash is not found. Where `__hash__` only computes with fields, both
run it; where it calls anything (`hash(self.name)`), equal keys are taken to have equal hashes.
"""

from __future__ import annotations

from heapwright.ir import instructions as ir
from heapwright.ir.program import Function
from heapwright.ir.walk import walk


def runs_hash(function: Function) -> bool:
    """Say whether to run it: it only computes, or it may raise."""
    if function.left_out is not None:
        return False
    nodes = list(walk(function.body))
    calls = any(isinstance(node, ir.Invoke | ir.InvokeExact | ir.CallValue) for node in nodes)
    return not calls or any(isinstance(node, ir.Throw) for node in nodes)
