"""Compare the symbolic paths of a Python method with runs of the plain interpreter.

Place: tests/oracle. A heap with a `T` is made by the plain interpreter; then its ints and the
arguments of a call are made unknown and the call runs along every path. For values of the
unknowns, exactly one path must have a condition that holds, and it must end as the plain
interpreter ends on these values: with the same result or exception, and the same heap.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import islice
from random import Random

from frontends.python.value_agreement import described_ours
from heapwright.domains.constraint import FALSE, TRUE, Constraint
from heapwright.domains.models import NoModel, model
from heapwright.domains.normal_form import existentials, literals
from heapwright.heaps.known_shape import HeapObject, TextAtom, Value
from heapwright.heaps.spelling import FIRST, spelled, written
from heapwright.heaps.text_codes import text_code, texts_for
from heapwright.ir.core.hierarchy import Hierarchy, hierarchy_of
from heapwright.ir.core.operations import SHARED
from heapwright.ir.core.program import Program
from heapwright.limits import Limits
from heapwright.paths.known_shapes.compile import CompiledProgram, compile_program
from heapwright.paths.plain import concrete
from heapwright.paths.plain import heap as plain_heap
from heapwright.paths.plain.heap import EMPTY_HEAP, InputMatters, PlainHeap, Reference, Unit
from heapwright.paths.runs.machine import Machine, TextLooked
from heapwright.paths.runs.run import PathEnd, Returned, RunLimits, Stopped, Threw, paths_of
from heapwright.records import dataclass, field, replace
from heapwright.solver.answer import Sat, Solver
from heapwright.solver.query import Query
from heapwright.terms.build import equal, integer, variable
from heapwright.terms.evaluate import evaluate
from heapwright.terms.rewrite import free_variables
from heapwright.terms.sorts import INT
from heapwright.terms.term import Term, Variable
from oracle.symbolic_values import (
    Assignment,
    NotKnown,
    described_symbolic,
    frozen,
    rows_with,
    symbolic_objects,
)

LIMITS = Limits(steps=20_000)
RUN_LIMITS = RunLimits(steps=20_000)
SPELT = replace(RUN_LIMITS, is_spelt=True)  # strings are kept letter by letter
MOST_PATHS = 60
POOL = (-2, -1, 0, 1, 2, 3, 7)
TEXTS = ("", "a", "ab", "k", "Abc")
LETTERS = "aaabbkABc 1-"


@dataclass(slots=True)
class Tally:
    """How much was compared, and how much could not be."""

    n_methods: int = 0
    n_paths: int = 0
    n_compared: int = 0  # pairs of a path and values for the unknowns
    n_stopped: int = 0  # values for which the symbolic run was given up
    n_doubted: int = 0  # values for which it says that it does not know, or only a replay will
    n_unfollowed: int = 0  # values for which the plain interpreter was given up


@dataclass(frozen=True, slots=True)
class SymbolicEnd:
    """A path, and what it left: the result and the receiver, as they were then."""

    end: PathEnd
    values: tuple[Value, ...]


def check_paths(
    program: Program, methods: Mapping[str, Sequence[str]], random: Random, solver: Solver
) -> Tally:
    """Compare every method of the class `T`, given with the kinds of its parameters."""
    hierarchy = hierarchy_of(program)
    compiled = compile_program(program)
    tally = Tally()
    made = concrete.run(program, "T.__new__", (), EMPTY_HEAP, LIMITS)
    assert isinstance(made, concrete.Returned) and isinstance(made.value, Reference), made
    for name, kinds in methods.items():
        # Booleans and None are enumerated where the engine makes calls, so they are known.
        known: dict[int, bool | None] = {
            i: random.choice((False, True)) for i, kind in enumerate(kinds) if kind == "bool"
        }
        known |= {
            i: None for i, kind in enumerate(kinds) if kind == "maybe" and random.random() < 0.5
        }
        share = random.choice((0.0, 0.5, 1.0))
        seed = random.random()
        start = Start(
            program,
            hierarchy,
            compiled,
            made.heap,
            made.value,
            name,
            tuple(kinds),
            known,
            seed,
            share,
        )
        _check_method(start, random, solver, tally)
    return tally


@dataclass(frozen=True, slots=True)
class Start:
    """A call with unknown ints in the heap and in its arguments."""

    program: Program
    hierarchy: Hierarchy
    compiled: CompiledProgram
    heap: PlainHeap
    receiver: Reference
    method: str
    kinds: tuple[str, ...]  # of the parameters
    known: Mapping[int, bool | None]  # arguments that are not unknown
    seed: float  # decides which ints of the heap are unknown
    share: float  # how many of them are
    lengths: Mapping[int, int] = field(default_factory=dict)  # of strings kept by letters

    def letters(self, index: int) -> list[Variable]:
        """Give the letters of a string that is an argument."""
        return [variable(f"p{index}.{place}", INT) for place in range(self.lengths[index])]

    @property
    def function(self) -> str:
        """Name the function that runs."""
        return f"T.{self.method}"

    def unknowns(self) -> dict[Term, str]:
        """Give the unknowns and their kinds."""
        found: dict[Term, str] = {}
        draw = _drawing(self.seed, self.share)

        def note(value: int) -> int:
            term = draw(value)
            if term is not None:
                found[term] = "int"
            return value

        rows_with(self.hierarchy, self.heap, note)
        for index, kind in enumerate(self.kinds):
            if index in self.lengths:
                found.update(dict.fromkeys(self.letters(index), "letter"))
            elif index not in self.known:
                found[variable(f"p{index}", INT)] = kind
        return found


def _drawing(seed: float, share: float) -> Callable[[int], Term | None]:
    """Say of one int after the other which unknown stands for it, if one does."""
    random = Random(seed)
    n_unknown = 0

    def draw(_: int) -> Term | None:
        nonlocal n_unknown
        if random.random() >= share:
            return None
        n_unknown += 1
        return variable(f"h{n_unknown}", INT)

    return draw


def _check_method(start: Start, random: Random, solver: Solver, tally: Tally) -> None:
    try:
        ends, is_whole = _symbolic_ends(start, RUN_LIMITS)
    except TextLooked:
        # Strings are then kept letter by letter, each with a length.
        strings = [i for i, kind in enumerate(start.kinds) if kind == "str"]
        start = replace(start, lengths={i: random.choice((0, 1, 2, 3)) for i in strings})
        ends, is_whole = _symbolic_ends(start, SPELT)
    tally.n_methods += 1
    tally.n_paths += len(ends)
    for assignment in _assignments(start, ends, random, solver):
        _check_point(start, ends, assignment, is_whole, solver, tally)


def _symbolic_ends(start: Start, limits: RunLimits) -> tuple[list[SymbolicEnd], bool]:
    receiver: list[HeapObject] = []

    def call(machine: Machine) -> Value:
        draw = _drawing(start.seed, start.share)

        def unknown(value: int) -> int | Term:
            term = draw(value)
            return value if term is None else term

        objects = symbolic_objects(start.hierarchy, start.heap, unknown)
        receiver[:] = [objects[start.receiver.number]]
        machine.shared = next((one for one in objects if one.class_name == SHARED), None)
        if machine.shared is None and SHARED in start.compiled.defaults:
            machine.shared = HeapObject(SHARED, start.compiled.defaults[SHARED].copy())
        arguments: list[Value] = [receiver[0]]
        for index, kind in enumerate(start.kinds):
            term = variable(f"p{index}", INT)
            if index in start.known:
                arguments.append(start.known[index])
            elif index in start.lengths:
                arguments.append(spelled(start.letters(index)))
            else:
                arguments.append(TextAtom(term) if kind == "str" else term)
        return start.compiled.functions[start.function].call(machine, arguments)

    ends: list[SymbolicEnd] = []
    for end in islice(paths_of(TRUE, call, limits), MOST_PATHS):
        result = (end.outcome.value,) if isinstance(end.outcome, Returned) else ()
        ends.append(SymbolicEnd(end, frozen((*result, receiver[0]))))
    return ends, len(ends) < MOST_PATHS


def _assignments(
    start: Start, ends: Sequence[SymbolicEnd], random: Random, solver: Solver
) -> Iterator[Assignment]:
    """Give values at random, and a model of each path."""
    names = start.unknowns()
    for _ in range(4):
        yield {term: _drawn(kind, random) for term, kind in names.items()}
    for one in ends[:12]:
        hints = {term: _drawn(kind, random) for term, kind in names.items()}
        found = _model(one.end.pc, hints, solver)
        if found is not None:
            yield {term: int(found.get(term, hints[term])) for term in names}


def _drawn(kind: str, random: Random) -> int:
    if kind == "letter":
        return ord(random.choice(LETTERS)) - FIRST
    if kind == "str":
        code = text_code(random.choice(TEXTS))
        assert code is not None
        return code
    return random.choice(POOL)


def _model(pc: Constraint, hints: Assignment, solver: Solver) -> Mapping[Term, int | bool] | None:
    if pc is FALSE:
        return None
    found = model(pc, hints)
    if isinstance(found, Mapping):
        return found
    if isinstance(found, NoModel):
        return None
    answer = solver.check(Query(literals(pc)))
    return answer.assignment if isinstance(answer, Sat) else None


def _check_point(
    start: Start,
    ends: Sequence[SymbolicEnd],
    assignment: Assignment,
    is_whole: bool,
    solver: Solver,
    tally: Tally,
) -> None:
    taken = [one for one in ends if _holds(one.end.pc, assignment, solver)]
    where = f"{start.method} with {dict(assignment)}, {dict(start.known)}"
    # A set is gone through in every order; the plain interpreter takes one of them.
    has_sets = any(class_def.name == "set" for class_def in start.program.classes)
    assert len(taken) <= 1 or has_sets, f"{len(taken)} paths at once: {where}"
    if not taken:
        assert not is_whole, f"no path: {where}"
        return
    if any(isinstance(one.end.outcome, Stopped) for one in taken):
        tally.n_stopped += 1
        return
    if any(one.end.doubts for one in taken):
        tally.n_doubted += 1
        return
    outcome = _plain_outcome(start, assignment)
    hierarchy = start.hierarchy
    try:
        match outcome:
            case concrete.Returned(value, heap):
                plain = None if isinstance(value, Unit) else value
                wanted: object = described_ours(hierarchy, heap, (plain, start.receiver))
            case concrete.Threw(class_name, heap=heap):
                wanted = (class_name, described_ours(hierarchy, heap, (start.receiver,)))
            case _:
                tally.n_unfollowed += 1
                return
        found = [_described(start, one, assignment) for one in taken]
    except (NotKnown, InputMatters):
        tally.n_doubted += 1
        return
    assert wanted in found, f"{where}:\n  plain    {wanted}\n  symbolic {found}"
    tally.n_compared += 1


def _described(start: Start, one: SymbolicEnd, assignment: Assignment) -> object:
    texts = _texts(start, assignment)
    found = described_symbolic(start.hierarchy, one.values, assignment, texts)
    return (one.end.outcome.class_name, found) if isinstance(one.end.outcome, Threw) else found


def _texts(start: Start, assignment: Assignment) -> Mapping[int, str]:
    """Give the text of each unknown string: one that the program does not know, if need be."""
    unknowns = start.unknowns()
    codes = [value for term, value in assignment.items() if unknowns.get(term) == "str"]
    return texts_for(codes, start.compiled.texts)


def _plain_outcome(start: Start, assignment: Assignment) -> concrete.Outcome:
    """Run the call on the plain interpreter, where the unknowns have these values."""
    arguments: list[plain_heap.Value] = [start.receiver]
    for index, kind in enumerate(start.kinds):
        if index in start.known:
            arguments.append(start.known[index])
        elif index in start.lengths:
            arguments.append(written([assignment[one] for one in start.letters(index)]))
        else:
            value = assignment[variable(f"p{index}", INT)]
            arguments.append(_texts(start, assignment)[value] if kind == "str" else value)
    heap = _filled(start, assignment)
    return concrete.run(start.program, start.function, arguments, heap, LIMITS)


def _filled(start: Start, assignment: Assignment) -> PlainHeap:
    """Put the values of the unknowns where these stand in the symbolic heap."""
    draw = _drawing(start.seed, start.share)

    def value(original: int) -> int:
        term = draw(original)
        return original if term is None else assignment[term]

    rows = rows_with(start.hierarchy, start.heap, value)
    return PlainHeap(start.heap.class_names, tuple(map(tuple, rows)))  # type: ignore[arg-type]


def _holds(pc: Constraint, assignment: Assignment, solver: Solver) -> bool:
    if pc is FALSE:
        return False
    said = literals(pc)
    free = {v for literal in said for v in free_variables(literal)}
    if not existentials(pc) and free <= assignment.keys():
        try:
            return all(evaluate(literal, assignment) for literal in said)
        except ZeroDivisionError:
            return False  # a path on which something is divided by this is not taken
    fixed = [equal(v, integer(value)) for v, value in assignment.items() if v in free]
    return isinstance(solver.check(Query((*said, *fixed))), Sat)
