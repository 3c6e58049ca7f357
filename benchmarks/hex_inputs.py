"""The input heap of a run in `hex.py`, and what the techniques refuse of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial as partial_call

from heapwright.domains.constraint import FALSE, assume
from heapwright.graph.state_graph import Setting
from heapwright.heaps.known_shape import HeapObject, Value
from heapwright.invariants import partial
from heapwright.invariants.partial import NOTHING_KNOWN, CompanionCall, Known, Structures
from heapwright.invariants.visit import Reference
from heapwright.ir.program import Function
from heapwright.ir.types import BoolType, IntType, RefType, Type, VoidType
from heapwright.paths.compile import CompiledFunction
from heapwright.paths.machine import Machine, RunStopped, SubjectThrow
from heapwright.terms.build import variable
from heapwright.terms.sorts import INT
from heapwright.terms.term import Term


@dataclass(frozen=True, slots=True)
class Subject:
    """A program: its class, its node class with the bound, and what has to be true of inputs."""

    name: str
    file: str  # with the class
    more: str | None  # with formulas, companions and repOk, to be put into the class
    class_name: str
    node: str
    bound: int
    judged_with: int = 2  # nodes more, to complete an input
    targets: tuple[str, ...] = ()  # methods, if not all public ones
    trees: tuple[str, ...] = ()  # parameters of which `isTree` must be true


class Pruned(Exception):
    """The technique refuses the heap of this run."""


class NotKnown(Exception):
    """A property read what was not assumed yet."""


@dataclass(frozen=True, slots=True)
class Task:
    """What a subject needs in every run."""

    subject: Subject
    setting: Setting
    structures: Structures
    methods: tuple[Function, ...]
    rep_ok: str
    types: Mapping[tuple[str, str], Type]  # of fields, by class and name
    companions: dict[tuple[str, str], tuple[CompiledFunction, int, bool]] = field(
        default_factory=dict
    )
    # What is known after which assumptions; by identity, with the key itself kept alive.
    assumed: dict[int, tuple[Known, dict[tuple[object, ...], Known | None]]] = field(
        default_factory=dict
    )

    def companion(self, class_name: str, name: str) -> tuple[CompiledFunction, int, bool]:
        """Give a companion, how many objects it takes, and whether it takes the count."""
        found = self.companions.get((class_name, name))
        if found is None:
            method = self.setting.hierarchy.method(class_name, name)
            assert method is not None
            types = [parameter.type for parameter in method.parameters]
            found = self.companions[class_name, name] = (
                self.setting.compiled.functions[method.qualified_name],
                sum(isinstance(type_, RefType) for type_ in types),
                bool(types) and isinstance(types[-1], IntType),
            )
        return found


class InputHeap:
    """The input heap of one run: what was assumed of it, apart from what the run makes of it.

    Every input object has a twin that keeps the initial values; properties and companions
    run on twins.
    """

    def __init__(self, task: Task, machine: Machine, technique: str, bound: int) -> None:
        self.task = task
        self.machine = machine
        self.technique = technique
        self.bound = bound
        self.known: Known = NOTHING_KNOWN
        self.assumptions: list[Reference] = []
        self.objects: list[HeapObject] = []  # as the run sees them
        self.twins: list[HeapObject] = []
        self.number: dict[HeapObject, int] = {}
        self.is_open = False  # whether properties may make assumptions, too
        self.n_variables = 0

    def new_object(self, class_name: str) -> int:
        """Add an object of which nothing is known."""
        number = len(self.objects)
        real, twin = HeapObject(class_name, {}), HeapObject(class_name, {})
        real.fields = _Fields(self, number, is_twin=False)
        twin.fields = _Fields(self, number, is_twin=True)
        self.objects.append(real)
        self.twins.append(twin)
        self.number[real] = self.number[twin] = number
        return number

    def initial(self, number: int, name: str, *, is_twin: bool) -> Value:
        """Give the initial value of a field, assuming it if nobody asked before."""
        twin = self.twins[number]
        if name not in twin.fields:
            type_ = self.task.types[twin.class_name, name]
            if is_twin and not self.is_open and self.is_reference(type_):
                raise NotKnown
            value = self.value(type_, number, name)
            dict.__setitem__(twin.fields, name, value)
            self.refuse_or_go_on(number, name, type_, value)
        value = twin.fields[name]
        if isinstance(value, HeapObject) and not is_twin:
            return self.objects[self.number[value]]
        return value

    def is_reference(self, type_: Type) -> bool:
        """Say whether values of the type lead to objects that have fields."""
        return isinstance(type_, RefType) and type_.class_name not in self.task.setting.opaque

    def value(self, type_: Type, holder: int | None, name: str) -> Value:
        """Choose a value of the type; of an object the twin."""
        match type_:
            case BoolType():
                return self.machine.choose()
            case RefType(class_name) if class_name not in self.task.setting.opaque:
                return self.reference(class_name, holder, name)
            case VoidType():
                return None
            case _:
                self.n_variables += 1
                return variable(f"u{self.n_variables}", INT)

    def reference(self, class_name: str, holder: int | None, name: str) -> HeapObject | None:
        """Choose between null, the objects met so far and a new one."""
        fitting = self.task.setting.hierarchy.below(class_name)
        options: list[int | str | None] = [None]
        options += [n for n, o in enumerate(self.objects) if o.class_name in fitting]
        n_nodes = sum(o.class_name == self.task.subject.node for o in self.objects)
        options += [c for c in fitting if c != self.task.subject.node or n_nodes < self.bound]
        permitted: list[tuple[int | str | None, Known]] = []
        for option in options:
            known = self.assumed(holder, name, option)
            if known is not None:
                permitted.append((option, known))
        if not permitted:
            raise Pruned
        chosen = permitted[-1]
        for one in permitted[:-1]:
            if self.machine.choose():
                chosen = one
                break
        option, self.known = chosen
        number = self.new_object(option) if isinstance(option, str) else option
        self.note(holder, name, number)
        return None if number is None else self.twins[number]

    def note(self, holder: int | None, name: str, number: int | None) -> None:
        """Keep in mind where a reference was assumed to lead."""
        found = None if number is None else self.objects[number].class_name
        self.assumptions.append(Reference(holder, name, number, found))

    def assumed(self, holder: int | None, name: str, option: int | str | None) -> Known | None:
        """Say what is known if a reference leads there; None if HEX refuses it."""
        if self.technique != "HEX":
            return self.known
        target = len(self.objects) if isinstance(option, str) else option
        found = option if isinstance(option, str) else None
        if isinstance(option, int):
            found = self.objects[option].class_name
        # Runs that fork from each other assume the same references again.
        step = (holder, name, target, found)
        kept, steps = self.task.assumed.setdefault(id(self.known), (self.known, {}))
        assert kept is self.known
        if step not in steps:
            reference = Reference(holder, name, target, found)
            steps[step] = partial.assume(self.task.structures, self.known, reference, found)
        return steps[step]

    def refuse_or_go_on(self, number: int, name: str, type_: Type, value: Value) -> None:
        """Ask the technique about the reference that was just assumed."""
        if not self.is_reference(type_):
            return
        if self.technique == "HEX":
            was_open, self.is_open = self.is_open, False
            for call in self.known.asked:
                self.ask(call)
            self.is_open = was_open
        elif self.technique == "ConsP" and not self.is_open:
            for property_ in self.properties():
                self.demand(property_)

    def ask(self, call: CompanionCall) -> None:
        """Run a companion on the input heap."""
        callee, n_objects, takes_count = self.task.companion(call.class_name, call.method)
        objects: list[Value] = [
            self.twins[key] if isinstance(key, int) else None for key in (call.holder, call.target)
        ]
        arguments = objects[2 - n_objects :]
        if takes_count:
            arguments.append(call.count)
        assert isinstance(call.this, int)
        receiver = self.twins[call.this]
        self.demand(lambda: callee.call(self.machine, [receiver, *arguments]))

    def properties(self) -> list[Callable[[], Value]]:
        """Give what must be true of the inputs, as far as methods can say it."""
        functions = self.task.setting.compiled.functions
        if not self.task.subject.trees:
            rep_ok = functions[self.task.rep_ok]
            return [lambda: rep_ok.call(self.machine, [self.twins[0]])]
        is_tree = functions[self.task.rep_ok]
        return [
            partial_call(is_tree.call, self.machine, [self.twins[0], twin])
            for twin in self.parameters
        ]

    parameters: list[Value]

    def demand(self, property_: Callable[[], Value]) -> None:
        """Assume what a property says; where it would have to read on, it says nothing."""
        machine = self.machine
        try:
            truth = property_()
        except NotKnown:
            return
        except (SubjectThrow, RunStopped, RecursionError):
            raise Pruned from None
        if isinstance(truth, Term):
            # While decisions are replayed, the path condition has this already.
            if machine.position >= len(machine.replay):
                machine.pc = assume(machine.pc, truth)
            if machine.pc is FALSE:
                raise Pruned
        elif truth is not True:
            raise Pruned


class _Fields(dict[str | int, Value]):
    """Fields of an input object that get their value when they are first read."""

    __slots__ = ("_heap", "_is_twin", "_number")

    def __init__(self, heap: InputHeap, number: int, *, is_twin: bool) -> None:
        super().__init__()
        self._heap = heap
        self._number = number
        self._is_twin = is_twin

    def __missing__(self, name: str | int) -> Value:
        assert isinstance(name, str)
        value = self._heap.initial(self._number, name, is_twin=self._is_twin)
        dict.__setitem__(self, name, value)
        return value
