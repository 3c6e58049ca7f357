"""Methods of strings of which not all letters are known, done by Python's own.

Place: paths/values/. `known_shapes.text` comes here with the method and its arguments.

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
from functools import lru_cache
from typing import TypeAlias

from heapwright.heaps.known_shape import SpelledText, Value
from heapwright.heaps.spelling import FIRST, letters_of, spelled
from heapwright.ir.core.program import CODE_POINT
from heapwright.paths.runs.machine import Machine, RunStopped, ScopeLeft
from heapwright.paths.values.any_kind import known
from heapwright.paths.values.numbers import decided
from heapwright.terms import build
from heapwright.terms.term import Term

KnownText: TypeAlias = str | SpelledText
Kinds: TypeAlias = "tuple[tuple[int, int], ...]"  # ranges of code points
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
SMALL, LARGE, DIGITS = (97, 122), (65, 90), (48, 57)
# Methods that ask what kind of character each is, and the kinds that they tell from all others.
CASES: dict[str, Kinds] = {
    **dict.fromkeys(("lower", "casefold"), (LARGE,)),
    "upper": (SMALL,),
    **dict.fromkeys(("swapcase", "title", "capitalize", "istitle"), (SMALL, LARGE)),
    **dict.fromkeys(("isupper", "islower", "isalpha"), (SMALL, LARGE)),
    **dict.fromkeys(("isdigit", "isnumeric", "isdecimal"), (DIGITS,)),
    "isalnum": (SMALL, LARGE, DIGITS),
}
# Where capitals or digits alone matter, the other characters up to the last of known case.
_OTHERS: dict[Kinds, Kinds] = {
    (LARGE,): ((0, 64), (91, 127)),
    (DIGITS,): ((0, 47), (58, 127)),
}
FOLLOWED = LAYING_OUT | SEEKING | CUTTING | {*CASES, "isspace"}

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
        stand_ins.tell_cases(machine, receiver, name)
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
        self.n_cased = self.n_digits = 0
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
                if is_within(machine, letter, SPACES):
                    self.add(letter, ord(next(spaces)))
                else:
                    self.character(letter)

    def tell_cases(self, machine: Machine, text: KnownText, name: str) -> None:
        """Decide of which kinds letters are, as far as a method asks for that."""
        letters = letters_of(text)
        kinds = CASES[name]
        is_plain = all(isinstance(one, Term) or one + FIRST <= LAST_CASED for one in letters)
        if not is_plain:
            # What becomes of them may depend on their neighbours: "ΑΣ" is "ας", and "Σ" is "σ".
            kinds = (SMALL, LARGE, DIGITS)
        elif name == "capitalize" and len({*letters}) == len(letters):
            self.tell_kinds(machine, letters[:1], (SMALL,))
            kinds = (LARGE,)
        self.tell_kinds(machine, letters, kinds)

    def tell_kinds(self, machine: Machine, letters: Sequence[int | Term], kinds: Kinds) -> None:
        """Decide which letters are of which of these kinds."""
        for letter in letters:
            if not isinstance(letter, Term) or letter in self.characters:
                continue
            if SMALL in kinds and is_within(machine, letter, (SMALL,)):
                self.add(letter, _SMALL + self.n_cased)
                self.meaning[chr(_LARGE + self.n_cased)] = build.add(letter, build.integer(-32))
                self.n_cased += 1
            elif SMALL not in kinds and is_within(machine, letter, _OTHERS[kinds]):
                # The letters that stay as they are come first: they are simpler to read, and
                # what the others become is among them.
                self.character(letter)
            elif LARGE in kinds and is_within(machine, letter, (LARGE,)):
                self.add(letter, _LARGE + self.n_cased)
                self.meaning[chr(_SMALL + self.n_cased)] = build.add(letter, build.integer(32))
                self.n_cased += 1
            elif DIGITS in kinds and is_within(machine, letter, (DIGITS,)):
                self.add(letter, _DIGIT + self.n_digits)
                self.n_digits += 1
            elif not is_within(machine, letter, ((0, LAST_CASED),)):
                if machine.most_entries is not None:
                    raise ScopeLeft(CODE_POINT)
                raise RunStopped("the case of letters beyond ASCII is not known")
            else:
                self.character(letter)
            if self.n_cased >= _N_CASED or self.n_digits >= _N_DIGITS:
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
    return decided(machine, known(_within(letter, tuple(ranges))))


# Every path asks the same of the same letters, and a third of all time went into writing it.
@lru_cache(maxsize=1_024)
def _within(letter: Term, ranges: Kinds) -> Term:
    return build.or_(
        *[
            build.and_(
                build.less_equal(build.integer(low - FIRST), letter),
                build.less_equal(letter, build.integer(high - FIRST)),
            )
            for low, high in ranges
        ]
    )


def _term(letter: int | Term) -> Term:
    return letter if isinstance(letter, Term) else build.integer(letter)
