"""All paths of a function on inputs of which nothing is known.

Place: paths/unknown_heaps/. `workspace.paths` asks this. The heap model is a value, and so is the
order. Asks the solver only where `path_condition` cannot tell.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from enum import Enum
from typing import TypeAlias

from heapwright.cancellation import TimeIsUp
from heapwright.deep_recursion import deep_recursion
from heapwright.heaps.model import HeapModel, NotModelled, SymbolicHeap
from heapwright.ir.core.program import Function
from heapwright.ir.core.types import RefType, Type, VoidType
from heapwright.paths.runs.machine import RunStopped, SubjectThrow
from heapwright.paths.unknown_heaps.companions import asks_companions
from heapwright.paths.unknown_heaps.compile import SymbolicProgram
from heapwright.paths.unknown_heaps.machine import Alternative, Machine, RunImpossible, Turn
from heapwright.paths.unknown_heaps.path_condition import START, PathCondition, TimedSolver
from heapwright.records import dataclass
from heapwright.terms.term import Term


class Order(Enum):
    """Which of the runs that are still to be made comes next."""

    BREADTH = "breadth"
    DEPTH = "depth"


@dataclass(frozen=True, slots=True)
class RunBounds:
    """How far to go: steps of one path (calls and rounds of loops), and paths.

    Without `joins` paths are told apart by the operands of `&&` and `||` as well.
    """

    steps: int
    paths: int | None = None
    joins: bool = True


@dataclass(frozen=True, slots=True)
class Returned:
    """The path ends with a value; None if the function has no result."""

    value: Term | None


@dataclass(frozen=True, slots=True)
class Threw:
    """The path ends by throwing; `is_fault` if the machine threw and not the program."""

    class_name: str
    function: str
    site: int
    is_fault: bool


@dataclass(frozen=True, slots=True)
class Stopped:
    """The path was given up."""

    reason: str
    is_limit: bool
    place: tuple[str, int] | None = None  # function and site of what cannot be followed


Outcome: TypeAlias = Returned | Threw | Stopped


@dataclass(frozen=True, slots=True)
class SymbolicPath:
    """One path: how it ends, when it is taken, the heap at its end, and its turns."""

    outcome: Outcome
    pc: PathCondition
    heap: SymbolicHeap
    turns: tuple[Turn, ...]


@dataclass(frozen=True, slots=True)
class OutOfTime:
    """The search ended here; `n_left` runs that it knew of were not made."""

    reason: str
    n_left: int


def symbolic_paths(
    program: SymbolicProgram,
    function: Function,
    model: HeapModel,
    solver: TimedSolver,
    bounds: RunBounds,
    order: Order = Order.BREADTH,
    *,
    with_companions: bool = False,
) -> Iterator[SymbolicPath | OutOfTime]:
    """Run the function once per path; what is impossible is not given.

    With companions, structural invariants that the model asks have their say on numbers.
    """
    pending = deque([Alternative([], 0, None, START)])
    n_paths = 0
    while pending:
        if bounds.paths is not None and n_paths >= bounds.paths:
            yield OutOfTime(f"{bounds.paths} paths", len(pending))
            return
        start = pending.popleft() if order is Order.BREADTH else pending.pop()
        machine = Machine(model, solver, start, bounds.steps, joins=bounds.joins)
        if with_companions:
            machine.on_assumed = asks_companions(program)
        try:
            path = _path(program, function, machine)
        except TimeIsUp as up:
            yield OutOfTime(up.reason, len(pending) + len(machine.alternatives) + 1)
            return
        # The last alternative of a run is the deepest, so a stack goes on there.
        pending.extend(machine.alternatives)
        if path is not None:
            n_paths += 1
            yield path


def _path(program: SymbolicProgram, function: Function, machine: Machine) -> SymbolicPath | None:
    """Make one run; None if it was impossible after all."""
    try:
        with deep_recursion():
            value = _call(program, function, machine)
        has_value = not isinstance(function.result, VoidType)
        outcome: Outcome = Returned(value if has_value else None)
    except SubjectThrow as thrown:
        is_fault = thrown.thrown is None
        outcome = Threw(thrown.class_name, thrown.function, thrown.site, is_fault)
    except RunStopped as stopped:
        outcome = Stopped(str(stopped), stopped.is_limit, stopped.place)
    except NotModelled as reason:
        outcome = Stopped(str(reason), is_limit=False)
    except RecursionError:
        outcome = Stopped("calls and expressions nest too deeply", is_limit=True)
    except RunImpossible:
        return None
    return SymbolicPath(outcome, machine.pc, machine.heap, tuple(machine.turns))


def _call(program: SymbolicProgram, function: Function, machine: Machine) -> Term:
    """Call the function on symbols; the receiver is an object."""
    arguments: list[Term] = []
    if function.has_receiver:
        assert function.owner is not None
        receiver = program.program.language.receiver
        arguments.append(_declared(machine, receiver, RefType(function.owner), is_object=True))
    for index, parameter in enumerate(function.parameters):
        # What Python initializes is an object too, although `__init__` takes it as an argument.
        is_made = index == 0 and function.name == "__init__" and not function.has_receiver
        arguments.append(_declared(machine, parameter.name, parameter.type, is_object=is_made))
    return program.functions[function.qualified_name].call(machine, arguments)


def _declared(machine: Machine, name: str, type_: Type, *, is_object: bool) -> Term:
    model = machine.model
    return machine.act(lambda heap: model.declare(heap, name, type_, is_object=is_object))
