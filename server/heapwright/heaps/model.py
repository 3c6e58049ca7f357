"""What every model of an unknown input heap offers, and the values they share.

Place: heaps/. `paths.unknown_heaps` runs programs on any of the four models: `lazy_init`,
`lazier_sharp`, `guarded_sets`, `path_optimal`. They differ only in how many branches an
action gives. None of them asks a solver: whether a branch is possible is found out
by whoever takes it.

A reference is an int term. Null is 0, an object that the program made is a negative
constant, so the two are distinct from each other; an input reference is a variable whose
value is the identity of an object of the input heap, or 0. A model may stand for such an
object by a positive constant, its *place*. Where a reference may lead to several objects
the term is a `Choice`. Inputs are named by the way that first led to them, `this.next.value`,
which is what path conditions show.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Protocol, TypeAlias

from heapwright.heaps.class_numbers import ClassNumbers
from heapwright.invariants.partial import NOTHING_KNOWN, Known
from heapwright.ir.core.types import BoolType, IntType, RefType, Type
from heapwright.records import dataclass, field, replace
from heapwright.terms.build import FALSE, TRUE, equal, if_then_else, integer, not_, variable
from heapwright.terms.sorts import BOOL, INT
from heapwright.terms.term import Choice, IntegerConstant, Term, Variable

NULL = integer(0)

Key: TypeAlias = "Variable | int"  # an input reference, or a place, or an object that was made
Fields: TypeAlias = "Mapping[str, Term]"


@dataclass(frozen=True, slots=True)
class InitialField:
    """`owner.field` held `symbol` in the input heap."""

    owner: Variable
    field_name: str
    symbol: Variable


@dataclass(frozen=True, slots=True)
class Way:
    """The value that the input heap holds at the end of a way such as `this.next.value`."""

    text: str
    is_negated: bool = False  # of a Boolean


@dataclass(frozen=True, slots=True)
class Comparison:
    """Whether two references are the same, or differ."""

    lhs: str
    rhs: str | None  # None for null
    is_negated: bool


@dataclass(frozen=True, slots=True)
class SymbolicHeap:
    """What is known of the input heap, and how it looks by now. Never changed in place."""

    symbols: Mapping[Variable, str] = field(default_factory=lambda: MappingProxyType({}))
    """Input references with the class that they are declared to lead to."""
    roots: tuple[Variable, ...] = ()
    """The inputs that the program names: receiver, parameters, symbols of a main expression."""
    initial: tuple[InitialField, ...] = ()
    """What the input heap held, in the order in which it was asked for."""
    objects: Mapping[Key, Fields] = field(default_factory=lambda: MappingProxyType({}))
    """The fields whose present value is known. A missing field has its initial value."""
    made: Mapping[int, str] = field(default_factory=lambda: MappingProxyType({}))
    """The classes of the objects that the program made, by negative number."""
    places: Mapping[int, Variable] = field(default_factory=lambda: MappingProxyType({}))
    """The input reference that a place was introduced for, by positive number."""
    bound: Mapping[Variable, int] = field(default_factory=lambda: MappingProxyType({}))
    """Where input references were assumed to lead: to null (0) or to a place."""
    nonnull: frozenset[Variable] = frozenset()
    """Input references that were assumed not to be null, without saying where they lead."""
    axioms: tuple[Term, ...] = ()
    """What holds of the variables whatever the program does."""
    names: Mapping[Term, Way | Comparison] = field(default_factory=lambda: MappingProxyType({}))
    """What terms that were read from the input heap are called, see `naming`."""
    known: Known = NOTHING_KNOWN
    """What structural invariants have to know of the references that were assumed."""
    written: frozenset[str] = frozenset()
    """Fields of input objects that may have been written."""


@dataclass(frozen=True, slots=True)
class Branch:
    """One outcome of an action: what is assumed, the heap then, the value."""

    assumption: Term
    heap: SymbolicHeap
    value: Term


@dataclass(frozen=True, slots=True)
class Receiver:
    """One implementation of a method that a call may run, and when it does."""

    assumption: Term
    heap: SymbolicHeap
    function: str  # qualified name


@dataclass(frozen=True, slots=True)
class AssumedReference:
    """What a model is about to assume: `symbol` leads to null (0) or to a place of `heap`.

    `is_fresh` says that no other input reference was assumed to lead there before.
    """

    heap: SymbolicHeap
    symbol: Variable
    place: int
    is_fresh: bool


# Says whether an assumption is permitted, and what is known then. Structural invariants of
# classes (HEX) plug in here: a refused assumption (None) is no branch.
Permits: TypeAlias = "Callable[[AssumedReference], Known | None]"


def permits_all(assumed: AssumedReference) -> Known | None:
    """Permit every input heap."""
    return assumed.heap.known


class NotKnown(Exception):
    """A companion method read a reference that was not assumed yet: it has no opinion."""


def permits_nothing_new(assumed: AssumedReference) -> Known | None:
    """Let a companion method read what was assumed, and no more."""
    raise NotKnown


class HeapModel(Protocol):
    """The actions on a heap. Branches of one action exclude each other and leave nothing out.

    `read`, `write`, `receivers` take a target that was found not to be null.
    """

    @property
    def name(self) -> str:
        """Give the name by which users choose the model."""
        ...

    @property
    def classes(self) -> ClassNumbers:
        """Give the classes of the program."""
        ...

    @property
    def resolves_on_load(self) -> bool:
        """Say whether `load` does anything."""
        ...

    def declare(
        self, heap: SymbolicHeap, name: str, type_: Type, *, is_object: bool
    ) -> Sequence[Branch]:
        """Add an input; with `is_object` a reference that is known not to be null."""
        ...

    def load(self, heap: SymbolicHeap, value: Term) -> Sequence[Branch]:
        """Say where a value that the program looks at leads, if the model wants to know."""
        ...

    def allocate(self, heap: SymbolicHeap, class_name: str) -> Branch:
        """Make an object with default values."""
        ...

    def read(self, heap: SymbolicHeap, target: Term, field_name: str) -> Sequence[Branch]:
        """Give the value of a field."""
        ...

    def write(
        self, heap: SymbolicHeap, target: Term, field_name: str, value: Term
    ) -> Sequence[Branch]:
        """Set a field; the value of a branch is the value written."""
        ...

    def is_null(self, heap: SymbolicHeap, value: Term) -> Sequence[Branch]:
        """Say when a reference is null."""
        ...

    def same(self, heap: SymbolicHeap, lhs: Term, rhs: Term) -> Sequence[Branch]:
        """Say when two references are the same."""
        ...

    def is_instance(self, heap: SymbolicHeap, value: Term, class_name: str) -> Sequence[Branch]:
        """Say when a reference leads to an object of the class or of one below it."""
        ...

    def receivers(self, heap: SymbolicHeap, target: Term, method: str) -> Sequence[Receiver]:
        """Give the implementations that a call may run."""
        ...


class NotModelled(Exception):
    """The program does something that no heap model can express; the reason says what."""


# --- What the models share ---------------------------------------------------------------


def only(heap: SymbolicHeap, value: Term) -> tuple[Branch]:
    """Give the one outcome of an action that assumes nothing."""
    return (Branch(TRUE, heap, value),)


def not_null(reference: Term) -> Term:
    """Say that a plain reference leads to an object."""
    return not_(equal(reference, NULL))


def mapped(term: Term, on_leaf: Callable[[Term], Term | None]) -> Term | None:
    """Put what `on_leaf` gives in place of every end of a choice.

    None means that the end cannot be: then the other side alone remains. Shared parts
    are looked at once. Walks with a stack, since choices nest as deep as heaps grow.
    """
    done: dict[Term, Term | None] = {}
    stack = [term]
    while stack:
        top = stack[-1]
        if top in done:
            stack.pop()
        elif type(top) is not Choice:
            done[top] = on_leaf(top)
            stack.pop()
        elif top.then in done and top.otherwise in done:
            then, otherwise = done[top.then], done[top.otherwise]
            if then is None or otherwise is None:
                done[top] = otherwise if then is None else then
            else:
                done[top] = if_then_else(top.condition, then, otherwise)
            stack.pop()
        else:
            stack.extend((top.otherwise, top.then))
    return done[term]


def truth_of(term: Term, on_leaf: Callable[[Term], Term]) -> Term:
    """Say when the end that a choice comes to satisfies `on_leaf`."""
    found = mapped(term, on_leaf)
    assert found is not None
    return found


def leaves(term: Term) -> list[Term]:
    """List the ends of a choice, each once, in the order in which they stand."""
    found: dict[Term, None] = {}
    seen: set[Term] = set()
    stack = [term]
    while stack:
        top = stack.pop()
        if top in seen:
            continue
        seen.add(top)
        if type(top) is Choice:
            stack.extend((top.otherwise, top.then))
        else:
            found[top] = None
    return list(found)


def location_of(term: Term) -> int:
    """Read a constant reference: 0 for null, else a place or an object that was made."""
    if type(term) is not IntegerConstant:
        raise NotModelled(f"a reference that is none: {term!r}")
    return term.value


def fresh_symbol(
    heap: SymbolicHeap, name: str, type_: Type, classes: ClassNumbers
) -> tuple[SymbolicHeap, Variable]:
    """Give an input of the type under this name; a reference is registered with its class."""
    match type_:
        case IntType():
            return heap, variable(name, INT)
        case BoolType():
            return heap, variable(name, BOOL)
        case RefType(class_name) if class_name in classes.hierarchy.classes:
            symbol = reference_variable(name)
            return replace(heap, symbols={**heap.symbols, symbol: class_name}), symbol
        case _:
            raise NotModelled(f"`{name}` has a type that unknown heaps do not hold yet")


def declared_root(
    heap: SymbolicHeap, name: str, type_: Type, classes: ClassNumbers
) -> tuple[SymbolicHeap, Variable]:
    """Give an input that the program names; naming it again gives the same one."""
    known = next((root for root in heap.roots if way_to(root) == name), None)
    if known is not None:
        return heap, known
    heap, symbol = fresh_symbol(heap, name, type_, classes)
    return replace(heap, roots=(*heap.roots, symbol)), symbol


# The mark tells references from ints wherever only terms are at hand. No name has it.
_MARK = "@"


def reference_variable(way: str) -> Variable:
    """Give the variable of the input reference that a way leads to."""
    return variable(_MARK + way, INT)


def is_reference(symbol: Variable) -> bool:
    """Whether a variable stands for an input reference."""
    return symbol.name.startswith(_MARK)


def way_to(symbol: Variable) -> str:
    """Give the way that leads to an input, as the source would write it."""
    return symbol.name.removeprefix(_MARK)


def with_initial(
    heap: SymbolicHeap,
    owner: Variable,
    field_name: str,
    classes: ClassNumbers,
    *,
    is_closed: bool = False,
) -> tuple[SymbolicHeap, Variable]:
    """Ask the input heap for a field for the first time; of a closed one not for references.

    [POSE] the clause `Y.f = Z` that rule Getfield (r2) adds to the path condition.
    """
    type_ = classes.field_type(heap.symbols[owner], field_name)
    if is_closed and isinstance(type_, RefType):
        raise NotKnown
    heap, symbol = fresh_symbol(heap, f"{way_to(owner)}.{field_name}", type_, classes)
    known = InitialField(owner, field_name, symbol)
    return replace(heap, initial=(*heap.initial, known)), symbol


def with_field(heap: SymbolicHeap, key: Key, field_name: str, value: Term) -> SymbolicHeap:
    """Set the present value of a field."""
    fields = {**heap.objects.get(key, {}), field_name: value}
    return replace(heap, objects={**heap.objects, key: fields})


def allocated(heap: SymbolicHeap, class_name: str, classes: ClassNumbers) -> Branch:
    """Make an object: rule New of [POSE] Figure 9 and of [SUMMARY] Figure 5."""
    number = -1 - len(heap.made)
    fields = {f.name: default_term(f.type) for f in classes.hierarchy.fields(class_name)}
    made = {**heap.made, number: class_name}
    heap = replace(heap, made=made, objects={**heap.objects, number: fields})
    return Branch(TRUE, heap, integer(number))


def default_term(type_: Type) -> Term:
    """Give what a field of a new object holds."""
    return FALSE if isinstance(type_, BoolType) else NULL


def class_variable(symbol: Variable) -> Variable:
    """Give the variable for the number of the class of the object that `symbol` leads to."""
    return variable(f"class of {way_to(symbol)}", INT)


def with_class_axiom(heap: SymbolicHeap, symbol: Variable, classes: ClassNumbers) -> SymbolicHeap:
    """Say once that the object is of the declared class or of one below it."""
    axiom = classes.within(class_variable(symbol), heap.symbols[symbol])
    return heap if axiom in heap.axioms else replace(heap, axioms=(*heap.axioms, axiom))
