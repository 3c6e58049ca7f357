"""Summaries of calls that were stored are the summaries, and nothing else is believed."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from heapwright.deep_recursion import deep_recursion
from heapwright.domains.constraint import FALSE
from heapwright.graph.explore.breadth_first import explore
from heapwright.graph.explore.explore import new_graph
from heapwright.graph.setting.setting import setting_for
from heapwright.graph.state.public_calls import PublicCall
from heapwright.graph.state.shape import heap_of
from heapwright.graph.state.state_graph import Setting, StateGraph
from heapwright.graph.state.summaries import CallSummaries, Summaries
from heapwright.graph.state.watch import Watch
from heapwright.limits import DEFAULT_LIMITS
from heapwright.records import replace
from heapwright.solver.chain import default_solver
from heapwright.store.codec import CHECKSUM_BYTES, encode_graph, sealed
from heapwright.store.disk import open_store
from heapwright.store.kept_summaries import keep_summaries, stored_summaries
from heapwright.store.recipe import call_digests
from heapwright.store.summary_codec import MAGIC, decode_summaries, encode_summaries
from heapwright.workspace.shelf import Shelf
from store.graphs import (
    SUBJECTS,
    contents,
    inside,
    mixed_setting,
    program,
    subject_setting,
    typed,
)
from subjects.plain_client import subject_text

Plain = list["Plain"] | int | str | bool | bytes | None
Known = dict[PublicCall, CallSummaries]


def explored(setting: Setting, known: Known, max_calls: int | None = None) -> StateGraph:
    """Explore with what is known about the calls, which grows."""
    graph = new_graph(setting)
    graph.summaries = Summaries(lambda call: known.setdefault(call, {}), 100_000)
    with deep_recursion():
        explore(graph, default_solver(), max_calls, Watch(DEFAULT_LIMITS))
    return graph


def stored_and_read(setting: Setting, known: Known) -> Known:
    digests = call_digests(setting)
    read: Known = {}
    for call, summaries in known.items():
        digest = digests[call.name, call.receiver]
        data = encode_summaries(digest, summaries)
        again = decode_summaries(setting, call, digest, data)
        assert again is not None
        assert listed(again) == listed(summaries)
        assert encode_summaries(digest, again) == data
        read[call] = again
    return read


def listed(summaries: CallSummaries) -> list[object]:
    """Give all that summaries hold, down to the inside of their constraints."""
    return [
        (
            typed(source.shape),
            inside(source.constraint),
            arguments,
            (summary.n_paths, summary.n_unchanged, summary.n_out_of_scope, summary.notes),
            [
                (path.decisions, path.raises, path.is_possible, landing.roots, typed(landing.shape))
                for path in summary.paths
                for landing in path.landings
            ],
            [
                inside(constraint)
                for path in summary.paths
                for landing in path.landings
                for constraint in landing.constraints
            ],
        )
        for (source, arguments), summary in summaries.items()
    ]


def check_graph_from_storage(setting: Setting, max_calls: int | None = None) -> None:
    known: Known = {}
    cold = explored(setting, known, max_calls)
    again = explored(setting, stored_and_read(setting, known), max_calls)
    assert again.counts.paths == 0
    assert again.counts.reused == cold.counts.paths
    again.counts = cold.counts
    assert contents(again) == contents(cold)


@pytest.mark.parametrize("name", SUBJECTS)
def test_every_subject_is_explored_the_same_from_stored_summaries(name: str) -> None:
    check_graph_from_storage(subject_setting(name, 3))


def test_everything_a_constraint_can_hold_comes_back() -> None:
    check_graph_from_storage(mixed_setting(), 3)


def test_raising_calls_come_back() -> None:
    text = "class A { int n; void f(int x) := { this.n := x; if x > 3 then throw new Error }; }"
    check_graph_from_storage(setting_for(program(text), ["A"], with_raising=True))


def test_runs_that_were_given_up_are_noted_again() -> None:
    text = "class A { int n; void spin(int x) := { while true do 0; this.n := x }; }"
    setting = setting_for(program(text), ["A"])
    known: Known = {}
    assert explored(setting, known).narrowings
    check_graph_from_storage(setting)


TREE = "class BinarySearchTree {"
ONE_MORE_OBSERVER = f"{TREE} bool isHere() := true;"


def tree_setting(opening: str = TREE) -> Setting:
    """Prepare the binary search tree with at most four nodes."""
    text = subject_text("kiasan_bst")
    assert TREE in text
    whole = program(text.replace(TREE, opening))
    return setting_for(whole, ["BinarySearchTree"], (), {"BinaryNode": 4})


def kept(directory: Path, setting: Setting) -> None:
    """Explore as a process does that ends afterwards."""
    store = open_store(directory)
    shelf = Shelf(store)
    graph = shelf.recall(setting)
    finish(graph)
    shelf.keep(graph)
    store.close()


def finish(graph: StateGraph) -> None:
    with deep_recursion():
        explore(graph, default_solver(), None, Watch(DEFAULT_LIMITS))


def check_after_edit(directory: Path) -> StateGraph:
    """Explore the edited tree with what is stored; see that the graph is right."""
    setting = tree_setting(ONE_MORE_OBSERVER)
    store = open_store(directory)
    graph = Shelf(store).recall(setting)
    assert graph.explored == 0
    finish(graph)
    store.close()
    cold = new_graph(setting)
    finish(cold)
    counts = graph.counts
    assert counts.paths + counts.reused == cold.counts.paths
    graph.counts = cold.counts
    assert contents(graph) == contents(cold)
    graph.counts = counts
    return graph


def test_another_process_runs_only_what_is_not_worth_storing(tmp_path: Path) -> None:
    kept(tmp_path, tree_setting())
    known: Known = {}
    explored(tree_setting(), known)
    cheap = [c for c in known if c.name in ("BinarySearchTree.make", "BinarySearchTree.makeEmpty")]
    n_cheap = sum(summary.n_paths for call in cheap for summary in known[call].values())
    assert check_after_edit(tmp_path).counts.paths == n_cheap


def test_damaged_entries_are_misses(tmp_path: Path) -> None:
    kept(tmp_path, tree_setting())
    store = open_store(tmp_path)
    n_damaged = 0
    for digest in call_digests(tree_setting()).values():
        data = store.get(digest.hex())
        if data is not None:
            n_damaged += 1
            assert store.put(digest.hex(), data[:-1] + bytes([data[-1] ^ 1]))
    store.close()
    assert n_damaged == 2
    assert check_after_edit(tmp_path).counts.reused == 0


def test_summaries_under_the_key_of_another_call_are_a_miss(tmp_path: Path) -> None:
    setting, call, payload = written()
    digests = call_digests(setting)
    data = sealed(digests[call.name, call.receiver], payload, MAGIC)
    other = next(digest for name, digest in digests.items() if name[0] != call.name)
    assert decode_summaries(setting, call, other, data) is None
    store = open_store(tmp_path)
    assert store.put(other.hex(), data)
    assert stored_summaries(store, setting, call, other) is None


def test_what_is_too_large_is_neither_stored_nor_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    setting, known = tree_setting(), dict[PublicCall, CallSummaries]()
    explored(setting, known)
    call = next(call for call in known if call.name == "BinarySearchTree.insert")
    digest = call_digests(setting)[call.name, call.receiver]
    store = open_store(tmp_path)
    assert keep_summaries(store, digest, known[call])
    assert stored_summaries(store, setting, call, digest) is not None
    size = len(encode_summaries(digest, known[call]))
    monkeypatch.setattr("heapwright.store.kept_summaries.LARGEST_ENTRY", size - 1)
    assert stored_summaries(store, setting, call, digest) is None
    assert not keep_summaries(store, digest, known[call])


@cache
def written() -> tuple[Setting, PublicCall, bytes]:
    """Give the summaries of a call with constraints of many kinds."""
    setting, known = mixed_setting(), dict[PublicCall, CallSummaries]()
    explored(setting, known, 3)
    call = next(call for call in known if call.name == "Cell.halve")
    digest = call_digests(setting)[call.name, call.receiver]
    return setting, call, encode_summaries(digest, known[call])[len(MAGIC) + CHECKSUM_BYTES :]


def read(payload: bytes) -> CallSummaries | None:
    setting, call, _ = written()
    digest = call_digests(setting)[call.name, call.receiver]
    return decode_summaries(setting, call, digest, sealed(digest, payload, MAGIC))


def check_harmless(payload: bytes) -> None:
    """See that what is believed can be explored with."""
    summaries = read(payload)
    if summaries is not None:
        setting, call, _ = written()
        graph = explored(setting, {call: summaries}, 1)
        for disjunct in graph.disjuncts:
            assert len(heap_of(setting.layouts, disjunct.shape)) == len(disjunct.shape.objects)
        encode_graph(graph)


def test_every_truncation_is_refused() -> None:
    payload = written()[2]
    for length in range(0, len(payload), 3):
        assert read(payload[:length]) is None


def test_no_changed_byte_gets_an_exception_out() -> None:
    payload = written()[2]
    for position in range(0, len(payload), 7):
        changed = bytearray(payload)
        changed[position] ^= 1 + position % 255
        check_harmless(bytes(changed))


@given(st.data())
def test_no_changed_value_gets_an_exception_out(data: st.DataObject) -> None:
    content: Plain = msgspec.msgpack.decode(written()[2])
    inner = content
    while True:
        assert isinstance(inner, list)
        position = data.draw(st.integers(0, len(inner) - 1))
        below = inner[position]
        if not isinstance(below, list) or not below or data.draw(st.booleans()):
            break
        inner = below
    inner[position] = data.draw(
        st.one_of(
            st.none(),
            st.booleans(),
            st.integers(-(2**63), 2**63),
            st.integers(-2, 40),
            st.just([]),
            st.sampled_from(inner),
        )
    )
    check_harmless(msgspec.msgpack.encode(content))


def changed(path: list[int], value: Plain) -> CallSummaries | None:
    """Read the summaries with another value at one place."""
    content: Plain = msgspec.msgpack.decode(written()[2])
    inner = content
    for step in path[:-1]:
        assert isinstance(inner, list)
        inner = inner[step]
    assert isinstance(inner, list)
    assert repr(inner[path[-1]]) != repr(value)
    inner[path[-1]] = value
    return read(msgspec.msgpack.encode(content))


# Places in the form: 0 classes, 1 terms, 2 shapes, 3 constraints, 4 summaries (shape,
# constraint, arguments, paths, unchanged, out of scope, notes, paths, met). A path is:
# decisions, raises, whether it is possible, landings (roots, shape, constraints).
WRONG: dict[str, tuple[list[int], Plain]] = {
    "a class of no program": ([0, 0], "Nonesuch"),
    "a list for a number": ([2, 0, 0, 2, 1], []),
    "a shape out of range": ([4, 3, 0], 99),
    "a shape before the first": ([4, 3, 0], -1),
    "a constraint out of range": ([4, 3, 1], 99),
    "the heaps that do not exist": ([4, 3, 1], -1),
    "an object that is not there": ([4, 3, 2], [7]),
    "no receiver": ([4, 3, 2], []),
    "fewer paths than there are": ([4, 3, 3], 0),
    "a negative count": ([4, 3, 4], -1),
    "a huge count": ([4, 3, 5], 2**60),
    "a decision that is neither": ([4, 3, 7, 0, 0], b"\x02"),
    "an exception without raising calls": ([4, 3, 7, 0, 1], "Error"),
    "a possibility that is none": ([4, 3, 7, 0, 2], 3),
    "roots that are not there": ([4, 3, 7, 0, 3, 0, 0], [7]),
    "a result of what returns nothing": ([4, 3, 7, 0, 3, 0, 0], [None]),
    "no roots": ([4, 3, 7, 0, 3, 0, 0], []),
    "a target out of range": ([4, 3, 7, 0, 3, 0, 1], 99),
    "a target's constraint out of range": ([4, 3, 7, 0, 3, 0, 2], [99]),
    "a bound that nobody meets": ([4, 3, 8], ["Nonesuch"]),
}


@pytest.mark.parametrize(("path", "value"), WRONG.values(), ids=WRONG)
def test_inconsistent_content_is_refused(path: list[int], value: Plain) -> None:
    assert changed(path, value) is None


def test_a_summary_that_is_there_twice_is_refused() -> None:
    content = msgspec.msgpack.decode(written()[2])
    content[4].append(content[4][0])
    assert read(msgspec.msgpack.encode(content)) is None


def test_a_constraint_without_models_comes_back() -> None:
    summaries = changed([4, 3, 7, 0, 3, 0, 2], [-1])
    assert summaries is not None
    assert list(summaries.values())[3].paths[0].landings[0].constraints == (FALSE,)
    setting, call, _ = written()
    assert stored_and_read(setting, {call: summaries})


STACK = """
class Node { int item; Node next; }
class Stack {
    private Node top;
    void push(int x) := let n := new Node in { n.item := x; n.next := this.top; this.top := n };
    void pop() := if this.top != null then this.top := this.rest();
    void drop() := if this.top != null then this.top := this.rest();
    private Node rest() := this.top.next;
}
class Lamp { bool isOn; void press() := this.isOn := !this.isOn; }
scope Node <= 2;
"""

ALL = "Stack drop pop push"
CHANGED_BY = {
    "nothing": ("class Lamp", "class Lamp", ""),
    "a parameter's name": (
        "int x) := let n := new Node in { n.item := x",
        "int y) := let n := new Node in { n.item := y",
        "",
    ),
    "an unrelated class": ("this.isOn := !this.isOn", "this.isOn := true", ""),
    "a method": ("n.item := x;", "n.item := x + 0;", "push"),
    "a helper": ("this.top.next;", "if null = null then this.top.next else null;", "drop pop"),
    "a field": ("int item;", "int item; int other;", ALL),
    "a field's type": ("private Node top;", "private Node top; bool isFull;", ALL),
    "a subclass": ("class Lamp", "class Special extends Node { } class Lamp", ALL),
    "a bound": ("scope Node <= 2", "scope Node <= 3", ALL),
}


@pytest.mark.parametrize(("old", "new", "expected"), CHANGED_BY.values(), ids=CHANGED_BY)
def test_an_edit_changes_the_digests_of_the_calls_it_can_matter_for(
    old: str, new: str, expected: str
) -> None:
    assert STACK.count(old) == 1
    before = call_digests(setting_for(program(STACK), ["Stack"]))
    after = call_digests(setting_for(program(STACK.replace(old, new)), ["Stack"]))
    assert before.keys() == after.keys()
    different = [name.split(".")[-1] for name, at in before if before[name, at] != after[name, at]]
    assert " ".join(sorted(different)) == expected


def test_the_ways_of_exploring_are_part_of_the_digests() -> None:
    setting = setting_for(program(STACK), ["Stack"])
    settings = [
        setting,
        setting_for(program(STACK), ["Stack"], with_raising=True),
        replace(setting, splits=not setting.splits),
        replace(setting, ignored=frozenset({"item"})),
        replace(setting, api=replace(setting.api, held=frozenset())),
    ]
    assert len({tuple(call_digests(one).values()) for one in settings}) == len(settings)
    # Merging looks at graphs, not at what a call does.
    assert call_digests(replace(setting, merges=False)) == call_digests(setting)
