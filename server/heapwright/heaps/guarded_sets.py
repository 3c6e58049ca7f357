"""Heap summaries: a reference is a set of guarded locations.

Place: heaps/. `--heap summary`. No action gives more than one branch.
Source: [SUMMARY] Figures 5, 8 and 9.

Every input reference gets a location of its own, where it leads if it differs from all
input references before it. With locations 1, 2 of `a`, `b` and a new reference `c`:

    c  =  { (c = null, null), (c = a, 1), (c != a and c = b, 2), (otherwise, 3) }

written as nested choices. Locations are constants, so two of them are the same object or
not, and fields are kept per location. A read collects what the locations hold (the value set
VS), a write strengthens: each location keeps its old value where the guard fails (ST).
The paper's guards carry the guard of the location in the reference it came from. Going through
the references in order makes that needless: the first one that is equal is the one whose
own location is meant.

The paper drops from a set what the path condition refutes. A heap model asks nobody, so
the machine does that when it takes the value.
"""

from __future__ import annotations

from collections.abc import Sequence

from heapwright.heaps.class_numbers import ClassNumbers
from heapwright.heaps.guarded_visits import StructureAxioms, with_structure
from heapwright.heaps.model import (
    NULL,
    Branch,
    NotModelled,
    Receiver,
    SymbolicHeap,
    allocated,
    declared_root,
    leaves,
    location_of,
    mapped,
    not_null,
    only,
    truth_of,
    way_to,
    with_field,
    with_initial,
)
from heapwright.heaps.typed_references import field_assumption, instance_test, receivers_of
from heapwright.ir.core.types import RefType, Type
from heapwright.records import dataclass, replace
from heapwright.terms.build import TRUE, boolean, equal, if_then_else, integer
from heapwright.terms.term import Term, Variable


@dataclass(frozen=True, slots=True, eq=False)
class GuardedSets:
    """The heap model of precise heap summaries."""

    classes: ClassNumbers
    structure: StructureAxioms | None = None
    is_closed: bool = False  # for companions: what the program has not asked for is not known
    name: str = "summary"
    resolves_on_load: bool = False

    def declare(
        self, heap: SymbolicHeap, name: str, type_: Type, *, is_object: bool
    ) -> Sequence[Branch]:
        """Add an input."""
        is_new = all(way_to(root) != name for root in heap.roots)
        heap, symbol = declared_root(heap, name, type_, self.classes)
        if is_new:
            heap = with_structure(heap, symbol, self.structure)
        assumption = not_null(symbol) if is_object else TRUE
        if not isinstance(type_, RefType):
            return (Branch(assumption, heap, symbol),)
        heap, value = self._summarized(heap, symbol, is_object=is_object)
        return (Branch(assumption, heap, value),)

    def value_of(self, heap: SymbolicHeap, symbol: Variable) -> Term:
        """Give an input reference as a program sees it: the set of where it may lead."""
        return self._summarized(heap, symbol, is_object=False)[1]

    def load(self, heap: SymbolicHeap, value: Term) -> Sequence[Branch]:
        """Leave every set as it is."""
        return only(heap, value)

    def allocate(self, heap: SymbolicHeap, class_name: str) -> Branch:
        """Make an object."""
        return allocated(heap, class_name, self.classes)

    def read(self, heap: SymbolicHeap, target: Term, field_name: str) -> Sequence[Branch]:
        """Give the value set: [SUMMARY] Figure 9, Field Access."""
        heap, assumption = field_assumption(heap, target, field_name, self.classes)
        heap = self._initialized(heap, target, field_name)

        def value(leaf: Term) -> Term | None:
            at = location_of(leaf)
            return None if at == 0 else heap.objects[at][field_name]

        found = mapped(target, value)
        if found is None:
            raise NotModelled("a field of null")
        return (Branch(assumption, heap, found),)

    def write(
        self, heap: SymbolicHeap, target: Term, field_name: str, value: Term
    ) -> Sequence[Branch]:
        """Strengthen what every location of the set holds: Figure 9, Field Write."""
        heap, assumption = field_assumption(heap, target, field_name, self.classes)
        hit = [location_of(leaf) for leaf in leaves(target) if location_of(leaf) != 0]
        if len(hit) > 1:
            heap = self._initialized(heap, target, field_name)
        for at in hit:
            guard = TRUE if len(hit) == 1 else _leads_to(target, at)
            old = heap.objects[at].get(field_name, value)
            heap = with_field(heap, at, field_name, if_then_else(guard, value, old))
        return (Branch(assumption, heap, value),)

    def is_null(self, heap: SymbolicHeap, value: Term) -> Sequence[Branch]:
        """Say when a set leads to null."""
        return only(heap, _leads_to(value, 0))

    def same(self, heap: SymbolicHeap, lhs: Term, rhs: Term) -> Sequence[Branch]:
        """Compare two sets: Figure 9, Equals, where some location is in both."""
        return only(heap, truth_of(lhs, lambda leaf: _leads_to(rhs, location_of(leaf))))

    def is_instance(self, heap: SymbolicHeap, value: Term, class_name: str) -> Sequence[Branch]:
        """Say when a reference leads to an object of the class."""
        return only(*instance_test(heap, value, class_name, self.classes))

    def receivers(self, heap: SymbolicHeap, target: Term, method: str) -> Sequence[Receiver]:
        """Give the implementations that a call may run."""
        return receivers_of(heap, target, method, self.classes)

    def _initialized(self, heap: SymbolicHeap, target: Term, field_name: str) -> SymbolicHeap:
        """Ask the input heap for a field of every location of a set: Figure 8, Summarize."""
        for leaf in leaves(target):
            at = location_of(leaf)
            if at > 0 and field_name not in heap.objects[at]:
                heap, symbol = with_initial(
                    heap, heap.places[at], field_name, self.classes, is_closed=self.is_closed
                )
                heap = with_structure(heap, symbol, self.structure)
                value: Term = symbol
                if symbol in heap.symbols:
                    heap, value = self._summarized(heap, symbol, is_object=False)
                heap = with_field(heap, at, field_name, value)
        return heap

    def _summarized(
        self, heap: SymbolicHeap, symbol: Variable, *, is_object: bool
    ) -> tuple[SymbolicHeap, Term]:
        """Give the set of an input reference, with a location of its own."""
        declared = heap.symbols[symbol]
        own = next((at for at, first in heap.places.items() if first is symbol), None)
        if own is None:
            own = len(heap.places) + 1
            heap = replace(
                heap,
                places={**heap.places, own: symbol},
                objects={**heap.objects, own: {}},
            )
        value: Term = integer(own)
        for at, first in reversed(list(heap.places.items())):
            if at < own and self.classes.are_related(declared, heap.symbols[first]):
                value = if_then_else(equal(symbol, first), integer(at), value)
        if not is_object:
            value = if_then_else(equal(symbol, NULL), NULL, value)
        return heap, value


def _leads_to(value: Term, location: int) -> Term:
    return truth_of(value, lambda leaf: boolean(location_of(leaf) == location))
