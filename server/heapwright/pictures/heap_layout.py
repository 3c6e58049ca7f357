"""How the lines of a heap picture run between its boxes.

Place: pictures/. `heap_boxes` places the objects, `routes` leads the lines; `heap_svg`
draws what comes out. Neighbours are joined by straight lines. Of the other lines those
that lead to the same object share their way.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Final

from heapwright.pictures import routes
from heapwright.pictures.heap_boxes import (
    FOOT,
    Forest,
    forest_of,
    label_text,
    placed,
    row_middle,
    text_width,
)
from heapwright.pictures.heap_model import DrawnField, DrawnObject, HeapPicture, Link
from heapwright.records import dataclass

GAP: Final = 52


@dataclass(frozen=True, slots=True)
class Line:
    """A reference to draw: from which field of which object to which object."""

    source: int
    field: int
    target: int
    is_tree: bool  # whether it leads to where the object was placed from
    net: int  # lines of one net share their colour
    is_right: bool  # the side of the box at which it starts
    points: tuple[routes.Point, ...]


@dataclass(frozen=True, slots=True)
class HeapLayout:
    """Boxes with the tops of their bands, lines, and the extent of it all."""

    boxes: tuple[routes.Box, ...]
    tops: tuple[int, ...]  # of each box
    lines: tuple[Line, ...]
    left: int
    right: int
    bottom: int


def heap_layout(picture: HeapPicture) -> HeapLayout:
    """Place the objects and lead the lines."""
    forest = forest_of(picture.objects)
    gap = GAP
    while True:
        boxes = placed(picture.objects, forest, gap)
        straight, nets = _wires(picture.objects, forest, boxes)
        found = routes.routed(boxes, [net for net, _ in nets])
        # Lines could lie on one another in a gap that is too narrow, so all gaps are made
        # wider until none is. Each time they grow, and a gap never needs more than two tracks
        # for each net, so this ends.
        if found.crowding <= gap:
            break
        gap = found.crowding
    return _layout(boxes, found, straight, nets)


@dataclass(frozen=True, slots=True)
class _Reference:
    """A field that leads to an object."""

    source: int
    field: int
    target: int
    is_tree: bool
    is_right: bool


def _wires(
    objects: Sequence[DrawnObject], forest: Forest, boxes: Sequence[routes.Box]
) -> tuple[list[_Reference], list[tuple[routes.Net, list[_Reference]]]]:
    """Tell straight lines between neighbours from lines to be led, and group those."""
    references = [
        _Reference(
            i,
            row,
            field.content.target,
            (i, field.name) in forest.tree_links,
            _starts_right(drawn, field, boxes[i], boxes[field.content.target]),
        )
        for i, drawn in enumerate(objects)
        for row, field in enumerate(drawn.fields)
        if isinstance(field.content, Link)
    ]
    neighbours = _neighbours(boxes)
    sides = {(r.source, r.field, r.is_right) for r in references}
    straight: list[_Reference] = []
    groups: dict[tuple[int, bool, bool], list[_Reference]] = {}
    for r in references:
        side_by_side = neighbours.get((r.source, r.is_right)) == r.target
        # A line of the neighbour that starts at the same height would lie on this one.
        is_free = (r.target, r.field, not r.is_right) not in sides
        if side_by_side and is_free and row_middle(r.field) < boxes[r.target].height - FOOT:
            straight.append(r)
        else:
            key = (r.target, _enters_top(boxes, r), r.is_tree)
            groups.setdefault(key, []).append(r)
    nets = [
        (_net(boxes, bool(objects[target].names), is_top, is_tree, group, objects), group)
        for (target, is_top, is_tree), group in groups.items()
    ]
    return straight, nets


def _starts_right(
    drawn: DrawnObject, field: DrawnField, source: routes.Box, target: routes.Box
) -> bool:
    if drawn.rightward is not None and field.is_own_kind:
        return field.name == drawn.rightward
    return target.left + target.width // 2 >= source.left + source.width // 2


def _neighbours(boxes: Sequence[routes.Box]) -> dict[tuple[int, bool], int]:
    """Find the next box in the same band, by box and whether to its right."""
    order = sorted(range(len(boxes)), key=lambda i: (boxes[i].band, boxes[i].left))
    found: dict[tuple[int, bool], int] = {}
    for one, other in pairwise(order):
        if boxes[one].band == boxes[other].band:
            found[one, True] = other
            found[other, False] = one
    return found


def _enters_top(boxes: Sequence[routes.Box], reference: _Reference) -> bool:
    """Lines from above and from the right enter at the top, those from below and left below."""
    source, target = boxes[reference.source], boxes[reference.target]
    if source.band == target.band:
        return source.left >= target.left
    return source.band < target.band


def _net(
    boxes: Sequence[routes.Box],
    has_label: bool,
    is_top: bool,
    is_tree: bool,
    references: Sequence[_Reference],
    objects: Sequence[DrawnObject],
) -> routes.Net:
    target = references[0].target
    box = boxes[target]
    middle = box.left + box.width // 2
    if is_top:
        if has_label:
            middle = max(middle, box.left + text_width(label_text(objects[target])) + 36)
        port = routes.Port(
            target,
            routes.top_port(middle if is_tree else middle + 20),
            True,
            slack=0 if has_label or not is_tree else 13,
        )
    else:
        port = routes.Port(target, routes.bottom_port(middle), False, slack=13)
    wires = tuple(
        routes.Wire(
            routes.Exit(r.source, row_middle(r.field), r.is_right, _goes_up(boxes, r, is_top)), port
        )
        for r in references
    )
    return routes.Net(wires, port.x, routes.channel_of(boxes, port))


def _goes_up(boxes: Sequence[routes.Box], reference: _Reference, enters_top: bool) -> bool:
    source, target = boxes[reference.source], boxes[reference.target]
    return enters_top if source.band == target.band else source.band > target.band


def _layout(
    boxes: Sequence[routes.Box],
    found: routes.Routed,
    straight: Sequence[_Reference],
    nets: Sequence[tuple[routes.Net, list[_Reference]]],
) -> HeapLayout:
    tops = tuple(found.band_tops[box.band] for box in boxes)
    lines: list[Line] = []
    for r in straight:
        source, target = boxes[r.source], boxes[r.target]
        y = tops[r.source] + row_middle(r.field)
        ends = (source.right, target.left) if r.is_right else (source.left, target.right)
        points = tuple((x, y) for x in ends)
        lines.append(Line(r.source, r.field, r.target, r.is_tree, r.target, r.is_right, points))
    for (_, references), wires in zip(nets, found.points, strict=True):
        for r, led in zip(references, wires, strict=True):
            lines.append(Line(r.source, r.field, r.target, r.is_tree, r.target, r.is_right, led))
    lines.sort(key=lambda line: (line.source, line.field))
    return HeapLayout(tuple(boxes), tops, tuple(lines), found.left, found.right, found.bottom)
