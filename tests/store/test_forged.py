"""Content with the right checksum that we have not written is refused, or is a graph."""

from __future__ import annotations

from functools import cache

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from heapwright.domains.normal_form import key, literals
from heapwright.graph.state.shape import heap_of
from heapwright.graph.state.state_graph import Setting, StateGraph
from heapwright.store.codec import CHECKSUM_BYTES, MAGIC, decode_graph, encode_graph, sealed
from heapwright.store.recipe import recipe_digest
from store.graphs import check_same, explored, mixed_setting, subject_setting

Plain = list["Plain"] | int | str | bool | bytes | None


@cache
def written() -> tuple[Setting, bytes, StateGraph]:
    """Give a graph with calls, unions and constraints of many kinds, and its payload."""
    setting = mixed_setting()
    graph = explored(setting, 2)
    return setting, encode_graph(graph)[len(MAGIC) + CHECKSUM_BYTES :], graph


def read(payload: bytes) -> StateGraph | None:
    setting = written()[0]
    return decode_graph(setting, sealed(recipe_digest(setting), payload))


def check_harmless(payload: bytes) -> None:
    """See that what is believed can at least be walked through."""
    graph = read(payload)
    if graph is None:
        return
    for disjunct in graph.disjuncts:
        assert len(heap_of(graph.setting.layouts, disjunct.shape)) == len(disjunct.shape.objects)
        key(disjunct.constraint)
        literals(disjunct.constraint)
    assert decode_graph(graph.setting, encode_graph(graph)) is not None


def test_sealing_the_payload_again_gives_the_graph() -> None:
    check_same(read(written()[1]), written()[2])


def test_every_truncation_is_refused() -> None:
    payload = written()[1]
    for length in range(len(payload)):
        assert read(payload[:length]) is None


def test_no_changed_byte_gets_an_exception_out() -> None:
    payload = written()[1]
    for position in range(len(payload)):
        changed = bytearray(payload)
        changed[position] ^= 1 + position % 255
        check_harmless(bytes(changed))


@given(st.data())
def test_no_changed_value_gets_an_exception_out(data: st.DataObject) -> None:
    content: Plain = msgspec.msgpack.decode(written()[1])
    inner = content
    while True:
        assert isinstance(inner, list)
        position = data.draw(st.integers(0, len(inner) - 1))
        below = inner[position]
        if not isinstance(below, list) or not below or data.draw(st.booleans()):
            break
        inner = below
    strange = st.one_of(
        st.none(),
        st.booleans(),
        st.integers(-(2**63), 2**63),
        st.integers(-2, 40),
        st.text(max_size=3),
        st.binary(max_size=3),
        st.just([]),
        st.sampled_from(inner),
    )
    match data.draw(st.sampled_from(["replace", "remove", "repeat", "swap"])):
        case "replace":
            inner[position] = data.draw(strange)
        case "remove":
            del inner[position]
        case "repeat":
            inner.insert(position, inner[position])
        case "swap":
            inner[position], inner[-1] = inner[-1], inner[position]
    check_harmless(msgspec.msgpack.encode(content))


@given(st.binary(max_size=200))
def test_any_bytes_are_refused(payload: bytes) -> None:
    assert read(payload) is None


@pytest.mark.parametrize(
    "payload",
    [b"\xdd\xff\xff\xff\xff", b"\x99" + b"\xdd\x7f\xff\xff\xff" * 9, b"\x91" * 100_000],
    ids=["a huge list", "huge lists", "deep lists"],
)
def test_claims_of_size_are_not_believed(payload: bytes) -> None:
    assert read(payload) is None


def changed_graph(path: list[int], value: Plain) -> bytes:
    """Write another value at a place of the stored bst graph."""
    content: Plain = msgspec.msgpack.decode(tree()[1])
    inner = content
    for step in path[:-1]:
        assert isinstance(inner, list)
        inner = inner[step]
    assert isinstance(inner, list)
    assert repr(inner[path[-1]]) != repr(value)
    inner[path[-1]] = value
    return sealed(recipe_digest(tree()[0]), msgspec.msgpack.encode(content))


@cache
def tree() -> tuple[Setting, bytes]:
    setting = subject_setting("kiasan_bst", 2)
    return setting, encode_graph(explored(setting))[len(MAGIC) + CHECKSUM_BYTES :]


# Places in the form: 0 classes, 1 terms, 2 shapes, 3 constraints, 4 disjuncts (shape,
# constraint, origin), 5 covered, 6 explored, 7 counts. An edge is: tag, source, call,
# arguments, decisions, roots, raises.
WRONG: dict[str, tuple[list[int], Plain]] = {
    "a class of no program": ([0, 0], "Nonesuch"),
    "a shape out of range": ([4, 1, 0], 99),
    "a shape before the first": ([4, 1, 0], -1),
    "a constraint out of range": ([4, 1, 1], 99),
    "a constraint on a hole that is not there": ([4, 1, 1], 2),
    "a source that comes later": ([4, 1, 2, 1], 3),
    "a source before the first": ([4, 1, 2, 1], -1),
    "an unknown call": ([4, 1, 2, 2], 99),
    "an argument too many": ([4, 1, 2, 3], [0, 0, 0]),
    "a decision that is neither": ([4, 1, 2, 4], b"\x02"),
    "a root that is not there": ([4, 1, 2, 5], [7]),
    "no roots": ([4, 1, 2, 5], []),
    "an exception without raising calls": ([4, 1, 2, 6], "Error"),
    "a second empty heap": ([4, 1, 2], None),
    "a union of nothing": ([4, 1, 2], [1, 0, 0]),
    "a reference out of range": ([2, 2, 0, 2, 0], 9),
    "a root that is none": ([2, 2, 0, 1], False),
    "a field too many": ([2, 2, 0, 2], [1, 1]),
    "a value in place of a reference": ([2, 2, 0, 2, 0], True),
    "the same shape twice": ([2, 2], [[1, True, [-1]]]),
    "a covered disjunct without a union": ([5], [1]),
    "more explored than there are": ([6], 99),
    "fewer counts": ([7], [1, 2, 3]),
    "a negative count": ([7, 0], -1),
}


@pytest.mark.parametrize(("path", "value"), WRONG.values(), ids=WRONG)
def test_inconsistent_content_is_refused(path: list[int], value: Plain) -> None:
    assert decode_graph(tree()[0], changed_graph(path, value)) is None
