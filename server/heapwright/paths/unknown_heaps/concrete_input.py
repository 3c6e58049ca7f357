"""A concrete input heap for a path, and the proof that it takes that path.

Place: paths/unknown_heaps/. `workspace.paths` shows a path only after this. Asks the solver again
only where a model makes one object of two classes.

Input references with the same value in the model are the same object. A field holds what the
first reference to the object that was asked for it stands for: all later ones were made to agree
with it. What nobody asked for is 0, false or null.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias

from heapwright.heaps.class_numbers import ClassNumbers
from heapwright.heaps.model import SymbolicHeap, class_variable, not_null, way_to
from heapwright.ir.core import instructions as ir
from heapwright.ir.core.program import Function, Program, Role
from heapwright.ir.core.types import RefType
from heapwright.ir.core.walk import walk
from heapwright.limits import DEFAULT_LIMITS
from heapwright.paths.plain import concrete
from heapwright.paths.plain.heap import (
    VOID_VALUE,
    PlainHeap,
    Reference,
    Value,
    default_value,
    fields_of,
)
from heapwright.paths.unknown_heaps.lazy_value import holds, value_in
from heapwright.paths.unknown_heaps.path_condition import (
    PathCondition,
    TimedSolver,
    assumed,
    find_model,
)
from heapwright.paths.unknown_heaps.run import Returned, SymbolicPath, Threw
from heapwright.records import dataclass
from heapwright.solver.answer import Answer, Sat, Unknown, Unsat
from heapwright.terms.build import and_, equal, not_, or_
from heapwright.terms.evaluate import Value as TermValue
from heapwright.terms.sorts import BOOL
from heapwright.terms.term import Choice, IntegerConstant, Term, Variable

MOST_REFINEMENTS = 50


@dataclass(frozen=True, slots=True)
class ConcreteInput:
    """An input heap, the values of the inputs by name, and where all input references lead."""

    heap: PlainHeap
    values: Mapping[str, Value]
    references: Mapping[Variable, Value]


@dataclass(frozen=True, slots=True)
class Impossible:
    """No heap takes the path: its condition held only of an object of two classes."""


@dataclass(frozen=True, slots=True)
class Unconfirmed:
    """No heap was found that takes the path; the reason is for people."""

    reason: str


Confirmation: TypeAlias = ConcreteInput | Impossible | Unconfirmed


@dataclass(frozen=True, slots=True, eq=False)
class PathQuestion:
    """The function whose paths are asked for, and where its control flow turns."""

    program: Program
    classes: ClassNumbers
    function: Function
    sites: frozenset[tuple[str, int]]


def path_question(program: Program, classes: ClassNumbers, function: Function) -> PathQuestion:
    """Prepare to confirm the paths of one function."""
    return PathQuestion(program, classes, function, turn_sites(program))


def confirmed(question: PathQuestion, solver: TimedSolver, path: SymbolicPath) -> Confirmation:
    """Find an input that takes the path, and let the plain interpreter take it."""
    pc = path.pc
    for _ in range(MOST_REFINEMENTS):
        match _model(solver, pc):
            case Unsat():
                return Impossible()
            case Sat(assignment):
                found = _input(question.classes, path.heap, assignment)
            case Unknown(reason):
                return Unconfirmed(f"no model: {reason}")
        if isinstance(found, ConcreteInput):
            difference = _difference(question, path, found, assignment)
            return found if difference is None else Unconfirmed(difference)
        refined = assumed(pc, found)
        if refined is None:
            return Impossible()
        pc = refined
    return Unconfirmed("no model with one class per object")


def turn_sites(program: Program) -> frozenset[tuple[str, int]]:
    """Give the places of conditions that the control flow depends on; connectives are none."""
    functions = [*program.functions, *(f for c in program.classes for f in c.functions)]
    return frozenset(
        (function.qualified_name, node.site)
        for function in functions
        for node in walk(function.body)
        if isinstance(node, ir.If | ir.While | ir.Choose)
    )


class _Values(dict[Term, TermValue]):
    """A model in which variables that it does not mention are 0 and false."""

    def __missing__(self, variable: Term) -> TermValue:
        return False if variable.sort is BOOL else 0


def _model(solver: TimedSolver, pc: PathCondition) -> Answer:
    return Sat(pc.model) if pc.model is not None else find_model(solver, pc)


def _input(
    classes: ClassNumbers, heap: SymbolicHeap, assignment: Mapping[Term, TermValue]
) -> ConcreteInput | Term:
    """Build the heap of a model; a term that the model must satisfy if it cannot be built."""
    values = _Values(assignment)
    groups: list[list[Variable]] = []
    for symbol in heap.symbols:
        if values[symbol] == 0:
            continue
        near = [group for group in groups if _touches(classes, heap, values, group, symbol)]
        joined = [member for group in near for member in group] + [symbol]
        groups = [group for group in groups if group not in near] + [joined]
    # Objects are numbered in the order in which the program asked for them.
    order = {symbol: at for at, symbol in enumerate(heap.symbols)}
    groups.sort(key=lambda group: min(order[symbol] for symbol in group))
    number = {symbol: at for at, group in enumerate(groups) for symbol in group}
    class_names: list[str] = []
    for group in groups:
        chosen = _class_of(classes, heap, assignment, group)
        if isinstance(chosen, Term):
            return chosen
        class_names.append(chosen)

    def plain(symbol: Variable) -> Value:
        if symbol in heap.symbols:
            return Reference(number[symbol]) if symbol in number else None
        return values[symbol]

    initial: dict[tuple[int, str], Value] = {}
    for known in heap.initial:
        if known.owner in number:
            initial.setdefault((number[known.owner], known.field_name), plain(known.symbol))
    rows = tuple(
        tuple(
            initial.get((at, f.name), default_value(f.type))
            for f in classes.hierarchy.fields(class_name)
        )
        for at, class_name in enumerate(class_names)
    )
    plain_heap = PlainHeap(tuple(class_names), rows)
    return ConcreteInput(
        plain_heap,
        {way_to(root): plain(root) for root in heap.roots},
        {symbol: plain(symbol) for symbol in heap.symbols},
    )


def _touches(
    classes: ClassNumbers,
    heap: SymbolicHeap,
    values: _Values,
    group: list[Variable],
    symbol: Variable,
) -> bool:
    """Whether a reference leads to an object of a group: the same value, and a class that fits.

    References of unrelated classes are never compared, so they may share a value by chance.
    """
    return any(
        values[member] == values[symbol]
        and classes.are_related(heap.symbols[member], heap.symbols[symbol])
        for member in group
    )


def _class_of(
    classes: ClassNumbers,
    heap: SymbolicHeap,
    assignment: Mapping[Term, TermValue],
    group: list[Variable],
) -> str | Term:
    """Give a class that all references to an object allow; else what the model has to say."""
    candidates = {symbol: _candidates(classes, heap, assignment, symbol) for symbol in group}
    common = [
        name for name in classes.names if all(name in allowed for allowed in candidates.values())
    ]
    if common:
        return common[0]
    for one in group:
        for other in group:
            if not set(candidates[one]) & set(candidates[other]):
                numbers = class_variable(one), class_variable(other)
                return and_(
                    classes.within(numbers[0], heap.symbols[one]),
                    classes.within(numbers[1], heap.symbols[other]),
                    or_(not_(not_null(one)), not_(equal(one, other)), equal(*numbers)),
                )
    raise AssertionError("classes of a tree that overlap in pairs have one in common")


def _candidates(
    classes: ClassNumbers,
    heap: SymbolicHeap,
    assignment: Mapping[Term, TermValue],
    symbol: Variable,
) -> tuple[str, ...]:
    number = assignment.get(class_variable(symbol))
    below = classes.hierarchy.below(heap.symbols[symbol])
    chosen = [name for name in below if classes.first[name] == number]
    return tuple(chosen) or below


def accepts(
    classes: ClassNumbers, path: SymbolicPath, heap: PlainHeap, values: Mapping[str, Value]
) -> bool:
    """Whether an input satisfies the condition of a path."""
    symbolic = path.heap
    held: dict[Variable, Value] = {root: values.get(way_to(root)) for root in symbolic.roots}
    for known in symbolic.initial:
        owner = held.get(known.owner)
        if isinstance(owner, Reference):
            held[known.symbol] = fields_of(classes.hierarchy, heap, owner).get(known.field_name)
    assignment: dict[Term, TermValue] = {}
    for symbol, value in held.items():
        if symbol in symbolic.symbols:
            assignment[symbol] = value.number + 1 if isinstance(value, Reference) else 0
            declared = symbolic.symbols[symbol]
            class_name = heap.class_of(value) if isinstance(value, Reference) else declared
            assignment[class_variable(symbol)] = classes.first[class_name]
        elif isinstance(value, int):
            assignment[symbol] = value
    return all(holds(term, assignment) for term in path.pc.conjuncts)


# --- The proof --------------------------------------------------------------------------


def _difference(
    question: PathQuestion,
    path: SymbolicPath,
    found: ConcreteInput,
    assignment: Mapping[Term, TermValue],
) -> str | None:
    """Run the plain interpreter on the input; say what it does otherwise than the path."""
    taken: list[tuple[str, int, bool]] = []
    program, function, sites = question.program, question.function, question.sites

    def trace(name: str, site: int, side: bool) -> None:
        if (name, site) in sites:
            taken.append((name, site, side))

    if function.role is Role.MAIN:
        outcome = concrete.run(
            program, function.qualified_name, (), found.heap, DEFAULT_LIMITS, found.values, trace
        )
    else:
        names = ((program.language.receiver,) if function.has_receiver else ()) + tuple(
            p.name for p in function.parameters
        )
        arguments = [found.values[name] for name in names]
        outcome = concrete.run(program, function.qualified_name, arguments, found.heap, trace=trace)
    wanted = [
        (turn.function, turn.site, turn.outcome)
        for turn in path.turns
        if (turn.function, turn.site) in sites
    ]
    if taken != wanted:
        return "the plain interpreter takes another path on the model"
    match path.outcome, outcome:
        case Returned(value), concrete.Returned(plain):
            if not _agrees(function, path.heap, value, plain, found, assignment):
                return "the plain interpreter gives another value on the model"
            return None
        case Threw(class_name, name, site), concrete.Threw(other_class, _, other_name, other_site):
            if (class_name, name, site) != (other_class, other_name, other_site):
                return "the plain interpreter throws something else on the model"
            return None
        case _:
            return f"the plain interpreter ends otherwise on the model: {type(outcome).__name__}"


def _agrees(
    function: Function,
    heap: SymbolicHeap,
    value: Term | None,
    plain: object,
    found: ConcreteInput,
    assignment: Mapping[Term, TermValue],
) -> bool:
    """Whether the value of a path is, under the model, what the plain interpreter gave."""
    if value is None:
        return plain is VOID_VALUE
    values = _Values(assignment)
    if not isinstance(function.result, RefType) and not isinstance(plain, Reference | None):
        return value_in(value, values) == plain
    while type(value) is Choice:
        value = value.then if value_in(value.condition, values) else value.otherwise
    if type(value) is IntegerConstant:
        if value.value <= 0:
            if value.value == 0:
                return plain is None
            return isinstance(plain, Reference) and plain.number >= len(found.heap.rows)
        value = heap.places[value.value]
    assert type(value) is Variable
    return plain == found.references[value]
