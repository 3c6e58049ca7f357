"""Proofs about smaller heaps, where there is no time for all: what is claimed, and when.

Time is up at once here, so that what happens does not depend on the machine.
"""

from __future__ import annotations

from collections.abc import Mapping

from heapwright.answers.calls.question import Question
from heapwright.answers.calls.verdict import Found, NotInSmaller, Nowhere, Undecided, Verdict
from heapwright.answers.search.ask import Answer
from heapwright.answers.search.narrow import narrowed
from heapwright.answers.search.search import search
from heapwright.editor.known.verdicts import shown_answer
from heapwright.graph.explore.explore import new_graph
from heapwright.graph.setting.setting import setting_for
from heapwright.graph.state.state_graph import Setting, StateGraph, Wide
from heapwright.graph.state.watch import Watch
from heapwright.limits import Limits
from heapwright.solver.chain import default_solver
from support.python_engine import loaded_python

TEXT = """
class Shelf:
    def __init__(self) -> None:
        self.books: list[str] = []

    def add(self, title: str) -> None:
        if title not in self.books:
            self.books.append(title)

    def is_third(self, title: str) -> bool:
        return len(self.books) > 2 and self.books[2] == title

@spec
def TWICE(shelf: Shelf) -> bool:
    return any(shelf.books.count(title) > 1 for title in shelf.books)

@spec
def THIRD(shelf: Shelf) -> bool:
    return shelf.is_third("b")

@spec
def THREE(shelf: Shelf) -> bool:
    return len(shelf.books) == 3
"""


def asked(
    name: str, scope: dict[str, int] | None = None
) -> tuple[Verdict, StateGraph, list[Mapping[str, int]]]:
    """Ask a spec where the usual graph is given up at once; also give the smaller bounds."""
    program = loaded_python(TEXT).program
    function = next(f for f in program.functions if f.name == name)
    question = Question(program, function, wanted=True)
    solver = default_solver()
    tried: list[Mapping[str, int]] = []

    def setting(bounds: Mapping[str, int]) -> Setting:
        return setting_for(program, ["Shelf"], [name], {**bounds, **(scope or {})})

    def within(bounds: Mapping[str, int]) -> StateGraph:
        tried.append(bounds)
        return new_graph(setting(bounds))

    def decide(graph: StateGraph, watch: Watch, most_explored: int | None) -> Verdict:
        if graph is wide:
            graph.stopped_by = "the time limit was reached"
            return Undecided(graph.stopped_by)
        return search(graph, solver, question, None, Watch(Limits()))

    wide = new_graph(setting({}))
    verdict, graph = narrowed(wide, Watch(Limits(seconds=1e-9)), function, within, decide)
    return verdict, graph, tried


def test_what_holds_of_smaller_heaps_is_told_with_their_bounds() -> None:
    verdict, graph, tried = asked("TWICE")
    assert verdict == NotInSmaller("the time limit was reached")
    assert [dict(bounds) for bounds in tried] == [{"items": 2}, {"items": 3}]
    program = loaded_python(TEXT)
    function = next(f for f in program.program.functions if f.name == "TWICE")
    answer = Answer(verdict, graph, {"Shelf": 1, "items": 3}, None, 0.0)
    shown = shown_answer(answer, function, program.source_map.functions["TWICE"])
    assert shown.verdict == "not-found"
    assert shown.reason == (
        "`TWICE` was not reached: no sequence of public calls makes it true with at most 1 Shelf, "
        "3 items; larger heaps were not all looked at: the time limit was reached"
    )


def test_bounds_are_not_smaller_than_what_a_question_names() -> None:
    verdict, _, tried = asked("THREE")
    assert [dict(bounds) for bounds in tried] == [{"items": 3}]
    assert not isinstance(verdict, NotInSmaller | Nowhere)


def test_what_is_found_in_larger_heaps_counts_more_than_what_holds_of_smaller_ones() -> None:
    verdict, graph, tried = asked("THIRD")
    assert [dict(bounds) for bounds in tried] == [{"items": 2}, {"items": 3}]
    assert isinstance(verdict, Found)
    assert graph.setting.scope["items"] == 3


def test_bounds_that_somebody_set_are_kept() -> None:
    verdict, _, tried = asked("TWICE", {"items": 4})
    assert tried == []
    assert isinstance(verdict, Undecided)


def test_a_graph_that_took_long_before_is_not_explored_again() -> None:
    program = loaded_python(TEXT).program
    function = next(f for f in program.functions if f.name == "TWICE")
    wide = new_graph(setting_for(program, ["Shelf"], ["TWICE"]))
    wide.explored = 7
    asked_up_to: list[int | None] = []

    def within(bounds: Mapping[str, int]) -> StateGraph:
        smaller = new_graph(setting_for(program, ["Shelf"], ["TWICE"], bounds))
        smaller.wide = Wide(7, None)
        return smaller

    def decide(graph: StateGraph, watch: Watch, most_explored: int | None) -> Verdict:
        asked_up_to.append(most_explored)
        return Undecided("") if graph is wide else Nowhere()

    verdict, _ = narrowed(wide, Watch(Limits(seconds=1000)), function, within, decide)
    assert isinstance(verdict, NotInSmaller)
    assert asked_up_to == [7, None, None]
