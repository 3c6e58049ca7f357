"""The graphs of the benchmark subjects against brute force, in small scopes."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache

import pytest

from heapwright.graph.state.state_graph import StateGraph
from heapwright.solver.chain import default_solver
from oracle.agreement import check_nothing_is_lost
from oracle.client import World, world
from oracle.enumerate import enumerate_clients
from oracle.landing import check_landings
from subjects.catalogue import BY_NAME
from subjects.plain_client import subject_text
from support.engine import explore, loaded


@dataclass(frozen=True, slots=True)
class Small:
    """A subject, and how far to enumerate it."""

    subject: str
    scope: dict[str, int] = field(hash=False)
    n_ints: int
    calls: int
    n_items: int = 0


SMALL = (
    Small("sushi_avl", {"AvlTree": 1, "AvlNode": 4}, 4, 6),
    Small("sushi_rbt", {"TreeMap": 1, "Entry": 3}, 3, 5, 1),
    Small("sushi_dlist", {"LinkedList": 1, "Entry": 3}, 3, 4, 2),
    Small("sushi_clist", {"NodeCachingLinkedList": 1, "LinkedListNode": 4}, 3, 6, 1),
    Small("kiasan_avl", {"AvlTree": 1, "AvlNode": 4}, 4, 6),
    Small("kiasan_rbt", {"TreeMap": 1, "Entry": 3}, 3, 5, 1),
    Small("kiasan_bst", {"BinarySearchTree": 1, "BinaryNode": 4}, 4, 6),
    Small("kiasan_aatree", {"AATree": 1, "AANode": 4}, 4, 5),
    Small("kiasan_leftist", {"LeftistHeap": 2, "LeftistNode": 4}, 3, 6),
    Small("kiasan_stack", {"StackLi": 1, "ListNode": 4}, 2, 6, 2),
    Small("sir_dlist", {"DoubleLinkedList": 1, "Entry": 3}, 3, 4, 2),
    Small("sir_slist", {"MyLinkedList": 1, "MyLinkedListItr": 2, "MyListNode": 3}, 2, 5, 1),
    Small("javascan_skew", {"SkewHeap": 1, "SkewNode": 4}, 3, 6),
    Small("javascan_binom", {"BinomialHeap": 1, "BinomialHeapNode": 4}, 3, 6),
    Small("fig1_node", {"Node": 3}, 2, 4),
)


@pytest.mark.parametrize("small", SMALL, ids=lambda small: small.subject)
def test_what_brute_force_finds_is_in_the_graph_with_no_more_calls(small: Small) -> None:
    graph, world = explored(small)
    assert graph.is_complete
    found = enumerate_clients(world, small.calls)
    assert len(found) > 20
    check_nothing_is_lost(graph, world, found, default_solver())


@pytest.mark.parametrize("small", SMALL, ids=lambda small: small.subject)
def test_calls_lead_to_the_very_heaps_that_the_graph_describes(small: Small) -> None:
    graph, world = explored(small)
    n_landed = check_landings(graph, world, default_solver(), 3)
    assert n_landed == 3 * len(graph.disjuncts)


def test_every_subject_is_compared() -> None:
    assert [small.subject for small in SMALL] == list(BY_NAME)


@lru_cache(maxsize=32)
def explored(small: Small) -> tuple[StateGraph, World]:
    entry = BY_NAME[small.subject]
    text = subject_text(small.subject)
    graph = explore(text, entry.structure, scope=small.scope).graph
    client_world = world(
        loaded(text).program,
        entry.classes,
        ints=range(small.n_ints),
        scope=small.scope,
        opaque=graph.setting.opaque,
        n_items=small.n_items,
    )
    return graph, client_world
