"""Read an SVG picture back: its boxes, its lines and where they end.

Place: tests/pictures. Tests look at what is drawn, not at how it was laid out.
"""

from __future__ import annotations

import re
import xml.etree.ElementTree as ElementTree
from dataclasses import dataclass
from itertools import pairwise
from typing import TypeAlias

SPACE = "{http://www.w3.org/2000/svg}"
Point: TypeAlias = "tuple[int, int]"


@dataclass(frozen=True, slots=True)
class Rect:
    """A box with the title that it shows when pointed at."""

    title: str
    left: int
    top: int
    right: int
    bottom: int

    def has_on_edge(self, point: Point) -> bool:
        """Say whether a point lies on the outline."""
        x, y = point
        inside = self.left <= x <= self.right and self.top <= y <= self.bottom
        return inside and (x in (self.left, self.right) or y in (self.top, self.bottom))

    def is_cut_by(self, one: Point, other: Point) -> bool:
        """Say whether a level or upright line enters the inside."""
        left, right = sorted((one[0], other[0]))
        top, bottom = sorted((one[1], other[1]))
        return left < self.right and right > self.left and top < self.bottom and bottom > self.top

    def overlaps(self, other: Rect) -> bool:
        """Say whether two boxes have more than an edge in common."""
        return self.is_cut_by((other.left, other.top), (other.right, other.bottom))


@dataclass(frozen=True, slots=True)
class DrawnLine:
    """A line by its corners, with the title that it shows when pointed at."""

    title: str
    points: tuple[Point, ...]


@dataclass(frozen=True, slots=True)
class Drawing:
    """What an SVG picture shows."""

    root: ElementTree.Element
    boxes: tuple[Rect, ...]
    lines: tuple[DrawnLine, ...]
    texts: tuple[str, ...]


def read_svg(svg: str) -> Drawing:
    """Parse a picture; fails where it is not well formed."""
    root = ElementTree.fromstring(svg)
    boxes: list[Rect] = []
    lines: list[DrawnLine] = []
    for group in root.iter(f"{SPACE}g"):
        title = group.findtext(f"{SPACE}title")
        if title is None:
            continue
        for rect in group.findall(f"{SPACE}rect"):
            if rect.get("class") in ("hw-box", "hw-state"):
                x, y, w, h = (int(rect.get(key, "")) for key in ("x", "y", "width", "height"))
                boxes.append(Rect(title, x, y, x + w, y + h))
        if (group.get("class") or "").startswith("hw-line"):
            way = group.find(f"{SPACE}path")
            assert way is not None
            lines.append(DrawnLine(title, corners(way.get("d", ""))))
    texts = tuple(found.text or "" for found in root.iter(f"{SPACE}text"))
    return Drawing(root, tuple(boxes), tuple(lines), texts)


def corners(data: str) -> tuple[Point, ...]:
    """Give the corners of a line; a rounded one counts as where it would be if sharp."""
    points: list[Point] = []
    for command, numbers in re.findall(r"([MLQ])([^MLQ]*)", data):
        values = [int(number) for number in numbers.split()]
        if command != "L" or points[-1:] != [(values[0], values[1])]:
            points.append((values[0], values[1]))
    return tuple(points)


def check_geometry(drawing: Drawing) -> None:
    """Boxes stand apart, lines join two edges of boxes and cross none, all is on the page."""
    for i, box in enumerate(drawing.boxes):
        assert not [other for other in drawing.boxes[:i] if box.overlaps(other)], box
    for line in drawing.lines:
        for end in (line.points[0], line.points[-1]):
            assert [box for box in drawing.boxes if box.has_on_edge(end)], (line, end)
        for one, other in pairwise(line.points):
            assert one[0] == other[0] or one[1] == other[1], line
            assert not [box for box in drawing.boxes if box.is_cut_by(one, other)], line
    left, top, width, height = (int(n) for n in drawing.root.get("viewBox", "").split())
    shift = 0
    for group in drawing.root.iter(f"{SPACE}g"):
        if found := re.fullmatch(r"translate\(0 (-?\d+)\)", group.get("transform", "")):
            shift = int(found[1])
    for x, y in (
        *((box.left, box.top) for box in drawing.boxes),
        *((box.right, box.bottom) for box in drawing.boxes),
        *(point for line in drawing.lines for point in line.points),
    ):
        assert left <= x <= left + width and top <= y + shift <= top + height, (x, y)


def lines_on_one_another(drawing: Drawing) -> list[tuple[str, str]]:
    """Name the pairs of lines with no end in common that run along each other somewhere."""
    found: dict[tuple[str, str], None] = {}
    # By direction and place: start, end and line of every stretch.
    stretches: dict[tuple[bool, int], list[tuple[int, int, DrawnLine]]] = {}
    for line in drawing.lines:
        for one, other in pairwise(line.points):
            is_level = one[1] == other[1]
            across, along = (1, 0) if is_level else (0, 1)
            start, end = sorted((one[along], other[along]))
            stretches.setdefault((is_level, one[across]), []).append((start, end, line))
    for members in stretches.values():
        for i, (start, end, line) in enumerate(members):
            for before_start, before_end, before in members[:i]:
                shares_an_end = (
                    line.points[0] == before.points[0] or line.points[-1] == before.points[-1]
                )
                if not shares_an_end and start < before_end and before_start < end:
                    found[before.title, line.title] = None
    return list(found)
