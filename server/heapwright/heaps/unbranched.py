"""What the models share whose actions give one branch each: aliasing is inside of the values.

Place: heaps/. `guarded_sets` and `path_optimal` are such models; `paths.unknown_heaps` takes them
by `HeapModel`. They differ in what stands for an input reference, and in what a write does.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence

from heapwright.heaps import model
from heapwright.heaps.class_numbers import ClassNumbers
from heapwright.heaps.guarded_visits import StructureAxioms, with_structure
from heapwright.heaps.model import Branch, Receiver, SymbolicHeap
from heapwright.heaps.typed_references import field_assumption, instance_test, receivers_of
from heapwright.ir.core.types import Type
from heapwright.records import dataclass
from heapwright.terms.build import TRUE
from heapwright.terms.term import Term, Variable


@dataclass(frozen=True, slots=True, eq=False)
class Unbranched(ABC):
    """A heap model that assumes nothing about where references lead."""

    classes: ClassNumbers
    structure: StructureAxioms | None = None
    is_closed: bool = False  # for companions: what the program has not asked for is not known
    name: str = ""
    resolves_on_load: bool = False

    def declare(
        self, heap: SymbolicHeap, name: str, type_: Type, *, is_object: bool
    ) -> Sequence[Branch]:
        """Add an input."""
        is_new = all(model.way_to(root) != name for root in heap.roots)
        heap, symbol = model.declared_root(heap, name, type_, self.classes)
        if is_new:
            heap = with_structure(heap, symbol, self.structure)
        assumption = model.not_null(symbol) if is_object else TRUE
        heap, value = self.placed(heap, symbol, is_object=is_object)
        return (Branch(assumption, heap, value),)

    def value_of(self, heap: SymbolicHeap, symbol: Variable) -> Term:
        """Give an input reference as a program sees it."""
        return self.placed(heap, symbol, is_object=False)[1]

    def load(self, heap: SymbolicHeap, value: Term) -> Sequence[Branch]:
        """Leave every reference as it is."""
        return model.only(heap, value)

    def allocate(self, heap: SymbolicHeap, class_name: str) -> Branch:
        """Make an object."""
        return model.allocated(heap, class_name, self.classes)

    def read(self, heap: SymbolicHeap, target: Term, field_name: str) -> Sequence[Branch]:
        """Give a field: a choice between what the ends of the target hold.

        [SUMMARY] Figure 9, Field Access: the value set.
        """
        heap, assumption = field_assumption(heap, target, field_name, self.classes)
        heap = self.known(heap, target, field_name)

        def value(leaf: Term) -> Term | None:
            # [POSE] rules Getfield (c1) and Getfield (c5), put together as Getfield (c2) says;
            # where an end cannot be read because it is null, Getfield (c3) and
            # Getfield (c4) keep the other one.
            key = self.key_of(leaf)
            return None if key is None else heap.objects[key][field_name]

        found = model.mapped(target, value)
        if found is None:
            raise model.NotModelled("a field of null")
        return (Branch(assumption, heap, found),)

    def is_instance(self, heap: SymbolicHeap, value: Term, class_name: str) -> Sequence[Branch]:
        """Say when a reference leads to an object of the class."""
        return model.only(*instance_test(heap, value, class_name, self.classes))

    def receivers(self, heap: SymbolicHeap, target: Term, method: str) -> Sequence[Receiver]:
        """Give the implementations that a call may run."""
        return receivers_of(heap, target, method, self.classes)

    def asked(
        self, heap: SymbolicHeap, owner: Variable, field_name: str
    ) -> tuple[SymbolicHeap, Variable]:
        """Ask the input heap for a field for the first time."""
        heap, symbol = model.with_initial(
            heap, owner, field_name, self.classes, is_closed=self.is_closed
        )
        return with_structure(heap, symbol, self.structure), symbol

    def placed(
        self, heap: SymbolicHeap, symbol: Variable, *, is_object: bool
    ) -> tuple[SymbolicHeap, Term]:
        """Give what stands for an input."""
        return heap, symbol

    @abstractmethod
    def known(self, heap: SymbolicHeap, target: Term, field_name: str) -> SymbolicHeap:
        """Make a field known of every input reference that the target may come to."""

    @abstractmethod
    def key_of(self, leaf: Term) -> model.Key | None:
        """Give the key of the one object that a reference leads to; None for null."""
