"""After an edit only the calls that it can have changed are run, and the graph is the same."""

from __future__ import annotations

import re
from random import Random

import pytest

from graph.digest import digest
from heapwright.answers.search.ask import Effort, explore_class
from heapwright.graph.explore.breadth_first import explore_next
from heapwright.graph.explore.explore import new_graph
from heapwright.graph.setting.setting import setting_for
from heapwright.graph.state.state_graph import Setting, StateGraph
from heapwright.graph.state.summaries import CallSummaries, Summaries
from heapwright.graph.state.watch import Watch
from heapwright.limits import DEFAULT_LIMITS, Limits
from heapwright.solver.chain import default_solver
from heapwright.text.source import Source
from heapwright.workspace.load import program_of
from heapwright.workspace.shelf import Shelf
from oracle.random_programs import random_program
from subjects.catalogue import CATALOGUE
from subjects.plain_client import subject_text

LIST = """
class Node { int item; Node next; }
class List {
    private Node head;
    private int size;
    void push(int x) := { this.head := this.linked(x, this.head); this.size := this.size + 1 };
    void append(int x) :=
        if this.head = null then this.head := this.linked(x, null)
        else let n := this.head in {
            while n.next != null do n := n.next;
            n.next := this.linked(x, null)
        };
    void pop() := if this.head != null then this.head := this.head.next;
    void sortTwo() :=
        if this.head != null && this.head.next != null && this.head.item > this.head.next.item
        then let t := this.head.item in {
            this.head.item := this.head.next.item;
            this.head.next.item := t
        };
    bool isEmpty() := this.head = null;
    private Node linked(int x, Node next) :=
        let n := new Node in { n.item := x; n.next := next; n };
}
scope Node <= 3;
"""
LIMITS = Limits(calls=6)


def explored(
    text: str, class_name: str = "List", shelf: Shelf | None = None, limits: Limits = LIMITS
) -> StateGraph:
    loaded = program_of(Source("test.tiny", text))
    assert not loaded.has_errors, loaded.problems
    effort = Effort(
        default_solver(),
        limits,
        with_raising=True,
        recall=None if shelf is None else shelf.recall,
        keep=None if shelf is None else shelf.keep,
    )
    return explore_class(loaded.program, effort, class_name).graph


def edited(old: str, new: str, text: str = LIST) -> str:
    assert text.count(old) == 1
    return text.replace(old, new)


def check_same(actual: StateGraph, expected: StateGraph) -> None:
    """See that the graphs are the same, and that what was not run is counted as reused."""
    assert digest(actual) == digest(expected)
    assert [d.origin for d in actual.disjuncts] == [d.origin for d in expected.disjuncts]
    assert actual.narrowings == expected.narrowings
    assert actual.seen_values == expected.seen_values
    assert actual.growing == expected.growing
    done, wanted = actual.counts, expected.counts
    assert done.paths + done.reused == wanted.paths
    assert done.edges == wanted.edges
    assert done.dropped_unchanged == wanted.dropped_unchanged
    assert done.dropped_out_of_scope == wanted.dropped_out_of_scope
    assert done.subsumed == wanted.subsumed
    assert done.united == wanted.united


def explored_with(known: dict[str, CallSummaries], n_calls: int, room: int = 100_000) -> StateGraph:
    """Explore the list with what is known by name about its calls, which grows."""
    setting = setting_for(program_of(Source("test.tiny", LIST)).program, ["List"])
    return _grown(setting, known, n_calls, room)


def paths_by_call(text: str) -> dict[str, int]:
    """Explore cold and count the paths of each call."""
    known: dict[str, CallSummaries] = {}
    assert LIMITS.calls is not None
    setting = setting_for(program_of(Source("test.tiny", text)).program, ["List"])
    _grown(setting, known, LIMITS.calls, 100_000)
    return {name: sum(s.n_paths for s in found.values()) for name, found in known.items()}


def _grown(
    setting: Setting, known: dict[str, CallSummaries], n_calls: int, room: int
) -> StateGraph:
    graph = new_graph(setting)
    graph.summaries = Summaries(lambda call: known.setdefault(call.name, {}), room)
    while explore_next(graph, default_solver(), n_calls, Watch(DEFAULT_LIMITS)):
        pass
    return graph


def paths_run_after(*texts: str) -> int:
    """Explore one text after the other and count the paths that the last one takes."""
    shelf = Shelf(None)
    for text in texts:
        graph = explored(text, shelf=shelf)
    check_same(graph, explored(texts[-1]))
    return graph.counts.paths


EDITS = {
    "push": edited("this.size := this.size + 1 }", "this.size := 1 + this.size }"),
    "append": edited("n.next != null do", "null != n.next do"),
    "pop": edited("pop() := if this.head != null", "pop() := if null != this.head"),
    "sortTwo": edited("let t := this.head.item in", "let t := this.head.item + 0 in"),
}


@pytest.mark.parametrize("method", EDITS)
def test_an_edit_of_one_method_runs_the_paths_of_that_method_only(method: str) -> None:
    assert paths_run_after(LIST, EDITS[method]) == paths_by_call(EDITS[method])[f"List.{method}"]


def test_an_edit_of_an_observer_runs_nothing() -> None:
    assert paths_run_after(LIST, edited(":= this.head = null;", ":= null = this.head;")) == 0


def test_an_edit_of_a_helper_runs_the_methods_that_call_it() -> None:
    text = edited("n.item := x; n.next := next; n", "n.next := next; n.item := x; n")
    paths = paths_by_call(text)
    assert paths_run_after(LIST, text) == paths["List.push"] + paths["List.append"]


def test_taking_an_edit_back_runs_nothing() -> None:
    # With the graph itself forgotten: a class that nobody asked about changes its recipe.
    back = edited("bool isEmpty()", "bool isNone() := this.head = null; bool isEmpty()")
    assert paths_run_after(LIST, EDITS["push"], back) == 0


def test_an_edit_that_changes_what_is_reached_runs_old_methods_on_new_heaps_only() -> None:
    text = edited(
        "then this.head := this.head.next;", "then { this.head := null; this.size := 7 };"
    )
    assert 0 < paths_run_after(LIST, text) < sum(paths_by_call(text).values())


EVERYTHING_ANEW = {
    "a field more": edited("int item;", "int item; bool isMarked;"),
    "a field of another type": edited("private int size;", "private bool size;").replace(
        "this.size := this.size + 1", "this.size := true"
    ),
    "a subclass of the nodes": LIST + "class Special extends Node { }",
    "an overriding subclass": LIST + "class Other extends List { void pop() := this.push(1); }",
    "another bound on objects": edited("scope Node <= 3", "scope Node <= 2"),
    "a method that takes a node": edited("void pop()", "void f(Node n) := n.item := 1; void pop()"),
}


@pytest.mark.parametrize("text", EVERYTHING_ANEW.values(), ids=EVERYTHING_ANEW)
def test_what_decides_how_heaps_look_makes_everything_run_anew(text: str) -> None:
    assert paths_run_after(LIST, text) == explored(text).counts.paths


@pytest.mark.parametrize("name", [entry.name for entry in CATALOGUE])
def test_every_subject_is_explored_the_same_from_summaries(name: str) -> None:
    entry = next(entry for entry in CATALOGUE if entry.name == name)
    text, limits = subject_text(name), Limits(calls=4)
    cold = explored(text, entry.structure, limits=limits)
    shelf = Shelf(None)
    first = explored(text, entry.structure, shelf, limits)
    check_same(first, cold)
    assert first.counts.reused == 0
    # One more observer: another graph, but no call that is explored is another one.
    opening = f"class {entry.structure} {{"
    assert opening in text
    more = text.replace(opening, f"{opening} bool isHere() := true;", 1)
    again = explored(more, entry.structure, shelf, limits)
    check_same(again, explored(more, entry.structure, limits=limits))
    assert again.counts.paths == 0
    assert digest(again) == digest(cold)


@pytest.mark.parametrize("seed", range(0, 48, 4))
def test_any_edits_of_any_programs_leave_the_graphs_as_if_explored_cold(seed: int) -> None:
    # Some edits are of specs, or change what every method calls; hence several programs.
    assert sum(n_reused_by_random_edits(number) for number in range(seed, seed + 4)) > 0


def n_reused_by_random_edits(seed: int) -> int:
    """Edit a random program a few times and explore each time; say how much was reused."""
    random = Random(seed)
    program = random_program(seed)
    shelf = Shelf(None)
    limits = Limits(calls=3, objects=tuple((name, 2) for name in program.classes))
    text = program.text
    n_reused = 0
    for _ in range(4):
        graph = explored(text, "A", shelf, limits)
        check_same(graph, explored(text, "A", limits=limits))
        n_reused += graph.counts.reused
        text = with_a_number_changed(text, random)
    return n_reused


def with_a_number_changed(text: str, random: Random) -> str:
    """Change one literal of a method, which may or may not matter."""
    places = [m.start() for m in re.finditer(r"(?<=[-+<>= (])[0-9](?![0-9a-z])", text)]
    if not places:
        return text
    at = random.choice(places)
    return f"{text[:at]}{(int(text[at]) + 1) % 10}{text[at + 1 :]}"


def test_a_stopped_exploration_goes_on_from_summaries() -> None:
    shelf = Shelf(None)
    whole = explored(LIST, shelf=shelf)
    text = EDITS["pop"]
    part = explored(text, shelf=shelf, limits=Limits(calls=2))
    assert part.explored < whole.explored
    check_same(explored(text, shelf=shelf), explored(text))


def test_no_more_is_remembered_than_there_is_room_for() -> None:
    sizes = []
    for room in (0, 5, 100_000):
        known: dict[str, CallSummaries] = {}
        explored_with(known, 3, room)
        sizes.append(sum(map(len, known.values())))
    assert sizes[0] == 0 < sizes[1] <= 5 < sizes[2]


def test_whether_a_path_is_possible_is_found_out_when_it_matters() -> None:
    known: dict[str, CallSummaries] = {}
    cold = explored_with(known, 4)
    # As if nobody had asked yet.
    paths = [p for found in known.values() for s in found.values() for p in s.paths]
    assert any(path.is_possible for path in paths)
    for path in paths:
        path.is_possible = None
    check_same(explored_with(known, 4), cold)
    assert any(path.is_possible for path in paths)


def test_a_path_that_does_not_exist_leads_nowhere() -> None:
    known: dict[str, CallSummaries] = {}
    explored_with(known, 2)
    for summaries in known.values():
        for summary in summaries.values():
            for path in summary.paths:
                path.decisions = (*path.decisions, True, True)
                path.is_possible = None
    assert len(explored_with(known, 2).disjuncts) == 1
