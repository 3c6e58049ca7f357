"""Methods that look for a string in another one, or cut its ends, no further than they must.

Place: paths/values/. `known_shapes.text` comes here before it turns to `stand_ins`, which decide
about every letter. To know that "@" is in a string, the first one is enough, and the letters
behind it stay open; to strip a string, its ends are. So each of these takes about n paths on n
letters, or n squared, and not two to the power of n.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from heapwright.heaps.known_shape import SpelledText, Value
from heapwright.heaps.spelling import FIRST, letters_of, spelled
from heapwright.paths.runs.machine import Machine
from heapwright.paths.values.numbers import decided
from heapwright.paths.values.stand_ins import SPACES, KnownText, is_within, same_letter
from heapwright.terms.term import Term

STRIPPING = ("strip", "lstrip", "rstrip")
# Which of them look from the end, and which want to find something.
_FROM_END = ("rfind", "rindex", "rpartition")
FINDING = ("find", "index", "partition", *_FROM_END)
_STRICT = ("index", "rindex")


def cut_or_found(
    machine: Machine, text: KnownText, name: str, arguments: Sequence[object]
) -> Value | None:
    """Call such a method on strings with open letters; None if it is another call.

    What Python raises is raised.
    """
    if name in STRIPPING and len(arguments) <= 1:
        match arguments[0] if arguments else None:
            case None:
                return _stripped(text, name, lambda one: is_within(machine, one, SPACES))
            case str() | SpelledText() as sought:
                wanted = tuple(dict.fromkeys(letters_of(sought)))
                return _stripped(text, name, lambda one: _is_among(machine, one, wanted))
    if name in FINDING and len(arguments) == 1:
        match arguments[0]:
            case str() | SpelledText() as sought if sought:
                return _found(machine, text, name, sought)
    return None


def is_in(machine: Machine, text: KnownText, sought: KnownText) -> bool:
    """Answer `sought in text`."""
    if len(letters_of(sought)) == 1:
        return _is_among(machine, letters_of(sought)[0], letters_of(text))
    return _place(machine, text, sought) >= 0


def _place(machine: Machine, text: KnownText, sought: KnownText, *, last: bool = False) -> int:
    """Give the first place of a string in another one, or the last; -1 where it is not there."""
    letters, wanted = letters_of(text), letters_of(sought)
    places = range(len(letters) - len(wanted) + 1)
    for place in reversed(places) if last else places:
        pairs = zip(letters[place:], wanted, strict=False)
        if all(decided(machine, same_letter(one, other)) for one, other in pairs):
            return place
    return -1


def _found(machine: Machine, text: KnownText, name: str, sought: KnownText) -> Value:
    place = _place(machine, text, sought, last=name in _FROM_END)
    if name.endswith("partition"):
        if place < 0:
            return ("", "", text) if name in _FROM_END else (text, "", "")
        letters = letters_of(text)
        behind = place + len(letters_of(sought))
        return spelled(letters[:place]), sought, spelled(letters[behind:])
    if place < 0 and name in _STRICT:
        raise ValueError
    return place


def _stripped(text: KnownText, name: str, is_cut: Callable[[int | Term], bool]) -> KnownText:
    letters = letters_of(text)
    first, end = 0, len(letters)
    while name != "rstrip" and first < end and is_cut(letters[first]):
        first += 1
    while name != "lstrip" and first < end and is_cut(letters[end - 1]):
        end -= 1
    return spelled(letters[first:end])


def _is_among(machine: Machine, letter: int | Term, wanted: Sequence[int | Term]) -> bool:
    """Decide whether a letter is one of others: as one question where all of these are known."""
    known = [one + FIRST for one in wanted if isinstance(one, int)]
    if known and len(known) == len(wanted):
        return is_within(machine, letter, [(one, one) for one in sorted({*known})])
    return any(decided(machine, same_letter(letter, one)) for one in wanted)
