"""Inferred formulas beside brute force: they hold wherever calls lead, and nothing stronger does.

Formulas are judged by `definition`, which shares nothing with what inferred them.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

import pytest

from heapwright.answers.search.ask import Effort
from heapwright.answers.structure.infer_structure import Inferred, infer_structure
from heapwright.answers.structure.judge import plain_heap_of, whole_heap
from heapwright.invariants.backbones import WholeHeap
from heapwright.invariants.candidates import candidate_paths, fields_of
from heapwright.invariants.entails import entails
from heapwright.ir.core import structure as ir
from heapwright.ir.core.hierarchy import hierarchy_of
from heapwright.limits import Limits
from heapwright.solver.chain import default_solver
from invariants.definition import holds
from invariants.test_partial import seen_from
from invariants.test_visit import as_partial
from oracle.client import world
from oracle.enumerate import enumerate_clients
from subjects.catalogue import BY_NAME
from subjects.plain_client import subject_text
from support.engine import loaded

# By subject: the scope, the ints, the calls and the items of brute force.
SMALL: dict[str, tuple[dict[str, int], int, int, int]] = {
    "kiasan_bst": ({"BinarySearchTree": 1, "BinaryNode": 3}, 3, 5, 0),
    "kiasan_stack": ({"StackLi": 1, "ListNode": 3}, 2, 5, 1),
    "sir_dlist": ({"DoubleLinkedList": 1, "Entry": 3}, 2, 3, 1),
    "sushi_avl": ({"AvlTree": 1, "AvlNode": 3}, 3, 5, 0),
    "sushi_clist": ({"NodeCachingLinkedList": 1, "LinkedListNode": 3}, 2, 4, 1),
}


@pytest.mark.parametrize("subject", SMALL)
def test_inferred_formulas_hold_in_every_state_and_wherever_calls_lead(subject: str) -> None:
    inferred = inferred_of(subject)
    assert inferred.is_checked and inferred.formulas
    n_heaps = 0
    for heap in (*heaps_of_graph(subject), *heaps_of_calls(subject)):
        n_heaps += 1
        for formula in inferred.formulas:
            assert holds(as_partial(heap), formula), (ir.formula_text(formula), heap)
    assert n_heaps > 8


@pytest.mark.parametrize("subject", SMALL)
def test_what_holds_in_every_state_is_inferred(subject: str) -> None:
    inferred = inferred_of(subject)
    setting = inferred.explored.graph.setting
    fields = fields_of(setting.hierarchy, setting.opaque)
    name = BY_NAME[subject].structure
    heaps = [as_partial(heap) for heap in heaps_of_graph(subject)]
    claims: tuple[ir.Claim, ...] = (ir.NotNull(), ir.AliasesNothing(), ir.ExpandsTo(None))
    n_true = n_false = 0
    for path in candidate_paths(fields, name):
        if isinstance(path, ir.Step):
            continue
        true = [
            atom
            for atom in (ir.Atom(path, claim) for claim in claims)
            if all(holds(heap, atom) for heap in heaps)
        ]
        n_false += len(claims) - len(true)
        if len(true) < len(claims):  # otherwise the path leads nowhere, which nobody says
            n_true += len(true)
            for atom in true:
                is_said = atom in inferred.formulas
                assert is_said or entails(fields, name, inferred.formulas, atom), ir.formula_text(
                    atom
                )
    assert n_true > 2 and n_false > 2


@lru_cache(maxsize=8)
def inferred_of(subject: str) -> Inferred:
    effort = Effort(default_solver(), Limits(objects=tuple(SMALL[subject][0].items())))
    program = loaded(subject_text(subject)).program
    return infer_structure(program, effort, BY_NAME[subject].structure)


def heaps_of_graph(subject: str) -> Iterator[WholeHeap]:
    """Give every state of the graph, seen from each object of the class."""
    graph = inferred_of(subject).explored.graph
    for shape in graph.states:
        yield from _seen(whole_heap(graph.setting, shape), BY_NAME[subject].structure)


def heaps_of_calls(subject: str) -> Iterator[WholeHeap]:
    """Give every heap that short sequences of calls build on the plain interpreter."""
    scope, n_ints, calls, n_items = SMALL[subject]
    entry = BY_NAME[subject]
    program = loaded(subject_text(subject)).program
    opaque = inferred_of(subject).explored.graph.setting.opaque
    here = world(
        program, entry.classes, ints=range(n_ints), scope=scope, opaque=opaque, n_items=n_items
    )
    for reached in enumerate_clients(here, calls).values():
        heap = plain_heap_of(hierarchy_of(program), opaque, reached.client.heap)
        yield from _seen(heap, entry.structure)


def _seen(heap: WholeHeap, class_name: str) -> Iterator[WholeHeap]:
    for start, name in enumerate(heap.classes):
        if name == class_name:
            yield seen_from(heap, start)
