"""Sequences are as short as brute force says they can be."""

from __future__ import annotations

import pytest

from heapwright.answers.calls.verdict import Found
from oracle.agreement import least
from oracle.client import world
from oracle.enumerate import enumerate_clients
from support.engine import ask, loaded, question_named

QUEUE = """
class Item { Item next; private int v; private new;
             static Item make(int v) := let i := new Item in { i.v := v; i };
             Item rest() := this.next; }
class Queue { private Item first; private Item last; private int size;
              void put(Item i) := if i != null && i.next = null && i != this.last then {
                  if this.last = null then this.first := i else this.last.next := i;
                  this.last := i; this.size := this.size + 1 };
              Item take() := let i := this.first in {
                  this.first := i.next; if this.first = null then this.last := null;
                  this.size := this.size - 1; i };
              void drop() := { this.take(); this.take() }; }
"""
LIGHTS = """
class Light { private bool on; private int level; private Light twin;
              void flip() := { this.on := !this.on; if this.twin != null
                      then this.twin.on := this.on };
              void dim(int by) := if this.on && by > 0 then this.level := this.level - by;
              void join(Light l) := { this.twin := l; if l != null then l.twin := this };
              Light other() := this.twin; }
"""
QUEUES = (
    "q.size = 1",
    "q.size = 2 && q.first.v = 1 && q.last.v = 0",
    "q.first != q.last && q.first.v = q.last.v && q.first.v = 2",
    "q.size = 0 && q.last = null",
    "q.size = 1 && q.first.next != null",
    "q.first = q.last && q.first != null && q.size = 2",
    "q.size = -1",
)
LIGHTS_ASKED = (
    "a.on && b.on && a != b",
    "a.on && !b.on && a.twin = b",
    "a.on && a.twin = b && b.twin = a && b.on && a != b",
    "a.twin = a && a.level = -2",
    "a.twin = b && b.twin != a",
    "a.level < 0 && !a.on",
    "a.level + b.level = -3 && a != b && a.twin = b",
)


@pytest.mark.parametrize("condition", QUEUES)
def test_queues(condition: str) -> None:
    text = f"{QUEUE}\nspec S(Queue q) := {condition};"
    check_shortest(text, ["Item", "Queue"], {"Item": 2, "Queue": 1}, (0, 1, 2), 6)


@pytest.mark.parametrize("condition", LIGHTS_ASKED)
def test_lights(condition: str) -> None:
    text = f"{LIGHTS}\nspec S(Light a, Light b) := {condition};"
    check_shortest(text, ["Light"], {"Light": 2}, (1, 2, 3), 6)


def check_shortest(
    text: str, classes: list[str], scope: dict[str, int], ints: tuple[int, ...], max_calls: int
) -> None:
    program = loaded(text).program
    client_world = world(program, classes, ints=ints, scope=scope)
    found = enumerate_clients(client_world, max_calls)
    fewest = least(client_world, found, question_named(program, "S"))
    verdict = ask(text, "S", scope=scope, calls=max_calls).verdict
    n_calls = len(verdict.replayed.heaps) if isinstance(verdict, Found) else None
    assert n_calls == fewest, (n_calls, fewest, verdict)
