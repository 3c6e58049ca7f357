"""Letters as ints: what the characters of a string are for the solver.

Place: heaps/. A letter is the code point of a character less that of "a": the small numbers
that a model prefers then read "a", "b", "c".
"""

from __future__ import annotations

from collections.abc import Sequence

from heapwright.heaps.known_shape import SpelledText
from heapwright.terms.term import IntegerConstant, Term

FIRST = ord("a")
# Python's strings hold every code point, surrogates too.
LEAST, MOST = -FIRST, 0x10FFFF - FIRST
SPACE = ord(" ") - FIRST


def letters_of(text: str | SpelledText) -> tuple[int | Term, ...]:
    """Give the letters of a string."""
    if isinstance(text, SpelledText):
        return text.letters
    return tuple([ord(character) - FIRST for character in text])


def spelled(letters: Sequence[int | Term]) -> str | SpelledText:
    """Give the string with these letters; a plain one where all are known."""
    known: list[int] = []
    for letter in letters:
        if isinstance(letter, IntegerConstant):
            known.append(letter.value)
        elif isinstance(letter, int):
            known.append(letter)
        else:
            return SpelledText(tuple(letters))
    return "".join([chr(letter + FIRST) for letter in known])


def written(letters: Sequence[int]) -> str | None:
    """Give the text of known letters; None where one of them is no character."""
    if any(not LEAST <= letter <= MOST for letter in letters):
        return None
    return "".join([chr(letter + FIRST) for letter in letters])
