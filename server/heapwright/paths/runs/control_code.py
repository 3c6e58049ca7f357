"""Closures for what statements do with control, whatever the values and the heap are.

Place: paths/runs/. `compile` builds the code of both symbolic executors from these. The plain
interpreter is not built from them: it is the oracle of both and shares no code with them.

An expression is `code(machine, slots) -> value`, a condition gives a bool, a statement a
signal, where None means: go on with the next one.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import Any, Final, NoReturn, Protocol, TypeAlias, TypeVar

from heapwright.paths.runs.machine import GeneratorLeft, SubjectThrow

Signal: TypeAlias = "str | None"

RETURN: Final = "return"
BREAK: Final = "break"
CONTINUE: Final = "continue"


class Running(Protocol):
    """What these closures need of a machine."""

    depth: int
    max_depth: int
    result: Any

    def tick(self) -> None:
        """Count a call or a round of a loop."""
        ...


M = TypeVar("M", bound=Running)
V = TypeVar("V")
Outcome = TypeVar("Outcome")  # a signal or a value

Expr: TypeAlias = "Callable[[M, list[V]], V]"
Condition: TypeAlias = "Callable[[M, list[V]], bool]"
Statement: TypeAlias = "Callable[[M, list[V]], Signal]"


def in_order(codes: Sequence[Statement[M, V]]) -> Statement[M, V]:
    """Run statements until one gives a signal; short bodies are the most and have own code."""
    if not codes:
        return lambda machine, slots: None
    if len(codes) == 1:
        return codes[0]
    if len(codes) == 2:
        first, second = codes

        def run_two(machine: M, slots: list[V]) -> Signal:
            signal = first(machine, slots)
            return second(machine, slots) if signal is None else signal

        return run_two

    def run_all(machine: M, slots: list[V]) -> Signal:
        for code in codes:
            signal = code(machine, slots)
            if signal is not None:
                return signal
        return None

    return run_all


def assigning(slot: int, value: Expr[M, V]) -> Statement[M, V]:
    """Put a value into a slot."""

    def run(machine: M, slots: list[V]) -> Signal:
        slots[slot] = value(machine, slots)
        return None

    return run


def writing(
    target: Expr[M, V], value: Expr[M, V], write: Callable[[M, V, V], None]
) -> Statement[M, V]:
    """Put a value into a field of a target."""

    def run(machine: M, slots: list[V]) -> Signal:
        owner = target(machine, slots)
        write(machine, owner, value(machine, slots))
        return None

    return run


def throwing(value: Expr[M, V], throw: Callable[[M, V], NoReturn]) -> Statement[M, V]:
    """Throw a value."""

    def run(machine: M, slots: list[V]) -> Signal:
        throw(machine, value(machine, slots))

    return run


def evaluating(value: Expr[M, V]) -> Statement[M, V]:
    """Drop a value."""

    def run(machine: M, slots: list[V]) -> Signal:
        value(machine, slots)
        return None

    return run


def branching(
    condition: Condition[M, V],
    then: Callable[[M, list[V]], Outcome],
    otherwise: Callable[[M, list[V]], Outcome],
) -> Callable[[M, list[V]], Outcome]:
    """Run one of two bodies, or give one of two values."""

    def run(machine: M, slots: list[V]) -> Outcome:
        if condition(machine, slots):
            return then(machine, slots)
        return otherwise(machine, slots)

    return run


def looping(condition: Condition[M, V], body: Statement[M, V]) -> Statement[M, V]:
    """Run a body as long as a condition holds."""

    def run(machine: M, slots: list[V]) -> Signal:
        while condition(machine, slots):
            machine.tick()
            signal = body(machine, slots)
            if signal is BREAK:
                return None
            if signal is RETURN:
                return signal
        return None

    return run


def returning(value: Expr[M, V]) -> Statement[M, V]:
    """End the function; its value waits in the machine."""

    def run(machine: M, slots: list[V]) -> Signal:
        machine.result = value(machine, slots)
        return RETURN

    return run


def doing(body: Statement[M, V], value: Expr[M, V]) -> Expr[M, V]:
    """Run a body, then give a value."""

    def run(machine: M, slots: list[V]) -> V:
        body(machine, slots)
        return value(machine, slots)

    return run


def handling(
    body: Statement[M, V],
    handlers: Sequence[tuple[Collection[str] | None, int | None, Statement[M, V]]],
    fits: Callable[[M, SubjectThrow, Collection[str]], bool],
    caught: Callable[[M, SubjectThrow], V],
) -> Statement[M, V]:
    """Let the first handler that fits have what the body throws.

    A handler is what it catches (None for all), the slot for what it caught, and its body.
    `fits` says whether an exception is of one of some classes, `caught` gives the object.
    """

    def run(machine: M, slots: list[V]) -> Signal:
        depth = machine.depth
        try:
            return body(machine, slots)
        except SubjectThrow as exception:
            machine.depth = depth
            for catches, slot, handler in handlers:
                if catches is None or fits(machine, exception, catches):
                    if slot is not None:
                        slots[slot] = caught(machine, exception)
                    return handler(machine, slots)
            raise

    return run


def finishing(body: Statement[M, V], final: Statement[M, V]) -> Statement[M, V]:
    """Run a last part however the body ends: by itself, or by an exception of the program."""

    def run(machine: M, slots: list[V]) -> Signal:
        depth = machine.depth
        try:
            signal = body(machine, slots)
        except (SubjectThrow, GeneratorLeft):
            machine.depth = depth
            # A signal of the final part (a return, say) replaces what was thrown.
            leaving = final(machine, slots)
            if leaving is not None:
                return leaving
            raise
        result = machine.result
        leaving = final(machine, slots)
        if leaving is not None:
            return leaving
        machine.result = result
        return signal

    return run
