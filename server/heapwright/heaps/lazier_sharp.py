"""lazier# initialization: where a reference leads is assumed as late as possible.

Place: heaps/. `--heap lazier`.
Source: [POSE] section 2 and [SUMMARY] section 2, which describe it after Deng, Lee and Robby.

Passing a reference around assumes nothing. Comparing it with null assumes only whether it
is null. Only an access to the object, or a comparison with another object, falls back on
lazy initialization.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from heapwright.heaps import model
from heapwright.heaps.lazy_init import LazyInit, read_place, resolved, targets, write_place
from heapwright.heaps.model import Branch, SymbolicHeap
from heapwright.heaps.typed_references import instance_test, receivers_of
from heapwright.records import dataclass, replace
from heapwright.terms.build import FALSE, TRUE, and_, boolean, equal, integer
from heapwright.terms.term import IntegerConstant, Term, Variable


@dataclass(frozen=True, slots=True, eq=False)
class LazierSharp(LazyInit):
    """The heap model of lazier# initialization."""

    name: str = "lazier"
    resolves_on_load: bool = False

    def load(self, heap: SymbolicHeap, value: Term) -> Sequence[Branch]:
        """Leave a reference as it is."""
        return model.only(heap, value)

    def read(self, heap: SymbolicHeap, target: Term, field_name: str) -> Sequence[Branch]:
        """Give a field; now it matters which object this is."""
        return [
            _then(branch, read_place(branch.heap, branch.value, field_name, self.classes))
            for branch in self._place(heap, target)
        ]

    def write(
        self, heap: SymbolicHeap, target: Term, field_name: str, value: Term
    ) -> Sequence[Branch]:
        """Set a field; now it matters which object this is."""
        return [
            _then(branch, write_place(branch.heap, branch.value, field_name, value, self.classes))
            for branch in self._place(heap, target)
        ]

    def is_null(self, heap: SymbolicHeap, value: Term) -> Sequence[Branch]:
        """Assume that a reference is null or not, and no more."""
        known = _known(heap, value)
        if known is not None:
            return model.only(heap, boolean(known == 0))
        assert type(value) is Variable
        if value in heap.nonnull:
            return model.only(heap, FALSE)
        exists = replace(heap, nonnull=heap.nonnull | {value})
        branches = [Branch(model.not_null(value), exists, FALSE)]
        permitted = self.permits(model.AssumedReference(heap, value, 0, is_fresh=False))
        if permitted is not None:
            null = replace(heap, bound={**heap.bound, value: 0}, known=permitted)
            branches.insert(0, Branch(equal(value, model.NULL), null, TRUE))
        return branches

    def same(self, heap: SymbolicHeap, lhs: Term, rhs: Term) -> Sequence[Branch]:
        """Compare two references, after finding out where both lead."""
        one, two = _known(heap, lhs), _known(heap, rhs)
        if one is not None and two is not None:
            return model.only(heap, boolean(one == two))
        if one == 0 or two == 0:
            return self.is_null(heap, rhs if one == 0 else lhs)
        if (one is not None and one < 0) or (two is not None and two < 0):
            # What the program made is no input object.
            return model.only(heap, FALSE)
        return [
            Branch(
                and_(first.assumption, second.assumption),
                second.heap,
                boolean(model.location_of(first.value) == model.location_of(second.value)),
            )
            for first in self._resolved(heap, lhs)
            for second in self._resolved(first.heap, rhs)
        ]

    def is_instance(self, heap: SymbolicHeap, value: Term, class_name: str) -> Sequence[Branch]:
        """Say when a reference leads to an object of the class."""
        return [
            _then(
                branch,
                Branch(TRUE, *instance_test(branch.heap, branch.value, class_name, self.classes)),
            )
            for branch in self._resolved(heap, value)
        ]

    def receivers(self, heap: SymbolicHeap, target: Term, method: str) -> Sequence[model.Receiver]:
        """Give the implementations that a call may run; the object matters only with several."""
        return list(self._receivers(heap, target, method))

    def _receivers(self, heap: SymbolicHeap, target: Term, method: str) -> Iterator[model.Receiver]:
        as_they_are = receivers_of(heap, target, method, self.classes)
        if len(as_they_are) == 1:
            yield from as_they_are
            return
        for branch in self._place(heap, target):
            for receiver in receivers_of(branch.heap, branch.value, method, self.classes):
                assumption = and_(branch.assumption, receiver.assumption)
                yield model.Receiver(assumption, receiver.heap, receiver.function)

    def _resolved(self, heap: SymbolicHeap, value: Term) -> Sequence[Branch]:
        """Say where a reference leads, null included."""
        if type(value) is IntegerConstant:
            return model.only(heap, value)
        assert type(value) is Variable
        return resolved(heap, value, self.classes, self.permits)

    def _place(self, heap: SymbolicHeap, target: Term) -> Sequence[Branch]:
        """Say where a reference that is not null leads."""
        known = _known(heap, target)
        if known is not None:
            return model.only(heap, integer(known))
        assert type(target) is Variable
        return list(targets(heap, target, self.classes, self.permits))


def _known(heap: SymbolicHeap, value: Term) -> int | None:
    if type(value) is IntegerConstant:
        return value.value
    assert type(value) is Variable
    return heap.bound.get(value)


def _then(first: Branch, second: Branch) -> Branch:
    return Branch(and_(first.assumption, second.assumption), second.heap, second.value)
