"""Containers that a client gives come back from the store, however many there might have been."""

from __future__ import annotations

import pytest

from heapwright.graph.client import gives
from heapwright.graph.explore.breadth_first import explore
from heapwright.graph.explore.explore import new_graph
from heapwright.graph.setting.setting import setting_for
from heapwright.graph.state.state_graph import Argument, Fresh, StateGraph
from heapwright.graph.state.watch import Watch
from heapwright.limits import DEFAULT_LIMITS
from heapwright.solver.chain import default_solver
from heapwright.store.codec import decode_graph, encode_graph
from store.graphs import check_same
from support.python_engine import loaded_python


def explored_keeper(type_: str) -> StateGraph:
    text = f"""
from __future__ import annotations
from decimal import Decimal


class Keeper:
    def __init__(self) -> None:
        self.kept = None

    def put(self, given: {type_}) -> None:
        self.kept = given
"""
    setting = setting_for(loaded_python(text).program, ["Keeper"], objects={"items": 2})
    graph = new_graph(setting)
    explore(graph, default_solver(), 2, Watch(DEFAULT_LIMITS))
    graph.stopped_by = None  # which is not stored
    return graph


@pytest.mark.parametrize(
    "type_",
    [
        "list[int]",
        "list[int | None]",
        "list[bool | Keeper]",
        "dict[str, bool] | list[str] | int",
        "tuple[int, bool]",
        "tuple[()]",
        "list[tuple[bool, list[Keeper | None]]]",
        "set[int] | Decimal | None",
    ],
)
def test_containers_of_every_kind_come_back(type_: str) -> None:
    graph = explored_keeper(type_)
    assert any(len(shape.objects) > 1 for shape in graph.states) or "tuple" in type_
    data = encode_graph(graph)
    again = decode_graph(graph.setting, data)
    check_same(again, graph)
    assert again is not None
    assert encode_graph(again) == data


def test_only_the_containers_that_were_given_are_made_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    graph = explored_keeper("list[dict[str, list[int]]]")
    data = encode_graph(graph)
    made = 0

    class CountedFresh(Fresh):
        def __init__(self, class_name: str, entries: tuple[Argument, ...]) -> None:
            nonlocal made
            made += 1
            super().__init__(class_name, entries)

    monkeypatch.setattr(gives, "Fresh", CountedFresh)
    assert decode_graph(graph.setting, data) is not None
    # A list of two dicts with two lists each at most is made of seven containers.
    assert len(graph.disjuncts) < made <= 7 * len(graph.disjuncts)
