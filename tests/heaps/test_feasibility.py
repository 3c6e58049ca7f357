"""How many paths there are depends neither on who decides nor on the order of looking."""

from __future__ import annotations

from pathlib import Path

import pytest

from heapwright.paths.unknown_heaps import alias_cases
from heapwright.paths.unknown_heaps.run import Order
from heapwright.workspace.paths import PathOptions, find_paths
from support.engine import loaded
from support.symbolic import described, function_named, paths_of

CORE = Path(__file__).parent.parent / "core_programs"

ALIASES = """
class N { N n; int f; }
class P {
    int m(N a, N b, int x) := {
        a.f := x;
        b.n.f := 3;
        if a.f < b.f then (if a.f = 3 then 1 else 2) else if a.n = b.n then 3 else 4
    };
}
"""


@pytest.mark.parametrize("name", ["swap", "sum", "has_null"])
def test_the_solver_chain_finds_the_paths_of_the_figures_as_well(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = (CORE / f"{name}.tiny").read_text(encoding="utf-8")
    check_same_without_cases(text, None, monkeypatch)


def test_the_solver_chain_finds_the_paths_of_aliases_as_well(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    check_same_without_cases(ALIASES, "P.m", monkeypatch)


def check_same_without_cases(text: str, name: str | None, monkeypatch: pytest.MonkeyPatch) -> None:
    by_cases = paths_of(text, "pose", name)
    monkeypatch.setattr(alias_cases, "MOST_CASES", 0)
    by_chain = paths_of(text, "pose", name)
    assert by_cases.queries == 0
    assert by_chain.queries > 0
    assert [described(path) for path in by_chain.paths] == [
        described(path) for path in by_cases.paths
    ]


def test_depth_first_finds_the_same_paths_in_another_order() -> None:
    program = loaded(ALIASES).program
    function = function_named(program, "P.m")
    orders = [
        [described(path) for path in find_paths(program, function, PathOptions(order=order)).paths]
        for order in Order
    ]
    assert sorted(orders[0]) == sorted(orders[1])
    assert orders[0] != orders[1]
