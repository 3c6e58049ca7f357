"""The state graph of a class as a picture and in DOT."""

from __future__ import annotations

import re

import pytest

from heapwright.graph.state.state_graph import Edge
from heapwright.pictures import graph_dot, graph_svg
from heapwright.pictures.graph_model import Arrow, DrawnState, GraphPicture, graph_picture
from pictures.heaps_of_programs import CLASSES, SUBJECTS, graph_of_class
from pictures.svg_geometry import SPACE, check_geometry, lines_on_one_another, read_svg

AVL = SUBJECTS + "kiasan_avl.tiny::AvlTree"
LEFTIST = SUBJECTS + "kiasan_leftist.tiny::LeftistHeap"
AA_TREE = SUBJECTS + "kiasan_aatree.tiny::AATree"


@pytest.mark.parametrize("target", CLASSES)
def test_graphs_of_classes_are_drawn_soundly(target: str) -> None:
    picture = graph_picture(graph_of_class(target))
    drawing = read_svg(graph_svg.svg(picture))
    check_geometry(drawing)
    boxes = {int(re.findall(r"#(\d+):", box.title)[0]): box for box in drawing.boxes}
    assert sorted(boxes) == [state.number for state in picture.states]
    assert len(drawing.lines) == len(picture.arrows)
    for line in drawing.lines:
        source, target_number = map(int, re.findall(r"#(\d+)", line.title)[:2])
        assert boxes[source].has_on_edge(line.points[0]), line
        assert boxes[target_number].has_on_edge(line.points[-1]), line


@pytest.mark.parametrize("target", [AVL, SUBJECTS + "fig1_node.tiny::Node"])
def test_the_arrows_of_a_small_graph_keep_apart(target: str) -> None:
    drawing = read_svg(graph_svg.svg(graph_picture(graph_of_class(target))))
    assert lines_on_one_another(drawing) == []


def test_every_disjunct_that_a_call_made_has_its_arrow_in_the_count() -> None:
    graph = graph_of_class(LEFTIST)
    made = [d for d in graph.disjuncts if isinstance(d.origin, Edge)]
    assert len(made) < len(graph.disjuncts) - 1, "this subject has unions"
    picture = graph_picture(graph)
    assert sum(arrow.count for arrow in picture.arrows) == len(made)


def test_every_state_but_the_empty_heap_is_found_by_one_arrow_from_an_earlier_state() -> None:
    picture = graph_picture(graph_of_class(AA_TREE))
    first = [arrow for arrow in picture.arrows if arrow.is_first]
    assert sorted(arrow.target for arrow in first) == list(range(1, len(picture.states)))
    assert all(arrow.source < arrow.target for arrow in first)


def test_states_stand_in_columns_by_depth() -> None:
    picture = graph_picture(graph_of_class(AVL))
    boxes = read_svg(graph_svg.svg(picture)).boxes
    columns: dict[int, set[int]] = {}
    for state, box in zip(picture.states, boxes, strict=True):
        columns.setdefault(state.depth, set()).add(box.left)
    places = [left for _, lefts in sorted(columns.items()) for left in sorted(lefts)]
    assert len(places) == len(columns), "one place for each depth"
    assert places == sorted(places)


def test_the_graph_of_a_small_class_fits_a_screen_and_shows_states_and_calls() -> None:
    drawing = read_svg(graph_svg.svg(graph_picture(graph_of_class(AVL)), "AvlTree"))
    assert int(drawing.root.get("width", "")) < 1920
    assert int(drawing.root.get("height", "")) < 1080
    assert {"#0 · empty heap", "#1 · 1 object", "#6 · 5 objects"} <= set(drawing.texts)
    assert drawing.texts.count("insert") == 18
    assert drawing.root.findtext(f"{SPACE}desc") == "20 states and 19 arrows, up to 7 calls deep"


def test_a_graph_of_hundreds_of_states_grows_only_with_their_number() -> None:
    small, large = (graph_picture(graph_of_class(target)) for target in (AVL, AA_TREE))
    per_state = [len(graph_svg.svg(p)) / len(p.states) for p in (small, large)]
    assert per_state[1] < 2 * per_state[0]


def test_an_incomplete_graph_says_so() -> None:
    picture = GraphPicture((DrawnState(0, 0, (), 1),), (), is_complete=False)
    text = graph_svg.svg(picture)
    assert "1 state and 0 arrows, up to 0 calls deep; the graph is not complete" in text
    check_geometry(read_svg(text))


def test_more_arrows_than_fit_are_counted() -> None:
    states = [DrawnState(i, min(i, 1), (("C", i),), 1) for i in range(9)]
    arrows = [Arrow(0, i, "make", 1, is_first=True) for i in range(1, 9)]
    arrows += [Arrow(i, 1, "back", 2, is_first=False) for i in range(2, 9)]
    drawing = read_svg(graph_svg.svg(GraphPicture(tuple(states), tuple(arrows), True)))
    check_geometry(drawing)
    assert {"#2 back ×2", "#4 back ×2", "and 4 more"} <= set(drawing.texts)


def test_names_in_a_graph_cannot_break_out_of_it() -> None:
    bad = '<b>&"\\\n\x00\ud800'
    states = (DrawnState(0, 0, (), 1), DrawnState(1, 1, ((bad, 1),), 1))
    picture = GraphPicture(states, (Arrow(0, 1, bad, 1, is_first=True),), True)
    drawing = read_svg(graph_svg.svg(picture, bad))
    assert '<b>&"\\\\n\\x00\\ud800' in drawing.texts
    written = graph_dot.dot(picture, bad)
    assert 'label="<b>&\\"\\\\\\\\n\\\\x00\\\\ud800"' in written
    written.encode("utf-8")


def test_dot_names_every_state_and_labels_every_arrow() -> None:
    picture = graph_picture(graph_of_class(AVL))
    written = graph_dot.dot(picture)
    assert written.count("->") == len(picture.arrows)
    assert 's2 [label="#2 · 2 objects", tooltip="#2: 1 AvlNode, 1 AvlTree; after 2 calls"];' in (
        written
    )
    assert 's1 -> s2 [label="insert"];' in written
