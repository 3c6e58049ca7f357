"""A stored graph that was explored fairly is gone through as it was found, and taken up there."""

from __future__ import annotations

from functools import cache

import msgspec
import pytest

from heapwright.answers.search.ask import question_classes
from heapwright.answers.search.schedule import FAIRLY
from heapwright.deep_recursion import deep_recursion
from heapwright.graph.explore.explore import new_graph
from heapwright.graph.explore.fair_graph import without_past
from heapwright.graph.explore.fair_order import explored_fairly
from heapwright.graph.setting.setting import setting_for
from heapwright.graph.state.state_graph import Setting, StateGraph, Union, Wide
from heapwright.graph.state.watch import Watch, WatchStopped
from heapwright.limits import DEFAULT_LIMITS
from heapwright.records import replace
from heapwright.solver.chain import default_solver
from heapwright.store.codec import CHECKSUM_BYTES, MAGIC, decode_graph, encode_graph, sealed
from heapwright.store.recipe import recipe_digest
from store.graphs import check_same, contents
from support.engine import last_question
from support.python_engine import loaded_python

# Ranges that meet are put together, so there are unions, and a shelf may hold another one.
SHELF = """
class Shelf:
    def __init__(
        self, width: int = 3, names: list[str] | None = None, wide: bool = False
    ) -> None:
        self.width = width if wide or width > 4 else 4
        self.names = names
        self.below: "Shelf | None" = None

    def put(self, below: "Shelf | None", far: bool = False) -> None:
        self.below = below

    def grow(self, by: int) -> None:
        self.width += 2 if by > 3 else 1

@spec
def ASKED(s: Shelf) -> bool:
    return s.width == 5
"""
TURNS = 150


@cache
def fair_setting(text: str = SHELF, most_calls: int | None = None) -> Setting:
    program = loaded_python(text).program
    spec = last_question(program)
    setting = setting_for(program, question_classes(program, spec), [spec.qualified_name])
    return replace(setting, follows_unread=False, is_fair=True, most_calls=most_calls)


class Turns(Watch):
    """Allows so many turns of a graph, and in all of them so many paths."""

    def __init__(self, graph: StateGraph, turns: int, paths: int | None = None) -> None:
        super().__init__(DEFAULT_LIMITS)
        self.graph, self.turns = graph, turns
        self.most_checks = paths

    @property
    def has_checks(self) -> bool:
        return self.graph.n_turns < self.turns


def gone_through(graph: StateGraph, watch: Watch) -> list[int]:
    """Explore as far as the watch lets us; give the disjuncts that one sees, in order."""
    seen = []
    with deep_recursion():
        try:
            for disjunct in explored_fairly(graph, default_solver(), watch):
                seen.append(disjunct.number)
        except WatchStopped:
            pass
    return seen


@cache
def explored() -> tuple[StateGraph, list[int]]:
    """Explore without a stop."""
    graph = new_graph(fair_setting())
    seen = gone_through(graph, Turns(graph, TURNS))
    assert graph.n_turns == TURNS
    graph.wide = Wide(3, 250)
    return graph, seen


def stored(graph: StateGraph) -> StateGraph:
    again = decode_graph(graph.setting, encode_graph(graph))
    assert again is not None
    return again


def test_a_graph_comes_back_as_it_was() -> None:
    graph, _ = explored()
    assert any(isinstance(disjunct.origin, Union) for disjunct in graph.disjuncts)
    again = stored(graph)
    check_same(again, graph)
    assert (again.n_turns, again.wide) == (TURNS, Wide(3, 250))
    assert encode_graph(again) == encode_graph(graph)


def test_a_stored_graph_shows_its_heaps_as_when_they_were_found_and_runs_no_call() -> None:
    graph, seen = explored()
    again = stored(graph)
    watch = Turns(again, TURNS)
    assert gone_through(again, watch) == seen
    assert watch.n_followed == 0
    check_same(again, graph)


@pytest.mark.parametrize("paths", [0, 1, 2, 3, 10, 57, 58, 59, 120])
def test_a_graph_that_was_stopped_is_taken_up_where_it_was(paths: int) -> None:
    whole, seen = explored()
    graph = new_graph(fair_setting())
    before = gone_through(graph, Turns(graph, TURNS, paths))
    assert graph.counts.paths == paths + 1
    again = stored(graph)
    watch = Turns(again, TURNS)
    assert gone_through(again, watch) == seen
    assert seen[: len(before)] == before
    # The call that was stopped is made once more, and its paths are counted twice.
    assert watch.n_followed == again.counts.paths - paths - 1 <= whole.counts.paths
    counted = {"counts"}
    assert {k: v for k, v in contents(again).items() if k not in counted} == {
        k: v for k, v in contents(whole).items() if k not in counted
    }


def test_a_graph_whose_paths_are_used_up_is_not_explored_any_further() -> None:
    graph = stored(explored()[0])
    graph.counts.paths = FAIRLY.most_checks or 0
    watch = Watch(DEFAULT_LIMITS)
    assert gone_through(graph, without_past(FAIRLY.of(watch), graph)) == explored()[1]
    assert watch.n_followed == 0


def test_what_decides_the_order_is_part_of_the_recipe() -> None:
    other = SHELF.replace("def ASKED(s: Shelf) -> bool:", "def ASKED(s: Shelf, n: int) -> bool:")
    assert recipe_digest(fair_setting(other)) == recipe_digest(fair_setting())
    settings = [
        fair_setting(),
        replace(fair_setting(), is_fair=False),
        fair_setting(most_calls=3),
        fair_setting(most_calls=4),
        fair_setting(SHELF.replace("far: bool = False", "far: bool = True")),
        replace(fair_setting(), api=replace(fair_setting().api, asked=frozenset())),
    ]
    assert len({recipe_digest(one) for one in settings}) == len(settings)


def test_the_bound_on_calls_decides_nothing_else() -> None:
    one, other = (replace(fair_setting(most_calls=n), is_fair=False) for n in (3, 4))
    assert recipe_digest(one) == recipe_digest(other)


# Places in the form: 4 disjuncts (shape, constraint, origin), 6 explored, 12 turns, 13 wide.
WRONG: dict[str, tuple[int, object]] = {
    "explored breadth first": (6, 1),
    "turns before the first": (12, -1),
    "too many turns": (12, 2**60),
    "turns that are none": (12, "many"),
    "wide before the first": (13, [-1, None]),
    "wide in no time": (13, [0, -5]),
    "wide and more": (13, [0, 5, 5]),
}


def changed(graph: StateGraph, place: int, value: object) -> bytes:
    content = msgspec.msgpack.decode(encode_graph(graph)[len(MAGIC) + CHECKSUM_BYTES :])
    content[place] = value
    return sealed(recipe_digest(graph.setting), msgspec.msgpack.encode(content))


@pytest.mark.parametrize(("place", "value"), WRONG.values(), ids=WRONG)
def test_inconsistent_content_is_refused(place: int, value: object) -> None:
    graph, _ = explored()
    assert decode_graph(graph.setting, changed(graph, place, value)) is None


def test_only_a_graph_that_is_explored_fairly_has_turns() -> None:
    graph = new_graph(replace(fair_setting(), is_fair=False))
    assert decode_graph(graph.setting, changed(graph, 12, 1)) is None


def test_any_graph_may_have_had_its_turn_beside_another() -> None:
    graph = new_graph(replace(fair_setting(), is_fair=False))
    graph.wide = Wide(3, 500)
    again = decode_graph(graph.setting, encode_graph(graph))
    assert again is not None
    assert again.wide == Wide(3, 500)


@pytest.mark.parametrize("turns", [0, 1, TURNS - 1, TURNS + 1, 10 * TURNS])
def test_a_wrong_number_of_turns_leads_to_no_error(turns: int) -> None:
    """We cannot tell that a number was forged; then other heaps are seen, and none is wrong."""
    graph, _ = explored()
    again = decode_graph(graph.setting, changed(graph, 12, turns))
    assert again is not None
    gone_through(again, Turns(again, turns + 5))
    assert len(again.disjuncts) >= len(graph.disjuncts)


def test_no_truncation_and_no_changed_byte_is_believed() -> None:
    graph, _ = explored()
    data = encode_graph(graph)
    for position in range(0, len(data), 97):
        assert decode_graph(graph.setting, data[:position]) is None
        damaged = bytearray(data)
        damaged[position] ^= 0x55
        assert decode_graph(graph.setting, bytes(damaged)) is None
