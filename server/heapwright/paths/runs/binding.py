"""Which argument of a call goes to which parameter, by Python's rules.

Place: paths/runs/. Used by the symbolic executor only; the plain interpreter has its own.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from heapwright.heaps.known_shape import Value
from heapwright.ir.core.program import Function
from heapwright.records import dataclass


class BadCall(Exception):
    """The arguments do not fit the parameters."""


@dataclass(frozen=True, slots=True)
class Given:
    """What a parameter gets; a list or dict for one that gathers."""

    value: Value | list[Value] | dict[str, Value]


def bound_arguments(
    function: Function, positional: Sequence[Value], named: Mapping[str, Value]
) -> list[Given | None]:
    """Give each parameter its argument; None for its default. Raises `BadCall`."""
    waiting, left = list(positional), dict(named)
    bound: list[Given | None] = []
    for parameter in function.parameters:
        if parameter.gathers == "*":
            bound.append(Given(waiting))
            waiting = []
        elif parameter.gathers == "**":
            bound.append(Given(left))
            left = {}
        elif waiting and not parameter.is_keyword_only:
            if parameter.name in left and not parameter.is_positional_only:
                raise BadCall
            bound.append(Given(waiting.pop(0)))
        elif parameter.name in left and not parameter.is_positional_only:
            bound.append(Given(left.pop(parameter.name)))
        elif parameter.default is not None:
            bound.append(None)
        else:
            raise BadCall
    if waiting or left:
        raise BadCall
    return bound
