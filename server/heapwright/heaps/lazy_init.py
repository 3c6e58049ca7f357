"""Lazy initialization: where a reference leads is assumed when the program first looks at it.

Place: heaps/. The baseline that the other models are compared with (`--heap lazy`).
Source: [POSE] section 2, [HEX] section 2, [SUMMARY] Figures 6 and 7.

An input reference that is loaded for the first time leads to null, to one of the input
objects met so far whose class fits, or to a new one: a branch each. From then on it is known, as
if the heap were concrete. The assumptions speak about the input references, so that path
conditions of all models can be compared.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from heapwright.heaps import model
from heapwright.heaps.class_numbers import ClassNumbers
from heapwright.heaps.model import Branch, SymbolicHeap
from heapwright.heaps.typed_references import field_assumption, instance_test, receivers_of
from heapwright.ir.core.types import RefType, Type
from heapwright.records import dataclass, replace
from heapwright.terms.build import and_, boolean, equal, integer, not_
from heapwright.terms.term import Term, Variable


@dataclass(frozen=True, slots=True, eq=False)
class LazyInit:
    """The heap model of generalized symbolic execution."""

    classes: ClassNumbers
    permits: model.Permits = model.permits_all
    name: str = "lazy"
    resolves_on_load: bool = True

    def declare(
        self, heap: SymbolicHeap, name: str, type_: Type, *, is_object: bool
    ) -> Sequence[Branch]:
        """Add an input; what is known to be an object is resolved at once."""
        heap, symbol = model.declared_root(heap, name, type_, self.classes)
        if not is_object or not isinstance(type_, RefType):
            return model.only(heap, symbol)
        known = heap.bound.get(symbol)
        if known is not None:
            return (Branch(boolean(known != 0), heap, integer(known)),)
        return list(targets(heap, symbol, self.classes, self.permits))

    def load(self, heap: SymbolicHeap, value: Term) -> Sequence[Branch]:
        """Say where a reference leads."""
        if type(value) is not Variable or value not in heap.symbols:
            return model.only(heap, value)
        return resolved(heap, value, self.classes, self.permits)

    def allocate(self, heap: SymbolicHeap, class_name: str) -> Branch:
        """Make an object."""
        return model.allocated(heap, class_name, self.classes)

    def read(self, heap: SymbolicHeap, target: Term, field_name: str) -> Sequence[Branch]:
        """Give a field of a known object."""
        return (read_place(heap, target, field_name, self.classes),)

    def write(
        self, heap: SymbolicHeap, target: Term, field_name: str, value: Term
    ) -> Sequence[Branch]:
        """Set a field of a known object."""
        return (write_place(heap, target, field_name, value, self.classes),)

    def is_null(self, heap: SymbolicHeap, value: Term) -> Sequence[Branch]:
        """Say whether a reference is null; it was loaded, so this is known."""
        return model.only(heap, boolean(model.location_of(value) == 0))

    def same(self, heap: SymbolicHeap, lhs: Term, rhs: Term) -> Sequence[Branch]:
        """Say whether two references are the same; both were loaded."""
        return model.only(heap, boolean(model.location_of(lhs) == model.location_of(rhs)))

    def is_instance(self, heap: SymbolicHeap, value: Term, class_name: str) -> Sequence[Branch]:
        """Say when a reference leads to an object of the class."""
        return model.only(*instance_test(heap, value, class_name, self.classes))

    def receivers(self, heap: SymbolicHeap, target: Term, method: str) -> Sequence[model.Receiver]:
        """Give the implementations that a call may run."""
        return receivers_of(heap, target, method, self.classes)


# --- Shared with lazier#, which does the same later ---------------------------------------


def resolved(
    heap: SymbolicHeap, symbol: Variable, classes: ClassNumbers, permits: model.Permits
) -> Sequence[Branch]:
    """Say where an input reference leads: null first, then aliases, then a new object."""
    known = heap.bound.get(symbol)
    if known is not None:
        return model.only(heap, integer(known))
    null = [] if symbol in heap.nonnull else list(_null(heap, symbol, permits))
    return [*null, *targets(heap, symbol, classes, permits)]


def targets(
    heap: SymbolicHeap, symbol: Variable, classes: ClassNumbers, permits: model.Permits
) -> Iterator[Branch]:
    """Give the objects that an input reference may lead to, the new one last."""
    declared = heap.symbols[symbol]
    distinct = [] if symbol in heap.nonnull else [model.not_null(symbol)]
    for place, first in heap.places.items():
        if not classes.are_related(declared, heap.symbols[first]):
            continue
        distinct.append(not_(equal(symbol, first)))
        known = permits(model.AssumedReference(heap, symbol, place, is_fresh=False))
        if known is not None:
            branch = _alias(heap, symbol, place, classes)
            yield replace(branch, heap=replace(branch.heap, known=known))
    place = len(heap.places) + 1
    known = permits(model.AssumedReference(heap, symbol, place, is_fresh=True))
    if known is not None:
        fresh = replace(
            heap,
            known=known,
            bound={**heap.bound, symbol: place},
            places={**heap.places, place: symbol},
            objects={**heap.objects, place: {}},
        )
        yield Branch(and_(*distinct), fresh, integer(place))


def _alias(heap: SymbolicHeap, symbol: Variable, place: int, classes: ClassNumbers) -> Branch:
    """Let an input reference lead to a place; the object there is of both classes then."""
    declared, first = heap.symbols[symbol], heap.places[place]
    assumption = equal(symbol, first)
    heap = replace(heap, bound={**heap.bound, symbol: place})
    if not classes.is_below(heap.symbols[first], declared):
        heap = model.with_class_axiom(heap, first, classes)
        assumption = and_(assumption, classes.within(model.class_variable(first), declared))
        heap = replace(heap, symbols={**heap.symbols, first: declared})
    return Branch(assumption, heap, integer(place))


def read_place(heap: SymbolicHeap, target: Term, field_name: str, classes: ClassNumbers) -> Branch:
    """Give a field of an object; the input heap is asked when it is first read."""
    heap, assumption = field_assumption(heap, target, field_name, classes)
    at = model.location_of(target)
    value = heap.objects[at].get(field_name)
    if value is None:
        heap, value = model.with_initial(heap, heap.places[at], field_name, classes)
        heap = model.with_field(heap, at, field_name, value)
    return Branch(assumption, heap, value)


def write_place(
    heap: SymbolicHeap, target: Term, field_name: str, value: Term, classes: ClassNumbers
) -> Branch:
    """Set a field of an object."""
    heap, assumption = field_assumption(heap, target, field_name, classes)
    return Branch(
        assumption, model.with_field(heap, model.location_of(target), field_name, value), value
    )


def _null(heap: SymbolicHeap, symbol: Variable, permits: model.Permits) -> Iterator[Branch]:
    known = permits(model.AssumedReference(heap, symbol, 0, is_fresh=False))
    if known is not None:
        null = replace(heap, bound={**heap.bound, symbol: 0}, known=known)
        yield Branch(equal(symbol, model.NULL), null, model.NULL)
