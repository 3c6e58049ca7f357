"""Path-optimal heaps: one symbolic object per input reference, aliasing inside the values.

Place: heaps/. The default model of `heapwright paths`. No action gives more than one branch.
Source: [POSE] Figures 4, 5, 9 and 10. The rules are named where they are applied.

The idea. `objects[Y][f]` is the value that field f of the object of Y has by now, provided
that Y is not null. Two input references may lead to the same object, so a value that is
asked for the first time is a choice over the references whose f is known already:

    y.f  after x.f = 5 was written:   if y = x then 5 else y.f₀

and a write to y.f turns x.f into `if x = y then … else …`. What holds between actions:
whenever Y = Y' is not null and f is known of both, both hold the same value.

Where we leave the paper, whose rules merge the two heaps that arise from reading or writing
through `if s then Y1 else Y2`:

- mergeHGf, mergeHPf. Asking for a field changes nothing that the guard could matter
  for: it only writes down what the invariant says. So a field is made known
  without a guard, and a write through a choice turns each known `Y.f` into
  `if target = Y then value else Y.f`. That is what the paper's cases 1-4 come to. In cases
  5 and 6 the paper gives the side that did not bind Y a plain fresh symbol. This is unsound:
  Y may be an alias of what was written before. The value there is the alias-aware one.
  (Witness: tests/heaps/test_witnesses.py, `u = a.n; v = b.n; v.f := 5; …`.)
- mergePC. The paper guards the assumption that Y is not null, and does not make it again
  when Y is bound already. This too is unsound: a reference that was read under a guard
  could be null when read directly. Here the executor asks `is_null` at every access,
  and the answer speaks about the reference itself. (Witness: the same file.)
- Eq (c6), (c7): a location is distinct from every input symbol, but not from a
  choice that contains it; equality looks at the ends.
"""

from __future__ import annotations

from collections.abc import Sequence

from heapwright.heaps import model
from heapwright.heaps.model import NULL, Branch, SymbolicHeap, truth_of
from heapwright.heaps.typed_references import equal_symbols, field_assumption
from heapwright.heaps.unbranched import Unbranched
from heapwright.records import dataclass
from heapwright.terms.build import FALSE, boolean, equal, if_then_else
from heapwright.terms.term import IntegerConstant, Term, Variable


@dataclass(frozen=True, slots=True, eq=False)
class PathOptimal(Unbranched):
    """The heap model of POSE."""

    name: str = "pose"

    def write(
        self, heap: SymbolicHeap, target: Term, field_name: str, value: Term
    ) -> Sequence[Branch]:
        """Set a field, in every object that the target may lead to."""
        heap, assumption = field_assumption(heap, target, field_name, self.classes)
        key = self.key_of(target)
        if key is None:
            # [POSE] rules Putfield (c2), Putfield (c3) and Putfield (c4): the objects that may
            # be hit become known first, which adds the clauses of mergeClauses; null is none.
            heap = self.known(heap, target, field_name)
        for other, fields in heap.objects.items():
            # [POSE] update(H, Y, f, v): the field of every possible alias changes too.
            if other != key and field_name in fields:
                hit = self._hit(heap, target, other)
                if hit is not FALSE:
                    changed = if_then_else(hit, value, fields[field_name])
                    heap = model.with_field(heap, other, field_name, changed)
        if key is not None:
            # [POSE] rules Putfield (c1) and Putfield (c5); Putfield (r1) is what `is_null` and
            # `field_assumption` have assumed before, as Putfield (r1.b) is.
            heap = model.with_field(heap, key, field_name, value)
        return (Branch(assumption, heap, value),)

    def is_null(self, heap: SymbolicHeap, value: Term) -> Sequence[Branch]:
        """Say when a reference is null."""
        return model.only(heap, truth_of(value, lambda leaf: self._equal(heap, leaf, NULL)))

    def same(self, heap: SymbolicHeap, lhs: Term, rhs: Term) -> Sequence[Branch]:
        """Say when two references are the same: [POSE] rules Eq, end by end."""
        return model.only(
            heap,
            truth_of(lhs, lambda one: truth_of(rhs, lambda two: self._equal(heap, one, two))),
        )

    def known(self, heap: SymbolicHeap, target: Term, field_name: str) -> SymbolicHeap:
        """Make a field known of every input reference that the target may come to."""
        for leaf in model.leaves(target):
            if type(leaf) is Variable and field_name not in heap.objects.get(leaf, {}):
                # [POSE] rules Getfield (r1) and Getfield (r2): bind Y, then assume(H, Y, f, Z).
                heap, value = self.asked(heap, leaf, field_name)
                assumed = self._assumed(heap, leaf, field_name, value)
                heap = model.with_field(heap, leaf, field_name, assumed)
        return heap

    def key_of(self, leaf: Term) -> model.Key | None:
        """Give the key of the one object that a reference leads to; None for null or a choice."""
        if type(leaf) is Variable:
            return leaf
        if type(leaf) is IntegerConstant and leaf.value != 0:
            return leaf.value
        return None

    def _assumed(
        self, heap: SymbolicHeap, reference: Variable, field_name: str, initial: Term
    ) -> Term:
        """Give the field's value by the alias set: [POSE] assume(H, Y, f, Z)."""
        value = initial
        for other, fields in reversed(list(heap.objects.items())):
            if type(other) is not Variable or other is reference or field_name not in fields:
                continue
            if self.classes.are_related(heap.symbols[other], heap.symbols[reference]):
                value = if_then_else(equal(reference, other), fields[field_name], value)
        return value

    def _hit(self, heap: SymbolicHeap, target: Term, key: model.Key) -> Term:
        """Say when a target that is not null leads to a known object."""
        return truth_of(target, lambda leaf: self._is_at(heap, leaf, key))

    def _is_at(self, heap: SymbolicHeap, leaf: Term, key: model.Key) -> Term:
        if type(leaf) is Variable and type(key) is Variable:
            if not self.classes.are_related(heap.symbols[leaf], heap.symbols[key]):
                return FALSE
            return equal(leaf, key)
        return boolean(self.key_of(leaf) == key)

    def _equal(self, heap: SymbolicHeap, one: Term, two: Term) -> Term:
        match one, two:
            case IntegerConstant(first), IntegerConstant(second):
                # [POSE] rules Eq (c1), Eq (c3), Eq (c4) and Eq (c5): locations and null.
                return boolean(first == second)
            case Variable(), Variable():
                return equal_symbols(heap, one, two, self.classes)
            case (Variable(), IntegerConstant(value)) | (IntegerConstant(value), Variable()):
                # [POSE] rules Eq (c6) and Eq (c7): an input is no object that was made.
                symbol = one if type(one) is Variable else two
                return equal(symbol, NULL) if value == 0 else FALSE
            case _:
                raise model.NotModelled(f"no reference: {one!r} or {two!r}")
