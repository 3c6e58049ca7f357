"""Proofs about smaller heaps, where there is no time for all: what is claimed, and when.

Time is up at once here, so that what happens does not depend on the machine.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from heapwright.answers.calls.question import Question
from heapwright.answers.calls.verdict import Found, NotInSmaller, Nowhere, Undecided, Verdict
from heapwright.answers.search import ask
from heapwright.answers.search.narrow import smaller_for, smaller_heaps
from heapwright.answers.search.schedule import EXACT, NARROWER, SCHEDULE, SEARCH, SMALL
from heapwright.answers.search.search import question_case
from heapwright.answers.search.strategy import (
    Came,
    Case,
    Now,
    Share,
    Steps,
    Strategy,
    Turn,
    scheduled,
)
from heapwright.editor.known.verdicts import shown_answer
from heapwright.graph.explore.explore import new_graph
from heapwright.graph.setting.setting import setting_for
from heapwright.graph.state.state_graph import Setting, StateGraph, Wide
from heapwright.graph.state.watch import Watch
from heapwright.limits import Limits
from heapwright.records import replace
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


def given_up(case: Case, now: Now) -> Steps:
    """Give the usual graph up at once."""
    yield from ()
    case.graph.stopped_by = "the time limit was reached"
    return Came("gave up", Undecided(case.graph.stopped_by))


[NARROWER_TURN] = [turn for turn in SCHEDULE if turn.strategy is NARROWER]
# As in the schedule, but that proofs which need no exact graph are not looked for.
EXACTLY = replace(
    NARROWER_TURN, strategy=Strategy("smaller heaps", partial(smaller_heaps, (), SMALL, SEARCH))
)


def asked(
    name: str, scope: dict[str, int] | None = None
) -> tuple[Verdict, StateGraph, list[Mapping[str, int]]]:
    """Ask a spec where the usual graph is given up at once; also give the smaller bounds."""
    program = loaded_python(TEXT).program
    function = next(f for f in program.functions if f.name == name)
    tried: list[Mapping[str, int]] = []

    def setting(bounds: Mapping[str, int]) -> Setting:
        return setting_for(program, ["Shelf"], [name], {**bounds, **(scope or {})})

    def within(bounds: Mapping[str, int]) -> StateGraph:
        tried.append(bounds)
        return new_graph(setting(bounds))

    case = question_case(
        new_graph(setting({})), default_solver(), Question(program, function, wanted=True), None
    )
    early = Watch(Limits(seconds=1e-9))
    case = replace(case, smaller=smaller_for(case.graph, function, within, early))
    turns = (Turn(Strategy("exact", given_up)), EXACTLY)
    decided = scheduled(case, Watch(Limits()), turns)
    assert isinstance(decided.verdict, Verdict)
    return decided.verdict, decided.graph, tried


def test_what_holds_of_smaller_heaps_is_told_with_their_bounds() -> None:
    verdict, graph, tried = asked("TWICE")
    assert verdict == NotInSmaller("the time limit was reached")
    assert [dict(bounds) for bounds in tried] == [{"items": 2}, {"items": 3}]
    program = loaded_python(TEXT)
    function = next(f for f in program.program.functions if f.name == "TWICE")
    answer = ask.Answer(verdict, graph, {"Shelf": 1, "items": 3}, None, 0.0)
    shown = shown_answer(answer, function, program.source_map.functions["TWICE"])
    assert shown.verdict == "not-found"
    assert shown.reason == (
        "`TWICE` was not reached with up to 1 Shelf, 3 items: no sequence of public calls makes "
        "it true; larger heaps were not all looked at: the time limit was reached"
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

    def within(bounds: Mapping[str, int]) -> StateGraph:
        smaller = new_graph(setting_for(program, ["Shelf"], ["TWICE"], bounds))
        smaller.wide = Wide(3, None)
        return smaller

    wide = new_graph(setting_for(program, ["Shelf"], ["TWICE"]))
    case = question_case(wide, default_solver(), Question(program, function, wanted=True), None)
    early = Watch(Limits(seconds=1000))
    case = replace(case, smaller=smaller_for(wide, function, within, early))
    # Without a path it seems to take long at once.
    turns = (Turn(EXACT, Share(0.1, 0)), Turn(EXACT), EXACTLY)
    decided = scheduled(case, Watch(Limits()), turns)
    assert decided.verdict == NotInSmaller("that took too long before")
    assert wide.explored == 3
    assert [(one.strategy, one.turns) for one in decided.ran] == [
        ("exact", 2),
        ("smaller heaps", 1),
    ]
