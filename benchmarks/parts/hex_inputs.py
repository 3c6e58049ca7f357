"""The input heap of a run in `hex.py`, and what the techniques refuse of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial as partial_call
from typing import TypeAlias

from heapwright.domains.constraint import FALSE, assume
from heapwright.graph.state.state_graph import Setting
from heapwright.heaps.known_shape import HeapObject, Value
from heapwright.invariants import partial
from heapwright.invariants.partial import NOTHING_KNOWN, CompanionCall, Known, Structures
from heapwright.invariants.visit import Reference
from heapwright.ir.core.program import Function
from heapwright.ir.core.types import BoolType, IntType, RefType, Type, VoidType
from heapwright.paths.known_shapes.compile import CompiledFunction
from heapwright.paths.runs.machine import Machine, RunStopped, SubjectThrow
from heapwright.terms.build import variable
from heapwright.terms.sorts import INT
from heapwright.terms.term import Term

Option: TypeAlias = "int | str | None"  # an object met before, the class of a new one, null


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


@dataclass(frozen=True, slots=True)
class Answered:
    """What a question decided and read; the answer was yes, or the run had ended there."""

    decisions: tuple[bool, ...]
    filled: tuple[tuple[int, str, Value], ...]


@dataclass(frozen=True, slots=True)
class Memory:
    """What the runs on one target have in common, since each begins as another one did."""

    # What properties and companions were asked, by how often before and after which decisions.
    answers: dict[tuple[int, tuple[bool, ...]], list[Answered]] = field(default_factory=dict)
    # Where references may lead, by what is known: by its identity, and it is kept alive.
    permitted: dict[int, tuple[Known, dict[tuple[object, ...], Sequence[tuple[Option, Known]]]]] = (
        field(default_factory=dict)
    )


class InputHeap:
    """The input heap of one run: what was assumed of it, apart from what the run makes of it.

    Every input object has a twin that keeps the initial values; properties and companions
    run on twins. An int is named after the object and the field that hold it.
    """

    prefix = ""  # of the names of ints

    def __init__(
        self, task: Task, machine: Machine, technique: str, bound: int, memory: Memory
    ) -> None:
        self.task = task
        self.memory = memory
        self.machine = machine
        self.technique = technique
        self.bound = bound
        self.known: Known = NOTHING_KNOWN
        self.objects: list[HeapObject] = []  # as the run sees them
        self.twins: list[HeapObject] = []
        self.number: dict[HeapObject, int] = {}
        self.parameters: list[Value] = []  # the references among them, as twins
        self.scalars: list[Value] = []  # the others
        self.is_open = False  # whether properties may make assumptions, too
        self.filled: list[tuple[int, str, Value]] = []  # fields that are no references, as read
        self.n_asked = 0

    def begin(self) -> HeapObject:
        """Add the receiver, and give it as the run sees it."""
        class_name = self.task.subject.class_name
        # The receiver is an object, and no other is there to be it.
        new = [known for option, known in self.permitted(class_name, None, "this") if option]
        if not new:
            raise Pruned
        self.known = new[0]
        number = self.new_object(class_name)
        if self.technique == "HEX":
            self.refuse_or_go_on()
        return self.objects[number]

    def given(self, type_: Type, name: str) -> Value:
        """Add an argument, and give it as the run sees it."""
        if not self.is_reference(type_):
            value = self.scalar(type_, None, name)
            self.scalars.append(value)
            return value
        twin = self.reference(type_, None, name)
        self.parameters.append(twin)
        if self.technique == "HEX":
            self.refuse_or_go_on()
        return None if twin is None else self.objects[self.number[twin]]

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
            if not self.is_reference(type_):
                value = self.scalar(type_, number, name)
                dict.__setitem__(twin.fields, name, value)
                self.filled.append((number, name, value))
                return value
            if is_twin and not self.is_open:
                raise NotKnown
            dict.__setitem__(twin.fields, name, self.reference(type_, number, name))
            self.refuse_or_go_on()
        value = twin.fields[name]
        if isinstance(value, HeapObject) and not is_twin:
            return self.objects[self.number[value]]
        return value

    def is_reference(self, type_: Type) -> bool:
        """Say whether values of the type lead to objects that have fields."""
        return isinstance(type_, RefType) and type_.class_name not in self.task.setting.opaque

    def scalar(self, type_: Type, holder: int | None, name: str) -> Value:
        """Give a value of a type without objects."""
        match type_:
            case BoolType():
                return self.machine.choose()
            case VoidType():
                return None
            case _:
                where = f"{name}{len(self.scalars)}" if holder is None else f"{holder}.{name}"
                return variable(self.prefix + where, INT)

    def reference(self, type_: Type, holder: int | None, name: str) -> HeapObject | None:
        """Choose between null, the objects met so far and a new one; gives the twin."""
        assert isinstance(type_, RefType)
        permitted = self.permitted(type_.class_name, holder, name)
        if not permitted:
            raise Pruned
        chosen = permitted[-1]
        for one in permitted[:-1]:
            if self.machine.choose():
                chosen = one
                break
        option, self.known = chosen
        number = self.new_object(option) if isinstance(option, str) else option
        return None if number is None else self.twins[number]

    def permitted(
        self, class_name: str, holder: int | None, name: str
    ) -> Sequence[tuple[Option, Known]]:
        """List where a reference may lead, and what is known then."""
        _, kept = self.memory.permitted.setdefault(id(self.known), (self.known, {}))
        # Without formulas the knowledge is always the same one, so the objects count as well.
        key = (holder, name, tuple([o.class_name for o in self.objects]))
        found = kept.get(key)
        if found is None:
            found = kept[key] = tuple(
                (option, known)
                for option in self.options(class_name, holder, name)
                if (known := self.assumed(holder, name, option)) is not None
            )
        return found

    def options(self, class_name: str, holder: int | None, name: str) -> list[Option]:
        """List where a reference may lead by its type and the bound."""
        fitting = self.task.setting.hierarchy.below(class_name)
        node = self.task.subject.node
        n_nodes = sum(o.class_name == node for o in self.objects)
        return [
            None,
            *(n for n, o in enumerate(self.objects) if o.class_name in fitting),
            *(c for c in fitting if c != node or n_nodes < self.bound),
        ]

    def assumed(self, holder: int | None, name: str, option: Option) -> Known | None:
        """Say what is known if a reference leads there; None if HEX refuses it."""
        if self.technique != "HEX":
            return self.known
        target = len(self.objects) if isinstance(option, str) else option
        found = option if isinstance(option, str) else None
        if isinstance(option, int):
            found = self.objects[option].class_name
        reference = Reference(holder, name, target, found)
        return partial.assume(self.task.structures, self.known, reference, found)

    def refuse_or_go_on(self) -> None:
        """Ask the technique about the reference that was just assumed."""
        if self.technique == "HEX":
            questions = [partial_call(self.ask, call) for call in self.known.asked]
        elif self.technique == "ConsP" and not self.is_open:
            questions = [partial_call(self.demand, one) for one in self.properties()]
        else:
            return
        if questions and not self.was_answered():
            machine = self.machine
            start, n_filled = machine.position, len(self.filled)
            was_open, self.is_open = self.is_open, False
            for question in questions:
                question()
            self.is_open = was_open
            before, used = tuple(machine.taken[:start]), machine.taken[start : machine.position]
            answered = Answered(tuple(used), tuple(self.filled[n_filled:]))
            self.memory.answers.setdefault((self.n_asked, before), []).append(answered)

    def was_answered(self) -> bool:
        """Pass over what was asked before: a run that forks from another begins as that one did."""
        machine = self.machine
        position = machine.position
        self.n_asked += 1
        if position < len(machine.replay):
            for one in self.memory.answers.get((self.n_asked, machine.replay[:position]), ()):
                end = position + len(one.decisions)
                if machine.replay[position:end] == one.decisions:
                    machine.position = end
                    for number, name, value in one.filled:
                        dict.__setitem__(self.twins[number].fields, name, value)
                    self.filled += one.filled
                    return True
        return False

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

    def demand(self, property_: Callable[[], Value]) -> None:
        """Assume what a property says; where it would have to read on, it says nothing."""
        machine = self.machine
        steps, machine.steps = machine.steps, 0
        try:
            truth = property_()
        except NotKnown:
            return
        except (SubjectThrow, RunStopped, RecursionError):
            raise Pruned from None
        finally:
            machine.steps = steps
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
