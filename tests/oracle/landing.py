"""Take heaps that a graph claims to be reachable, and go there by calls.

Place: tests/oracle. Models of each disjunct are drawn, synthesized, and run call by call
on the plain interpreter by a driver of our own; the heap that comes out must be the very
one that was drawn, value by value.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from random import Random

from heapwright.answers.calls.match_goal import Match
from heapwright.answers.calls.sequence import OpaqueObject, PlainArgument, ResultOf, Sequence
from heapwright.answers.calls.synthesize import NoSequence, sequence_for
from heapwright.domains.models import model
from heapwright.domains.normal_form import literals
from heapwright.graph.state.shape import HOLE, int_label, state_variable
from heapwright.graph.state.state_graph import Disjunct, ObjectAt, StateGraph
from heapwright.paths.plain.concrete import Returned, Threw, run
from heapwright.paths.plain.heap import PlainHeap, Reference, Unit, Value
from heapwright.solver.answer import Sat, Solver
from heapwright.solver.query import Query
from heapwright.terms.term import Term
from oracle.client import World, with_new
from oracle.described import lockstep

Model = Mapping[Term, int | bool]


def check_landings(graph: StateGraph, world: World, solver: Solver, n_models: int) -> int:
    """Go to several heaps of every disjunct; say how many there were."""
    n_landed = 0
    for disjunct in graph.disjuncts:
        for values in models_of(disjunct, solver, n_models):
            _check_landing(graph, world, solver, disjunct, values)
            n_landed += 1
    return n_landed


def models_of(disjunct: Disjunct, solver: Solver, n_models: int) -> Iterator[Model]:
    """Draw models: one with small values, then ones near random hints."""
    random = Random(disjunct.number)
    for attempt in range(n_models):
        hints: Model = {
            state_variable(i): random.randint(-9, 9) if attempt else 0
            for i in range(disjunct.shape.n_holes)
        }
        found = model(disjunct.constraint, hints)
        if not isinstance(found, Mapping):
            answer = solver.check(Query(literals(disjunct.constraint)))
            assert isinstance(answer, Sat), (disjunct, answer)
            found = answer.assignment
        # A hole that nothing constrains may have any value.
        yield {**hints, **found}


def _check_landing(
    graph: StateGraph, world: World, solver: Solver, disjunct: Disjunct, values: Model
) -> None:
    roots = disjunct.shape.roots
    match = Match(disjunct, tuple(ObjectAt(position) for position in roots), values)
    sequence = sequence_for(graph, solver, match)
    assert not isinstance(sequence, NoSequence), (disjunct, values, sequence)
    assert len(sequence.calls) <= disjunct.depth
    heap, items, held = _driven(world, sequence)
    assert list(held.values()) == [disjunct.shape.objects[root][1] for root in roots]
    wanted_values: list[int] = []
    hole = 0
    for name, _, labels in disjunct.shape.objects:
        n_references = len(graph.setting.layouts[name].reference_names)
        for label in labels[n_references:]:
            if label == HOLE:
                wanted_values.append(int(values[state_variable(hole)]))
                hole += 1
            else:
                wanted_values.append(int_label(label))
    wanted_links = tuple(
        (
            name,
            known_as,
            tuple(
                int_label(label)
                for label in labels[: len(graph.setting.layouts[name].reference_names)]
            ),
        )
        for name, known_as, labels in disjunct.shape.objects
    )
    links, landed = lockstep(graph, world, heap, held, items)
    assert (links, landed) == (wanted_links, tuple(wanted_values)), (sequence, disjunct)


def _driven(
    world: World, sequence: Sequence
) -> tuple[PlainHeap, Mapping[Reference, int], Mapping[Reference, str]]:
    """Run the calls; give the heap, the number of each item, and what the sequence names.

    Every variable has the static type that its call promises, and every use must fit it.
    """
    heap = PlainHeap()
    results: list[Value | Unit] = []
    types: list[str] = []  # of the results
    items: dict[tuple[str, int], Reference] = {}

    def value_of(argument: PlainArgument, class_name: str) -> Value:
        nonlocal heap
        match argument:
            case ResultOf(call):
                assert not class_name or types[call] in world.hierarchy.below(class_name)
                result = results[call]
                assert not isinstance(result, Unit)
                return result
            case OpaqueObject(number):
                if (class_name, number) not in items:
                    heap, items[class_name, number] = with_new(world.hierarchy, heap, class_name)
                return items[class_name, number]
            case int() | None:
                return argument
            case _:
                raise AssertionError(argument)

    for plain_call in sequence.calls:
        call = plain_call.call
        if call.function is None:
            heap, made = with_new(world.hierarchy, heap, call.name)
            results.append(made)
            types.append(call.name)
            continue
        classes = [getattr(type_, "class_name", "") for type_ in call.parameters]
        promised = call.result
        if call.receiver is not None:
            classes.insert(0, "")
            receiver = plain_call.arguments[0]
            assert isinstance(receiver, ResultOf)
            method = world.hierarchy.method(types[receiver.call], call.name.rpartition(".")[2])
            assert method is not None and method.is_public
            promised = method.result
        types.append(getattr(promised, "class_name", ""))
        arguments = [
            value_of(argument, name)
            for argument, name in zip(plain_call.arguments, classes, strict=True)
        ]
        match run(world.program, call.function, arguments, heap):
            case Returned(value, after):
                assert plain_call.raises is None
                results.append(value)
            case Threw(class_name, heap=after):
                assert plain_call.raises == class_name
                results.append(None)
            case outcome:
                raise AssertionError(outcome)
        heap = after
    held: dict[Reference, str] = {}
    for argument in sequence.arguments:
        assert isinstance(argument, ResultOf)
        reference = value_of(argument, "")
        assert isinstance(reference, Reference)
        held[reference] = types[argument.call]
    return heap, {reference: number for (_, number), reference in items.items()}, held
