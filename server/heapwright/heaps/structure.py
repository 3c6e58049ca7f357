"""Structural invariants in the heap models: which input heaps may be assumed.

Place: heaps/. The two lazy models ask `permission` whenever they are about to assume where an
input reference leads. The other two assume no such thing: to them `structure_axioms`
says which aliases are permitted, as a condition on the references themselves.
Source: [HEX] section 3.3.

The condition. Input references come in the order in which the program asks for them. One
*expands* if it is not null and differs from all before it, so its object is new, and its
way is its backbone path, provided that the references on the way expand as well.
Whenever that is so, the label of the way tells what the reference may be:

    this expands, this.next expands   =>   this.next.next is not this, and not this.next

for `this(.next)* aliases nothing`. A field of a reference that is an alias is, in truth, the
field of another: then the label of that one counts. What the condition leaves out is permitted:
formulas with `!` or `||`, and that nothing lies beyond a `max`. Which companion methods are to be
asked about a reference, and when they count, follows from the labels just the same.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from heapwright.heaps.class_numbers import ClassNumbers
from heapwright.heaps.model import (
    AssumedReference,
    InitialField,
    Permits,
    SymbolicHeap,
    not_null,
    way_to,
)
from heapwright.invariants.partial import Known, Structures, assume
from heapwright.invariants.rules import AllOf, IsKept, Numbered, Rules, Truth
from heapwright.invariants.visit import Reference
from heapwright.ir.program import Function
from heapwright.ir.structure import (
    THIS,
    Aliases,
    AliasesNothing,
    AliasesSome,
    ExpandsTo,
    NotNull,
)
from heapwright.ir.types import IntType
from heapwright.terms.build import FALSE, TRUE, add, and_, equal, if_then_else, integer, not_, or_
from heapwright.terms.term import Conjunction, Term, Variable


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


def with_structure(
    heap: SymbolicHeap, symbol: Variable, axioms: StructureAxioms | None
) -> SymbolicHeap:
    """Add what formulas say about an input reference that was just asked for."""
    if axioms is None or symbol not in heap.symbols:
        return heap
    term = axioms.about(heap, symbol)
    if term is TRUE:
        return heap
    parts = term.parts if type(term) is Conjunction else (term,)
    return replace(heap, axioms=(*heap.axioms, *parts))


@dataclass(frozen=True, slots=True, eq=False)
class StructureAxioms:
    """What formulas say about input references, for models that assume none of them."""

    structures: Structures
    classes: ClassNumbers
    receiver: str

    def about(self, heap: SymbolicHeap, symbol: Variable) -> Term:
        """Say what holds of the input reference that was asked for last."""
        source = _source(heap, symbol)
        if source is None:
            views = [v for v in self._views(heap, symbol) if v.start is None]
            return and_(*(t for v in views for t in self._terms(heap, symbol, v, v.label, TRUE)))
        parts: list[Term] = []
        for holder, condition in self._identities(heap, source):
            for view in self._views(heap, holder):
                label = view.rules.automaton.step(view.label, source.field_name)
                if label:
                    guard = and_(condition, self._expands_along(heap, view))
                    parts += self._terms(heap, symbol, view, label, guard)
        return and_(*parts)

    def companions(self, heap: SymbolicHeap, symbol: Variable) -> Iterator[GuardedCompanion]:
        """Give the companions to ask about the input reference that was asked for last."""
        source = _source(heap, symbol)
        for view in self._views(heap, symbol):
            if view.start is symbol:
                guard = self._expands(heap, symbol)
                yield from self._asked(heap, symbol, view, view.label, None, guard)
            elif view.start is None and source is None:
                yield from self._asked(heap, symbol, view, view.label, None, TRUE)
        if source is None:
            return
        for holder, condition in self._identities(heap, source):
            for view in self._views(heap, holder):
                label = view.rules.automaton.step(view.label, source.field_name)
                if label:
                    guard = and_(condition, self._expands_along(heap, view))
                    yield from self._asked(heap, symbol, view, label, holder, guard)

    def _asked(
        self,
        heap: SymbolicHeap,
        symbol: Variable,
        view: _View,
        label: int,
        holder: Variable | None,
        guard: Term,
    ) -> Iterator[GuardedCompanion]:
        this = view.start
        if this is None:
            this = next((root for root in heap.roots if way_to(root) == self.receiver), None)
        if this is None:
            return
        class_name = heap.symbols[this]
        for numbered in view.rules.atoms:
            companion = numbered.atom.companion
            if companion is None or not view.rules.automaton.accepts(label, numbered.path):
                continue
            method = self.classes.hierarchy.method(class_name, companion)
            assert method is not None
            counted, when = None, guard
            if method.parameters and isinstance(method.parameters[-1].type, IntType):
                counted = self._n_met(heap, view, numbered.path)
                when = and_(guard, self._nothing_came_by_an_alias(heap))
            if when is not FALSE:
                yield GuardedCompanion(when, this, method, holder, symbol, counted)

    def _n_met(self, heap: SymbolicHeap, view: _View, path: int) -> Term:
        """Count the objects that a visit has met along a path, the last one included."""
        met = [
            self._expands_along(heap, theirs)
            for symbol in heap.symbols
            for theirs in self._views(heap, symbol)
            if theirs.start is view.start
            and theirs.rules is view.rules
            and theirs.rules.automaton.accepts(theirs.label, path)
        ]
        return add(*(if_then_else(one, integer(1), integer(0)) for one in met))

    def _nothing_came_by_an_alias(self, heap: SymbolicHeap) -> Term:
        """Say when every object that was met is met on the way that names it."""
        return and_(
            *(self._expands(heap, k.owner) for k in heap.initial if k.symbol in heap.symbols)
        )

    def _identities(
        self, heap: SymbolicHeap, source: InitialField
    ) -> Iterator[tuple[Variable, Term]]:
        """Give the references that the holder of a field may be, and when it is them."""
        asked = {(known.owner, known.field_name) for known in heap.initial}
        for other in heap.symbols:
            if other is source.owner:
                yield other, TRUE
                return
            # Where the field of the other is known, the value is taken from there.
            if (other, source.field_name) not in asked and self._may_alias(
                heap, other, source.owner
            ):
                yield other, equal(source.owner, other)

    def _views(self, heap: SymbolicHeap, symbol: Variable) -> list[_View]:
        """Give the visits that meet the object of a reference on its own way."""
        chain = [symbol]
        while (source := _source(heap, chain[0])) is not None:
            chain.insert(0, source.owner)
        names = [way_to(s).rpartition(".")[2] for s in chain[1:]]
        views: list[_View] = []
        for index, start in enumerate(chain):
            rules = self.structures.by_class.get(heap.symbols[start])
            if rules is not None:
                label = _read(rules, [THIS, *names[index:]])
                views.append(_View(rules, start, tuple(chain[index + 1 :]), label))
        if self.structures.of_call is not None:
            root = way_to(chain[0])
            first = THIS if root == self.receiver else root
            label = _read(self.structures.of_call, [first, *names])
            views.append(_View(self.structures.of_call, None, tuple(chain), label))
        return views

    def _terms(
        self, heap: SymbolicHeap, symbol: Variable, view: _View, label: int, guard: Term
    ) -> Iterator[Term]:
        """Say what the atoms on a path demand of a reference, where the guard holds."""
        unless = not_(guard)
        automaton = view.rules.automaton
        for numbered in _demanded(view.rules):
            if not automaton.accepts(label, numbered.path):
                continue
            match numbered.atom.claim:
                case NotNull():
                    yield or_(unless, not_null(symbol))
                case ExpandsTo(class_name):
                    declared = set(self.classes.hierarchy.below(heap.symbols[symbol]))
                    if class_name is None or declared.isdisjoint(view.rules.below[class_name]):
                        yield or_(unless, not_(self._expands(heap, symbol)))
                case _:
                    for other, theirs in self._met(heap, symbol, view):
                        if _forbids(heap, numbered, view.rules, other, theirs.label):
                            met = self._expands_along(heap, theirs)
                            yield or_(unless, not_(met), not_(equal(symbol, other)))

    def _met(
        self, heap: SymbolicHeap, symbol: Variable, view: _View
    ) -> Iterator[tuple[Variable, _View]]:
        """Give the references before this one whose objects the same visit meets."""
        for other in heap.symbols:
            if other is symbol:
                return
            if self._may_alias(heap, symbol, other):
                for theirs in self._views(heap, other):
                    if theirs.start is view.start and theirs.rules is view.rules:
                        yield other, theirs

    def _expands_along(self, heap: SymbolicHeap, view: _View) -> Term:
        parts = [self._expands(heap, symbol) for symbol in view.chain]
        if view.start is not None:
            parts.append(not_null(view.start))
        return and_(*parts)

    def _expands(self, heap: SymbolicHeap, symbol: Variable) -> Term:
        parts = [not_null(symbol)]
        for other in heap.symbols:
            if other is symbol:
                break
            if self._may_alias(heap, symbol, other):
                parts.append(not_(equal(symbol, other)))
        return and_(*parts)

    def _may_alias(self, heap: SymbolicHeap, one: Variable, other: Variable) -> bool:
        return self.classes.are_related(heap.symbols[one], heap.symbols[other])


@dataclass(frozen=True, slots=True)
class GuardedCompanion:
    """A companion to ask about a reference; what it says counts where the guard holds."""

    guard: Term
    this: Variable
    method: Function
    holder: Variable | None
    target: Variable
    count: Term | None  # how many objects were met, if the companion wants to know


@dataclass(frozen=True, slots=True)
class _View:
    """A visit that meets an object: from where (None: the environment), and by which references.

    `chain` are the references that must expand for that; the start itself need not.
    """

    rules: Rules
    start: Variable | None
    chain: tuple[Variable, ...]
    label: int


def _source(heap: SymbolicHeap, symbol: Variable) -> InitialField | None:
    """Give the field that holds an input reference; None for what the program names."""
    for known in reversed(heap.initial):
        if known.symbol is symbol:
            return known
    return None


def _read(rules: Rules, names: list[str]) -> int:
    label = rules.automaton.start
    for name in names:
        label = rules.automaton.step(label, name)
    return label


def _demanded(rules: Rules) -> Iterator[Numbered]:
    """Give the atoms that must hold by themselves."""
    waiting: list[Truth] = list(rules.truths)
    for truth in waiting:
        match truth:
            case IsKept(index):
                yield rules.atoms[index]
            case AllOf(operands):
                waiting.extend(operands)
            case _:
                pass


def _forbids(
    heap: SymbolicHeap, numbered: Numbered, rules: Rules, other: Variable, label: int
) -> bool:
    """Say whether an atom forbids to alias an object that was met with this label."""
    match numbered.atom.claim:
        case AliasesNothing():
            return True
        case AliasesSome(class_name):
            return rules.below[class_name].isdisjoint(rules.below[heap.symbols[other]])
        case Aliases():
            assert numbered.target is not None
            return not rules.automaton.accepts(label, numbered.target)
        case _:
            return False
