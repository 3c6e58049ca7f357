"""Prove what can be proved where there is no time to look at every heap.

Place: answers/search/. `schedule` has this as a strategy for questions and for formulas.

Heaps grow exponentially with their bounds: a registry of roles and users, dicts of sets, has 15
states with one entry per container, more than 1,300 with two, and nobody can wait for four. Where
no proof is found that does not need all of them, a part of the time is kept for smaller
bounds in the end, as far as nobody asked for larger ones. What holds there is told with these
bounds, and is no verdict about the usual ones: that three in a row is not reached on boards with
two marks means little.

A claim about small heaps is worth something only if the question could be about them. Bounds are
not made smaller than the question itself seems to need, and of each class that the larger graph
has an object of, the smaller one must have one.

Like a graph that is explored fairly, the smaller one remembers how far the other was explored when
it had its turn: the next question looks at that part of it and comes here at once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from heapwright.answers.calls.verdict import NotFound, NotInSmaller, Nowhere, Undecided
from heapwright.answers.search.strategy import (
    Came,
    Case,
    Decided,
    Now,
    Share,
    Smaller,
    Steps,
    Turn,
    scheduled_beside,
)
from heapwright.graph.explore.fair_graph import known_turn
from heapwright.graph.explore.room import NoRoom, classes_in
from heapwright.graph.state.state_graph import Setting, StateGraph, Wide
from heapwright.graph.state.watch import Watch, WatchStopped
from heapwright.ir.core import instructions as ir
from heapwright.ir.core.program import CHARACTERS, ITEMS, Function
from heapwright.ir.core.walk import walk

LEAST = 2  # a claim about heaps with less than two of a kind would say next to nothing


def smaller_for(
    graph: StateGraph,
    question: Function | None,
    within: Callable[[Mapping[str, int]], StateGraph],
    early: Watch,
) -> Smaller | None:
    """Give the smaller bounds for a graph, unless there are none or time does not matter.

    `early` is the watch for all that is done with the usual bounds before.
    """
    scopes = list(_smaller_scopes(graph.setting, question))
    if early.seconds is None or graph.is_complete or graph.growing or not scopes:
        return None
    try:
        smallest = within(scopes[0])
    except WatchStopped:
        return None
    return Smaller(scopes, smallest, within, early, known_turn(smallest, early))


def smaller_heaps(
    first: Sequence[Turn], share: Share, turns: Sequence[Turn], case: Case, now: Now
) -> Steps:
    """Give the answer for the largest bounds for which there is one in time.

    For each bounds, a proof is looked for by the first turns, which do not need an exact graph;
    then the graph is asked in full, which may take a share of the time.
    """
    yield from ()
    smaller, wide = case.smaller, case.graph
    assert smaller is not None
    smallest = smaller.smallest
    if smaller.turn is None:
        smallest.wide = Wide(wide.explored, int(1000 * (smaller.early.seconds or 0)))
    best: Came | None = None
    words: list[str] = []
    for scope in smaller.scopes:
        try:
            graph = smallest if best is None else smaller.within(scope)
        except WatchStopped:
            break
        decided = _decided(case, graph, now.part, first, share, turns)
        bounds = ", ".join(f"{bound} {name}" for name, bound in scope.items())
        if decided is None or isinstance(decided.verdict, Undecided):
            words.append(f"not decided with at most {bounds}")
            break
        words.append(f"decided with at most {bounds} ({decided.ran[-1].strategy})")
        if _lacks_objects(wide, decided.graph):
            words.append("which is too small to tell")
            break
        if isinstance(decided.verdict, Nowhere):
            best = Came("", NotInSmaller(wide.stopped_by or ""), decided.graph)
            continue
        # What is found counts, whatever was proved about smaller heaps.
        if best is None or not isinstance(decided.verdict, NotFound):
            best = Came("", decided.verdict, decided.graph)
        break
    if smallest.kept_by is not None:
        smallest.kept_by.keep(smallest)
    told = ", ".join(words) or "no time was left"
    return Came(told) if best is None else Came(told, best.verdict, best.graph)


def _decided(
    case: Case,
    graph: StateGraph,
    watch: Watch,
    first: Sequence[Turn],
    share: Share,
    turns: Sequence[Turn],
) -> Decided | None:
    """Prove it simply, or ask a graph in full; None where there is no room for an answer."""
    if not graph.is_complete:
        proof = scheduled_beside(case, graph, watch, first)
        if proof.verdict is not None:
            return proof
    n_explored = graph.explored
    try:
        decided = scheduled_beside(case, graph, share.of(watch), turns)
    except NoRoom:
        return None
    if graph.kept_by is not None and graph.explored > n_explored:
        graph.kept_by.keep(graph)
    return decided


def _smaller_scopes(setting: Setting, question: Function | None) -> Iterator[dict[str, int]]:
    """Give smaller bounds for all that nobody has set, the smallest first."""
    free = setting.told.difference(setting.bounded)
    names = [
        name
        for name in sorted(free)
        if name in (ITEMS, CHARACTERS)
        or (name in setting.hierarchy.classes and not setting.hierarchy.is_container(name))
    ]
    before: dict[str, int] = {}
    for numerator, denominator in ((1, 2), (2, 3)):
        smaller: dict[str, int] = {}
        for name in names:
            usual = setting.scope[name]
            bound = max(_needed(question, usual), -(-usual * numerator // denominator))
            if bound < usual:
                smaller[name] = bound
        if smaller and smaller != before:
            yield smaller
        before = smaller


def _needed(question: Function | None, usual: int) -> int:
    """Say how much of a kind a question seems to need, of what usual bounds allow.

    `len(x) == 3` names the number, `"a" in x and "b" in x and "c" in x` the keys, and
    `x.next.next` goes through as many objects.
    """
    if question is None:
        return LEAST
    nodes = list(walk(question.body))
    numbers = [node.value for node in nodes if isinstance(node, ir.IntConstant)]
    texts = {node.value for node in nodes if isinstance(node, ir.TextConstant)}
    n_given = len(question.parameters)
    chain = max((_n_steps(node) + 1 for node in nodes if isinstance(node, _READS)), default=0)
    wanted = [*numbers, len(texts), n_given, chain]
    return max([LEAST, *(number for number in wanted if number <= usual)])


_READS = (ir.GetField, ir.Operate)


def _n_steps(node: ir.GetField | ir.Operate) -> int:
    """Count the attributes that are read one of the other."""
    n_steps = 0
    inner: ir.Expr = node
    while True:
        match inner:
            case ir.GetField(target):
                inner = target
            case ir.Operate(operation="getattr", operands=(target,)):
                inner = target
            case _:
                return n_steps
        n_steps += 1


def _lacks_objects(wide: StateGraph, smaller: StateGraph) -> bool:
    """Say whether a class that matters has objects in the one graph and none in the other."""
    return not classes_in(wide.states) & wide.setting.told <= classes_in(smaller.states)
