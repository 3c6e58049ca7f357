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

from heapwright.heaps import model
from heapwright.heaps.model import NULL, Branch, SymbolicHeap, location_of, truth_of
from heapwright.heaps.typed_references import field_assumption
from heapwright.heaps.unbranched import Unbranched
from heapwright.records import dataclass, replace
from heapwright.terms.build import TRUE, boolean, equal, if_then_else, integer
from heapwright.terms.term import Term, Variable


@dataclass(frozen=True, slots=True, eq=False)
class GuardedSets(Unbranched):
    """The heap model of precise heap summaries."""

    name: str = "summary"

    def write(
        self, heap: SymbolicHeap, target: Term, field_name: str, value: Term
    ) -> Sequence[Branch]:
        """Strengthen what every location of the set holds: Figure 9, Field Write."""
        heap, assumption = field_assumption(heap, target, field_name, self.classes)
        hit = [location_of(leaf) for leaf in model.leaves(target) if location_of(leaf) != 0]
        if len(hit) > 1:
            heap = self.known(heap, target, field_name)
        for at in hit:
            guard = TRUE if len(hit) == 1 else _leads_to(target, at)
            old = heap.objects[at].get(field_name, value)
            heap = model.with_field(heap, at, field_name, if_then_else(guard, value, old))
        return (Branch(assumption, heap, value),)

    def is_null(self, heap: SymbolicHeap, value: Term) -> Sequence[Branch]:
        """Say when a set leads to null."""
        return model.only(heap, _leads_to(value, 0))

    def same(self, heap: SymbolicHeap, lhs: Term, rhs: Term) -> Sequence[Branch]:
        """Compare two sets: Figure 9, Equals, where some location is in both."""
        return model.only(heap, truth_of(lhs, lambda leaf: _leads_to(rhs, location_of(leaf))))

    def known(self, heap: SymbolicHeap, target: Term, field_name: str) -> SymbolicHeap:
        """Ask the input heap for a field of every location of a set: Figure 8, Summarize."""
        for leaf in model.leaves(target):
            at = location_of(leaf)
            if at > 0 and field_name not in heap.objects[at]:
                heap, symbol = self.asked(heap, heap.places[at], field_name)
                heap, value = self.placed(heap, symbol, is_object=False)
                heap = model.with_field(heap, at, field_name, value)
        return heap

    def key_of(self, leaf: Term) -> model.Key | None:
        """Give the location; None for null."""
        return location_of(leaf) or None

    def placed(
        self, heap: SymbolicHeap, symbol: Variable, *, is_object: bool
    ) -> tuple[SymbolicHeap, Term]:
        """Give the set of an input reference, with a location of its own."""
        declared = heap.symbols.get(symbol)
        if declared is None:  # an int or a Boolean
            return heap, symbol
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
