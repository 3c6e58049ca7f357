"""How long strings would have to be for a run to go another way.

Place: paths/runs/. `known_shapes` says here what strings with open letters are compared with, and
each run carries the demands that it met; `graph` decides which strings calls are tried with. A
check like

    if len(isbn) != 13: raise ValueError

goes the same way for all strings of up to four characters, and says how long others should be. So
does an equal string that is longer, a place beyond the end, and the beginning that is asked for.

A demand of one character more is none: a loop makes it at the end of each string, and of a
constant the shorter strings tell more.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeAlias

from heapwright.heaps.known_shape import SpelledText, Value
from heapwright.paths.runs.machine import Machine
from heapwright.terms.term import Term

LEAST_MISSING = 2

# A letter of the string, the length of that, and the length or the string that is wanted.
TextDemand: TypeAlias = "tuple[Term, int, int | str]"

# By how much more than the other side a length must be for a comparison to come out otherwise.
_BEYOND = {"eq": 0, "ne": 0, "lt": 0, "ge": 0, "gt": 1, "le": 1}
_MIRRORED = {"eq": "eq", "ne": "ne", "lt": "gt", "gt": "lt", "le": "ge", "ge": "le"}


class TextLength(int):
    """The length of a string with open letters, until something is computed with it."""

    letter: Term  # one of them


def length_of(text: str | SpelledText) -> int:
    """Give the length of a string, which knows whose it is where letters are open."""
    if isinstance(text, str):
        return len(text)
    length = TextLength(len(text.letters))
    length.letter = open_letter(text)
    return length


def open_letter(text: SpelledText) -> Term:
    """Give the first letter that is not known."""
    return next(letter for letter in text.letters if isinstance(letter, Term))


def note_compared(machine: Machine, name: str, lhs: Value, rhs: Value) -> None:
    """Note what a length is compared with, if that is a number which came from elsewhere."""
    if type(lhs) is not TextLength:
        lhs, rhs, name = rhs, lhs, _MIRRORED[name]
    if type(lhs) is TextLength and type(rhs) is int:
        _note(machine, lhs.letter, int(lhs), rhs + _BEYOND[name])


def note_equal(machine: Machine, first: str | SpelledText, second: str | SpelledText) -> None:
    """Note that two strings are asked to be equal."""
    for text, other in ((first, second), (second, first)):
        if isinstance(text, SpelledText):
            wanted = other if isinstance(other, str) else len(other.letters)
            _note(machine, open_letter(text), len(text.letters), wanted)


def note_needed(machine: Machine, text: str | SpelledText, wanted: int) -> None:
    """Note that a string is asked to have so many characters at least."""
    if isinstance(text, SpelledText):
        _note(machine, open_letter(text), len(text.letters), wanted)


def note_affixes(machine: Machine, text: str | SpelledText, affixes: Iterable[object]) -> None:
    """Note what a string should begin or end with, and that there should be more of it."""
    for affix in affixes:
        if isinstance(affix, tuple):
            note_affixes(machine, text, affix)
        elif isinstance(affix, str):
            note_needed(machine, text, len(affix) + 1)


def _note(machine: Machine, letter: Term, length: int, wanted: int | str) -> None:
    least = wanted if isinstance(wanted, int) else len(wanted)
    if least >= length + LEAST_MISSING:
        machine.demands[letter, length, wanted] = None
