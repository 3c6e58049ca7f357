"""Run a function on plain values: the oracle and replayer of everything else.

Place: paths/plain/. Replay, tests of the engine, `heapwright test` and main expressions
call `run`. Pure: the heap that goes in stays as it is, the outcome holds the new one.

What a program means is decided here and in `ir.instructions`; every other way to run it
has to agree. Nothing the subject does raises: it returns, throws or is stopped.
`EngineError` means that the program or the heap is not sound.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Literal, TypeAlias, cast

from heapwright.deep_recursion import deep_recursion
from heapwright.errors import EngineError
from heapwright.ir.core.instructions import NO_SITE
from heapwright.ir.core.program import Program, Role
from heapwright.ir.reach.endings import LATER_END, ending_not_followed
from heapwright.limits import DEFAULT_LIMITS, Limits
from heapwright.paths.plain.code import MAX_INT_BITS, constant_code, function_code, steps_code
from heapwright.paths.plain.dynamic import PlainOperations
from heapwright.paths.plain.endings import first_gone, reached
from heapwright.paths.plain.heap import (
    ABSENT,
    EMPTY_HEAP,
    InputMatters,
    PlainHeap,
    Reference,
    Result,
    Value,
)
from heapwright.paths.plain.machine import (
    LeftOutCalled,
    LoadedProgram,
    Machine,
    Stopped,
    Thrown,
    Trace,
    Unfollowed,
    enter,
)
from heapwright.paths.plain.outcomes import Outcomes
from heapwright.paths.plain.waits import acting_generator_gone
from heapwright.records import dataclass

NO_INPUTS: Mapping[str, Value] = MappingProxyType({})
MOST_ITEMS = 1_000  # of a generator; who goes through more would hardly come to an end


@dataclass(frozen=True, slots=True)
class Returned:
    """The function ended; `value` is `VOID_VALUE` if it has no result."""

    value: Result
    heap: PlainHeap
    went_through: bool = False  # the value has the items of the generator that came out


@dataclass(frozen=True, slots=True)
class Threw:
    """An object or a fault left the function; the heap has what was done before."""

    class_name: str
    reference: Reference | None  # None for a fault: no object was made of it
    function: str  # where it was thrown
    site: int
    heap: PlainHeap
    asked_at: tuple[str, int] | None = None  # what made the library throw; only traced runs know
    went_through: bool = False  # or tried to


LimitName: TypeAlias = Literal["steps", "depth", "int size", "items"]


@dataclass(frozen=True, slots=True)
class LimitReached:
    """The run was stopped; nothing is known about how it would have ended."""

    which: LimitName
    message: str


@dataclass(frozen=True, slots=True)
class LeftOut:
    """The run called a function that has no usable body."""

    function: str
    reason: str
    unread: str = ""  # the code that is not read, where that is why
    depends: bool = False  # it looks at what only a real run has


Outcome: TypeAlias = Returned | Threw | LimitReached | LeftOut


def run(
    program: Program,
    function_name: str,
    arguments: Sequence[Value],
    heap: PlainHeap = EMPTY_HEAP,
    limits: Limits = DEFAULT_LIMITS,
    inputs: Mapping[str, Value] = NO_INPUTS,
    trace: Trace | None = None,
    *,
    is_backward: bool = False,
    outcomes: Outcomes | None = None,
    goes_through: bool = False,
    look: Callable[[], None] | None = None,
) -> Outcome:
    """Run one function, named `Class.method` or `spec`; a receiver is the first argument.

    An argument that is `ABSENT` is left out, so that its default counts.
    `inputs` are the values of symbols; a missing one counts as 0, false or null.
    `trace` hears of each decision: the function, the site, and how it came out. The order of
    a set is not known: with `is_backward` it is the other one. `outcomes` says what time, chance
    and the system give. Where a generator comes out, its items are the result with
    `goes_through`, as if all of them were wanted at once. `look` is called now and then, and
    raises to give up.
    """
    loaded = _loaded(program, is_traced=trace is not None)
    callee = loaded.callee(function_name, len(arguments))
    machine = Machine(
        list(heap.class_names), list(heap.rows), inputs, limits.steps, limits.depth, trace, look
    )
    machine.is_backward = is_backward
    machine.outcomes = outcomes
    frame = list(arguments)
    # Who holds the objects that the arguments do not lead to is not known here.
    others = (
        frozenset(range(len(heap.rows))) - reached(heap.rows, (*arguments, machine.shared))
        if loaded.ending or loaded.has_waiting_ends
        else frozenset()
    )
    n_parameters = len(callee.function.parameters)
    went_through = False
    try:
        if callee.function.has_receiver and frame[0] is None:
            raise Thrown(program.faults.null_dereference, None, function_name, NO_SITE)
        for index, parameter in enumerate(callee.function.parameters, len(frame) - n_parameters):
            if frame[index] is ABSENT and parameter.default is not None:
                frame[index] = loaded.constant(machine, parameter.default, function_name)
        with deep_recursion():
            value = enter(machine, callee, frame)
            if goes_through and _is_gone_through(loaded, machine, value):
                went_through = True
                value = _items(loaded, machine, function_name, value)
        if gone := _gone(loaded, machine, (*arguments, value), others):
            return LeftOut(function_name, gone)
    except Thrown as thrown:
        if gone := _gone(loaded, machine, (*arguments, thrown.reference), others):
            return LeftOut(function_name, gone)
        return Threw(
            thrown.class_name,
            thrown.reference,
            thrown.function,
            thrown.site,
            _heap_of(machine),
            thrown.asked_at,
            went_through,
        )
    except Stopped as stopped:
        return _limit_reached(stopped, limits)
    except LeftOutCalled as called:
        return LeftOut(called.function, called.reason)
    except Unfollowed as unfollowed:
        return LeftOut(unfollowed.function, unfollowed.reason, unfollowed.unread)
    except InputMatters:
        reason = "what happens depends on the time, chance or the system"
        return LeftOut(function_name, reason, depends=True)
    except RecursionError:
        return LimitReached(
            "depth", f"stopped in {function_name}: calls and expressions nest too deeply"
        )
    return Returned(value, _heap_of(machine), went_through)


def run_main(
    program: Program,
    inputs: Mapping[str, Value] = NO_INPUTS,
    heap: PlainHeap = EMPTY_HEAP,
    limits: Limits = DEFAULT_LIMITS,
    trace: Trace | None = None,
) -> Outcome:
    """Run the main expression of a program that has one."""
    for function in program.functions:
        if function.role is Role.MAIN:
            return run(program, function.qualified_name, (), heap, limits, inputs, trace)
    raise EngineError("the program has no main expression")


def looks_at_inputs(program: Program) -> bool:
    """Say whether runs may meet what only a real run has: the time, chance, the system."""
    return _loaded(program, is_traced=True).has_inputs


def _is_gone_through(loaded: LoadedProgram, machine: Machine, value: Result) -> bool:
    return isinstance(value, Reference) and loaded.hierarchy.is_gone_through(
        machine.class_names[value.number]
    )


def _items(
    loaded: LoadedProgram, machine: Machine, function_name: str, generator: Value
) -> tuple[Value, ...]:
    """Run a generator to its end; give what it yields."""
    found: list[Value] = []

    def take(item: Value) -> bool:
        if len(found) == MOST_ITEMS:
            raise Stopped("items", function_name)
        found.append(item)
        return False

    PlainOperations(loaded, function_name, NO_SITE).each(machine, generator, take)
    return tuple(found)


def _gone(
    loaded: LoadedProgram, machine: Machine, kept: tuple[Result, ...], others: frozenset[int]
) -> str | None:
    """Say why the end of the run is not followed: something went that does something then."""
    kept = (*kept, machine.shared)
    names, rows = machine.class_names, machine.rows
    if loaded.ending and (gone := first_gone(loaded.ending, names, rows, kept, others)):
        return ending_not_followed(gone)
    functions = loaded.hierarchy.functions
    if loaded.has_waiting_ends and acting_generator_gone(functions, names, rows, kept, others):
        return LATER_END
    return None


def _heap_of(machine: Machine) -> PlainHeap:
    """Freeze the heap of a run; rows that it did not write stay the same objects."""
    return PlainHeap(tuple(machine.class_names), tuple(map(tuple, machine.rows)))


def _limit_reached(stopped: Stopped, limits: Limits) -> LimitReached:
    """Say which limit stopped a run, where, and what to raise."""
    where = f"stopped in {stopped.function}"
    match stopped.which:
        case "steps":
            message = f"{where} after {limits.steps} steps (calls and rounds of loops); raise steps"
        case "depth":
            message = f"{where} at {limits.depth} calls inside calls; raise depth"
        case "items":
            message = f"{where} after {MOST_ITEMS} items of a generator"
        case _:
            message = f"{where}: an int grew beyond {MAX_INT_BITS} bits"
    return LimitReached(cast(LimitName, stopped.which), message)


# Compiled code is kept for the programs that were loaded last. A program is found by identity,
# since comparing two of them would cost more than compiling; the entry itself keeps it
# alive, so its id cannot pass to another. A few entries are enough: an oracle asks
# about one program thousands of times, and an editor about the newest few.
_MAX_LOADED = 8
_recently_loaded: dict[tuple[int, bool], LoadedProgram] = {}


def _loaded(program: Program, *, is_traced: bool) -> LoadedProgram:
    """Give the compiled form of a program, made now or kept from before."""
    key = (id(program), is_traced)
    loaded = _recently_loaded.get(key)
    if loaded is None:
        while len(_recently_loaded) >= _MAX_LOADED:
            del _recently_loaded[next(iter(_recently_loaded))]
        loaded = LoadedProgram(
            program, function_code, constant_code, steps_code, is_traced=is_traced
        )
        _recently_loaded[key] = loaded
    return loaded
