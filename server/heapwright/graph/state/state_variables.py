"""The variables that stand in the holes of shapes.

Place: graph/state/. Hole i of every shape holds `state_variable(i)`.
"""

from __future__ import annotations

from typing import Final

from heapwright.terms.build import variable
from heapwright.terms.sorts import INT
from heapwright.terms.term import Variable

HOLE: Final = "?"

_STATE_VARIABLES: list[Variable] = []


def state_variable(index: int) -> Variable:
    """Give the variable of hole `index`; the same one for every state."""
    while len(_STATE_VARIABLES) <= index:
        _STATE_VARIABLES.append(variable(f"v{len(_STATE_VARIABLES)}", INT))
    return _STATE_VARIABLES[index]
