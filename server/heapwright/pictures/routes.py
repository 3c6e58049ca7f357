"""Lead lines between boxes so that no line crosses a box.

Place: pictures/. The layouts say in which band each box stands and how far from the
left; this file leads the lines and so decides how far apart the bands are.

    channel 0   ─────────────      Boxes stand in *bands*, top edges aligned. Lines run
    band 0      [box] ¦ [box]      level in the *channels* between bands and upright in the
    channel 1   ─────────────      *gaps* between the boxes of a band. Lines that share an
    band 1      [box] ¦ [box]      end are a *net*: they share one track in each channel
    channel 2   ─────────────      and one in each gap, like the wires of a circuit.

Why lines never lie on one another: upright tracks and ports stand on a lattice of their
own each (see `_on_lattice`), so only tracks of the same gap can meet, and those are spread;
level tracks of nets that overlap are different ones; and where lines come into a gap from
both sides at one height, they end before they meet (see `_order`). All this holds where no
gap is too narrow for its tracks (`Routed.crowding`). Crossings are at right angles.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final, TypeAlias

from heapwright.records import dataclass, replace

PITCH: Final = 12
TRACK: Final = 8
CLEARANCE: Final = 14  # between a box and the nearest upright line beside it
ARROW: Final = 16  # free room above a box, for arrow heads
FAR: Final = 1_000_000

Point: TypeAlias = "tuple[int, int]"


@dataclass(frozen=True, slots=True)
class Box:
    """A box: its band, left edge and size, and the room above it for names."""

    band: int
    left: int
    width: int
    height: int
    lift: int = 0

    @property
    def right(self) -> int:
        """Give the right edge."""
        return self.left + self.width


@dataclass(frozen=True, slots=True)
class Port:
    """An end of a line at the top or bottom edge of a box.

    A line that is alone may move it by up to `slack` where that saves a small bend.
    """

    box: int
    x: int
    is_top: bool
    slack: int = 0


@dataclass(frozen=True, slots=True)
class Exit:
    """An end of a line at the side of a box, `y` below its top; then it goes up or down."""

    box: int
    y: int
    is_right: bool
    goes_up: bool


End: TypeAlias = Port | Exit


@dataclass(frozen=True, slots=True)
class Wire:
    """A line to lead, from the box that refers to the box that is referred to."""

    source: End
    target: End


@dataclass(frozen=True, slots=True)
class Net:
    """Wires that may share their way; `x` is where the shared part would like to be."""

    wires: tuple[Wire, ...]
    x: int
    channel: int  # the shared part starts here


@dataclass(frozen=True, slots=True)
class Routed:
    """Where everything is: tops of the bands, points of each wire by net, and the extent."""

    band_tops: tuple[int, ...]
    points: tuple[tuple[tuple[Point, ...], ...], ...]
    left: int
    right: int
    bottom: int
    crowding: int  # the room that the fullest gap needs of those that are too narrow, or 0


def top_port(wanted: int) -> int:
    """Give the place for a port at a top edge nearest to the wanted one."""
    return _on_lattice(wanted, 0)


def bottom_port(wanted: int) -> int:
    """Give the place for a port at a bottom edge nearest to the wanted one."""
    return _on_lattice(wanted, PITCH // 2)


def routed(boxes: Sequence[Box], nets: Sequence[Net]) -> Routed:
    """Lead all wires."""
    n_bands = 1 + max((box.band for box in boxes), default=0)
    gaps = _Gaps(boxes, n_bands)
    crossings = [_crossings(gaps, net) for net in nets]
    upright, crowding = _upright_tracks(gaps, nets, crossings)
    _straighten(gaps, upright)
    nets = [_unbent(gaps, upright, number, net) for number, net in enumerate(nets)]
    # What each net has in each channel, as places where upright lines come in.
    level: list[list[tuple[int, int, int]]] = [[] for _ in range(n_bands + 1)]
    for number, net in enumerate(nets):
        places: dict[int, list[int]] = {}
        for end in _ends(net):
            places.setdefault(channel_of(boxes, end), []).append(_end_x(gaps, upright, number, end))
        for band, (gap, _) in crossings[number].items():
            x = upright[band, gap, number, False]
            places.setdefault(band, []).append(x)
            places.setdefault(band + 1, []).append(x)
        for channel, xs in places.items():
            if min(xs) != max(xs):
                level[channel].append((min(xs), max(xs), number))
    tracks, n_tracks = _level_tracks(level)
    tops, track_tops, bottom = _heights(boxes, n_bands, n_tracks)

    def led(number: int, wire: Wire) -> tuple[Point, ...]:
        first, last = (channel_of(boxes, end) for end in (wire.source, wire.target))
        step = 1 if last >= first else -1
        points = _end_points(gaps, upright, number, tops, wire.source)
        x = points[-1][0]
        for channel in range(first, last + step, step):
            if channel == last:
                next_x = _end_x(gaps, upright, number, wire.target)
            else:
                band = channel if step == 1 else channel - 1
                next_x = upright[band, crossings[number][band][0], number, False]
            if next_x != x:
                y = track_tops[channel] + TRACK * tracks[channel, number]
                points += [(x, y), (next_x, y)]
                x = next_x
        points += reversed(_end_points(gaps, upright, number, tops, wire.target))
        return _without_idle_points(points)

    points = tuple(tuple(led(n, wire) for wire in net.wires) for n, net in enumerate(nets))
    xs = [x for wires in points for wire in wires for x, _ in wire]
    left = min([0, *xs])
    right = max([box.right for box in boxes] + xs, default=0)
    return Routed(tuple(tops), points, left, right, bottom, crowding)


def channel_of(boxes: Sequence[Box], end: End) -> int:
    """Say into which channel a line goes from this end."""
    is_above = end.is_top if isinstance(end, Port) else end.goes_up
    return boxes[end.box].band + (0 if is_above else 1)


class _Gaps:
    """The boxes of each band from left to right, and the room between them. Never changes."""

    __slots__ = ("bands", "boxes", "place")

    def __init__(self, boxes: Sequence[Box], n_bands: int) -> None:
        self.boxes = boxes
        self.bands: list[list[int]] = [[] for _ in range(n_bands)]
        for i, box in enumerate(boxes):
            self.bands[box.band].append(i)
        for band in self.bands:
            band.sort(key=lambda i: boxes[i].left)
        self.place = {i: place for band in self.bands for place, i in enumerate(band)}

    def room(self, band: int, gap: int) -> tuple[int, int]:
        members = self.bands[band]
        lowest = self.boxes[members[gap - 1]].right if gap > 0 else -FAR
        highest = self.boxes[members[gap]].left if gap < len(members) else FAR
        return lowest, highest

    def beside(self, end: Exit) -> int:
        return self.place[end.box] + (1 if end.is_right else 0)

    def nearest(self, band: int, x: int) -> tuple[int, int]:
        """Find the gap nearest to `x`, and the place in it nearest to `x`."""
        found: list[tuple[int, int, int]] = []
        for gap in range(len(self.bands[band]) + 1):
            lowest, highest = self.room(band, gap)
            if highest - lowest >= PITCH:
                clearance = min(CLEARANCE, (highest - lowest) // 2)
                inside = min(max(x, lowest + clearance), highest - clearance)
                found.append((abs(inside - x), gap, inside))
        _, gap, inside = min(found)
        return gap, inside


def _ends(net: Net) -> list[End]:
    return [end for wire in net.wires for end in (wire.source, wire.target)]


def _crossings(gaps: _Gaps, net: Net) -> dict[int, tuple[int, int]]:
    """Choose where the net crosses each band between its channels: the gap, and about where."""
    channels = [channel_of(gaps.boxes, end) for end in _ends(net)]
    chosen: dict[int, tuple[int, int]] = {}
    x = net.x
    for band in range(net.channel, max(channels)):
        chosen[band] = gaps.nearest(band, x)
        x = chosen[band][1]
    x = net.x
    for band in range(net.channel - 1, min(channels) - 1, -1):
        chosen[band] = gaps.nearest(band, x)
        x = chosen[band][1]
    return chosen


# By band, gap and net, and whether it is the second track of the net in that gap.
Upright: TypeAlias = "dict[tuple[int, int, int, bool], int]"


@dataclass(frozen=True, slots=True)
class _Users:
    """The nets of one gap, in order.

    They come out of the box on its left, or out of the one on its right, at some heights;
    or they pass, and those say about where.
    """

    from_left: dict[int, list[int]]
    from_right: dict[int, list[int]]
    passing: dict[int, int]


def _upright_tracks(
    gaps: _Gaps, nets: Sequence[Net], crossings: Sequence[dict[int, tuple[int, int]]]
) -> tuple[Upright, int]:
    """Give each net its place in each gap that it uses."""
    users: dict[tuple[int, int], _Users] = {}
    for number, net in enumerate(nets):
        for end in _ends(net):
            if isinstance(end, Exit):
                key = (gaps.boxes[end.box].band, gaps.beside(end))
                user = users.setdefault(key, _Users({}, {}, {}))
                heights = user.from_left if end.is_right else user.from_right
                heights.setdefault(number, []).append(end.y)
        for band, (gap, x) in crossings[number].items():
            users.setdefault((band, gap), _Users({}, {}, {})).passing[number] = x
    upright: Upright = {}
    crowding = 0
    for (band, gap), user in users.items():
        lowest, highest = gaps.room(band, gap)
        order = _order(user)
        needed = 2 * CLEARANCE + PITCH * (len(order) + 1)
        phase = PITCH // 4 if band % 2 == 0 else 3 * PITCH // 4
        if highest - lowest < needed:
            crowding = max(crowding, needed)
            for i, (n, is_second) in enumerate(order):
                x = lowest + (highest - lowest) * (i + 1) // (len(order) + 1)
                upright[band, gap, n, is_second] = x
            continue
        at = _on_lattice(lowest + CLEARANCE + PITCH // 2, phase)
        final = _on_lattice(highest - CLEARANCE - PITCH // 2, phase)
        for i, (n, is_second) in enumerate(order):
            latest = final - PITCH * (len(order) - 1 - i)
            if n in user.from_left and not is_second:
                wanted = at
            elif n in user.from_right:
                wanted = latest
            else:
                wanted = _on_lattice(user.passing[n], phase)
            x = max(at, min(wanted, latest))
            upright[band, gap, n, is_second] = x
            at = x + PITCH
    return upright, crowding


def _order(user: _Users) -> list[tuple[int, bool]]:
    """Order the tracks of a gap from left to right: nets, and whether it is their second track.

    Lines from both sides may come in at one height. They do not lie on one another if the
    one from the left turns first:

        [box]──┐ ┌──[box]      So nets from the left come first and nets from the right
        [   ]  │ │  [   ]      last. A net from both sides stands between them.

    Of two nets from both sides the second must not come from the left where the first
    comes from the right. If it does, it gets two tracks, one among those from the left
    and one among those from the right.
    """
    shared: list[int] = []
    for n, heights in user.from_left.items():
        if n in user.from_right and not any(
            height in user.from_right[before] for before in shared for height in heights
        ):
            shared.append(n)
    left = [n for n in user.from_left if n not in shared]
    right = [n for n in user.from_right if n not in shared]
    passers = [n for n in user.passing if n not in user.from_left and n not in user.from_right]
    passers.sort(key=lambda n: (user.passing[n], n))
    return [
        *((n, False) for n in (*left, *shared, *passers)),
        *((n, n in user.from_left) for n in reversed(right)),
    ]


def _straighten(gaps: _Gaps, upright: Upright) -> None:
    """Let a net that goes on from band to band keep its place, where no other is near.

    Changes `upright`. Even and odd bands have different lattices, so without this a long
    line would make a small bend at each band.
    """
    taken: dict[int, dict[int, list[int]]] = {}  # places in each band, by net
    for (band, _, number, _), x in upright.items():
        taken.setdefault(band, {}).setdefault(number, []).append(x)
    for band, gap, number, is_second in sorted(upright):
        for wanted in taken.get(band - 1, {}).get(number, ()):
            x = upright[band, gap, number, is_second]
            lowest, highest = gaps.room(band, gap)
            if (
                0 < abs(x - wanted) <= PITCH // 2
                and lowest + PITCH // 2 <= wanted <= highest - PITCH // 2
                and all(
                    abs(place - wanted) >= (PITCH // 3 if near == band else 2)
                    for near in (band - 1, band, band + 1)
                    for other, places in taken.get(near, {}).items()
                    if other != number
                    for place in places
                )
            ):
                taken[band][number].remove(x)
                taken[band][number].append(wanted)
                upright[band, gap, number, is_second] = wanted
                break


def _unbent(gaps: _Gaps, upright: Upright, number: int, net: Net) -> Net:
    """Move the port of a lone wire under its upright line, where it is allowed to."""
    match net.wires:
        case [Wire(Exit() as source, Port() as port)]:
            x = _end_x(gaps, upright, number, source)
            is_one_channel = channel_of(gaps.boxes, source) == channel_of(gaps.boxes, port)
            if is_one_channel and abs(x - port.x) <= port.slack:
                return replace(net, wires=(Wire(source, replace(port, x=x)),))
        case _:
            pass
    return net


def _on_lattice(wanted: int, phase: int) -> int:
    """Give the nearest place whose remainder by PITCH is `phase`.

    Ports at tops, ports at bottoms, gaps of even and gaps of odd bands have a phase each.
    """
    return (wanted - phase + PITCH // 2) // PITCH * PITCH + phase


def _level_tracks(
    level: Iterable[list[tuple[int, int, int]]],
) -> tuple[dict[tuple[int, int], int], list[int]]:
    """Give each net in each channel a track that no overlapping net has."""
    tracks: dict[tuple[int, int], int] = {}
    n_tracks: list[int] = []
    for channel, spans in enumerate(level):
        ends: list[int] = []  # where the last span of each track ends
        for first, last, number in sorted(spans):
            track = next((i for i, end in enumerate(ends) if end + PITCH < first), len(ends))
            ends[track : track + 1] = [last]
            tracks[channel, number] = track
        n_tracks.append(len(ends))
    return tracks, n_tracks


def _heights(
    boxes: Sequence[Box], n_bands: int, n_tracks: Sequence[int]
) -> tuple[list[int], list[int], int]:
    """Stack channels and bands: tops of bands, first tracks of channels, and the bottom."""
    highest, lifts = [0] * n_bands, [0] * n_bands
    for box in boxes:
        highest[box.band] = max(highest[box.band], box.height)
        lifts[box.band] = max(lifts[box.band], box.lift)
    tops: list[int] = []
    track_tops: list[int] = []
    y = 0
    for band in range(n_bands):
        track_tops.append(y + (ARROW if band > 0 else 0))
        has_lines = band > 0 or n_tracks[band] > 0
        y = track_tops[-1] + TRACK * n_tracks[band] + (ARROW if has_lines else 0)
        y += lifts[band]
        tops.append(y)
        y += highest[band]
    track_tops.append(y + ARROW)
    if n_tracks[n_bands]:
        y = track_tops[-1] + TRACK * (n_tracks[n_bands] - 1)
    return tops, track_tops, y


def _end_x(gaps: _Gaps, upright: Upright, number: int, end: End) -> int:
    match end:
        case Port():
            return end.x
        case Exit():
            band, gap = gaps.boxes[end.box].band, gaps.beside(end)
            is_second = not end.is_right and (band, gap, number, True) in upright
            return upright[band, gap, number, is_second]


def _end_points(
    gaps: _Gaps, upright: Upright, number: int, tops: Sequence[int], end: End
) -> list[Point]:
    """Give the points from the edge of the box to where the line turns upright."""
    box = gaps.boxes[end.box]
    top = tops[box.band]
    match end:
        case Port():
            return [(end.x, top if end.is_top else top + box.height)]
        case Exit():
            edge = box.right if end.is_right else box.left
            return [(edge, top + end.y), (_end_x(gaps, upright, number, end), top + end.y)]


def _without_idle_points(points: Sequence[Point]) -> tuple[Point, ...]:
    """Drop points where a line does not turn."""
    kept: list[Point] = []
    for point in points:
        if kept and kept[-1] == point:
            continue
        if len(kept) >= 2:
            (ax, ay), (bx, by) = kept[-2], kept[-1]
            if (ax == bx == point[0] and (by - ay) * (point[1] - by) > 0) or (
                ay == by == point[1] and (bx - ax) * (point[0] - bx) > 0
            ):
                kept.pop()
        kept.append(point)
    return tuple(kept)
