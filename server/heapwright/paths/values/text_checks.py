"""Methods that ask one thing about a whole string: digits only, capitals only, a beginning.

Place: paths/values/. `known_shapes.text` comes here before it turns to `stand_ins`. To know that a
string is no number, one letter that is no digit is enough, and the others stay open. So to check
a string of n letters takes about n paths, and not four to the power of n: strings may be as long
as an ISBN.
"""

from __future__ import annotations

from collections.abc import Sequence

from heapwright.heaps.known_shape import SpelledText
from heapwright.heaps.spelling import FIRST, letters_of
from heapwright.ir.core.program import CODE_POINT
from heapwright.paths.runs.machine import Machine, RunStopped, ScopeLeft
from heapwright.paths.values.numbers import decided
from heapwright.paths.values.stand_ins import (
    DIGITS,
    LARGE,
    LAST_CASED,
    SMALL,
    SPACES,
    KnownText,
    is_within,
    same_letter,
)
from heapwright.terms.term import Term

# What each character must be.
_ALL_OF = {
    "isdigit": (DIGITS,),
    "isdecimal": (DIGITS,),
    "isnumeric": (DIGITS,),
    "isalpha": (SMALL, LARGE),
    "isalnum": (SMALL, LARGE, DIGITS),
}
# What one character at least must be, and what none may be.
_SOME_OF = {"islower": (SMALL, LARGE), "isupper": (LARGE, SMALL)}
AFFIXED = ("startswith", "endswith")


def checked(
    machine: Machine, text: KnownText, name: str, arguments: Sequence[object]
) -> bool | None:
    """Answer a question about a string, some letters of which are open; None if it is another."""
    if name in AFFIXED and len(arguments) == 1:
        affixes = arguments[0] if isinstance(arguments[0], tuple) else arguments
        found = [affix for affix in affixes if isinstance(affix, str | SpelledText)]
        if len(found) != len(affixes):
            return None
        return any(_has_affix(machine, text, affix, name) for affix in found)
    if arguments or not isinstance(text, SpelledText):
        return None
    if name == "isspace":
        return all(is_within(machine, letter, SPACES) for letter in text.letters)
    if not _is_plain(text):
        return None
    if name in _ALL_OF:
        return all(_is_one_of(machine, letter, _ALL_OF[name]) for letter in text.letters)
    if name in _SOME_OF:
        return _has_case(machine, text, *_SOME_OF[name])
    return None


def _is_plain(text: SpelledText) -> bool:
    """Say whether all letters that are known are ASCII."""
    return all(isinstance(one, Term) or one + FIRST <= LAST_CASED for one in text.letters)


def _has_affix(machine: Machine, text: KnownText, affix: KnownText, name: str) -> bool:
    letters, sought = letters_of(text), letters_of(affix)
    if len(sought) > len(letters):
        return False
    first = 0 if name == "startswith" else len(letters) - len(sought)
    return all(
        decided(machine, same_letter(letters[first + place], letter))
        for place, letter in enumerate(sought)
    )


def _is_one_of(machine: Machine, letter: int | Term, ranges: Sequence[tuple[int, int]]) -> bool:
    """Decide whether a letter is in one of these ranges."""
    if is_within(machine, letter, ranges):
        return True
    _check_case_known(machine, letter)
    return False


def _has_case(
    machine: Machine, text: SpelledText, wanted: tuple[int, int], refused: tuple[int, int]
) -> bool:
    has_wanted = False
    for letter in text.letters:
        if is_within(machine, letter, (wanted,)):
            has_wanted = True
        elif len(text.letters) > 1 and is_within(machine, letter, (refused,)):
            return False
        else:
            _check_case_known(machine, letter)
    return has_wanted


def _check_case_known(machine: Machine, letter: int | Term) -> None:
    """Leave the run where a letter is beyond ASCII: what is a digit or a capital is open there."""
    if not is_within(machine, letter, ((0, LAST_CASED),)):
        if machine.most_entries is not None:
            raise ScopeLeft(CODE_POINT)
        raise RunStopped("the case of letters beyond ASCII is not known")
