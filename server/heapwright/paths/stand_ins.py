"""Methods of strings of which not all letters are known, done by Python's own.

Place: paths/. `dynamic_text` comes here with the method and its arguments.

What a method of a string does depends on little of what the characters are: for `find` and
`replace` on which of them are equal, for `strip()` on which are spaces, for `upper` on
which are letters of which case. So the run decides just that; then every open letter gets a
stand-in, a character of its own of which the same is true; Python does the work; and the
stand-ins in the result are exchanged for the letters again:

    "x?y".replace("?", "-")  where the open letter is decided to be no "?"
    "x\ue000y".replace("?", "-") = "x\ue000y", so the result is the string itself

What is decided about a letter is exact. Only of case and of digits we know nothing beyond
ASCII: a run with such a letter stops.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TypeAlias

from heapwright.heaps.known_shape import SpelledText, Value
from heapwright.heaps.spelling import FIRST, letters_of, spelled
from heapwright.ir.program import CODE_POINT
from heapwright.paths.dynamic_numbers import decided
from heapwright.paths.dynamic_values import known
from heapwright.paths.machine import Machine, RunStopped, ScopeLeft
from heapwright.terms import build
from heapwright.terms.term import Term

KnownText: TypeAlias = str | SpelledText
Result: TypeAlias = "str | int | bool | list[str] | tuple[str, ...]"

# Methods that never look at a character, only at the length.
LAYING_OUT = frozenset(("ljust", "rjust", "center"))
# Methods that look for their arguments, or without any for spaces.
SEEKING = frozenset(
    (
        *("find", "rfind", "index", "rindex", "count", "replace", "startswith", "endswith"),
        *("partition", "rpartition", "removeprefix", "removesuffix"),
    )
)
CUTTING = frozenset(("split", "rsplit", "strip", "lstrip", "rstrip"))
# Methods that ask what kind of character each is.
CASES = frozenset(
    (
        *("lower", "upper", "casefold", "swapcase", "title", "capitalize", "isupper", "islower"),
        *("istitle", "isalpha", "isdigit", "isalnum", "isnumeric", "isdecimal"),
    )
)
FOLLOWED = LAYING_OUT | SEEKING | CUTTING | CASES | {"isspace"}

# All that Python calls a space, as ranges.
SPACES = (
    *((9, 13), (28, 32), (0x85, 0x85), (0xA0, 0xA0), (0x1680, 0x1680), (0x2000, 0x200A)),
    *((0x2028, 0x2029), (0x202F, 0x202F), (0x205F, 0x205F), (0x3000, 0x3000)),
)
_SPACE_CHARACTERS = [chr(code) for low, high in SPACES for code in range(low, high + 1)]
# Characters that stand in: for any letter, for one of either case, for a digit.
_PLAIN, _SMALL, _LARGE, _DIGIT = 0xE000, 0x430, 0x410, 0x660
_N_CASED, _N_DIGITS = 32, 10
LAST_CASED = 127  # the last character whose case is known


def called(
    machine: Machine,
    receiver: KnownText,
    name: str,
    arguments: Sequence[object],
    named: Mapping[str, object],
) -> Value | list[Value]:
    """Call a method of a string; what Python raises is raised."""
    texts = list(_texts_in((*arguments, *named.values())))
    stand_ins = _StandIns((receiver, *texts))
    if name in CASES:
        stand_ins.tell_cases(machine, receiver)
    elif name == "isspace" or (name in CUTTING and not texts):
        stand_ins.tell_spaces(machine, receiver)
    elif name in SEEKING or name in CUTTING:
        sought = texts[:1] if name == "replace" else texts
        stand_ins.tell_equal(machine, receiver, sought)
    by_name = {key: stand_ins.plain(one) for key, one in named.items()}
    plain = [stand_ins.plain(one) for one in arguments]
    return stand_ins.back(getattr(stand_ins.text(receiver), name)(*plain, **by_name))


def laid_out(texts: Sequence[KnownText], work: Callable[[Sequence[str]], str]) -> KnownText:
    """Do something with strings that never looks at their characters."""
    stand_ins = _StandIns(texts)
    result = stand_ins.back(work([stand_ins.text(text) for text in texts]))
    assert isinstance(result, str | SpelledText)
    return result


def _texts_in(arguments: Sequence[object]) -> Iterator[KnownText]:
    for argument in arguments:
        if isinstance(argument, str | SpelledText):
            yield argument
        elif isinstance(argument, tuple):  # `startswith` takes several
            yield from _texts_in(argument)


class _StandIns:
    """A character for every open letter of some strings. Mutable, lives in one call."""

    def __init__(self, texts: Sequence[KnownText]) -> None:
        self.characters: dict[Term, str] = {}
        self.meaning: dict[str, int | Term] = {}  # the letter that a stand-in means
        self.taken = {character for text in texts if isinstance(text, str) for character in text}
        for text in texts:
            for letter in letters_of(text):
                if isinstance(letter, int):
                    self.taken.add(chr(letter + FIRST))

    def text(self, text: KnownText) -> str:
        """Give a string with stand-ins for its open letters."""
        if isinstance(text, str):
            return text
        return "".join([self.character(letter) for letter in text.letters])

    def plain(self, argument: object) -> object:
        """Give an argument for Python's own method."""
        if isinstance(argument, tuple):
            return tuple([self.plain(one) for one in argument])
        return self.text(argument) if isinstance(argument, str | SpelledText) else argument

    def character(self, letter: int | Term) -> str:
        """Give the character that stands for a letter."""
        if isinstance(letter, int):
            return chr(letter + FIRST)
        found = self.characters.get(letter)
        return self.add(letter, _PLAIN + len(self.characters)) if found is None else found

    def add(self, letter: Term, code: int) -> str:
        """Let a character stand for a letter."""
        character = chr(code)
        if character in self.taken:
            raise RunStopped("strings with such characters are not followed")
        self.characters[letter] = character
        self.meaning[character] = letter
        return character

    def back(self, result: Result) -> Value | list[Value]:
        """Put the letters into a result again."""
        if isinstance(result, str):
            return spelled([self.meaning.get(one, ord(one) - FIRST) for one in result])
        if isinstance(result, list):
            return [spelled([self.meaning.get(c, ord(c) - FIRST) for c in one]) for one in result]
        if isinstance(result, tuple):
            parts = [spelled([self.meaning.get(c, ord(c) - FIRST) for c in o]) for o in result]
            return tuple(parts)
        return result

    # --- What is decided about letters --------------------------------------------------

    def tell_equal(self, machine: Machine, where: KnownText, sought: Sequence[KnownText]) -> None:
        """Decide which letters of a string are equal to which of those that are sought."""
        wanted: list[int | Term] = []
        inside = [one for one in letters_of(where) if isinstance(one, int)]
        for letter in dict.fromkeys(one for text in sought for one in letters_of(text)):
            if isinstance(letter, int):
                wanted.append(letter)
            else:
                wanted.append(self.same(machine, letter, [*wanted, *inside]))
        for letter in letters_of(where):
            if isinstance(letter, Term) and letter not in self.characters:
                self.same(machine, letter, wanted)

    def same(self, machine: Machine, letter: Term, others: Sequence[int | Term]) -> int | Term:
        """Decide which of others a letter is, if any; the same character stands for both."""
        for other in dict.fromkeys(others):
            if decided(machine, same_letter(letter, other)):
                self.characters[letter] = self.character(other)
                return other
        self.character(letter)
        return letter

    def tell_spaces(self, machine: Machine, text: KnownText) -> None:
        """Decide which letters are spaces."""
        spaces = iter([one for one in _SPACE_CHARACTERS if one not in self.taken])
        for letter in letters_of(text):
            if isinstance(letter, Term) and letter not in self.characters:
                # The usual one by itself: it is what people want to read.
                if is_within(machine, letter, ((32, 32),)) or is_within(machine, letter, SPACES):
                    self.add(letter, ord(next(spaces)))
                else:
                    self.character(letter)

    def tell_cases(self, machine: Machine, text: KnownText) -> None:
        """Decide which letters are of which case, and which are digits."""
        n_cased = n_digits = 0
        for letter in letters_of(text):
            if not isinstance(letter, Term) or letter in self.characters:
                continue
            if is_within(machine, letter, ((97, 122),)):
                self.add(letter, _SMALL + n_cased)
                self.meaning[chr(_LARGE + n_cased)] = build.add(letter, build.integer(-32))
                n_cased += 1
            elif is_within(machine, letter, ((65, 90),)):
                self.add(letter, _LARGE + n_cased)
                self.meaning[chr(_SMALL + n_cased)] = build.add(letter, build.integer(32))
                n_cased += 1
            elif is_within(machine, letter, ((48, 57),)):
                self.add(letter, _DIGIT + n_digits)
                n_digits += 1
            elif not is_within(machine, letter, ((0, LAST_CASED),)):
                if machine.most_entries is not None:
                    raise ScopeLeft(CODE_POINT)
                raise RunStopped("the case of letters beyond ASCII is not known")
            else:
                self.character(letter)
            if n_cased >= _N_CASED or n_digits >= _N_DIGITS:
                raise RunStopped("a very long string")


def same_letter(first: int | Term, second: int | Term) -> Value:
    """Compare two letters."""
    if isinstance(first, int) and isinstance(second, int):
        return first == second
    return known(build.equal(_term(first), _term(second)))


def is_within(machine: Machine, letter: int | Term, ranges: Sequence[tuple[int, int]]) -> bool:
    """Decide whether a letter is a character within one of these ranges of code points."""
    if isinstance(letter, int):
        return any(low <= letter + FIRST <= high for low, high in ranges)
    inside = [
        build.and_(
            build.less_equal(build.integer(low - FIRST), letter),
            build.less_equal(letter, build.integer(high - FIRST)),
        )
        for low, high in ranges
    ]
    return decided(machine, known(build.or_(*inside)))


def _term(letter: int | Term) -> Term:
    return letter if isinstance(letter, Term) else build.integer(letter)
