"""Strings letter by letter: equality, order, items, numbers.

Place: paths/values/. `known_shapes.text` comes here with strings whose length is known and whose
letters need not be; see `heaps.spelling`. Methods are in `stand_ins`.
"""

from __future__ import annotations

from heapwright.heaps.known_shape import SpelledText, Value
from heapwright.heaps.spelling import FIRST, letters_of
from heapwright.paths.runs.machine import Infeasible, Machine, RunStopped
from heapwright.paths.values.any_kind import known
from heapwright.paths.values.numbers import decided
from heapwright.paths.values.stand_ins import KnownText, is_within, same_letter
from heapwright.terms import build
from heapwright.terms.term import Term

ASCII_DIGITS = ((48, 57),)


def spelled_equal(first: KnownText, second: KnownText) -> Value:
    """Compare two strings letter by letter, as one condition."""
    ours, theirs = letters_of(first), letters_of(second)
    if len(ours) != len(theirs):
        return False
    conditions: list[Term] = []
    for one, other in zip(ours, theirs, strict=True):
        equal = same_letter(one, other)
        if equal is False:
            return False
        if isinstance(equal, Term):
            conditions.append(equal)
    return known(build.and_(*conditions)) if conditions else True


def spelled_order(machine: Machine, name: str, first: KnownText, second: KnownText) -> bool:
    """Compare two strings by `lt`, `le`, `gt` or `ge`: by the first letters that differ."""
    ours, theirs = letters_of(first), letters_of(second)
    for one, other in zip(ours, theirs, strict=False):
        if decided(machine, same_letter(one, other)):
            continue
        less = decided(machine, known(build.less(_term(one), _term(other))))
        return less == (name in ("lt", "le"))
    n, m = len(ours), len(theirs)
    return {"lt": n < m, "le": n <= m, "gt": n > m, "ge": n >= m}[name]


def code_point(machine: Machine, letter: int | Term) -> Value:
    """Give `ord` of a letter."""
    if isinstance(letter, int):
        return letter + FIRST
    if not is_within(machine, letter, ((0, 0x10FFFF),)):
        raise Infeasible  # no character has such a letter
    return build.add(letter, build.integer(FIRST))


def spelled_int(machine: Machine, text: SpelledText) -> Value:
    """Give `int(text)`; None where that is no number."""
    letters = list(text.letters)
    sign = 1
    if len(letters) > 1 and is_within(machine, letters[0], ((43, 43), (45, 45))):
        sign = -1 if is_within(machine, letters[0], ((45, 45),)) else 1
        del letters[0]
    total: Term = build.integer(0)
    for letter in letters:
        if not is_within(machine, letter, ASCII_DIGITS):
            # Spaces around it, `_` inside of it, and digits of other scripts are fine.
            if is_within(machine, letter, ((0, 8), (14, 27), (33, 94), (96, 127))):
                return None
            raise RunStopped("numbers in strings with spaces or beyond ASCII are not followed")
        digit = build.add(_term(letter), build.integer(FIRST - 48))
        total = build.add(build.scale(10, total), digit)
    return known(build.scale(sign, total))


def _term(letter: int | Term) -> Term:
    return letter if isinstance(letter, Term) else build.integer(letter)
