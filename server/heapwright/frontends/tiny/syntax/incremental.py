"""Parse again after an edit: only the chunks that the edit can have changed.

Place: frontends/tiny/syntax/. `workspace` calls `reparse` on every keystroke. The result
equals `parse` of the new text; declarations that the edit did not touch are the
same objects as before, in new `Placed` where they moved.

A chunk is a function of the text that its cut looked at (`Chunk.reach`) and of
whether a class is open before it. So the first chunk to cut again is the first
that looked at a changed character; and as soon as a new cut begins behind the
edit where an old chunk began, with the same bit, all that follows is as it was.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator
from itertools import accumulate

from heapwright.frontends.tiny.syntax import parse, tree
from heapwright.frontends.tiny.syntax.split import ChunkKind, cut_chunk, is_in_class_after
from heapwright.records import dataclass, replace


@dataclass(frozen=True, slots=True)
class Edit:
    """Replace the characters `start` … `end` by `text`."""

    start: int
    end: int
    text: str


def reparse(parsed: parse.Parsed, *edits: Edit) -> parse.Parsed:
    """Parse the text after the edits, which apply one after the other."""
    n_parsed = 0
    for edit in edits:
        parsed = _reparse(parsed, edit)
        n_parsed += parsed.n_parsed
    return parse.Parsed(
        parsed.text, parsed.tree, parsed.problems, parsed.units, parsed.starts, n_parsed
    )


def _reparse(parsed: parse.Parsed, edit: Edit) -> parse.Parsed:
    start = min(max(edit.start, 0), len(parsed.text))
    end = min(max(edit.end, start), len(parsed.text))
    text = parsed.text[:start] + edit.text + parsed.text[end:]
    growth = len(edit.text) - (end - start)

    first = _first_unit_to_cut(parsed, start)
    kept, position, in_class = _kept_chunks(parsed, first, start)
    fresh: list[parse.Chunk] = list(kept)
    old = _old_chunks(parsed, first)
    known: dict[tuple[ChunkKind, str], parse.Piece] = {}
    place = next(old, None)
    lexer = parse.tiny_lexer()
    n_parsed = 0
    while (cut := cut_chunk(lexer, text, position, in_class)) is not None:
        # Leave behind the old chunks that begin before this one ends; their
        # pieces may be wanted again, here or further on.
        next_position = position + cut.length
        while place is not None and (place.start < end or place.start + growth < next_position):
            known[place.chunk.kind, place.chunk.code] = place.chunk.piece
            place = next(old, None)
        chunk, is_fresh = parse.parse_cut(cut, text, position, in_class, known)
        n_parsed += is_fresh
        fresh.append(chunk)
        position = next_position
        in_class = is_in_class_after(chunk.kind, in_class)
        if (
            place is not None
            and place.start + growth == position
            and place.chunk.in_class == in_class
        ):
            break
    else:
        # The new text is used up; old chunks that are left were deleted.
        place = None

    last = len(parsed.units)
    if place is not None:
        last = place.unit
        if place.index:
            fresh += parsed.units[last].chunks[place.index :]
            last += 1
    units_between = _join_again(parsed, first, last, fresh, growth)
    return _splice(parsed, text, growth, first, last, units_between, n_parsed)


# The cut of a chunk reads at most five tokens behind its end, and each chunk has
# a token: only the units just before the edit can have looked at it.
_MOST_UNITS_BEHIND = 8


def _first_unit_to_cut(parsed: parse.Parsed, edit_start: int) -> int:
    at = max(bisect_right(parsed.starts, edit_start) - 1, 0)
    first = next(
        (
            index
            for index in range(max(at - _MOST_UNITS_BEHIND, 0), at)
            if parsed.starts[index] + parsed.units[index].reach > edit_start
        ),
        at,
    )
    # Where the class before was not closed, new text may become a member of it.
    if parsed.units and parsed.units[first].chunks[0].in_class:
        first -= 1
    return first


def _kept_chunks(
    parsed: parse.Parsed, first: int, edit_start: int
) -> tuple[list[parse.Chunk], int, bool]:
    """Give the chunks that stay, and where and in which state cutting begins."""
    kept: list[parse.Chunk] = []
    position, in_class = 0, False
    for place in _old_chunks(parsed, first):
        if place.start + place.chunk.reach > edit_start:
            return kept, place.start, place.chunk.in_class
        kept.append(place.chunk)
        position = place.start + place.chunk.length
        in_class = is_in_class_after(place.chunk.kind, place.chunk.in_class)
    # The edit begins at the end of the file, behind a chunk that is complete.
    return kept, position, in_class


@dataclass(frozen=True, slots=True)
class _Place:
    unit: int
    index: int
    start: int
    chunk: parse.Chunk


def _old_chunks(parsed: parse.Parsed, first: int) -> Iterator[_Place]:
    for unit in range(first, len(parsed.units)):
        placed = _placed_chunks(parsed.units[unit], parsed.starts[unit])
        for index, (start, chunk) in enumerate(placed):
            yield _Place(unit, index, start, chunk)


def _placed_chunks(unit: parse.Unit, start: int) -> Iterator[tuple[int, parse.Chunk]]:
    for chunk in unit.chunks:
        yield start, chunk
        start += chunk.length


def _join_again(
    parsed: parse.Parsed, first: int, last: int, chunks: list[parse.Chunk], growth: int
) -> list[parse.Unit]:
    """Join chunks, and keep the declaration of a unit that only moved."""
    # Two classes may have the same pieces; then the place tells which is which.
    old: dict[tuple[object, ...], parse.Unit] = {}
    for unit, start in zip(parsed.units[first:last], parsed.starts[first:last], strict=True):
        old[_sameness(unit)] = old[_sameness(unit), start] = unit
    joined: list[parse.Unit] = []
    start = parsed.starts[first] if parsed.units else 0
    for unit in parse.join_chunks(chunks):
        key = _sameness(unit)
        same = old.get((key, start)) or old.get((key, start - growth)) or old.get(key)
        if same is None:
            joined.append(unit)
        else:
            joined.append(replace(unit, node=same.node))
        start += unit.length
    return joined


def _sameness(unit: parse.Unit) -> tuple[int, ...]:
    """Tell units apart by the identity of their pieces and the space between them."""
    pieces = [id(chunk.piece) for chunk in unit.chunks]
    return (*pieces, *(chunk.space for chunk in unit.chunks[1:]))


def _splice(
    parsed: parse.Parsed,
    text: str,
    growth: int,
    first: int,
    last: int,
    between: list[parse.Unit],
    n_parsed: int,
) -> parse.Parsed:
    units = (*parsed.units[:first], *between, *parsed.units[last:])
    start = parsed.starts[first] if parsed.units else 0
    starts_between = tuple(accumulate((unit.length for unit in between), initial=start))[:-1]
    starts_after = [start + growth for start in parsed.starts[last:]]
    starts = (*parsed.starts[:first], *starts_between, *starts_after)
    declarations = parsed.tree.declarations
    n_before = _n_declarations_before(parsed, first)
    after = declarations[_n_declarations_before(parsed, last) :]
    if growth:
        after = tuple([tree.Placed(placed.offset + growth, placed.node) for placed in after])
    placed_between = parse.place_all(between, starts_between)
    placed = (*declarations[:n_before], *placed_between, *after)
    return parse.assemble(text, units, starts, placed, n_parsed)


def _n_declarations_before(parsed: parse.Parsed, unit: int) -> int:
    declarations = parsed.tree.declarations
    if unit >= len(parsed.units):
        return len(declarations)
    return bisect_left(declarations, parsed.starts[unit], key=lambda placed: placed.offset)
