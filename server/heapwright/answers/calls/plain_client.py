"""A client that makes calls on the plain interpreter, one after the other.

Place: answers/calls/. `replay` asks a question after the calls, `record` looks at what the
calls did. Shares no code with the symbolic run but the IR itself.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from heapwright.answers.calls.sequence import (
    FreshContainer,
    Inside,
    LeftAway,
    OpaqueObject,
    PlainArgument,
    PlainCall,
    ResultOf,
)
from heapwright.errors import EngineError
from heapwright.graph.state.public_calls import READING
from heapwright.graph.state.state_graph import Step
from heapwright.ir.core.hierarchy import Hierarchy, hierarchy_of
from heapwright.ir.core.operations import FOREIGN, METHOD, RECEIVER_FIELD, SHARED
from heapwright.ir.core.program import ByDigits, ByEntries, ByItems, ByNumber, Program
from heapwright.ir.core.types import RefType
from heapwright.ir.reach.endings import LATER_END, classes_with_ending, ending_not_followed
from heapwright.limits import DEFAULT_LIMITS, Limits
from heapwright.paths.plain.concrete import LeftOut, Outcome, Returned, Threw, run
from heapwright.paths.plain.endings import first_gone
from heapwright.paths.plain.heap import (
    ABSENT,
    EMPTY_HEAP,
    Named,
    PlainHeap,
    Reference,
    Unit,
    Value,
    default_value,
    entries_of,
    fields_of,
)
from heapwright.paths.plain.machine import Trace
from heapwright.paths.plain.outcomes import Outcomes
from heapwright.paths.plain.waits import acting_generator_gone
from heapwright.records import dataclass, field, replace


@dataclass(slots=True)
class PlainClient:
    """The heap, and what the calls so far returned. Mutable: every call changes it."""

    program: Program
    hierarchy: Hierarchy
    heap: PlainHeap = EMPTY_HEAP
    heaps: list[PlainHeap] = field(default_factory=list)  # after each call
    results: list[Value | Unit] = field(default_factory=list)  # of each call
    opaque: dict[tuple[str, int], Reference] = field(default_factory=dict)
    same: dict[int, Value] = field(default_factory=dict)  # containers of the last call, by number
    # The calls that gave a generator. The client goes through it at once; the items are the result.
    gone_through: set[int] = field(default_factory=set)
    is_backward: bool = False  # the way through sets, whose order nobody knows
    outcomes: Outcomes | None = None  # what time, chance and the system give

    def value_of(self, argument: PlainArgument, class_name: str) -> Value:
        """Give what an argument stands for; opaque objects are made when they are needed."""
        match argument:
            case ResultOf(call):
                result = self.results[call]
                assert not isinstance(result, Unit)
                return result
            case Inside(call, path):
                inner = self.value_of(ResultOf(call), class_name)
                for step in path:
                    inner = read_step(self.hierarchy, self.heap, inner, step)
                return inner
            case FreshContainer(number=number) if number in self.same:
                return self.same[number]
            case FreshContainer(number=number) if number:
                made_once = self.value_of(replace(argument, number=0), class_name)
                self.same[number] = made_once
                return made_once
            case FreshContainer(name, entries):
                values = tuple([self.value_of(entry, "") for entry in entries])
                if name == "tuple":
                    return values
                kind = self.hierarchy.made[name]
                if isinstance(kind, ByDigits | ByNumber):
                    self.heap, reference = allocated(self.hierarchy, self.heap, name)
                    self.heap = _with_number(self.hierarchy, self.heap, name, values)
                    return reference
                if self.hierarchy.is_dict(name):
                    values = tuple(zip(values[::2], values[1::2], strict=True))
                row = (*_defaults(self.hierarchy, name), *values)
                if isinstance(kind, ByItems):
                    row = _with_items(self.hierarchy, name, kind, values)
                grown = PlainHeap((*self.heap.class_names, name), (*self.heap.rows, row))
                self.heap = grown
                return Reference(len(grown.rows) - 1)
            case OpaqueObject(number):
                if (class_name, number) not in self.opaque:
                    self.heap, made = allocated(self.hierarchy, self.heap, class_name)
                    self.opaque[class_name, number] = made
                return self.opaque[class_name, number]
            case LeftAway():
                # The interpreter takes the default of the parameter.
                return ABSENT
            case plain:
                return plain

    def not_kept(self, calls: Iterable[PlainCall], asked: Iterable[Value] = ()) -> str | None:
        """Say of which object the end is not followed, and may have come.

        The text of the calls has names for what is used later or asked about; only these, and
        what all objects share, are sure to stay.
        """
        ending = classes_with_ending(self.program)
        heap = self.heap
        named = [self.results[at] for call in calls for at in _results_in(call.arguments)]
        shared = [Reference(n) for n, name in enumerate(heap.class_names) if name == SHARED]
        kept = (*asked, *named, *shared)
        gone = first_gone(ending, heap.class_names, heap.rows, kept)
        if gone is not None:
            return ending_not_followed(gone)
        functions = self.hierarchy.functions
        if acting_generator_gone(functions, heap.class_names, heap.rows, kept):
            return LATER_END
        return None

    def make(
        self,
        plain_call: PlainCall,
        trace: Trace | None = None,
        look: Callable[[], None] | None = None,
        limits: Limits = DEFAULT_LIMITS,
    ) -> Outcome:
        """Make a call; one that throws has no result, and leaves behind what it did."""
        call = plain_call.call
        if call is READING:
            read = self.value_of(plain_call.arguments[0], "")
            self.heaps.append(self.heap)
            self.results.append(read)
            return Returned(read, self.heap)
        if call.function is None:
            self.heap, reference = allocated(self.hierarchy, self.heap, call.name)
            self.heaps.append(self.heap)
            self.results.append(reference)
            return Returned(reference, self.heap)
        types = [
            *([call.receiver] if call.receiver is not None else []),
            *(t.class_name if isinstance(t, RefType) else "" for t in call.parameters),
        ]
        unread = _first_unread(plain_call.arguments)
        if unread is not None:
            return LeftOut(call.function, f"`{unread}` is not read", unread)
        self.same.clear()
        values = [self.value_of(a, t) for a, t in zip(plain_call.arguments, types, strict=True)]
        if call.receiver == METHOD:
            values[0] = read_step(self.hierarchy, self.heap, values[0], RECEIVER_FIELD)
        outcome = run(
            self.program,
            call.function,
            values,
            self.heap,
            limits,
            trace=trace,
            is_backward=self.is_backward,
            outcomes=self.outcomes,
            goes_through=True,
            look=look,
        )
        if isinstance(outcome, Returned | Threw):
            if outcome.went_through:
                self.gone_through.add(len(self.results))
            self.heap = outcome.heap
            self.heaps.append(self.heap)
            # What is raised can be caught by who expects it, and looked into.
            caught = outcome.reference if isinstance(outcome, Threw) and plain_call.raises else None
            self.results.append(outcome.value if isinstance(outcome, Returned) else caught)
        return outcome


def read_step(hierarchy: Hierarchy, heap: PlainHeap, value: Value | Unit, step: Step) -> Value:
    """Follow one step: a field, or an entry of a container and places in tuples."""
    first, *rest = step if isinstance(step, tuple) else (step,)
    found: Value
    if isinstance(value, tuple):
        assert isinstance(first, int)
        found = value[first]
    else:
        assert isinstance(value, Reference)
        if isinstance(first, int):
            found = entries_of(hierarchy, heap, value)[first]
        else:
            found = fields_of(hierarchy, heap, value)[first]
    for place in rest:
        assert isinstance(found, tuple) and isinstance(place, int)
        found = found[place]
    return found


def _results_in(arguments: Iterable[PlainArgument]) -> Iterator[int]:
    """Give the calls whose results are among these arguments."""
    for argument in arguments:
        match argument:
            case ResultOf(call) | Inside(call):
                yield call
            case FreshContainer(_, entries):
                yield from _results_in(entries)


def _first_unread(arguments: Iterable[PlainArgument]) -> str | None:
    """Name the code that must give an argument and is not read, where there is such a thing."""
    for argument in arguments:
        found: str | None = None
        match argument:
            case Named(kind, name) if kind == FOREIGN:
                found = name
            case FreshContainer(_, entries):
                found = _first_unread(entries)
        if found is not None:
            return found
    return None


def plain_client(
    program: Program, *, is_backward: bool = False, outcomes: Outcomes | None = None
) -> PlainClient:
    """Give a client that has done nothing yet; sets may be gone through backwards."""
    hierarchy = hierarchy_of(program)
    return PlainClient(program, hierarchy, is_backward=is_backward, outcomes=outcomes)


def allocated(
    hierarchy: Hierarchy, heap: PlainHeap, class_name: str
) -> tuple[PlainHeap, Reference]:
    """Put a fresh object with default values on the heap."""
    row = _defaults(hierarchy, class_name)
    grown = PlainHeap((*heap.class_names, class_name), (*heap.rows, row))
    return grown, Reference(len(heap.rows))


def _with_number(
    hierarchy: Hierarchy, heap: PlainHeap, name: str, values: tuple[Value, ...]
) -> PlainHeap:
    """Give the decimal number or the date that was allocated last what it holds."""
    known: dict[str, Value]
    match hierarchy.made[name]:
        case ByDigits(coefficient, exponent, others):
            known = {**dict(others), coefficient: values[0], exponent: values[1]}
        case ByNumber(field_name, origin, others=others):
            number = values[0]
            assert isinstance(number, int)
            known = {**dict(others), field_name: number + origin}
        case ByEntries() | ByItems():
            raise EngineError(f"`{name}` has entries")
    row = tuple(known[field.name] for field in hierarchy.fields(name))
    return PlainHeap(heap.class_names, (*heap.rows[:-1], row))


def _with_items(
    hierarchy: Hierarchy, name: str, made: ByItems, values: tuple[Value, ...]
) -> tuple[Value, ...]:
    """Give what an object holds that was made of these items."""
    known: dict[str, Value] = dict(made.others)
    known.update({field_name: Named("type", one) for field_name, one in made.types})
    known.update({made.field: values} if made.field else {})
    row = [known.get(one.name, default_value(one.type)) for one in hierarchy.fields(name)]
    return (*row, *(() if made.field else values))


def _defaults(hierarchy: Hierarchy, class_name: str) -> tuple[Value, ...]:
    return tuple(default_value(field.type) for field in hierarchy.fields(class_name))
