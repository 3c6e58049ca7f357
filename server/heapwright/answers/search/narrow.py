"""Prove what can be proved where there is no time to look at every heap.

Place: answers/search/. `ask` and `structure` let their searches run through this.

Heaps grow exponentially with their bounds: a registry of roles and users, dicts of sets, has 15
states with one entry per container, more than 1,300 with two, and nobody can wait for four. Where
no proof is found that does not need all of them (`prove`), a part of the time is kept for smaller
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

from collections.abc import Callable, Iterator, Mapping
from typing import TypeVar

from heapwright.answers.calls.verdict import NotFound, NotInSmaller, Nowhere, Undecided, Verdict
from heapwright.graph.explore.fair_graph import known_turn
from heapwright.graph.explore.room import NoRoom, classes_in
from heapwright.graph.state.state_graph import Setting, StateGraph, Wide
from heapwright.graph.state.watch import Watch, WatchStopped
from heapwright.ir.core import instructions as ir
from heapwright.ir.core.program import CHARACTERS, ITEMS, Function
from heapwright.ir.core.walk import walk

# Of the time that is left: for the usual bounds, and for an attempt at a proof in smaller ones.
WIDE_SHARE, PROOF_SHARE = 0.75, 0.5
LEAST = 2  # a claim about heaps with less than two of a kind would say next to nothing

Other = TypeVar("Other")  # verdicts of a kind that only the caller knows
Within = Callable[[Mapping[str, int]], StateGraph]  # the graph of smaller bounds
# Asks a graph, within the time of a watch, and up to so many explored disjuncts if that is given.
Decide = Callable[[StateGraph, Watch, int | None], Verdict | Other]
# Gives a proof that does not need an exact graph, if there is one.
Prove = Callable[[Setting, Watch], tuple[Nowhere, StateGraph] | None]


def narrowed(
    graph: StateGraph,
    watch: Watch,
    question: Function | None,
    within: Within,
    decide: Decide[Other],
    prove: Prove | None = None,
) -> tuple[Verdict | Other, StateGraph]:
    """Ask a graph; where it is too large, ask smaller ones, or prove more simply.

    Gives the graph that answered.
    """
    scopes = list(_smaller_scopes(graph.setting, question))
    if watch.seconds is None or graph.is_complete or graph.growing or not scopes:
        verdict = decide(graph, watch, None)
        proof = _instead(verdict, graph, watch, prove)
        return (verdict, graph) if proof is None else proof
    part = watch.part(WIDE_SHARE)
    try:
        smallest = within(scopes[0])
    except WatchStopped:
        return decide(graph, watch, None), graph
    turn = known_turn(smallest, part)
    verdict = decide(graph, part, turn)
    is_turn = turn is not None and graph.explored >= turn
    if not isinstance(verdict, Undecided) or not (part.is_over or is_turn):
        proof = _instead(verdict, graph, watch, prove)
        return (verdict, graph) if proof is None else proof
    found = None
    # What is open about the calls is open in smaller heaps, too.
    if not graph.unproved and not graph.setting.api.left_out:
        if turn is None:
            smallest.wide = Wide(graph.explored, int(1000 * (part.seconds or 0)))
        found = _in_smaller(graph, smallest, scopes, watch, within, decide, prove)
    return (decide(graph, watch, None), graph) if found is None else found


def _instead(
    verdict: Verdict | Other, graph: StateGraph, watch: Watch, prove: Prove | None
) -> tuple[Nowhere, StateGraph] | None:
    """Give a proof where the exact graph would grow for ever: a counter needs no counting."""
    if prove is None or not isinstance(verdict, NotFound) or not verdict.growing:
        return None
    return prove(graph.setting, watch.part(PROOF_SHARE))


def _in_smaller(
    wide: StateGraph,
    smallest: StateGraph,
    scopes: list[dict[str, int]],
    watch: Watch,
    within: Within,
    decide: Decide[Other],
    prove: Prove | None,
) -> tuple[Verdict | Other, StateGraph] | None:
    """Give the answer for the largest bounds for which there is one in time."""
    beyond = wide.stopped_by or ""
    best: tuple[Verdict | Other, StateGraph] | None = None
    for scope in scopes:
        try:
            graph = smallest if best is None else within(scope)
        except WatchStopped:
            break
        found = _asked(graph, watch, decide, prove)
        if found is None or _lacks_objects(wide, found[1]):
            break
        if isinstance(found[0], Nowhere):
            best = NotInSmaller(beyond), found[1]
            continue
        # What is found counts, whatever was proved about smaller heaps.
        if best is None or not isinstance(found[0], NotFound):
            best = found
        break
    if smallest.kept_by is not None:
        smallest.kept_by.keep(smallest)
    return best


def _asked(
    graph: StateGraph, watch: Watch, decide: Decide[Other], prove: Prove | None
) -> tuple[Verdict | Other, StateGraph] | None:
    """Prove it simply, or ask a graph in full; None if neither gives an answer."""
    if prove is not None and not graph.is_complete:
        proof = prove(graph.setting, watch.part(PROOF_SHARE))
        if proof is not None:
            return proof
    n_explored = graph.explored
    try:
        verdict = decide(graph, watch.part(WIDE_SHARE), None)
    except (WatchStopped, NoRoom):
        return None
    if graph.kept_by is not None and graph.explored > n_explored:
        graph.kept_by.keep(graph)
    return None if isinstance(verdict, Undecided) else (verdict, graph)


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
