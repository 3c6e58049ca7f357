"""How much work an answer may cost.

Place: bottom of the package. Settings and options make one `Limits`, everything
that can run long takes it. Reaching a limit is a result that names the limit,
never an exception that the caller has to know.
"""

from __future__ import annotations

from heapwright.records import dataclass


@dataclass(frozen=True, slots=True)
class Limits:
    """Bounds on one answer; None means no bound of that kind.

    `calls` bounds the length of a call sequence and `objects` the objects of single
    classes (classes without an entry follow the rule of the scope). They belong to
    the question. The others only guard time and memory: `steps` and `depth` hold for
    one run of one function, `seconds` and `memory_mb` for the whole answer.
    """

    calls: int | None = None
    objects: tuple[tuple[str, int], ...] = ()  # by class, in the order they were given
    steps: int = 1_000_000  # calls plus rounds of loops: nothing else can go on for ever
    depth: int = 2_000  # calls inside calls
    seconds: float | None = None
    memory_mb: int | None = None


DEFAULT_LIMITS = Limits()
