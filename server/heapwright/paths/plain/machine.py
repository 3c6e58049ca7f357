"""What a run on plain values needs: its heap and counters, functions, tables by class.

Place: paths/plain/. `code` makes the closures that work on this, `concrete` starts runs.
A `Machine` is changed while one run lasts and never seen from outside.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from enum import Enum
from typing import Any, NoReturn, TypeAlias

from heapwright.errors import EngineError
from heapwright.ir.core.hierarchy import hierarchy_of
from heapwright.ir.core.instructions import Expr, Operate
from heapwright.ir.core.operations import FOREIGN, SHARED
from heapwright.ir.core.program import Function, Program
from heapwright.ir.core.walk import walk
from heapwright.ir.reach.endings import classes_with_ending, may_act_at_end
from heapwright.ir.reach.hashing import classes_with_changing_hash
from heapwright.paths.plain.heap import VOID_VALUE, Reference, Value, default_value
from heapwright.paths.plain.outcomes import Outcomes
from heapwright.records import replace

Trace: TypeAlias = Callable[[str, int, bool], None]
# The front end has checked the types, and which one a closure gives depends on the
# instruction; a union here would mean a test of the type at every use.
Dynamic: TypeAlias = Any
Slots: TypeAlias = list[Dynamic]
Code: TypeAlias = "Callable[[Machine, Slots], Dynamic]"
StatementCode: TypeAlias = "Callable[[Machine, Slots], Signal | None]"
StepCode: TypeAlias = "Callable[[Machine, Slots, Pause], Signal | None]"


class Signal(Enum):
    """How a statement ended if not by reaching its end."""

    RETURN = "return"
    BREAK = "break"
    CONTINUE = "continue"
    YIELD = "yield"  # a generator waits; only code that can go on there gives this


class Pause:
    """Where a generator goes on, and then where it waits next; see `pull`."""

    __slots__ = ("item", "path", "sent", "sources")

    def __init__(self, path: list[int], sources: list[Dynamic], sent: Dynamic) -> None:
        """Go on where a path leads, with what the loops there go through, and what is sent."""
        self.path = path
        self.sources = sources  # the outermost last
        self.sent = sent  # or a `Thrown`
        self.item: Dynamic = None


class Thrown(Exception):
    """An object or fault of the subject on its way to a handler."""

    def __init__(
        self, class_name: str, reference: Reference | None, function: str, site: int
    ) -> None:
        """Remember what was thrown (a fault has no object yet) and where."""
        self.class_name = class_name
        self.reference = reference
        self.function = function
        self.site = site
        # Where the text under analysis asked for it, if the library threw; traced code says so.
        self.asked_at: tuple[str, int] | None = None


STRIDE = 256  # steps between two looks at the limits of whoever wants the run


class Stopped(Exception):
    """A limit was reached."""

    def __init__(self, which: str, function: str) -> None:
        """Remember the limit and the function that ran into it."""
        self.which = which
        self.function = function


class Unfollowed(Exception):
    """The program does what this interpreter has no meaning for."""

    def __init__(self, reason: str, function: str, unread: str = "") -> None:
        """Remember what it was, and where; `unread` names code that is not read."""
        self.reason = reason
        self.function = function
        self.unread = unread


# What ends a run in which an exception meets a handler for a class that is not read.
UNREAD_ERROR = "which exceptions a handler takes is not read"


class LoopLeft(Exception):
    """A loop leaves the generator that runs below it; no handler of the program sees this."""

    def __init__(self, loop: object, thrown: Thrown | None) -> None:
        """Remember which loop, and what its body threw, if anything."""
        self.loop = loop
        self.thrown = thrown


class LeftOutCalled(Exception):
    """A function without a usable body was called."""

    def __init__(self, function: str, reason: str) -> None:
        """Remember the function and why it has no body."""
        self.function = function
        self.reason = reason


class Machine:
    """The state of one run. A row is a tuple until the run first writes to it."""

    __slots__ = (
        "class_names",
        "depth_left",
        "inputs",
        "is_backward",
        "look",
        "n_before",
        "outcomes",
        "rows",
        "shared",
        "steps_after",
        "steps_left",
        "trace",
    )

    def __init__(
        self,
        class_names: list[str],
        rows: list[tuple[Value, ...] | list[Value]],
        inputs: Mapping[str, Value],
        steps: int,
        depth: int,
        trace: Trace | None,
        look: Callable[[], None] | None = None,
    ) -> None:
        """Start with a copy of a heap's tables."""
        self.class_names = class_names
        self.rows = rows
        self.inputs = inputs
        self.look = look  # raises where nobody wants the result any more
        # Steps are given out in portions, with a look in between.
        self.steps_left = steps if look is None else min(steps, STRIDE)
        self.steps_after = steps - self.steps_left
        self.depth_left = depth
        self.trace = trace
        # What the inputs of the run are; None where nobody says.
        self.outcomes: Outcomes | None = None
        self.n_before = len(rows)  # objects that were there before the run
        # The object that holds what all objects share, once there is one.
        self.shared = Reference(class_names.index(SHARED)) if SHARED in class_names else None
        self.is_backward = False  # the way through sets, whose order nobody knows

    def take_steps(self, function: str) -> None:
        """Begin the next portion of steps with the one that is due; after the last, stop."""
        if self.steps_after <= 0 or self.look is None:
            raise Stopped("steps", function)
        self.look()
        portion = min(self.steps_after, STRIDE)
        self.steps_after -= portion
        self.steps_left = portion - 1


class Callee:
    """One function, compiled when it is first called."""

    __slots__ = ("body", "code", "function", "n_arguments", "name", "padding")

    def __init__(self, loaded: LoadedProgram, function: Function) -> None:
        """Prepare a function without compiling it."""
        self.function = function
        self.body: Code | None = None  # of a generator, whose code only makes an object
        self.name = function.qualified_name
        self.n_arguments = len(function.parameters) + function.has_receiver
        # The other locals, and behind them the result.
        self.code: Code
        self.padding: Slots = [None] * (function.n_slots - self.n_arguments) + [VOID_VALUE]

        def compile_then_run(machine: Machine, slots: Slots) -> Dynamic:
            code = self.code = loaded.compile_function(loaded, function)
            return code(machine, slots)

        self.code = compile_then_run


def enter(machine: Machine, callee: Callee, slots: Slots) -> Dynamic:
    """Run a function on a list of its arguments, which becomes its frame."""
    machine.steps_left -= 1
    if machine.steps_left < 0:
        machine.take_steps(callee.name)
    if machine.depth_left == 0:
        raise Stopped("depth", callee.name)
    machine.depth_left -= 1
    slots += callee.padding
    result = callee.code(machine, slots)
    # A throw leaves this out; the handler that catches it restores the depth.
    machine.depth_left += 1
    return result


class _Table(dict[str, Dynamic]):
    """A table by class that says what is wrong when an object of a strange class comes."""

    def __init__(self, what: str, entries: Mapping[str, object]) -> None:
        super().__init__(entries)
        self.what = what

    def __missing__(self, class_name: str) -> NoReturn:
        raise EngineError(f"an object of class {class_name} has no {self.what}")


class LoadedProgram:
    """A program with its closures and the tables that these share."""

    def __init__(
        self,
        program: Program,
        compile_function: Callable[[LoadedProgram, Function], Code],
        compile_constant: Callable[[LoadedProgram, Expr, str], Code],
        compile_steps: Callable[[LoadedProgram, Function], StepCode],
        *,
        is_traced: bool,
    ) -> None:
        """Prepare all functions; each is compiled when it is first called."""
        self.program = program
        self.compile_function = compile_function
        self.compile_constant = compile_constant
        self.compile_steps = compile_steps
        self._steps: dict[str, StepCode] = {}
        self._constants: dict[int, tuple[Expr, Code]] = {}
        self.is_traced = is_traced
        self.hierarchy = hierarchy_of(program)
        functions = self.hierarchy.functions
        self.has_inputs = FOREIGN in self.hierarchy.classes or any(
            isinstance(node, Operate) and node.operation in ("input", "between")
            for function in functions.values()
            if self.hierarchy.is_of_library(function)
            for node in walk(function.body)
        )
        self.changing_keys = classes_with_changing_hash(program)
        self.ending = classes_with_ending(program)  # whose objects do something when they go
        self.stopping: dict[str, bool] = {}  # generators: whether they can go on where they wait
        # Whether generators may wait where something is done when they go.
        self.has_waiting_ends = any(
            function.is_generator and may_act_at_end(function.body)
            for function in functions.values()
        )
        self.callees = {name: Callee(self, function) for name, function in functions.items()}
        self._field_tables: dict[str, _Table] = {}
        self._method_tables: dict[tuple[str, int], _Table] = {}
        self._default_rows: dict[str, tuple[Value, ...]] = {}
        # Looking through all classes above took a twentieth of short runs.
        self._methods: dict[tuple[str, str], Callee | None] = {}

    def callee(self, name: str, n_arguments: int) -> Callee:
        """Find a function by its qualified name."""
        callee = self.callees.get(name)
        if callee is None:
            raise EngineError(f"the program has no function {name}")
        if callee.n_arguments != n_arguments:
            wanted = callee.n_arguments
            raise EngineError(f"{name} takes {wanted} arguments and was given {n_arguments}")
        return callee

    def field_table(self, field_name: str) -> _Table:
        """Give the place of a field in the rows of each class that has it."""
        table = self._field_tables.get(field_name)
        if table is None:
            places = {
                class_name: place
                for class_name in self.hierarchy.classes
                for place, field in enumerate(self.hierarchy.fields(class_name))
                if field.name == field_name
            }
            table = self._field_tables[field_name] = _Table(f"field {field_name}", places)
        return table

    def method_table(self, method: str, n_arguments: int) -> _Table:
        """Give what a call of a method runs for each class that has it."""
        table = self._method_tables.get((method, n_arguments))
        if table is None:
            found = {name: self.hierarchy.method(name, method) for name in self.hierarchy.classes}
            callees = {
                class_name: self.callees[function.qualified_name]
                for class_name, function in found.items()
                if function is not None and len(function.parameters) == n_arguments
            }
            table = _Table(f"method {method} with {n_arguments} arguments", callees)
            self._method_tables[method, n_arguments] = table
        return table

    def method(self, class_name: str, name: str) -> Callee | None:
        """Find a method by the name of a class, which need not be one of the program."""
        key = (class_name, name)
        if key not in self._methods:
            known = class_name in self.hierarchy.classes
            function = self.hierarchy.method(class_name, name) if known else None
            self._methods[key] = None if function is None else self.callees[function.qualified_name]
        return self._methods[key]

    def default_row(self, class_name: str) -> tuple[Value, ...]:
        """Give the field values that an object of the class starts with."""
        row = self._default_rows.get(class_name)
        if row is None:
            row = tuple(default_value(field.type) for field in self.hierarchy.fields(class_name))
            self._default_rows[class_name] = row
        return row

    def constant(self, machine: Machine, expr: Expr, function: str) -> Dynamic:
        """Evaluate an expression without locals: the default of a parameter."""
        known = self._constants.get(id(expr))
        if known is None:
            # The entry keeps the expression alive, so its id cannot pass to another.
            known = self._constants[id(expr)] = (expr, self.compile_constant(self, expr, function))
        return known[1](machine, [])

    def run_generator(self, machine: Machine, callee: Callee, slots: Slots) -> None:
        """Run the body of a generator on a whole frame, with what takes its items at the end."""
        if machine.depth_left == 0:
            raise Stopped("depth", callee.name)
        machine.depth_left -= 1
        if callee.body is None:
            callee.body = self.compile_function(self, replace(callee.function, is_generator=False))
        callee.body(machine, slots)

    def steps(self, name: str) -> StepCode:
        """Give the code of a generator that stops at each `yield`."""
        if name not in self._steps:
            self._steps[name] = self.compile_steps(self, self.callees[name].function)
        return self._steps[name]

    def allocate(self, machine: Machine, class_name: str) -> Reference:
        """Make an object, numbered after those that exist."""
        machine.rows.append(list(self.default_row(class_name)))
        machine.class_names.append(class_name)
        return Reference(len(machine.rows) - 1)
