"""Does a HEX formula hold in every reachable heap; if not, which calls break it.

Place: answers/structure/. `cli` and `workspace` ask through `ask_structure`. A formula speaks of
every object of its class, whether a client holds it or not, and is asked about the part of
the heap that the object leads to, in every order of visiting it.
Source: [HEX] Definition 3.4; companion methods: section 3.4.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TypeAlias

from heapwright.answers.calls.match_goal import Match, Undetermined, solution
from heapwright.answers.calls.render import Rendered, render
from heapwright.answers.calls.replay import NotReplayed, Replayed, replay_calls
from heapwright.answers.calls.synthesize import NoSequence, sequence_for
from heapwright.answers.calls.verdict import Verdict
from heapwright.answers.search.ask import Effort, Explored, Start, looked_at, set_up
from heapwright.answers.search.narrow import smaller_for
from heapwright.answers.search.schedule import EARLY, SCHEDULE
from heapwright.answers.search.strategy import Attempt, Case, Decided, Ran, scheduled
from heapwright.answers.structure import judge
from heapwright.domains.constraint import Constraint, assume
from heapwright.graph.client.does import classes_holding
from heapwright.graph.client.given_values import values_of
from heapwright.graph.state.shape import Shape, heap_of
from heapwright.graph.state.state_graph import Disjunct, ObjectAt, StateGraph
from heapwright.graph.state.watch import Watch
from heapwright.heaps.known_shape import Value
from heapwright.invariants.rules import Rules, rules_for
from heapwright.ir.core.hierarchy import hierarchy_of
from heapwright.ir.core.program import Function, Program, Role
from heapwright.ir.core.structure import Formula, atoms_of, names_in, speaks_of_this_alone
from heapwright.ir.core.structure import paths_of as paths_in
from heapwright.ir.core.types import BOOL
from heapwright.ir.reach.reach import reach_index
from heapwright.paths.known_shapes.compile import CompiledFunction
from heapwright.paths.plain.concrete import Returned as PlainReturned
from heapwright.paths.plain.concrete import run as run_plainly
from heapwright.paths.plain.heap import PlainHeap, Reference
from heapwright.paths.plain.heap import Value as PlainValue
from heapwright.paths.runs.machine import Machine
from heapwright.paths.runs.run import Returned, Stopped, Threw, paths_of
from heapwright.records import dataclass, replace
from heapwright.solver.answer import Sat, Solver, Unknown, Unsat
from heapwright.terms.build import not_
from heapwright.terms.term import Term


@dataclass(frozen=True, slots=True)
class Violated:
    """Replayed calls lead to an object for which a formula is false."""

    rendered: Rendered
    replayed: Replayed
    formula: int  # its number
    broken: judge.Broken  # objects by their number in the replayed heap

    @property
    def marked(self) -> tuple[tuple[Reference, str], ...]:
        """Give the field to mark in a picture of the heap."""
        broken = self.broken
        return () if broken.holder is None else ((Reference(broken.holder), broken.name),)


StructureVerdict: TypeAlias = Violated | Verdict


@dataclass(frozen=True, slots=True)
class StructureQuestion:
    """Formulas about every object of a class."""

    program: Program
    class_name: str
    rules: Rules

    def as_function(self) -> Function:
        """Give a stand-in with the formulas' one argument, for those that render a question."""
        return Function(
            "structure", self.class_name, Role.INVARIANT, (), BOOL, (), 1, is_public=False
        )


@dataclass(frozen=True, slots=True)
class StructureAnswer:
    """The verdict on the formulas of a class, and what it rests on."""

    class_name: str
    formulas: tuple[Formula, ...]
    verdict: StructureVerdict
    explored: Explored
    ran: tuple[Ran, ...] = ()  # what was done for it, in order


def ask_structure(
    program: Program, effort: Effort, class_name: str, formulas: Sequence[Formula]
) -> StructureAnswer:
    """Look for a shortest sequence after which one of the formulas is false."""
    question = StructureQuestion(program, class_name, rules_for(hierarchy_of(program), formulas))

    def look(start: Start) -> tuple[Decided, StateGraph]:
        early = EARLY.of(start.watch)
        smaller = smaller_for(start.graph, None, start.within, early)
        case = structure_case(start.graph, start.solver, question, start.max_calls)
        decided = scheduled(replace(case, smaller=smaller), start.watch, SCHEDULE)
        return replace(decided, ran=(set_up(start), *decided.ran)), decided.graph

    names = {name for n in question.rules.atoms for p in paths_in(n.atom) for name in names_in(p)}
    decided, explored = looked_at(
        effort,
        program,
        classes_holding(reach_index(program), class_name),
        companions_of(program, class_name, formulas),
        look,
        objects_only=frozenset(names),
    )
    # An exact search has always something to say.
    assert isinstance(decided.verdict, StructureVerdict)
    return StructureAnswer(class_name, tuple(formulas), decided.verdict, explored, decided.ran)


def companions_of(
    program: Program, class_name: str, formulas: Sequence[Formula]
) -> tuple[str, ...]:
    """Name the methods that formulas ask, in the class or above it."""
    hierarchy = hierarchy_of(program)
    names = dict.fromkeys(a.companion for f in formulas for a in atoms_of(f) if a.companion)
    methods = [hierarchy.method(class_name, name) for name in names]
    return tuple(method.qualified_name for method in methods if method is not None)


def own_formulas(program: Program, class_name: str) -> tuple[Formula, ...]:
    """Give the formulas of a class that speak of its objects, not of what a call is given."""
    return tuple(filter(speaks_of_this_alone, program.class_named(class_name).structure))


def structured_classes(program: Program) -> tuple[str, ...]:
    """Name the classes with formulas about their objects, in program order."""
    return tuple(c.name for c in program.classes if own_formulas(program, c.name))


def structure_case(
    graph: StateGraph, solver: Solver, question: StructureQuestion, max_calls: int | None
) -> Case:
    """Make a case of formulas: the first object that breaks one is looked for."""

    def attempt_on(case: Case, looked: StateGraph) -> Attempt:
        known: dict[Shape, tuple[tuple[int, judge.Judged], ...]] = {}

        def attempt(disjunct: Disjunct, watch: Watch) -> Iterator[Undetermined | Violated]:
            shape = disjunct.shape
            if shape not in known:
                known[shape] = tuple(_judged_objects(looked, question, shape, watch))
            return _broken_in(looked, solver, question, disjunct, known[shape])

        return attempt

    return Case(graph, solver, max_calls, attempt_on)


def _judged_objects(
    graph: StateGraph, question: StructureQuestion, shape: Shape, watch: Watch
) -> Iterator[tuple[int, judge.Judged]]:
    """Judge the objects of the class, those first that the client holds."""
    setting = graph.setting
    heap = judge.whole_heap(setting, shape)
    fitting = set(setting.hierarchy.below(question.class_name))
    held = set(shape.roots)
    for position in sorted(range(len(shape.objects)), key=lambda p: (p not in held, p)):
        if heap.classes[position] in fitting:
            watch.look()
            yield position, judge.judged(question.rules, heap, position)


def _broken_in(
    graph: StateGraph,
    solver: Solver,
    question: StructureQuestion,
    disjunct: Disjunct,
    objects: Sequence[tuple[int, judge.Judged]],
) -> Iterator[Undetermined | Violated]:
    """Look for a replayed violation among the heaps of one disjunct; give what stays open."""
    for position, verdict in objects:
        if verdict.doubt is not None:
            yield Undetermined(verdict.doubt)
        conditions: Iterator[Constraint | str] = iter([disjunct.constraint])
        if verdict.broken is None:
            conditions = _refusals(graph, question, disjunct, position, verdict.asked)
        for pc in conditions:
            if isinstance(pc, str):
                yield Undetermined(pc)
                continue
            match solution(solver, pc):
                case Unsat():
                    continue
                case Unknown(reason):
                    yield Undetermined(reason)
                    continue
                case Sat(assignment):
                    match = Match(disjunct, (ObjectAt(position),), assignment)
            sequence = sequence_for(graph, solver, match)
            if isinstance(sequence, NoSequence):
                yield Undetermined(sequence.reason)
                continue
            replayed = replay_calls(question.program, sequence, [question.class_name])
            if isinstance(replayed, NotReplayed):
                yield Undetermined(replayed.reason)
                continue
            broken = broken_plainly(question, graph, replayed.final_heap, replayed.arguments[0])
            if broken is None:
                yield Undetermined("the plain interpreter finds the formulas true there")
                continue
            rendered = render(question.program, sequence, replayed, question.as_function())
            yield Violated(rendered, replayed, broken[0], broken[1])


def _refusals(
    graph: StateGraph,
    question: StructureQuestion,
    disjunct: Disjunct,
    position: int,
    asked: Sequence[judge.Asked],
) -> Iterator[Constraint | str]:
    """Give the conditions under which a companion refuses, and reasons not to know."""
    setting = graph.setting
    class_name = disjunct.shape.objects[position][0]
    seen: set[tuple[str, tuple[object, ...]]] = set()
    for one in asked:
        callee = setting.compiled.dispatch[class_name][one.method]
        method = setting.hierarchy.method(class_name, one.method)
        assert method is not None
        arguments = tuple(judge.companion_arguments(method, position, one))
        if (one.method, arguments) in seen:
            continue
        seen.add((one.method, arguments))

        def run(
            machine: Machine,
            callee: CompiledFunction = callee,
            arguments: tuple[PlainValue, ...] = arguments,
        ) -> Value:
            objects = heap_of(setting.layouts, disjunct.shape)
            values: list[Value] = []
            values_of(callee, (), objects, machine)
            for value in arguments:
                if isinstance(value, Reference):
                    values.append(objects[value.number])
                else:
                    assert value is None or isinstance(value, int)
                    values.append(value)
            return callee.call(machine, values)

        for end in paths_of(disjunct.constraint, run, setting.run_limits):
            match end.outcome:
                case Stopped(reason):
                    yield reason
                case Threw() | Returned(False):
                    yield end.pc
                case Returned(Term() as truth):
                    yield assume(end.pc, not_(truth))
                case _:
                    pass


def broken_plainly(
    question: StructureQuestion, graph: StateGraph, heap: PlainHeap, this: object
) -> tuple[int, judge.Broken] | None:
    """Ask the formulas of a plain heap, and the companions by the plain interpreter."""
    assert isinstance(this, Reference)
    # Rows of a plain heap have the order of the program as written, not the canonical one.
    hierarchy = hierarchy_of(question.program)
    verdict = judge.judged(
        question.rules, judge.plain_heap_of(hierarchy, graph.setting.opaque, heap), this.number
    )
    if verdict.broken is not None:
        return verdict.broken.formula, verdict.broken
    for one in verdict.asked:
        method = hierarchy.method(heap.class_of(this), one.method)
        assert method is not None
        arguments = judge.companion_arguments(method, this.number, one)
        outcome = run_plainly(question.program, method.qualified_name, arguments, heap)
        if not (isinstance(outcome, PlainReturned) and outcome.value is True):
            return one.broken.formula, one.broken
    return None
