"""A heap as an SVG picture: what is on it, where, and that it is sound XML."""

from __future__ import annotations

import os
import re
import subprocess
import sys

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from heapwright.paths.plain.heap import Reference, Value
from heapwright.pictures.heap_model import Link, changed_fields, heap_picture
from heapwright.pictures.heap_svg import svg
from heapwright.pictures.heap_text import draw_heap
from pictures.heaps_by_hand import (
    BY_HAND,
    Drawable,
    chain,
    drawable,
    full_tree,
    many_fields,
    ring,
)
from pictures.heaps_of_programs import SPECS, heap_of_spec
from pictures.svg_geometry import (
    SPACE,
    Drawing,
    Rect,
    check_geometry,
    lines_on_one_another,
    read_svg,
)
from support.repo import ROOT


def drawn(what: Drawable) -> str:
    return svg(heap_picture(what.hierarchy, what.heap, what.roots))


def boxes_by_title(drawing: Drawing) -> dict[str, Rect]:
    return {box.title: box for box in drawing.boxes}


def check_picture(what: Drawable) -> None:
    """Every object once, every reference as one line between the right boxes, all apart."""
    picture = heap_picture(what.hierarchy, what.heap, what.roots)
    drawing = read_svg(svg(picture))
    check_geometry(drawing)
    assert lines_on_one_another(drawing) == []
    assert len(drawing.boxes) == len(picture.objects)
    n_references = sum(
        isinstance(field.content, Link) for found in picture.objects for field in found.fields
    )
    assert len({line.title for line in drawing.lines}) == len(drawing.lines) == n_references
    boxes = boxes_by_title(drawing)
    for line in drawing.lines:
        target = line.title.rpartition(" = ")[2]
        assert boxes[target].has_on_edge(line.points[-1]), line


@pytest.mark.parametrize("name", BY_HAND)
def test_heaps_by_hand_are_drawn_soundly(name: str) -> None:
    check_picture(BY_HAND[name])


def test_a_heap_of_objects_with_many_fields_is_drawn_soundly() -> None:
    check_picture(many_fields())


@pytest.mark.parametrize("target", SPECS)
def test_heaps_of_specs_are_drawn_soundly(target: str) -> None:
    check_picture(heap_of_spec(target))


objects = st.one_of(st.none(), st.integers(0, 11))
rows = st.one_of(
    st.tuples(st.just("Pair"), objects, objects),
    st.tuples(st.just("Tree"), objects, objects),
    st.tuples(st.just("Twin"), objects, objects),
)


@given(st.lists(rows, min_size=1, max_size=12), st.lists(st.integers(0, 11), max_size=3))
# Lines come into one gap at the same height from both sides. Here those to one object come
# from both sides, too; then those to each of two objects do.
@example([("Pair", 1, 8), ("Pair", 1, 0), ("Pair", None, 1)], [])
@example([("Pair", 1, 2), ("Pair", 0, 1), ("Pair", 1, 0)], [])
@settings(max_examples=150, deadline=None)
def test_any_heap_is_drawn_soundly(
    links: list[tuple[str, int | None, int | None]], held: list[int]
) -> None:
    def to(number: int | None) -> Reference | None:
        return None if number is None else Reference(number % len(links))

    heap: list[tuple[str, *tuple[Value, ...]]] = []
    for class_name, one, other in links:
        match class_name:
            case "Pair":
                heap.append((class_name, to(one), to(other)))
            case "Tree":
                heap.append((class_name, 0, to(one), to(other)))
            case _:
                heap.append((class_name, to(one), to(other), False))
    roots = {f"r{i}": to(number) for i, number in enumerate([0, *held])}
    drawing = read_svg(drawn(drawable(heap, **roots)))
    check_geometry(drawing)
    assert lines_on_one_another(drawing) == []


def test_children_stand_below_their_parent_in_the_order_of_the_fields() -> None:
    boxes = boxes_by_title(read_svg(drawn(full_tree(31))))
    parent, left, right = boxes["Tree#1"], boxes["Tree#2"], boxes["Tree#17"]
    assert left.top > parent.bottom
    assert left.top == right.top
    assert left.right < parent.left
    assert right.left > parent.right


def test_a_lone_right_child_stands_to_the_right() -> None:
    heap = drawable([("Tree", 1, None, Reference(1)), ("Tree", 2, None, None)], t=Reference(0))
    boxes = boxes_by_title(read_svg(drawn(heap)))
    parent, child = boxes["Tree#1"], boxes["Tree#2"]
    assert child.left + child.right > parent.left + parent.right


def test_a_list_runs_to_the_right() -> None:
    boxes = read_svg(drawn(chain(4))).boxes
    assert [box.top for box in boxes] == [boxes[0].top] * 4
    assert [box.left for box in boxes] == sorted(box.left for box in boxes)


def test_a_long_list_goes_on_in_new_lines() -> None:
    drawing = read_svg(drawn(chain(60)))
    assert int(drawing.root.get("width", "")) < 1400
    assert len({box.top for box in drawing.boxes}) > 5


def test_the_links_of_a_doubly_linked_list_are_straight_but_for_the_way_round() -> None:
    lines = read_svg(drawn(ring(5))).lines
    assert sorted(len(line.points) > 2 for line in lines) == [False] * 8 + [True] * 2


def test_neighbours_that_point_at_each_other_with_the_same_field_have_two_lines() -> None:
    drawing = read_svg(drawn(BY_HAND["two in a circle"]))
    assert len({line.points for line in drawing.lines}) == 2


def test_a_self_loop_starts_at_the_side_and_comes_back_at_the_top() -> None:
    drawing = read_svg(drawn(BY_HAND["self loop"]))
    (line,), (box,) = drawing.lines, drawing.boxes
    assert line.points[0][0] == box.right
    assert line.points[-1][1] == box.top


def test_an_object_with_several_names_is_drawn_once_with_all_of_them() -> None:
    assert "a, second, c" in read_svg(drawn(BY_HAND["one object with three names"])).texts


def test_roots_that_hold_no_object_are_written_out() -> None:
    texts = read_svg(drawn(BY_HAND["only plain roots"])).texts
    assert "x = 5  flag = true  nothing = null" in texts


def test_an_empty_heap_says_so() -> None:
    assert read_svg(drawn(BY_HAND["empty"])).texts == ("(empty heap)",)


def test_garbage_is_not_drawn() -> None:
    heap = drawable([("Node", 1, None), ("Node", 2, None)], o=Reference(1))
    assert [box.title for box in read_svg(drawn(heap)).boxes] == ["Node#1"]


def test_a_null_field_has_a_slash_and_no_line() -> None:
    drawing = read_svg(drawn(BY_HAND["one object"]))
    slashes = [p for p in drawing.root.iter(f"{SPACE}path") if p.get("class") == "hw-null"]
    assert (len(slashes), drawing.lines) == (1, ())


def test_marked_fields_are_highlighted() -> None:
    before = chain(3)
    after = drawable(
        [("Node", 0, Reference(1)), ("Node", 5, None), ("Node", 2, None)], o=Reference(0)
    )
    changed = changed_fields(before.hierarchy, before.heap, after.heap)
    assert changed == ((Reference(1), "value"), (Reference(1), "next"))
    picture = heap_picture(after.hierarchy, after.heap, after.roots, marked=changed)
    assert svg(picture).count('<rect class="hw-mark"') == 2
    assert svg(heap_picture(after.hierarchy, after.heap, after.roots)).count('hw-mark"') == 0


def test_numbers_of_an_earlier_picture_can_be_kept() -> None:
    what = chain(2)
    numbers = {Reference(0): 12, Reference(1): 4}
    picture = heap_picture(what.hierarchy, what.heap, what.roots, numbers=numbers)
    assert [box.title for box in read_svg(svg(picture)).boxes] == ["Node#12", "Node#4"]


@pytest.mark.parametrize("name", [n for n in BY_HAND if n != "unusual names"])
def test_objects_have_the_numbers_of_the_text_drawing(name: str) -> None:
    what = BY_HAND[name]
    picture = heap_picture(what.hierarchy, what.heap, what.roots)
    in_text = re.findall(r"(\w+#\d+)", draw_heap(what.hierarchy, what.heap, what.roots))
    assert list(dict.fromkeys(in_text)) == [drawn_object.title for drawn_object in picture.objects]


def test_names_cannot_break_out_of_the_picture() -> None:
    text = drawn(BY_HAND["unusual names"])
    texts = read_svg(text).texts
    assert "\\n--><x> = 7" in texts
    assert any(found.startswith("<A & 'B'") for found in texts)
    text.encode("utf-8")
    assert not re.search("[\x00-\x09\x0b-\x1f\u202e\ud800-\udfff\ufffe]", text)


def test_a_picture_needs_nothing_from_outside_and_runs_nothing() -> None:
    text = drawn(BY_HAND["ring of 5"])
    assert not re.search(r"<script|<!|<\?|href|url\(|@import|\bid=|\bon\w+=", text)
    assert text.count("http") == 1  # the name of the SVG vocabulary


def test_a_picture_speaks_to_those_who_cannot_see_it() -> None:
    root = read_svg(drawn(BY_HAND["two in a circle"])).root
    assert root.get("role") == "img"
    assert [child.tag for child in root][:2] == [f"{SPACE}title", f"{SPACE}desc"]
    assert root.findtext(f"{SPACE}desc") == (
        "o is Node#1; Node#1: value 1, next Node#2; Node#2: value 2, next Node#1"
    )


def colours(selector: str) -> dict[str, str]:
    """Give the colours that apply inside a selector, by name."""
    style = read_svg(drawn(BY_HAND["one object"])).root.findtext(f"{SPACE}style") or ""
    block = style.partition(f"{selector}{{")[2].partition("}")[0]
    return dict(re.findall(r"--hw-(\w+):var\(--heapwright-\1,(#\w{6})\)", block))


def brightness(colour: str) -> float:
    """Give the relative luminance as the accessibility guidelines define it."""
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    red, green, blue = (p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


SCHEMES = (
    ".heapwright",
    "@media (prefers-color-scheme:dark){.heapwright",
    ".vscode-light .heapwright",
    ".vscode-dark .heapwright",
)


@pytest.mark.parametrize("selector", SCHEMES)
def test_every_colour_can_be_set_from_outside_and_has_a_value_in_each_scheme(selector: str) -> None:
    used = set(re.findall(r"var\(--hw-(\w+)\)", drawn(BY_HAND["one object"])))
    assert len(used) > 10
    assert used == colours(selector).keys()


@pytest.mark.parametrize("selector", SCHEMES)
@pytest.mark.parametrize("ink", ["ink", "faint", "root"])
def test_text_stands_out_from_what_is_behind_it(selector: str, ink: str) -> None:
    found = colours(selector)
    behind = {"root": ["paper"]}.get(ink, ["paper", "box", "head", "mark"])
    for paper in behind:
        dim, bright = sorted(brightness(found[name]) for name in (ink, paper))
        assert (bright + 0.05) / (dim + 0.05) >= 4.5, paper


def test_a_number_of_many_digits_is_shortened_and_one_too_long_for_decimal_is_written_in_hex() -> (
    None
):
    heap = drawable([("Node", 10**6000, None)], o=Reference(0), x=10**40)
    texts = read_svg(drawn(heap)).texts
    assert any(text.startswith("0x") and "…" in text for text in texts)
    assert f"x = 1{'0' * 20}…{'0' * 10}" in texts


def test_a_deep_heap_does_not_exhaust_recursion() -> None:
    rows = [("Tree", i, Reference(i + 1) if i < 2999 else None, None) for i in range(3000)]
    heap = drawable(rows, t=Reference(0))
    assert drawn(heap).count('class="hw-box"') == 3000
    assert draw_heap(heap.hierarchy, heap.heap, heap.roots).count("\n") == 2999


PRINT_ALL = """
import sys
sys.path.insert(0, {tests!r})
from heapwright.pictures.heap_dot import dot
from heapwright.pictures.heap_model import heap_picture
from heapwright.pictures.heap_svg import svg
from pictures.heaps_by_hand import BY_HAND
for what in BY_HAND.values():
    picture = heap_picture(what.hierarchy, what.heap, what.roots)
    print(svg(picture), dot(picture))
"""


def test_pictures_are_the_same_under_every_hash_seed() -> None:
    outputs = {
        subprocess.run(
            [sys.executable, "-c", PRINT_ALL.format(tests=str(ROOT / "tests"))],
            env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONIOENCODING": "utf-8"},
            capture_output=True,
            check=True,
        ).stdout
        for seed in ("0", "1", "4711")
    }
    assert len(outputs) == 1
    assert len(outputs.pop()) > 100_000
