"""Where the states of a graph stand, and how the arrows between them run.

Place: pictures/. `graph_svg` draws what comes out.

The calls that found the states make a tree. It grows to the right: a state stands in
the column of its depth, beside the middle of what was found from it, so these arrows
never cross and a graph of hundreds of states is only a long page. The router knows
bands from top to bottom; columns are bands seen with the page turned.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from heapwright.pictures.graph_model import Arrow, GraphPicture
from heapwright.pictures.routes import PITCH, Box, Net, Point, Port, Wire, bottom_port, routed
from heapwright.pictures.words import columns, shortened
from heapwright.records import dataclass

LETTER: Final = 67  # tenths of a pixel that one column takes at the size of the text
HEIGHT: Final = 20
# All heights are measured in steps of the router's lattice, so that a state and the only
# state found from it are joined by a straight line.
STEP: Final = PITCH
FIRST_PORT: Final = HEIGHT // 2  # where the arrow arrives that found the state
OTHER_PORT: Final = FIRST_PORT + 2 * STEP  # where all others arrive
MOST_LABELS: Final = 4


@dataclass(frozen=True, slots=True)
class StateBox:
    """The box of a state, with the labels of the arrows that arrive at it."""

    left: int
    top: int
    width: int
    height: int
    first_label: str
    other_labels: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class GraphLayout:
    """Boxes of the states by number, the way of each arrow, and the extent of it all."""

    boxes: tuple[StateBox, ...]
    arrows: tuple[tuple[Arrow, tuple[Point, ...]], ...]
    top: int
    right: int
    bottom: int


def graph_layout(picture: GraphPicture) -> GraphLayout:
    """Place the states and lead the arrows."""
    first_labels, other_labels = _labels(picture)
    parents = {arrow.target: arrow.source for arrow in picture.arrows if arrow.is_first}
    heights = [HEIGHT + (2 * STEP + 13 * (len(o) - 1) if o else 0) for o in other_labels]
    tops = _tops(len(picture.states), parents, heights)
    layers = _layers(picture, parents)
    turned = [
        Box(
            layers[i],
            tops[i],
            heights[i],
            small_width(shortened(state.title)) + 20,
            max(map(small_width, (first_labels[i], *other_labels[i]))),
        )
        for i, state in enumerate(picture.states)
    ]
    nets = _nets(picture.arrows, turned)
    found = routed(turned, [net for net, _ in nets])
    return GraphLayout(
        tuple(
            StateBox(
                found.band_tops[box.band], box.left, box.height, box.width, first, tuple(others)
            )
            for box, first, others in zip(turned, first_labels, other_labels, strict=True)
        ),
        tuple(
            (arrow, tuple((x, y) for y, x in points))
            for (_, group), wires in zip(nets, found.points, strict=True)
            for arrow, points in zip(group, wires, strict=True)
        ),
        found.left,
        found.bottom,
        found.right,
    )


def small_width(content: str) -> int:
    """Measure a text of the small size in whole pixels."""
    return (columns(content) * LETTER + 9) // 10


def _labels(picture: GraphPicture) -> tuple[list[str], list[list[str]]]:
    """Give for each state the call that found it, and the other calls with their sources."""
    first = [""] * len(picture.states)
    others: list[dict[int, list[str]]] = [{} for _ in picture.states]
    for arrow in picture.arrows:
        if arrow.is_first:
            first[arrow.target] = shortened(arrow.label)
        else:
            others[arrow.target].setdefault(arrow.source, []).append(arrow.label)
    lines = [
        [shortened(f"#{source} {', '.join(calls)}") for source, calls in sources.items()]
        for sources in others
    ]
    for label in lines:
        if len(label) > MOST_LABELS:
            label[MOST_LABELS - 1 :] = [f"and {len(label) - MOST_LABELS + 1} more"]
    return first, lines


def _layers(picture: GraphPicture, parents: dict[int, int]) -> list[int]:
    """Give the column of each state: its depth, or further right where no call was needed."""
    layers: list[int] = []
    for state in picture.states:
        # States are numbered in order of discovery, so the parent is known already.
        parent = parents.get(state.number)
        layers.append(max(state.depth, 0 if parent is None else layers[parent] + 1))
    return layers


def _tops(n_states: int, parents: dict[int, int], heights: Sequence[int]) -> list[int]:
    """Give each state the stretch of the page that it and what was found from it needs."""
    children: list[list[int]] = [[] for _ in range(n_states)]
    for target, source in parents.items():
        children[source].append(target)
    extents = [0] * n_states
    for number in reversed(range(n_states)):
        below = sum(extents[child] for child in children[number])
        # Half a step more between families than between siblings: lines can pass there.
        below += STEP if children[number] else 0
        extents[number] = max(below, -(-(heights[number] + 4) // STEP) * STEP)
    starts = [0] * n_states
    tops = [0] * n_states
    at = 0
    for number in range(n_states):
        if number not in parents:
            starts[number] = at
            at += extents[number]
        y = starts[number]
        for child in children[number]:
            starts[child] = y
            y += extents[child]
    for number in reversed(range(n_states)):
        if family := children[number]:
            middle = (tops[family[0]] + tops[family[-1]]) // 2
            last = starts[number] + extents[number] - heights[number] - 4
            tops[number] = min(middle, last) // STEP * STEP
            tops[number] = max(tops[number], starts[number])
        else:
            tops[number] = starts[number]
    return [top + STEP - FIRST_PORT for top in tops]


def _nets(arrows: Sequence[Arrow], boxes: Sequence[Box]) -> list[tuple[Net, list[Arrow]]]:
    """Group the arrows: those that find a state by source, the others by target."""
    groups: dict[tuple[bool, int], list[Arrow]] = {}
    for arrow in arrows:
        key = (arrow.is_first, arrow.source if arrow.is_first else arrow.target)
        groups.setdefault(key, []).append(arrow)
    nets: list[tuple[Net, list[Arrow]]] = []
    for (is_first, number), group in groups.items():
        wires = tuple(
            Wire(
                Port(
                    arrow.source,
                    boxes[arrow.source].left + FIRST_PORT
                    if is_first
                    else bottom_port(boxes[arrow.source].left + FIRST_PORT + STEP // 2),
                    False,
                ),
                Port(
                    arrow.target,
                    boxes[arrow.target].left + (FIRST_PORT if is_first else OTHER_PORT),
                    True,
                ),
            )
            for arrow in group
        )
        at = boxes[number].left + (FIRST_PORT if is_first else OTHER_PORT)
        nets.append((Net(wires, at, boxes[number].band + (1 if is_first else 0)), group))
    return nets
