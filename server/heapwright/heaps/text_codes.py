"""Strings as ints: a code for every text, and a text for every code.

Place: heaps/. A string of which only equality and order matter is an int for the solver: the
code of its text. Codes are ordered as texts are, character by character, so comparing with
a literal is exact: a code is a number with a digit for each of `LONGEST` characters, and 0 for
those that a text does not have. Most numbers are no code; in a model they stand for texts
that nothing else is equal to. The small ones, which models prefer, lie just behind "a".
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import count

LONGEST = 32
_BASE = 0x110001  # one more than there are characters
_SHIFT: int = (ord("a") + 1) * _BASE ** (LONGEST - 1) + 1


def text_code(text: str) -> int | None:
    """Give the code of a text; no two texts share one. None for a text that is too long."""
    if len(text) > LONGEST:
        return None
    code = 0
    for character in text:
        code = code * _BASE + ord(character) + 1
    for _ in range(LONGEST - len(text)):
        code *= _BASE
    return code - _SHIFT


def texts_for(codes: Iterable[int], reserved: Iterable[str] = ()) -> Mapping[int, str]:
    """Give a text for each code: the one that has it, else a new one that is not reserved.

    New ones are as simple as can be, in whatever order.
    """
    known, open_codes = _told_apart(codes)
    taken = {*known.values(), *reserved}
    fresh = (name for name in _names() if name not in taken)
    return known | dict(zip(open_codes, fresh, strict=False))


def ordered_texts_for(codes: Iterable[int], reserved: Iterable[str] = ()) -> Mapping[int, str]:
    """Give a text for each code, the texts ordered as the codes are, as far as that can be."""
    known, _ = _told_apart(codes)
    for text in reserved:
        code = text_code(text)
        if code is not None:
            known[code] = text
    ordered = sorted({*codes, *known})
    found: dict[int, str] = {}
    waiting: list[int] = []
    low = ""
    for code in ordered:
        if code in known:
            found |= zip(waiting, _between(low, known[code]), strict=False)
            found[code] = low = known[code]
            waiting = []
        else:
            waiting.append(code)
    return found | dict(zip(waiting, _between(low, None), strict=False))


def _between(low: str, high: str | None) -> Iterator[str]:
    """Give ascending texts between two others, readable ones where there are any."""
    last = low
    for letter in "abcdefghijklmnopqrstuvwxyz":
        if last < letter and (high is None or letter < high):
            last = letter
            yield letter
    for number in count():
        text = last + "a" * (number + 1)
        if high is not None and text >= high:
            text = last + "\0" * (number + 1)  # the next ones of all
        yield text


def _told_apart(codes: Iterable[int]) -> tuple[dict[int, str], list[int]]:
    """Give the texts of codes, and the numbers that are none."""
    known: dict[int, str] = {}
    open_codes: list[int] = []
    for code in dict.fromkeys(codes):
        text = _decoded(code)
        if text is None:
            open_codes.append(code)
        else:
            known[code] = text
    return known, open_codes


def _decoded(code: int) -> str | None:
    """Give the text that has this code, if there is one."""
    number = code + _SHIFT
    if not 0 <= number < _BASE**LONGEST:
        return None
    characters: list[str] = []
    for _ in range(LONGEST):
        number, digit = divmod(number, _BASE)
        if digit:
            characters.append(chr(digit - 1))
        elif characters:
            return None
    return "".join(reversed(characters))


def _names() -> Iterator[str]:
    """Give a, b, …, z, aa, ab, …"""
    for number in count(1):
        name = ""
        while number:
            number, letter = divmod(number - 1, 26)
            name = chr(ord("a") + letter) + name
        yield name
