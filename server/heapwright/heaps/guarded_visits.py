"""HEX for heaps of which nothing is assumed: permitted aliases as conditions on references.

Place: heaps/. `guarded_sets` and `path_optimal` ask `with_structure` about every input reference
that the program asks for; `paths.companions` asks which companion methods have a say on it.
Source: [HEX] section 3.3, carried over to models that keep aliases inside of values.

The condition. A formula about an object speaks of the visit that starts there; its references
come in the order in which the program asks for them. Within a visit, one *expands* if it is not
null and differs from the start and from all references of the visit before it. Its
*way* is then its backbone path, provided that the references on the way expand as well.
Whenever that is so, the label of the way tells what the reference may be:

    this.next expands   =>   this.next.next is not this, and not this.next

for `this(.next)* aliases nothing`. A field of a reference that is an alias is, in truth, the
field of another: then the way goes through that one. So a reference has several ways, each with
a condition, of which one holds at most. Of a formula with `||`, the condition says that not
every operand is broken, by whatever references; one with `!` is never broken for good.

What is left out is permitted: where a reference leads to an object whose fields were asked for by
another way before, the visit does not go on through them, as it does in `invariants.partial`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from heapwright.heaps.class_numbers import ClassNumbers
from heapwright.heaps.model import InitialField, SymbolicHeap, not_null, way_to
from heapwright.invariants.partial import Structures
from heapwright.invariants.rules import AllOf, AnyOf, IsBroken, IsKept, Numbered, Rules, Truth
from heapwright.ir.core import structure as ir
from heapwright.ir.core.program import Function
from heapwright.ir.core.types import IntType
from heapwright.records import dataclass, field, replace
from heapwright.terms.build import FALSE, TRUE, add, and_, equal, if_then_else, integer, not_, or_
from heapwright.terms.term import Conjunction, Term, Variable

# Beyond so many ways to one reference, formulas say nothing about it.
MOST_WAYS = 30


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


@dataclass(frozen=True, slots=True)
class GuardedCompanion:
    """A companion to ask about a reference; what it says counts where the guard holds."""

    guard: Term
    this: Variable
    method: Function
    holder: Variable | None
    target: Variable
    count: Term | None  # how many objects were met, if the companion wants to know


@dataclass(frozen=True, slots=True, eq=False)
class StructureAxioms:
    """What formulas say about input references, for models that assume none of them."""

    structures: Structures
    classes: ClassNumbers
    receiver: str
    _last: list[_Visits] = field(default_factory=list)  # one heap is asked about several times

    def about(self, heap: SymbolicHeap, symbol: Variable) -> Term:
        """Say what holds of the input reference that was asked for last."""
        visits = self._visits(heap)
        parts = list(visits.same_field(symbol))
        for visit, broken in visits.broken_by(symbol).items():
            for truth in _conjuncts(visit.rules):
                match truth:
                    case IsKept(atom):
                        parts += map(not_, broken.get(atom, ()))
                    case AnyOf() if not _atoms_in(truth).isdisjoint(broken):
                        parts.append(not_(_refuted(truth, visits.all_broken(visit))))
                    case _:
                        pass
        return and_(*parts)

    def companions(self, heap: SymbolicHeap, symbol: Variable) -> Iterator[GuardedCompanion]:
        """Give the companions to ask about the input reference that was asked for last."""
        visits = self._visits(heap)
        for way in visits.ways[symbol]:
            this = way.visit.start
            if this is None:
                this = next((root for root in heap.roots if way_to(root) == self.receiver), None)
            if this is None:
                continue
            rules = way.visit.rules
            for _, numbered in rules.at(way.label):
                companion = numbered.atom.companion
                if companion is None:
                    continue
                method = self.classes.hierarchy.method(heap.symbols[this], companion)
                assert method is not None
                counted, when = None, visits.comes_to(way)
                if method.parameters and isinstance(method.parameters[-1].type, IntType):
                    counted = visits.n_met(way.visit, numbered.path)
                    when = and_(when, visits.meets_all(way.visit))
                if when is not FALSE:
                    holder = None if way.before is None else way.before.symbol
                    yield GuardedCompanion(when, this, method, holder, symbol, counted)

    def _visits(self, heap: SymbolicHeap) -> _Visits:
        last = self._last[0].heap if self._last else None
        if last is None or last.symbols is not heap.symbols or last.initial is not heap.initial:
            self._last[:] = [_Visits(self.structures, self.classes, self.receiver, heap)]
        return self._last[0]


@dataclass(frozen=True, slots=True)
class _Visit:
    """A visit: the reference that it starts at, None for the environment."""

    start: Variable | None
    rules: Rules


@dataclass(frozen=True, slots=True, eq=False)
class _Way:
    """How a visit comes to a reference: on which way to its holder, where the condition holds.

    The way to the start itself, and to what the environment holds, has nothing before it.
    """

    visit: _Visit
    symbol: Variable
    label: int
    before: _Way | None
    condition: Term
    when: Term  # the conditions of the whole way, but for those of its start

    def goes_through(self, symbol: Variable) -> bool:
        """Say whether a reference is on the way, and not its end."""
        way = self.before
        while way is not None:
            if way.symbol is symbol:
                return True
            way = way.before
        return False


class _Visits:
    """All ways to all references of one heap, and terms about them. Computed on demand."""

    def __init__(
        self, structures: Structures, classes: ClassNumbers, receiver: str, heap: SymbolicHeap
    ) -> None:
        self.heap = heap
        self.classes = classes
        self.sources = {k.symbol: k for k in heap.initial if k.symbol in heap.symbols}
        self.order = {symbol: number for number, symbol in enumerate(heap.symbols)}
        self.ways: dict[Variable, list[_Way]] = {}
        self.members: dict[_Visit, list[_Way]] = {}
        self.is_cut_short = False
        self._met: dict[_Way, Term] = {}
        self._expands: dict[tuple[_Visit, Variable], Term] = {}
        self._broken: dict[Variable, Mapping[_Visit, Mapping[int, list[Term]]]] = {}
        for symbol in heap.symbols:
            ways = list(self._ways_to(structures, receiver, symbol))
            if len(ways) > MOST_WAYS:
                ways, self.is_cut_short = [], True
            self.ways[symbol] = ways
            for way in self.ways[symbol]:
                self.members.setdefault(way.visit, []).append(way)

    def _ways_to(self, structures: Structures, receiver: str, symbol: Variable) -> Iterator[_Way]:
        rules = structures.by_class.get(self.heap.symbols[symbol])
        if rules is not None:
            # An object has one visit, that of the first reference to it.
            others = [
                other
                for other in self.ways
                if structures.by_class.get(self.heap.symbols[other]) is rules
            ]
            first = and_(*(not_(equal(symbol, other)) for other in others))
            label = rules.automaton.step(rules.automaton.start, ir.THIS)
            yield _Way(
                _Visit(symbol, rules), symbol, label, None, and_(not_null(symbol), first), TRUE
            )
        source = self.sources.get(symbol)
        if source is None:
            if structures.of_call is not None:
                automaton = structures.of_call.automaton
                name = ir.THIS if way_to(symbol) == receiver else way_to(symbol)
                label = automaton.step(automaton.start, name)
                yield _Way(_Visit(None, structures.of_call), symbol, label, None, TRUE, TRUE)
            return
        for holder, condition in self._holders(source):
            for way in self.ways[holder]:
                label = way.visit.rules.automaton.step(way.label, source.field_name)
                when = and_(way.when, condition)
                yield _Way(way.visit, symbol, label, way, condition, when)

    def _holders(self, source: InitialField) -> Iterator[tuple[Variable, Term]]:
        """Give the references that the holder of a field may be, and when it is them."""
        asked = {k.owner for k in self._asked_before(source)}
        for other in self.order:
            if other is source.owner:
                yield other, TRUE
                return
            # Where the field of the other is known, it is met on the way of that.
            if (
                other not in asked
                and self._may_alias(other, source.owner)
                and self._may_have(other, source.field_name)
            ):
                yield other, equal(source.owner, other)

    def _asked_before(self, source: InitialField) -> Iterator[InitialField]:
        """Give what was asked for before of the same field."""
        for known in self.heap.initial:
            if known is source:
                return
            if known.field_name == source.field_name:
                yield known

    def same_field(self, symbol: Variable) -> Iterator[Term]:
        """Say that aliases have the same fields, for the field that the reference was read from."""
        source = self.sources.get(symbol)
        for known in () if source is None else self._asked_before(source):
            assert source is not None
            if self._may_alias(known.owner, source.owner):
                apart = not_(equal(known.owner, source.owner))
                yield or_(apart, equal(known.symbol, symbol))

    # --- When is what met ----------------------------------------------------------------

    def comes_to(self, way: _Way) -> Term:
        """Say when a visit comes to a reference on this way."""
        return and_(way.condition, TRUE if way.before is None else self.meets(way.before))

    def meets(self, way: _Way) -> Term:
        """Say when a visit meets a new object at the end of this way."""
        found = self._met.get(way)
        if found is None:
            found = and_(self.comes_to(way), self.expands(way.visit, way.symbol))
            self._met[way] = found
        return found

    def expands(self, visit: _Visit, symbol: Variable) -> Term:
        """Say when a reference leads to an object that its visit has not met before."""
        found = self._expands.get((visit, symbol))
        if found is None:
            apart = [
                not_(and_(way.when, equal(symbol, way.symbol)))
                for way in self._before(visit, symbol)
            ]
            found = self._expands[visit, symbol] = and_(not_null(symbol), *apart)
        return found

    def _before(self, visit: _Visit, symbol: Variable) -> Iterator[_Way]:
        """Give the ways to what a visit came to before, as far as it can be the same object."""
        for way in self.members.get(visit, ()):
            if self.order[way.symbol] >= self.order[symbol]:
                return
            if self._may_alias(way.symbol, symbol):
                yield way

    def n_met(self, visit: _Visit, path: int) -> Term:
        """Count the objects that a visit has met along a path, the last one included."""
        accepts = visit.rules.automaton.accepts
        met = [self.meets(way) for way in self.members[visit] if accepts(way.label, path)]
        return add(*(if_then_else(one, integer(1), integer(0)) for one in met))

    def meets_all(self, visit: _Visit) -> Term:
        """Say when a visit comes to all that was asked for of the objects that it meets."""
        members = {way.symbol for way in self.members[visit] if way.when is TRUE}
        outside = dict.fromkeys(s.owner for s in self.sources.values() if s.owner not in members)
        if self.is_cut_short:
            return FALSE
        return and_(
            *(
                not_(equal(owner, way.symbol))
                for owner in outside
                for way in self.members[visit]
                if self._may_alias(owner, way.symbol)
            )
        )

    def _may_alias(self, one: Variable, other: Variable) -> bool:
        symbols = self.heap.symbols
        return self.classes.are_related(symbols[one], symbols[other])

    def _may_have(self, symbol: Variable, field_name: str) -> bool:
        hierarchy = self.classes.hierarchy
        return any(
            declared.name == field_name
            for below in hierarchy.below(self.heap.symbols[symbol])
            for declared in hierarchy.fields(below)
        )

    # --- When is what broken -------------------------------------------------------------

    def all_broken(self, visit: _Visit) -> Mapping[int, list[Term]]:
        """Say for the atoms of a visit when what was asked for so far breaks them."""
        broken: dict[int, list[Term]] = {}
        for symbol in self.order:
            for atom, terms in self.broken_by(symbol).get(visit, {}).items():
                broken.setdefault(atom, []).extend(terms)
        return broken

    def broken_by(self, symbol: Variable) -> Mapping[_Visit, Mapping[int, list[Term]]]:
        """Say which atoms of which visits an input reference breaks, and when."""
        if symbol not in self._broken:
            found: dict[_Visit, dict[int, list[Term]]] = {}
            for way in self.ways[symbol]:
                for atom, term in self._breakages(way):
                    if term is not FALSE:
                        found.setdefault(way.visit, {}).setdefault(atom, []).append(term)
            self._broken[symbol] = found
        return self._broken[symbol]

    def _breakages(self, way: _Way) -> Iterator[tuple[int, Term]]:
        if not way.label:
            return
        rules = way.visit.rules
        comes = self.comes_to(way)
        for index, numbered in rules.at(way.label):
            for term in self._breaks(way, numbered):
                yield index, and_(comes, term)
        if rules.has_max:
            for index, numbered in enumerate(rules.atoms):
                if _claims_max(numbered) and _is_end(rules, way, numbered):
                    for term in self._goes_beyond(way, numbered):
                        yield index, and_(comes, term)

    def _breaks(self, way: _Way, numbered: Numbered) -> Iterator[Term]:
        """Say when a reference on the path of an atom breaks it: Definition 3.5 of [HEX]."""
        symbol, visit = way.symbol, way.visit
        match numbered.atom.claim:
            case ir.NotNull():
                yield not_(not_null(symbol))
            case ir.ExpandsTo(class_name):
                declared = set(self.classes.hierarchy.below(self.heap.symbols[symbol]))
                if class_name is None or declared.isdisjoint(visit.rules.below[class_name]):
                    yield self.expands(visit, symbol)
            case _:
                before = list(self._before(visit, symbol))
                for other in before:
                    alias = and_(self.meets(other), equal(symbol, other.symbol))
                    if self._forbids(numbered, other):
                        yield alias
                    elif _claims_max(numbered):
                        # It is not the last one if the visit met another beyond it.
                        for last in self.members[visit]:
                            if self.order[last.symbol] >= self.order[symbol]:
                                break
                            if _is_end(visit.rules, last, numbered) and last.goes_through(
                                other.symbol
                            ):
                                yield and_(alias, self.meets(last))

    def _goes_beyond(self, way: _Way, numbered: Numbered) -> Iterator[Term]:
        """Say when a reference leads on from the end that an alias was permitted to be."""
        accepts = way.visit.rules.automaton.accepts
        for alias in self.members[way.visit]:
            if self.order[alias.symbol] >= self.order[way.symbol]:
                return
            if not accepts(alias.label, numbered.path):
                continue
            ends: list[Term] = []
            end = way.before
            while end is not None:
                if (
                    self.order[end.symbol] < self.order[alias.symbol]
                    and _is_end(way.visit.rules, end, numbered)
                    and self._may_alias(end.symbol, alias.symbol)
                ):
                    ends.append(equal(alias.symbol, end.symbol))
                end = end.before
            if ends:
                expands = self.expands(way.visit, way.symbol)
                yield and_(self.comes_to(alias), expands, or_(*ends))

    def _forbids(self, numbered: Numbered, other: _Way) -> bool:
        """Say whether an atom forbids to alias an object that was met on a way."""
        rules = other.visit.rules
        match numbered.atom.claim:
            case ir.AliasesNothing():
                return True
            case ir.AliasesSome(class_name):
                declared = rules.below[self.heap.symbols[other.symbol]]
                return rules.below[class_name].isdisjoint(declared)
            case ir.Aliases():
                return not _is_end(rules, other, numbered)
            case _:
                return False


def _is_end(rules: Rules, way: _Way, numbered: Numbered) -> bool:
    """Say whether a way is one that an atom permits to alias the end of."""
    return numbered.target is not None and rules.automaton.accepts(way.label, numbered.target)


def _claims_max(numbered: Numbered) -> bool:
    return isinstance(numbered.atom.claim, ir.Aliases) and numbered.atom.claim.is_max


def _conjuncts(rules: Rules) -> Iterator[Truth]:
    """Give what must hold by itself: atoms, and choices between some."""
    waiting: list[Truth] = list(rules.truths)
    for truth in waiting:
        if isinstance(truth, AllOf):
            waiting.extend(truth.operands)
        else:
            yield truth


def _atoms_in(truth: Truth) -> set[int]:
    """Name the atoms that could refute a formula by being broken."""
    match truth:
        case IsKept(atom):
            return {atom}
        case AllOf(operands) | AnyOf(operands):
            return {atom for operand in operands for atom in _atoms_in(operand)}
        case IsBroken():
            return set()


def _refuted(truth: Truth, broken: Mapping[int, list[Term]]) -> Term:
    """Say when a formula is false for good, just as `rules.is_refuted` does."""
    match truth:
        case IsKept(atom):
            return or_(*broken.get(atom, ()))
        case IsBroken():
            return FALSE
        case AllOf(operands):
            return or_(*(_refuted(operand, broken) for operand in operands))
        case AnyOf(operands):
            return and_(*(_refuted(operand, broken) for operand in operands))
