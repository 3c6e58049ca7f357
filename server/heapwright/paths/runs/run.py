"""All paths of one call.

Place: paths/runs/. `graph` and `answers` ask for the paths of a public call or of a spec
on a heap of known shape. Asks no solver: a path whose condition the domain can
neither satisfy nor refute is given too, and the caller decides what to do with it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import TypeAlias

from heapwright.domains.constraint import FALSE, Constraint
from heapwright.heaps.known_shape import HeapObject, Value
from heapwright.paths.runs.machine import (
    MOST_DECISIONS,
    Alternative,
    Infeasible,
    Machine,
    RunStopped,
    ScopeLeft,
    SubjectThrow,
    TextLooked,
)
from heapwright.paths.runs.text_demands import TextDemand
from heapwright.records import dataclass
from heapwright.terms.term import Term


@dataclass(frozen=True, slots=True)
class RunLimits:
    """Bounds on one run: loop rounds plus calls, calls inside calls, and open conditions."""

    steps: int = 100_000
    depth: int = 1_500
    decisions: int = MOST_DECISIONS
    ranks_floats: bool = False  # floats are known by their order, and computed with roughly
    is_spelt: bool = False  # strings are kept letter by letter already: more is not to be had


@dataclass(frozen=True, slots=True)
class Returned:
    """The call ended with a value."""

    value: Value


@dataclass(frozen=True, slots=True)
class Threw:
    """The call ended by throwing an object of this class."""

    class_name: str
    thrown: HeapObject | None
    function: str
    site: int
    asked_at: tuple[str, int] | None = None  # what made the library throw; only traced code knows


@dataclass(frozen=True, slots=True)
class Stopped:
    """The run was given up; the reason is for people."""

    reason: str


@dataclass(frozen=True, slots=True)
class LeftScope:
    """The run went beyond a bound of the scope, and no further."""

    bound: str


Outcome: TypeAlias = Returned | Threw | Stopped | LeftScope


@dataclass(frozen=True, slots=True)
class PathEnd:
    """One path: how it ended, what it decided, and under which condition."""

    outcome: Outcome
    decisions: tuple[bool, ...]
    pc: Constraint
    changed: bool
    doubts: tuple[str, ...] = ()
    gap: int | None = None  # by how much the last comparison of known ints failed
    met: frozenset[str] = frozenset()  # bounds that the run assumed to be kept
    demands: tuple[TextDemand, ...] = ()


def paths_of(
    start: Constraint,
    call: Callable[[Machine], Value],
    limits: RunLimits,
    look: Callable[[], None] | None = None,
    prefers: Callable[[Term], bool] | None = None,
) -> Iterator[PathEnd]:
    """Run `call` once per path; it must start from a fresh heap each time.

    Each end is given before the next run starts, so that the caller can read the
    heap that the run left behind. `look` is called before each run and now and then inside of
    a long one; it raises to give up. `prefers` says which side of an open condition a run takes
    where it is free to; the other sides come later, the last ones first.
    """
    pending = [Alternative((), start)]
    while pending:
        if look is not None:
            look()
        machine = _machine(pending.pop(), limits, look, prefers)
        try:
            outcome = _outcome(machine, call, limits)
        except Infeasible:
            pending.extend(machine.alternatives)
            if not machine.doubts:
                continue
            # With another guess the run might have been one.
            outcome = Stopped(next(iter(machine.doubts)))
        pending.extend(machine.alternatives)
        yield PathEnd(
            outcome,
            tuple(machine.taken),
            machine.pc,
            machine.changed,
            tuple(machine.doubts),
            machine.gap,
            frozenset(machine.met),
            tuple(machine.demands),
        )


def condition_of(
    start: Constraint,
    call: Callable[[Machine], Value],
    limits: RunLimits,
    decisions: tuple[bool, ...],
) -> Constraint:
    """Give the condition of the path with these decisions, just as `paths_of` does.

    A path that does not exist has the condition `FALSE`. Runs only what leads there.
    """
    leading: Alternative | None = Alternative((), start)
    while leading is not None:
        machine = _machine(leading, limits, None)
        with suppress(Infeasible):
            _outcome(machine, call, limits)
        if tuple(machine.taken) == decisions:
            return machine.pc
        leading = next(
            (a for a in machine.alternatives if a.decisions == decisions[: len(a.decisions)]), None
        )
    return FALSE


def _machine(
    start: Alternative,
    limits: RunLimits,
    look: Callable[[], None] | None,
    prefers: Callable[[Term], bool] | None = None,
) -> Machine:
    return Machine(
        start,
        limits.steps,
        limits.depth,
        look=look,
        max_decisions=limits.decisions,
        ranks_floats=limits.ranks_floats,
        prefers=prefers,
    )


def _outcome(machine: Machine, call: Callable[[Machine], Value], limits: RunLimits) -> Outcome:
    try:
        return Returned(call(machine))
    except SubjectThrow as thrown:
        return Threw(
            thrown.class_name, thrown.thrown, thrown.function, thrown.site, thrown.asked_at
        )
    except RunStopped as stopped:
        return Stopped(str(stopped))
    except ScopeLeft as left:
        return LeftScope(str(left))
    except TextLooked:
        if not limits.is_spelt:
            raise
        return Stopped("the characters of a string matter that only the run makes")
    except RecursionError:
        return Stopped("calls nested too deeply")
