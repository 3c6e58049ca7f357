"""A stored graph is the graph, and exploring on from it is exploring."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from heapwright.graph.explore.breadth_first import explore_next
from heapwright.graph.setting.setting import setting_for
from heapwright.graph.state.state_graph import Edge, StateGraph
from heapwright.graph.state.watch import Watch, WatchStopped
from heapwright.limits import DEFAULT_LIMITS
from heapwright.records import fields
from heapwright.solver.chain import default_solver
from heapwright.store.codec import MAGIC, GraphForm, decode_graph, encode_graph
from store.graphs import (
    SUBJECTS,
    check_same,
    contents,
    explore_some,
    explored,
    mixed_setting,
    program,
    subject_setting,
)
from support.repo import ROOT


def check_round_trip(graph: StateGraph) -> None:
    data = encode_graph(graph)
    again = decode_graph(graph.setting, data)
    check_same(again, graph)
    assert again is not None
    assert encode_graph(again) == data


@pytest.mark.parametrize("name", SUBJECTS)
def test_every_subject_comes_back_as_it_was(name: str) -> None:
    check_round_trip(explored(subject_setting(name, 3)))


def test_everything_a_constraint_can_hold_comes_back() -> None:
    graph = explored(mixed_setting(), 3)
    held = [disjunct.constraint for disjunct in graph.disjuncts]
    for part in ("apart", "definitions", "strides", "sums", "residual", "hidden", "variables"):
        assert any(getattr(constraint, part) for constraint in held), part
    check_round_trip(graph)


def test_numbers_beyond_64_bits_come_back() -> None:
    far = 10**30
    text = f"class A {{ int n; int m; void f(int x) := if x > {far} then {{ this.n := x }};"
    graph = explored(setting_for(program(text + f" void g() := this.m := -{far}; }}"), ["A"]))
    assert any(str(far) in repr(d.shape) for d in graph.disjuncts)
    assert any(far + 1 in (-b for b in d.constraint.rows[0][1:]) for d in graph.disjuncts)
    check_round_trip(graph)


def test_what_grows_without_end_comes_back() -> None:
    text = """class A {
        int n; bool isFar;
        void up() := { this.n := this.n + 1; if this.n > 3 then this.isFar := true };
    }"""
    setting = setting_for(program(text), ["A"])
    graph = explored(setting)
    assert graph.growing
    check_round_trip(graph)
    early = explored(setting, 3)
    continued = decode_graph(setting, encode_graph(early))
    assert continued is not None
    explore_some(continued, 10_000)
    check_same(continued, graph)


def test_every_field_of_a_graph_is_stored_or_known_from_elsewhere() -> None:
    elsewhere = {"has_room", "kept_by", "setting", "states", "stopped_by", "summaries"}
    elsewhere |= {"opened", "n_growths"}  # of loose graphs, which are not stored
    names = {field.name for field in fields(StateGraph)}
    assert names - elsewhere == set(GraphForm.__struct_fields__) & names


def test_raising_calls_come_back() -> None:
    # A raising call that changes nothing is no edge, hence one that changes something.
    text = "class A { int n; void f(int x) := { this.n := x; if x > 3 then throw new Error }; }"
    graph = explored(setting_for(program(text), ["A"], with_raising=True))
    edges = [disjunct.origin for disjunct in graph.disjuncts]
    assert any(isinstance(edge, Edge) and edge.raises == "Error" for edge in edges)
    check_round_trip(graph)


@pytest.mark.parametrize("name", ["kiasan_bst", "kiasan_aatree", "kiasan_leftist", "sir_slist"])
def test_exploring_on_from_a_stored_prefix_gives_the_whole_graph(name: str) -> None:
    setting = subject_setting(name, 3)
    whole = explored(setting)
    for stop in (0, 1, 2, len(whole.disjuncts) // 3, len(whole.disjuncts) // 2):
        graph = explored(setting, 0)
        explore_some(graph, stop)
        assert graph.explored == stop
        continued = decode_graph(setting, encode_graph(graph))
        assert continued is not None
        explore_some(continued, len(whole.disjuncts))
        check_same(continued, whole)
        assert continued.is_complete == whole.is_complete


@pytest.mark.parametrize("n_calls", [0, 1, 2])
def test_a_graph_stopped_by_a_bound_on_calls_can_be_explored_with_a_larger_one(
    n_calls: int,
) -> None:
    setting = mixed_setting()
    stopped = explored(setting, n_calls)
    assert stopped.stopped_by == "calls"
    continued = decode_graph(setting, encode_graph(stopped))
    assert continued is not None
    assert not continued.is_complete
    explore_some(continued, 10_000, 3)
    check_same(continued, explored(setting, 3))


def test_a_graph_interrupted_within_a_disjunct_finds_the_same_heaps_afterwards() -> None:
    setting = subject_setting("kiasan_bst", 3)
    whole = explored(setting)
    graph = explored(setting, 0)
    explore_some(graph, 3)

    class Impatient(Watch):
        """Stops at the third path."""

        n_paths = 0

        def check(self, graph: StateGraph) -> None:
            self.n_paths += 1
            if self.n_paths > 3:
                raise WatchStopped("enough")

    assert not explore_next(graph, default_solver(), None, Impatient(DEFAULT_LIMITS))
    continued = decode_graph(setting, encode_graph(graph))
    assert continued is not None
    explore_some(continued, len(whole.disjuncts))
    # Paths that were run twice are counted twice; everything else is the same.
    same = {"disjuncts", "states", "covered", "explored", "narrowings"}
    assert {k: v for k, v in contents(continued).items() if k in same} == {
        k: v for k, v in contents(whole).items() if k in same
    }


def test_a_graph_interrupted_within_a_change_can_be_stored() -> None:
    setting = subject_setting("kiasan_bst", 2)
    whole = explored(setting)
    graph = explored(setting)
    # Just kept, but not yet in its state; and about to be put into a union.
    last = graph.disjuncts[-1]
    del graph.states[last.shape]
    graph.covered.add(last.number)
    check_same(decode_graph(setting, encode_graph(graph)), whole)


def test_a_graph_handed_on_to_a_program_with_renamed_parameters_can_be_stored() -> None:
    text = "class A { int n; void f(int x) := this.n := x; }"
    graph = explored(setting_for(program(text), ["A"]))
    data = encode_graph(graph)
    renamed = setting_for(program(text.replace("x", "other")), ["A"])
    graph.setting = renamed
    assert encode_graph(graph) == data
    again = decode_graph(renamed, data)
    assert again is not None
    edge = again.disjuncts[-1].origin
    assert isinstance(edge, Edge)
    assert edge.call.parameter_names == ("other",)


def test_what_stopped_a_graph_is_not_stored() -> None:
    graph = explored(subject_setting("kiasan_stack", 3))
    data = encode_graph(graph)
    graph.stopped_by = "the time limit of 5 s was reached"
    assert encode_graph(graph) == data


def test_a_graph_is_refused_for_any_other_setting() -> None:
    data = encode_graph(explored(subject_setting("kiasan_stack", 3)))
    assert decode_graph(subject_setting("kiasan_stack", 4), data) is None
    assert decode_graph(subject_setting("kiasan_bst", 3), data) is None


def test_no_truncation_and_no_changed_byte_is_believed() -> None:
    setting = subject_setting("kiasan_stack", 3)
    data = encode_graph(explored(setting))
    for length in range(len(data)):
        assert decode_graph(setting, data[:length]) is None
    for position in range(len(data)):
        for change in (0x01, 0x80, 0xFF):
            changed = bytearray(data)
            changed[position] ^= change
            assert decode_graph(setting, bytes(changed)) is None
    assert decode_graph(setting, data + b"\x00") is None


@pytest.mark.parametrize("data", [b"", b"\x80\x04.", MAGIC, MAGIC * 9, b"\xff" * 1000])
def test_foreign_bytes_are_refused(data: bytes) -> None:
    assert decode_graph(subject_setting("kiasan_stack", 3), data) is None


def test_the_same_bytes_are_written_in_every_process() -> None:
    code = (
        "from store.graphs import *\n"
        "from heapwright.store.codec import encode_graph\n"
        "from heapwright.store.recipe import recipe_digest\n"
        "import hashlib\n"
        "for graph in (explored(mixed_setting(), 2), explored(subject_setting('sir_slist', 3))):\n"
        "    data = encode_graph(graph)\n"
        "    print(recipe_digest(graph.setting).hex(), hashlib.sha256(data).hexdigest())\n"
    )
    printed = set()
    for seed in ("0", "1", "4711"):
        environment = {**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": str(ROOT / "tests")}
        ran = subprocess.run(
            [sys.executable, "-c", code],
            env=environment,
            cwd=ROOT,
            check=True,
            capture_output=True,
            text=True,
        )
        printed.add(ran.stdout)
    assert len(printed) == 1
    assert len(printed.pop().split()) == 4
