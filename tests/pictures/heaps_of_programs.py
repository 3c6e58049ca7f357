"""Heaps and graphs of real programs, to be drawn.

Place: tests/pictures. Each is asked for once in a test run.
"""

from __future__ import annotations

from functools import cache

from heapwright.answers.calls.verdict import Found
from heapwright.answers.search.ask import Effort, ask_spec, explore_class, specs_of
from heapwright.graph.state.state_graph import StateGraph
from heapwright.ir.core.hierarchy import hierarchy_of
from heapwright.limits import Limits
from heapwright.solver.chain import default_solver
from heapwright.workspace.load import load_program
from pictures.heaps_by_hand import Drawable
from support.repo import ROOT

SUBJECTS = "benchmarks/subjects/tiny/"
SPECS = (
    "examples/node.tiny::TEST",
    SUBJECTS + "fig1_node.tiny::SHARED",
    SUBJECTS + "kiasan_avl.tiny::SIX",
    SUBJECTS + "kiasan_bst.tiny::CHAIN",
    SUBJECTS + "kiasan_aatree.tiny::FIVE",
    SUBJECTS + "kiasan_leftist.tiny::TWO",
    SUBJECTS + "javascan_binom.tiny::SIX",
    SUBJECTS + "sushi_rbt.tiny::SIX",
    SUBJECTS + "sushi_clist.tiny::CACHED",
    SUBJECTS + "sir_dlist.tiny::FIVE",
    SUBJECTS + "sir_slist.tiny::STALE",
)
CLASSES = (
    SUBJECTS + "fig1_node.tiny::Node",
    SUBJECTS + "kiasan_avl.tiny::AvlTree",
    SUBJECTS + "kiasan_leftist.tiny::LeftistHeap",
    SUBJECTS + "sir_slist.tiny::MyLinkedList",
    SUBJECTS + "kiasan_aatree.tiny::AATree",
)


@cache
def heap_of_spec(target: str) -> Drawable:
    """Give the heap that satisfies a spec."""
    path, _, name = target.partition("::")
    program = load_program(str(ROOT / path), None).program
    (spec,) = (spec for spec in specs_of(program) if spec.name == name)
    verdict = ask_spec(program, Effort(default_solver(), Limits()), spec).verdict
    assert isinstance(verdict, Found), verdict
    names = [name for name, _ in verdict.rendered.arguments]
    roots = tuple(zip(names, verdict.replayed.arguments, strict=True))
    return Drawable(hierarchy_of(program), verdict.replayed.heaps[-1], roots)


@cache
def graph_of_class(target: str) -> StateGraph:
    """Give the whole state graph of a class."""
    path, _, name = target.partition("::")
    program = load_program(str(ROOT / path), None).program
    return explore_class(program, Effort(default_solver(), Limits()), name).graph
