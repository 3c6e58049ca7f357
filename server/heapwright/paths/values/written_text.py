"""Texts that are made of known strings and of unknown ints.

Place: paths/values/. `known_shapes.text` makes and compares these.

    f"{hours:02d}:{minutes:02d}" == "12:30"     if hours == 12 and minutes == 30
    str(n) == "4x"                              never

An int has one text, and in the formats that are followed here a text is that of one int at most.
So a comparison with a known string is a decision about ints. Where a text of two numbers can be
read in several ways ("112" of `f"{a}{b}"`), each of them is a path. Whatever else is done with
such a text is not followed; a heap keeps it as any string.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from string import Formatter

from heapwright.heaps.known_shape import Text, Value
from heapwright.paths.runs.machine import Machine, RunStopped
from heapwright.paths.values.any_kind import UNKNOWN_TEXT, Piece, WrittenText, known
from heapwright.paths.values.numbers import decided
from heapwright.terms import build
from heapwright.terms.sorts import INT
from heapwright.terms.term import Term

# Formats of whole decimal numbers, filled with spaces, or with zeros after the sign.
_FOLLOWED = re.compile(r"(?:(?: ?[<>^])?[-+ ]?|[-+ ]?0)(?:[1-9]\d{0,2})?[,_]?d?")
_CONVERSION = re.compile(r"%([-+ 0]?)((?:[1-9]\d{0,2})?)([dis%])")
_NO_NUMBER = re.compile(r"[^-+0-9 ,_]")
_MOST_PIECES, _MOST_READINGS, _MOST_STEPS = 64, 8, 4_000
_MOST_DIGITS = 4_000  # Python writes and reads no more than 4,300
_REASON = "the text of an unknown value matters"


def number_text(number: Term, spec: str = "") -> Text:
    """Give the text of an unknown int in a format."""
    if number.sort is not INT or not _FOLLOWED.fullmatch(spec):
        return UNKNOWN_TEXT
    return WrittenText(UNKNOWN_TEXT.term, ((number, spec),))


def written(between: Text, parts: Sequence[Text]) -> Text:
    """Put strings together of which some are the texts of ints."""
    pieces: list[Piece] = []
    for index, part in enumerate(parts):
        for text in (between, part) if index > 0 else (part,):
            if isinstance(text, WrittenText):
                pieces.extend(text.pieces)
            elif isinstance(text, str):
                pieces.append(text)
            else:
                return UNKNOWN_TEXT
    if len(pieces) > _MOST_PIECES:
        return UNKNOWN_TEXT
    merged: list[Piece] = []
    for piece in pieces:
        if isinstance(piece, str) and merged and isinstance(merged[-1], str):
            merged[-1] += piece
        elif piece:
            merged.append(piece)
    return WrittenText(UNKNOWN_TEXT.term, tuple(merged))


def interpolated(pattern: str, values: Sequence[object]) -> Text:
    """Give `pattern % values`, which there is."""
    left = iter(values)
    parts: list[Text] = []
    place = 0
    for found in _CONVERSION.finditer(pattern):
        flag, width, conversion = found.groups()
        parts.append(pattern[place : found.start()])
        place = found.end()
        if conversion == "%":
            parts.append("%")
            continue
        value = next(left, None)
        if isinstance(value, Term):
            if conversion == "s" and flag not in ("", "-"):
                return UNKNOWN_TEXT
            parts.append(number_text(value, f"{'<' if flag == '-' else flag}{width}d"))
        elif isinstance(value, WrittenText) and (flag, width, conversion) == ("", "", "s"):
            parts.append(value)
        elif isinstance(value, int | str):
            parts.append(found.group() % value)
        else:
            return UNKNOWN_TEXT
    parts.append(pattern[place:])
    # What is left of a pattern is none of these conversions.
    return UNKNOWN_TEXT if "%" in _CONVERSION.sub("", pattern) else written("", parts)


def formatted(pattern: str, positional: Sequence[object], named: dict[str, object]) -> Text:
    """Give `pattern.format(…)`, which there is."""
    parts: list[Text] = []
    n_automatic = 0
    for literal, field, spec, conversion in Formatter().parse(pattern):
        parts.append(literal)
        if field is None:
            continue
        if conversion is not None or "{" in (spec or ""):
            return UNKNOWN_TEXT
        if not field or field.isdecimal():
            value = positional[int(field) if field else n_automatic]
            n_automatic += not field
        elif field in named:
            value = named[field]
        else:
            return UNKNOWN_TEXT
        if isinstance(value, Term):
            parts.append(number_text(value, spec or ""))
        elif isinstance(value, WrittenText) and not spec:
            parts.append(value)
        elif isinstance(value, int | str | float):
            parts.append(format(value, spec or ""))
        else:
            return UNKNOWN_TEXT
    return written("", parts)


def written_equal(machine: Machine, first: Text, second: Text) -> Value:
    """Compare a text of ints with another text."""
    if isinstance(second, WrittenText) and not isinstance(first, WrittenText):
        first, second = second, first
    assert isinstance(first, WrittenText)
    if isinstance(second, WrittenText):
        return _same_form(first, second)
    if not isinstance(second, str):
        raise RunStopped(_REASON)
    readings = _readings(first, second)
    if len(readings) == 1 and len(readings[0]) == 1:
        [(number, value)] = readings[0]
        return known(build.equal(number, build.integer(value)))
    return any(
        all(decided(machine, known(build.equal(n, build.integer(v)))) for n, v in reading)
        for reading in readings
    )


def _same_form(first: WrittenText, second: WrittenText) -> Value:
    """Compare two texts of ints: equal ones, or such as differ in one int only."""
    if first.pieces == second.pieces:
        return True
    pairs = list(zip(first.pieces, second.pieces, strict=False))
    differing = [pair for pair in pairs if pair[0] != pair[1]]
    if len(first.pieces) == len(second.pieces) and len(differing) == 1:
        one, other = differing[0]
        if isinstance(one, tuple) and isinstance(other, tuple) and one[1] == other[1]:
            return known(build.equal(one[0], other[0]))
    raise RunStopped(_REASON)


def _readings(text: WrittenText, wanted: str) -> list[list[tuple[Term, int]]]:
    """Give all ways to read a string as the text: which int has which value."""
    found: list[list[tuple[Term, int]]] = []
    pending: list[tuple[int, int, list[tuple[Term, int]]]] = [(0, 0, [])]
    n_steps = 0
    while pending:
        index, place, read = pending.pop()
        n_steps += 1
        if n_steps > _MOST_STEPS or len(found) > _MOST_READINGS:
            raise RunStopped(_REASON)
        if index == len(text.pieces):
            if place == len(wanted):
                found.append(read)
            continue
        piece = text.pieces[index]
        if isinstance(piece, str):
            if wanted.startswith(piece, place):
                pending.append((index + 1, place + len(piece), read))
            continue
        number, spec = piece
        is_last = index == len(text.pieces) - 1
        pending.extend(
            (index + 1, end, [*read, (number, value)])
            for end, value in _numbers_at(wanted, place, spec, is_last=is_last)
        )
    return found


def _numbers_at(text: str, place: int, spec: str, *, is_last: bool) -> Iterator[tuple[int, int]]:
    """Give the ints whose texts stand at a place, and where these end."""
    other = _NO_NUMBER.search(text, place)
    last = len(text) if other is None else other.start()
    for end in range(len(text) if is_last else place + 1, last + 1):
        digits = text[place:end].translate(_LEFT_OUT)
        if len(digits) > _MOST_DIGITS:
            raise RunStopped(_REASON)
        if digits.removeprefix("-").isdecimal():
            value = int(digits)
            if format(value, spec) == text[place:end]:
                yield end, value


_LEFT_OUT = {ord(letter): None for letter in "+ ,_"}
