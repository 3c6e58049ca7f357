"""Look for calls in another graph, where the usual one has none that can be shown.

Place: answers/search/. `schedule` has these as strategies. What they do not find means nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import isfinite

from heapwright.answers.calls.verdict import Found
from heapwright.answers.search import strategy
from heapwright.answers.search.strategy import Came, Case, Now
from heapwright.graph.explore.explore import new_graph
from heapwright.graph.state.state_graph import Setting
from heapwright.ir.core.instructions import FloatConstant
from heapwright.ir.core.program import Function
from heapwright.ir.core.walk import walk
from heapwright.records import replace

# Of one, for arguments; and how many others are tried that the program names.
FLOAT_PARTS, MOST_FLOATS = 100, 6


def without_unread(turns: Sequence[strategy.Turn], case: Case, now: Now) -> strategy.Steps:
    """Look for calls that meet no code that is not read, where those that do came first.

        def load(self, source: Source):        def up(self):
            if source.ready():                     self.n += 1
                self.n = 2

    `load` leads to a heap with `n == 2` by fewer calls than `up`, so the graph knows that heap by
    calls that nobody can replay.
    """
    yield from ()
    return _found_in(case, replace(case.graph.setting, follows_unread=False), now, turns)


def with_fractions(turns: Sequence[strategy.Turn], case: Case, now: Now) -> strategy.Steps:
    """Look for calls with hundredths for floats, and with the floats that the program names.

    A rate between 0 and 1, a price of 9.99. Those come second because they make large fractions
    where floats are multiplied, and are less pleasant to read.
    """
    yield from ()
    assert case.question is not None
    usual = case.graph.setting
    floats = _floats_in(usual, case.question.function)
    setting = replace(usual, float_parts=FLOAT_PARTS, floats=floats)
    return _found_in(case, setting, now, turns)


def _found_in(case: Case, setting: Setting, now: Now, turns: Sequence[strategy.Turn]) -> Came:
    graph = new_graph(setting)
    decided = strategy.scheduled_beside(case, graph, now.part, turns)
    size = strategy.counted(len(graph.states), "state")
    if isinstance(decided.verdict, Found):
        return Came(f"found it among {size}", decided.verdict)
    return Came(f"found nothing among {size}")


def _floats_in(setting: Setting, question: Function) -> tuple[float, ...]:
    """Give the floats that a question and the classes around it name and that are not whole."""
    near = [question]
    for name in setting.api.asked:
        near += setting.hierarchy.classes[name].functions
    found = {
        float(node.text)
        for function in near
        for node in walk(function.body)
        if isinstance(node, FloatConstant)
    }
    return tuple(sorted(one for one in found if isfinite(one) and one % 1))[:MOST_FLOATS]
