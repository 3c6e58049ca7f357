"""Values that a person would try: those that the question and the code name, and simple ones.

Place: answers/trials/. `try_out` draws arguments from these. What the question itself names comes
first, then simple values, then what the code names and the numbers beside those:

    if len(self.items) >= 5: raise Full        4, 5 and 6 are worth a try
    return order.state == "paid"               "paid" is
    return log.lines == ["007: 3.50 for tea"]  7, 3.5 and "tea" are: they may have been put there
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from datetime import date
from math import isfinite
from typing import TypeVar

from heapwright.graph.state.state_graph import Setting
from heapwright.ir.core import instructions as ir
from heapwright.ir.core.operations import COMPARISONS
from heapwright.ir.core.program import PLACES, ByDigits, ByEntries, ByItems, ByNumber, Function
from heapwright.ir.core.walk import Node, children, code_of
from heapwright.ir.reach.reach import api_reach, call_reach, reach_index
from heapwright.records import dataclass

Kind = TypeVar("Kind")

SIMPLE_INTS = (1, 0, 2, 3, -1, 10, 5, 100)
SIMPLE_TEXTS = ("a", "b", "")
SIMPLE_FLOATS = (1.0, 0.0, 0.5, 2.0, -1.0, 10.0, 100.0)
SIMPLE_PIECES = ("a", "1", " ")
MOST_VALUES, MOST_PIECES, MOST_LENGTHS = 28, 24, 6
LONGEST_TEXT, LONGEST_WORD = 40, 12
LONGEST_WRITTEN, MOST_DIGITS = 200, 12  # of texts that numbers are looked for in, and of these
LARGEST = 10**9
SHOWING = ("__repr__", "__str__", "__format__", "@name")
_DECIMAL_TEXT = re.compile(r"-?\d{1,9}(\.\d{1,6})?")
_NUMBER_IN_TEXT = re.compile(r"(-?)(\d{1,3}(?:[,_]\d{3})+|\d+)(\.\d+)?")
_WORDS_IN_TEXT = re.compile(r"\w+(?: \w+)*")
_MICROSECONDS = 1_000_000
_SPANS = (86_400 * _MICROSECONDS, 3_600 * _MICROSECONDS, 60 * _MICROSECONDS, _MICROSECONDS)


@dataclass(frozen=True, slots=True)
class LikelyValues:
    """Values by kind, the most likely ones first."""

    ints: tuple[int, ...]
    texts: tuple[str, ...]
    floats: tuple[float, ...]
    pieces: tuple[str, ...]  # of which strings are put together
    # Coefficients of decimal numbers, and numbers of dates, by class; see `ir.operations`.
    numbers: dict[str, tuple[int, ...]]
    named: frozenset[int | str]  # by the question or the code
    lengths: tuple[int, ...] = ()  # that lengths are compared with


@dataclass(frozen=True, slots=True)
class _Constants:
    """What some functions name, in their own order."""

    ints: tuple[int, ...]
    texts: tuple[str, ...]
    floats: tuple[float, ...]
    days: tuple[date, ...]
    # Of the numbers that stand in texts, those that are whole and the others.
    written_ints: tuple[int, ...]
    written_floats: tuple[float, ...]


def likely_values(setting: Setting, question: Function) -> LikelyValues:
    """Collect the values for arguments of the calls of a setting."""
    asked, further = _functions(setting, question)
    own, code = _constants(asked), _constants(further)
    ints = _ints(own, code)
    texts = _texts(own, code)
    named = (*own.floats, *own.written_floats)
    further_floats = (*code.floats, *code.written_floats)
    floats = (*named, *SIMPLE_FLOATS, *further_floats, *map(float, ints))
    dates = dict(_dates(own, code, ints))
    numbers: dict[str, tuple[int, ...]] = {}
    for name, made in setting.hierarchy.made.items():
        match made:
            case ByDigits():
                numbers[name] = _coefficients(setting.scope[PLACES], own, code, ints)
            case ByNumber(_, origin, least, most):
                numbers[name] = tuple(n for n in dates[name] if least <= n + origin <= most)
            case ByEntries() | ByItems():
                pass
    return LikelyValues(
        ints=ints,
        texts=texts,
        floats=_first(floats, MOST_VALUES),
        pieces=_pieces(own, code),
        numbers=numbers,
        named=frozenset((*own.ints, *own.written_ints, *own.texts, *code.texts)),
        lengths=_lengths((*asked, *further)),
    )


def _functions(setting: Setting, question: Function) -> tuple[list[Function], list[Function]]:
    """Give what the question runs, and what else the calls run, without the library."""
    index = reach_index(setting.program)
    functions = setting.hierarchy.functions
    statics = [call.function for call in setting.api.creators if call.function is not None]
    asked = call_reach(index, question.qualified_name, setting.world).functions
    called = api_reach(index, setting.api.classes, statics).functions
    own = dict.fromkeys((question.qualified_name, *asked))
    # A helper that calls run, too, says less about what the question wants.
    own = {n: None for n in own if n == question.qualified_name or n not in called}
    further = [name for name in called if name not in own]
    return (
        [functions[name] for name in own if not _says_nothing(setting, functions[name])],
        [functions[name] for name in further if not _says_nothing(setting, functions[name])],
    )


def _says_nothing(setting: Setting, function: Function) -> bool:
    """Say whether what a function names is of no use: it is the library's, or only shown."""
    return setting.hierarchy.is_of_library(function) or function.name in SHOWING


def _constants(functions: Iterable[Function]) -> _Constants:
    ints: dict[int, None] = {}
    texts: dict[str, None] = {}
    floats: dict[float, None] = {}
    days: dict[date, None] = {}
    names: set[str] = set()
    numbers: dict[int | float, None] = {}
    for function in functions:
        for node in code_of(function):
            match node:
                case ir.IntConstant(value) if abs(value) <= LARGEST:
                    ints[value] = None
                case ir.TextConstant(value):
                    numbers.update(dict.fromkeys(_numbers_in(value)))
                    if len(value) <= LONGEST_TEXT:
                        texts[value] = None
                case ir.FloatConstant(text) if isfinite(float(text)):
                    floats[float(text)] = None
                case ir.InvokeExact() | ir.Invoke() | ir.CallValue() | ir.Operate():
                    days.update(dict.fromkeys(_days_in(node)))
                case ir.NameConstant(_, name):
                    names.add(name)
                case _:
                    pass
    # The name of a member of an enumeration is there for people.
    written = tuple(text for text in texts if text not in names)
    whole = tuple(n for n in numbers if isinstance(n, int))
    others = tuple(n for n in numbers if isinstance(n, float))
    return _Constants(tuple(ints), written, tuple(floats), tuple(days), whole, others)


def _numbers_in(text: str) -> Iterator[int | float]:
    """Give the numbers that stand in a text: a program may have written them there.

    A line before one may be a sign, as in "-5", or none, as in "ID-5".
    """
    for sign, digits, fraction in _NUMBER_IN_TEXT.findall(text[:LONGEST_WRITTEN]):
        if len(digits) > MOST_DIGITS:
            continue
        plain = digits.replace(",", "").replace("_", "")
        numbers = [int(plain)] if not fraction else [float(plain + fraction), int(plain)]
        for number in numbers:
            yield number
            if sign:
                yield -number


def _days_in(node: Node) -> Iterator[date]:
    """Give the day that the constants of a call name, as those of `date(2024, 12, 25)` do."""
    given = [one.value for one in children(node) if isinstance(one, ir.IntConstant)]
    if len(given) >= 3 and 1 <= given[0] <= 9999 and 1 <= given[1] <= 12 and 1 <= given[2] <= 28:
        yield date(given[0], given[1], given[2])


def _ints(own: _Constants, code: _Constants) -> tuple[int, ...]:
    beside = [near for n in (*own.ints, *code.ints) for near in (n + 1, n - 1)]
    named = (*own.ints, *own.written_ints)
    return _first((*named, *SIMPLE_INTS, *code.ints, *code.written_ints, *beside), MOST_VALUES)


def _texts(own: _Constants, code: _Constants) -> tuple[str, ...]:
    words = [text for text in code.texts if _is_word(text)]
    inside = [part for text in own.texts for part in _words_in(text)]
    return _first((*own.texts, *SIMPLE_TEXTS, *inside, *words), MOST_VALUES)


def _words_in(text: str) -> Iterator[str]:
    """Give the words that stand in a text, alone and with those beside them, but no letters."""
    for together in _WORDS_IN_TEXT.findall(text):
        yield from (words for words in (together, *together.split(" ")) if len(words) > 1)


def _is_word(text: str) -> bool:
    """Say whether a string is no message to people, nor a piece of one."""
    return len(text) <= LONGEST_WORD and " " not in text.strip() and text == text.strip()


def _pieces(own: _Constants, code: _Constants) -> tuple[str, ...]:
    """Give the letters and words of which strings are put together: `1`, `+`, `let`, `@`."""
    named = (*own.texts, *code.texts)
    letters = [text for text in named if len(text) == 1]
    short = [text for text in named if 1 < len(text) <= LONGEST_WORD and " " not in text]
    signs = [letter for text in short for letter in text if not letter.isalnum()]
    words = [text for text in short if text in own.texts or text.isalpha()]
    return _first((*letters, *SIMPLE_PIECES, *words, *signs), MOST_PIECES)


def _lengths(functions: Iterable[Function]) -> tuple[int, ...]:
    """Give the numbers that lengths are compared with, as in `len(isbn) != 13`."""
    found: dict[int, None] = {}
    for function in functions:
        for node in code_of(function):
            if isinstance(node, ir.Operate) and node.operation in COMPARISONS:
                sides = node.operands
                if any(isinstance(one, ir.Operate) and one.operation == "len" for one in sides):
                    numbers = [one.value for one in sides if isinstance(one, ir.IntConstant)]
                    found.update(dict.fromkeys(n for n in numbers if 1 < n <= LONGEST_TEXT))
    return tuple(sorted(found))[:MOST_LENGTHS]


def _dates(
    own: _Constants, code: _Constants, ints: tuple[int, ...]
) -> Iterator[tuple[str, tuple[int, ...]]]:
    """Give the numbers of days, times and what lies between; 0 is the first day of 2024."""
    first = date(2024, 1, 1)
    named = [(day - first).days for day in (*own.days, *code.days)]
    near = [day + beside for day in named for beside in (-1, 1, -2, 2)]
    days = _first((*named, 0, *near, *(n for n in ints if abs(n) <= 366)), MOST_VALUES)
    yield "datetime_date", days
    spans = [n * span for span in _SPANS for n in ints[:8]]
    yield "datetime_timedelta", _first(spans, MOST_VALUES)
    day = _SPANS[0]
    moments = [*(day * n for n in days[:8]), *spans]
    yield "datetime_datetime", _first(moments, MOST_VALUES)


def _coefficients(
    places: int, own: _Constants, code: _Constants, ints: tuple[int, ...]
) -> tuple[int, ...]:
    """Give decimal numbers as multiples of their last digit."""
    unit = 10**places
    written = [text for text in (*own.texts, *code.texts) if _DECIMAL_TEXT.fullmatch(text)]
    named = [round(float(text) * unit) for text in written]
    named += [round(one * unit) for one in (*own.floats, *code.floats) if abs(one) <= LARGEST]
    return _first((*named, *(n * unit for n in ints), 1, unit // 2), MOST_VALUES)


def _first(values: Iterable[Kind], most: int) -> tuple[Kind, ...]:
    return tuple(dict.fromkeys(values))[:most]
