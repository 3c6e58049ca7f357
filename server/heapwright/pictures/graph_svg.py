"""The state graph of a class as an SVG picture.

Place: pictures/. Takes the model of `graph_model`; `graph_layout` says where all stands.
Arrows that found a state are drawn plainly; all others in the colour of their target.
The calls stand on the arrows where they arrive.
"""

from __future__ import annotations

from collections.abc import Iterator

from heapwright.pictures.graph_layout import (
    FIRST_PORT,
    OTHER_PORT,
    GraphLayout,
    graph_layout,
    small_width,
)
from heapwright.pictures.graph_model import GraphPicture
from heapwright.pictures.svg_page import arrow_head, hue, page, path, text
from heapwright.pictures.words import shortened, xml

ARROW_HEAD = 12  # what labels leave free


def svg(picture: GraphPicture, title: str = "State graph") -> str:
    """Draw the graph; the same graph gives the same text, byte for byte."""
    layout = graph_layout(picture)
    body = [
        f'<g transform="translate(0 {-layout.top})">',
        *_lines(layout),
        *_boxes(picture, layout),
        "</g>",
    ]
    return page(title, described(picture), 0, layout.right, layout.bottom - layout.top, body)


def described(picture: GraphPicture) -> str:
    """Say in words how large the graph is."""
    deepest = max((state.depth for state in picture.states), default=0)
    rest = "" if picture.is_complete else "; the graph is not complete"
    return (
        f"{_counted(len(picture.states), 'state')} and {_counted(len(picture.arrows), 'arrow')}, "
        f"up to {_counted(deepest, 'call')} deep{rest}"
    )


def _counted(count: int, thing: str) -> str:
    return f"{count} {thing}" if count == 1 else f"{count} {thing}s"


def _lines(layout: GraphLayout) -> Iterator[str]:
    for arrow, points in sorted(layout.arrows, key=lambda pair: pair[0].is_first):
        kind = "hw-line" if arrow.is_first else hue(arrow.target)
        name = f"#{arrow.source} → #{arrow.target}: {arrow.label}"
        yield f'<g class="{kind}"><title>{xml(name)}</title><path d="{path(points)}"/>'
        yield f'<path class="hw-tip" d="{arrow_head(points)}"/></g>'


def _boxes(picture: GraphPicture, layout: GraphLayout) -> Iterator[str]:
    for state, box in zip(picture.states, layout.boxes, strict=True):
        yield f"<g><title>{xml(state.details)}</title>"
        yield (
            f'<rect class="hw-state" x="{box.left}" y="{box.top}" width="{box.width}"'
            f' height="{box.height}" rx="4"/>'
        )
        yield text("hw-text hw-small", box.left + 10, box.top + 14, shortened(state.title))
        if box.first_label:
            yield _label(box.left, box.top + FIRST_PORT - 3, box.first_label)
        for i, label in enumerate(box.other_labels):
            # The first stands on the line, the others below it.
            y = box.top + OTHER_PORT - 3 + (13 * i + 1 if i > 0 else 0)
            yield _label(box.left, y, label)
        yield "</g>"


def _label(right: int, y: int, content: str) -> str:
    x = right - ARROW_HEAD - small_width(content)
    return text("hw-faint hw-small", x, y, content)
