"""Where the boxes of a heap stand, and what is written in them.

Place: pictures/. `heap_layout` leads the lines between them.

Each object is placed once, below or beside the first reference that leads to it. Lists
run to the right, and go on in a new line where the page would become too wide; all
else hangs below, in the order of the fields. A *row* is a list of objects that run to
the right, each with the rows that hang below it. Everything is done with loops over
rows in order of discovery, so that deep heaps cannot exhaust recursion.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from heapwright.pictures.heap_model import Data, DrawnField, DrawnObject, Link, Null
from heapwright.pictures.routes import Box
from heapwright.pictures.words import columns, shortened
from heapwright.records import dataclass

LETTER: Final = 73  # tenths of a pixel that one column takes at the size of the text
TITLE: Final = 24
ROW: Final = 18
FOOT: Final = 5
STEP: Final = 12
SIDE: Final = 16  # room for a dot at each side of a row
LABEL: Final = 30  # room for the names of roots above a box, with their arrow
WIDEST_ROW: Final = 1150


@dataclass(frozen=True, slots=True)
class Forest:
    """Who is placed from whom: rows by their first object, in order of discovery."""

    starts: tuple[int, ...]  # first objects of rows that hang below nothing
    rows: dict[int, list[int]]  # by first object
    below: dict[int, dict[str, int]]  # first objects of the rows below an object, by field
    tree_links: frozenset[tuple[int, str]]


def forest_of(objects: Sequence[DrawnObject]) -> Forest:
    """Decide from where each object is placed: along lists first, then level by level."""
    links = [
        {f.name: f.content.target for f in drawn.fields if isinstance(f.content, Link)}
        for drawn in objects
    ]
    starts: list[int] = []
    rows: dict[int, list[int]] = {}
    below: dict[int, dict[str, int]] = {}
    tree_links: set[tuple[int, str]] = set()
    seen: set[int] = set()
    for start, drawn in enumerate(objects):
        # The first object that is not placed yet is held by a root: what only fields lead
        # to has been placed with them.
        if start in seen or not drawn.names:
            continue
        starts.append(start)
        seen.add(start)
        firsts = [start]
        for first in firsts:
            row = rows[first] = [first]
            for member in row:  # grows while the list goes on
                name = objects[member].rightward
                target = None if name is None else links[member].get(name)
                if name is not None and target is not None and target not in seen:
                    seen.add(target)
                    tree_links.add((member, name))
                    row.append(target)
            for member in row:
                below[member] = {}
                for name, target in links[member].items():
                    if target not in seen:
                        seen.add(target)
                        tree_links.add((member, name))
                        below[member][name] = target
                        firsts.append(target)
    return Forest(tuple(starts), rows, below, frozenset(tree_links))


def placed(objects: Sequence[DrawnObject], forest: Forest, gap: int) -> list[Box]:
    """Give each object its box.

    Blocks are made from the inside out and then get their places from the outside in.
    """
    sizes = [_size(objects, drawn) for drawn in objects]
    cells: dict[int, _Block] = {}
    rows: dict[int, _Block] = {}
    slots = _slots(objects, forest)
    for first, members in reversed(forest.rows.items()):
        for member in members:
            parts = [None if f is None else rows[f] for f in slots[member]]
            cells[member] = _cell(sizes[member][0], parts, gap)
        rows[first] = _row([cells[member] for member in members], gap)
    page = _row([rows[start] for start in forest.starts], gap)
    corners: dict[int, tuple[int, int]] = dict(zip(forest.starts, page.parts, strict=True))
    boxes: dict[int, Box] = {}
    for first, members in forest.rows.items():
        row_left, row_band = corners[first]
        for member, (x, band) in zip(members, rows[first].parts, strict=True):
            left, band = row_left + x, row_band + band
            cell, drawn = cells[member], objects[member]
            width, height = sizes[member]
            lift = LABEL if drawn.names else 0
            boxes[member] = Box(band, left + cell.left, width, height, lift)
            hanging = [f for f in slots[member] if f is not None]
            for child, (child_x, child_band) in zip(hanging, cell.parts, strict=True):
                corners[child] = (left + child_x, band + child_band)
    return [boxes[i] for i in range(len(objects))]


def title_text(drawn: DrawnObject) -> tuple[str, str]:
    """Give the class as it is drawn, and the number."""
    return shortened(drawn.class_name), f"#{drawn.number}"


def field_text(objects: Sequence[DrawnObject], field: DrawnField) -> tuple[str, str]:
    """Give the name and the value of a field as they are drawn; null is a mark, not text."""
    match field.content:
        case Link(target):
            return shortened(field.name), f"#{objects[target].number}"
        case Data(text):
            return shortened(field.name), shortened(text)
        case Null():
            return shortened(field.name), " "


def label_text(drawn: DrawnObject) -> str:
    """Give the names of the roots that hold an object, as one label."""
    return ", ".join(shortened(name, 16) for name in drawn.names)


def text_width(text: str) -> int:
    """Measure a text in whole pixels."""
    return (columns(text) * LETTER + 9) // 10


def row_middle(index: int) -> int:
    """Give the middle of a field's row, below the top of the box."""
    return TITLE + ROW * index + ROW // 2


@dataclass(frozen=True, slots=True)
class _Block:
    """A part of the picture: its width, its bands, and the middle of its first object."""

    width: int
    n_bands: int
    middle: int
    # Where its parts start, to the right of its left edge and below its first band.
    parts: tuple[tuple[int, int], ...]
    left: int = 0  # of the object itself, for an object with what hangs below it


def _size(objects: Sequence[DrawnObject], drawn: DrawnObject) -> tuple[int, int]:
    texts = [text_width("".join(title_text(drawn))) + 4]
    texts += [text_width(" = ".join(field_text(objects, field))) for field in drawn.fields]
    width = max(60, 2 * SIDE + max(texts))
    if drawn.names:
        # Lines come in to the right of the label.
        width = max(width, text_width(label_text(drawn)) + 76)
    # Widths come in steps, so that the objects of a list stand in columns.
    width = -(-width // STEP) * STEP
    return width, TITLE + ROW * len(drawn.fields) + (FOOT if drawn.fields else 0)


def _slots(objects: Sequence[DrawnObject], forest: Forest) -> list[list[int | None]]:
    """Say what hangs below each object from left to right; None keeps a place free.

    A tree whose left side is missing must not look like one whose right side is. A field
    that never leads down (`parent`) needs no place.
    """
    leads_down = {(objects[i].class_name, name) for i, name in forest.tree_links}
    is_used = {
        (drawn.class_name, field.name)
        for drawn in objects
        for field in drawn.fields
        if isinstance(field.content, Link)
    }
    slots: list[list[int | None]] = []
    for i, drawn in enumerate(objects):
        branches = [
            field.name
            for field in drawn.fields
            if field.is_own_kind
            and field.name != drawn.rightward
            and ((key := (drawn.class_name, field.name)) in leads_down or key not in is_used)
        ]
        below = forest.below[i]
        keeps_places = any(name in below for name in branches)
        slots.append(
            [
                below.get(field.name)
                for field in drawn.fields
                if field.name in below or (keeps_places and field.name in branches)
            ]
        )
    return slots


def _cell(width: int, hanging: Sequence[_Block | None], gap: int) -> _Block:
    """Put an object above what hangs below it, over the middle of its outermost branches."""
    x = 0
    parts: list[tuple[int, int]] = []
    middles: list[int] = []
    for block in hanging:
        if block is None:
            middles.append(x + width // 4)
            x += width // 2 + gap
        else:
            parts.append((x, 1))
            middles.append(x + block.middle)
            x += block.width + gap
    if not parts:
        return _Block(width, 1, width // 2, ())
    middle = (middles[0] + middles[-1]) // 2
    shift = max(0, width // 2 - middle)
    left = middle + shift - width // 2
    return _Block(
        max(x - gap + shift, left + width),
        1 + max(block.n_bands for block in hanging if block is not None),
        middle + shift,
        tuple((part_x + shift, band) for part_x, band in parts),
        left,
    )


def _row(cells: Sequence[_Block], gap: int) -> _Block:
    """Put blocks side by side, in several lines where one would be too wide."""
    parts: list[tuple[int, int]] = []
    x = width = line_band = next_band = 0
    for cell in cells:
        if x > 0 and x + cell.width > WIDEST_ROW:
            x, line_band = 0, next_band
        parts.append((x, line_band))
        x += cell.width + gap
        width = max(width, x - gap)
        next_band = max(next_band, line_band + cell.n_bands)
    return _Block(width, next_band, cells[0].middle if cells else 0, tuple(parts))
