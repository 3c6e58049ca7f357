"""Structural invariants in the heap models: which input heaps may be assumed.

Place: heaps/. The two lazy models ask `permission` whenever they are about to assume where an
input reference leads. The other two assume no such thing: to them `guarded_visits`
says which aliases are permitted, as a condition on the references themselves.
Source: [HEX] section 3.3.
"""

from __future__ import annotations

from heapwright.heaps.class_numbers import ClassNumbers
from heapwright.heaps.model import AssumedReference, InitialField, Permits, SymbolicHeap, way_to
from heapwright.invariants.partial import Known, Structures, assume
from heapwright.invariants.visit import Reference
from heapwright.ir.core.structure import THIS
from heapwright.terms.term import Variable


def permission(structures: Structures, classes: ClassNumbers, receiver: str) -> Permits:
    """Give what the lazy models ask; `receiver` is how the language calls `this`."""

    def permits(assumed: AssumedReference) -> Known | None:
        heap, symbol = assumed.heap, assumed.symbol
        holder, name = None, way_to(symbol)
        source = _source(heap, symbol)
        if source is not None:
            holder, name = heap.bound[source.owner], source.field_name
        elif name == receiver:
            name = THIS
        declared = heap.symbols[symbol]
        if assumed.place != 0 and not assumed.is_fresh:
            # The object is of both classes, so of the more special one.
            other = heap.symbols[heap.places[assumed.place]]
            declared = other if classes.is_below(other, declared) else declared
        is_exact = len(classes.hierarchy.below(declared)) == 1
        reference = Reference(holder, name, assumed.place or None, declared if is_exact else None)
        return assume(structures, heap.known, reference, declared)

    return permits


def _source(heap: SymbolicHeap, symbol: Variable) -> InitialField | None:
    """Give the field that holds an input reference; None for what the program names."""
    for known in reversed(heap.initial):
        if known.symbol is symbol:
            return known
    return None
