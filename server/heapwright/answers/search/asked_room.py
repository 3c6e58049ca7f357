"""Room for the entries that a question speaks of.

Place: answers/search/. `ask` begins with it. That no list has six entries within a bound of four
is true and useless: so where a question compares a length with a number, there is room for as
many entries as make a difference to it.
"""

from __future__ import annotations

from heapwright.graph.explore.room import MOST_ROOM
from heapwright.ir.core import instructions as ir
from heapwright.ir.core.operations import REFLECTED
from heapwright.ir.core.program import Function
from heapwright.ir.core.walk import walk

# What a length that is compared with n must come to, so that both answers are possible.
_BEYOND = {"eq": 0, "ge": 0, "lt": 0, "ne": 1, "gt": 1, "le": 1}


def asked_entries(question: Function) -> int:
    """Give the largest number of entries that a question tells apart from fewer; 0 for none."""
    return max((n for node in walk(question.body) for n in _lengths(node)), default=0)


def _lengths(node: object) -> list[int]:
    match node:
        case ir.Operate(name, (ir.Operate("len"), ir.IntConstant(number))) if name in _BEYOND:
            needed = number + _BEYOND[name]
        case ir.Operate(name, (ir.IntConstant(number), ir.Operate("len"))) if name in _BEYOND:
            needed = number + _BEYOND[REFLECTED[name]]
        case _:
            return []
    return [needed] if needed <= MOST_ROOM else []
