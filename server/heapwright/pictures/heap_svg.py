"""A heap as an SVG picture.

Place: pictures/. Takes the model of `heap_model`; `heap_layout` says where all stands.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from heapwright.pictures import heap_boxes
from heapwright.pictures.heap_layout import HeapLayout, Line, heap_layout
from heapwright.pictures.heap_model import DrawnObject, HeapPicture, Link, Null
from heapwright.pictures.routes import Box
from heapwright.pictures.svg_page import arrow_head, hue, page, path, text
from heapwright.pictures.words import shortened, xml

PLAIN_ROOTS = 26  # height of the line for roots that hold no object
BASELINE = 4  # letters stand this far below the middle of their row


def svg(picture: HeapPicture, title: str = "Heap") -> str:
    """Draw the picture; the same picture gives the same text, byte for byte."""
    layout = heap_layout(picture)
    plain = ["  ".join(f"{shortened(n)} = {shortened(v)}" for n, v in picture.plain_roots)]
    if not picture.objects and not picture.plain_roots:
        plain = ["(empty heap)"]
    has_plain = bool(plain[0])
    shift = PLAIN_ROOTS if has_plain else 0
    right = max(layout.right, heap_boxes.text_width(plain[0]))
    body = [
        *([text("hw-name", 0, 14, plain[0])] if has_plain else []),
        f'<g transform="translate(0 {shift})">',
        *_lines(picture, layout),
        *_boxes(picture, layout),
        "</g>",
    ]
    return page(
        title,
        described(picture),
        layout.left,
        right - layout.left,
        layout.bottom + shift,
        body,
    )


def described(picture: HeapPicture) -> str:
    """Say in words what a picture shows, for those who cannot see it."""
    parts = [f"{name} is {value}" for name, value in picture.plain_roots]
    for drawn in picture.objects:
        parts += [f"{name} is {drawn.title}" for name in drawn.names]
    for drawn in picture.objects:
        fields = []
        for field in drawn.fields:
            match field.content:
                case Link(target):
                    value = picture.objects[target].title
                case Null(word):
                    value = word
                case data:
                    value = data.text
            fields.append(f"{field.name} {value}")
        parts.append(f"{drawn.title}: {', '.join(fields) or 'no fields'}")
    return "; ".join(parts) or "The heap is empty"


def _lines(picture: HeapPicture, layout: HeapLayout) -> Iterator[str]:
    # Each target whose lines are not just its place in the tree gets a colour of its own.
    hues: dict[int, int] = {}
    for line in layout.lines:
        if not line.is_tree:
            hues.setdefault(line.net, len(hues))
    # What leads to where an object was placed from is drawn last, above the rest.
    for line in sorted(layout.lines, key=lambda line: line.is_tree):
        kind = "hw-line" if line.is_tree else hue(hues[line.net])
        yield f'<g class="{kind}"><title>{xml(_line_title(picture, line))}</title>'
        yield f'<path d="{path(line.points)}"/>'
        yield f'<path class="hw-tip" d="{arrow_head(line.points)}"/></g>'


def _line_title(picture: HeapPicture, line: Line) -> str:
    source, target = picture.objects[line.source], picture.objects[line.target]
    return f"{source.title}.{source.fields[line.field].name} = {target.title}"


def _boxes(picture: HeapPicture, layout: HeapLayout) -> Iterator[str]:
    sides = {(line.source, line.field): line for line in layout.lines}
    for i, (drawn, box, top) in enumerate(
        zip(picture.objects, layout.boxes, layout.tops, strict=True)
    ):
        starts = [sides.get((i, row)) for row in range(len(drawn.fields))]
        yield f"<g><title>{xml(drawn.title)}</title>"
        yield from _box(picture.objects, drawn, box, top, starts)
        yield "</g>"


def _box(
    objects: Sequence[DrawnObject],
    drawn: DrawnObject,
    box: Box,
    top: int,
    starts: Sequence[Line | None],
) -> Iterator[str]:
    left, width = box.left, box.width
    corners = f'x="{left}" y="{top}" width="{width}" height="{box.height}" rx="4"'
    yield f'<rect class="hw-box" {corners}/>'
    head = heap_boxes.TITLE if drawn.fields else box.height
    yield f'<path class="hw-head" d="{_head(left, top, width, head, not drawn.fields)}"/>'
    class_name, number = heap_boxes.title_text(drawn)
    yield text("hw-text hw-strong", left + heap_boxes.SIDE, top + head // 2 + BASELINE, class_name)
    number_x = left + heap_boxes.SIDE + heap_boxes.text_width(class_name) + 2
    yield text("hw-faint", number_x, top + head // 2 + BASELINE, number)
    for row, (field, line) in enumerate(zip(drawn.fields, starts, strict=True)):
        middle = top + heap_boxes.row_middle(row)
        if field.is_marked:
            place = f'x="{left + 1}" y="{middle - heap_boxes.ROW // 2}"'
            yield f'<rect class="hw-mark" {place} width="{width - 2}" height="{heap_boxes.ROW}"/>'
        name, value = heap_boxes.field_text(objects, field)
        yield text("hw-faint", left + heap_boxes.SIDE, middle + BASELINE, f"{name} =")
        value_x = left + heap_boxes.SIDE + heap_boxes.text_width(f"{name} = ")
        if isinstance(field.content, Null):
            slash = f"M{value_x + 1} {middle + 5}L{value_x + 8} {middle - 5}"
            yield f'<path class="hw-null" d="{slash}"/>'
        else:
            yield text("hw-text", value_x, middle + BASELINE, value)
        if line is not None:
            dot_x = left + width - 7 if line.is_right else left + 7
            edge = left + width if line.is_right else left
            yield '<g class="hw-line">'
            yield f'<path d="M{dot_x} {middle}L{edge} {middle}"/>'
            yield f'<circle class="hw-tip" cx="{dot_x}" cy="{middle}" r="3"/></g>'
    yield f'<rect class="hw-frame" {corners}/>'
    if drawn.names:
        yield from _label(drawn, left, top)


def _head(left: int, top: int, width: int, height: int, is_whole: bool) -> str:
    """Give the outline of the title row, round where the box is round."""
    foot = "q0 4-4 4" if is_whole else "v4h-4"
    back = f"h{8 - width}" + ("q-4 0-4-4" if is_whole else "h-4v-4")
    return f"M{left} {top + 4}q0-4 4-4h{width - 8}q4 0 4 4v{height - 8}{foot}{back}Z"


def _label(drawn: DrawnObject, left: int, top: int) -> Iterator[str]:
    """Name the roots that hold the object, above its left corner."""
    x = left + 10
    points = ((x, top - heap_boxes.LABEL + 4), (x, top))
    yield text(
        "hw-name hw-strong", x + 8, top - heap_boxes.LABEL + 16, heap_boxes.label_text(drawn)
    )
    yield f'<g class="hw-line hw-hue0"><path d="{path(points)}"/>'
    yield f'<path class="hw-tip" d="{arrow_head(points)}"/></g>'
