"""Symbolic values of any kind: what kind they are, as numbers, as strings, their truth.

Place: paths/values/. The operations in `known_shapes` are made of these.
"""

from __future__ import annotations

from typing import TypeAlias

from heapwright.heaps.known_shape import (
    FloatRank,
    FloatTerm,
    HeapObject,
    NamedValue,
    SpelledText,
    Text,
    TextAtom,
    Value,
)
from heapwright.ir.core.operations import FOREIGN, FOREIGN_ERROR
from heapwright.ir.core.program import FLOAT_SIZE
from heapwright.paths.runs.machine import Machine, RunStopped, TextLooked
from heapwright.paths.runs.text_demands import TextLength
from heapwright.records import dataclass
from heapwright.terms import build
from heapwright.terms.sorts import BOOL, INT
from heapwright.terms.term import BooleanConstant, IntegerConstant, Term

# A string of which nothing is known, not even to whom it is equal: the text of an unknown int.
# It may be passed around; a run in which it matters stops.
UNKNOWN_TEXT = TextAtom(build.variable("?text"))
# A known string, or an int that is not known and the format of its text.
Piece: TypeAlias = "str | tuple[Term, str]"
# A string made of identities: where it matters, their characters do.
UNLOOKED_TEXT = TextAtom(build.variable("?unlooked"))

# How many answers of code that is not read one run decides about: each makes twice as many runs.
MOST_OPEN = 10


@dataclass(frozen=True, slots=True)
class WrittenText(TextAtom):
    """A string of which nothing is known but how it is made of ints; see `written_text`."""

    pieces: tuple[Piece, ...]


Number: TypeAlias = "int | float | Term | FloatTerm | FloatRank"


def kind_of(value: Value) -> str:
    """Name the class of a value as the language does."""
    match value:
        case HeapObject(class_name=name):
            return name
        case bool():
            return "bool"
        case int():
            return "int"
        case Term():
            return "bool" if value.sort is BOOL else "int"
        case None:
            return "NoneType"
        case str() | TextAtom() | SpelledText():
            return "str"
        case float() | FloatTerm() | FloatRank():
            return "float"
        case tuple():
            return "tuple"
        case NamedValue(kind):
            return kind


def known(term: Term) -> Value:
    """Give the plain value of a constant, else the term."""
    if isinstance(term, IntegerConstant | BooleanConstant):
        return term.value
    return term


def number_of(value: Value) -> Number | None:
    """Give a number to compute with; None for what is none. A bool counts as 0 or 1."""
    match value:
        case bool():
            return int(value)
        case int():
            return value if type(value) is int else int(value)
        case float() | FloatTerm() | FloatRank():
            return value
        case Term():
            if value.sort is BOOL:
                return build.if_then_else(value, build.integer(1), build.integer(0))
            return value
        case _:
            return None


def is_float(value: Number) -> bool:
    """Say whether a number is a float, known or not."""
    return isinstance(value, float | FloatTerm | FloatRank)


def int_term(value: int | Term) -> Term:
    """Give an int as a term."""
    return value if isinstance(value, Term) else build.integer(value)


def fraction_of(value: Number) -> tuple[Term, int]:
    """Give numerator and denominator of a number that is neither infinite nor NaN."""
    match value:
        case FloatTerm(numerator, denominator):
            return numerator, denominator
        case FloatRank():
            raise AssertionError("a float whose order is known has no fraction")
        case float():
            if value != value or value in (float("inf"), float("-inf")):
                raise RunStopped("infinite floats and NaN are not followed")
            above, below = value.as_integer_ratio()
            return build.integer(above), below
        case _:
            return int_term(value), 1


def float_value(numerator: Term, denominator: int) -> Value:
    """Give a float from a fraction; a plain one where nothing is open."""
    if isinstance(numerator, IntegerConstant):
        return numerator.value / denominator
    return FloatTerm(numerator, denominator)


def unknown_float(machine: Machine, variable: Term, parts: int = 1) -> FloatTerm | FloatRank:
    """Give any float, by its rank where floats have one, else any whole number of such parts."""
    if machine.ranks is None:
        return FloatTerm(variable, parts)
    machine.met.add(FLOAT_SIZE)
    return FloatRank(variable)


def settled(machine: Machine, value: Value) -> Value:
    """Give a value as it can be stored: Booleans are labels of the heap, so they are known."""
    if isinstance(value, Term):
        return machine.decide(value) if value.sort is BOOL else value
    if type(value) is tuple:
        return tuple([settled(machine, inner) for inner in value])
    if is_unknown(value) or value is UNLOOKED_TEXT:
        # Kept as any string whatever: all that can happen is among what may happen then, and
        # what is found is replayed with the text that it really is. Most such strings are for
        # people, as lines of a log; letters for their sake would multiply the heaps.
        return TextAtom(fresh_input(machine))
    return plain_length(value)


def plain_length(value: Value) -> Value:
    """Give a length that does not know any more whose it is; any other value as it is."""
    return int(value) if type(value) is TextLength else value


def fresh_input(machine: Machine) -> Term:
    """Give a variable that may have any value, another one each time that a run asks."""
    machine.n_inputs += 1
    return build.variable(f"input{machine.n_inputs}", INT)


def is_foreign(value: Value) -> bool:
    """Say whether nothing is known of a value, or of an exception."""
    if type(value) is NamedValue:
        return value.kind == FOREIGN
    return type(value) is HeapObject and value.class_name == FOREIGN_ERROR


def either(machine: Machine) -> bool:
    """Decide what code that is not read answers; both sides are runs of their own."""
    machine.n_open += 1
    if machine.n_open > MOST_OPEN:
        raise RunStopped(f"more than {MOST_OPEN} answers of code that is not read in one call")
    return machine.choose()


def is_unknown(value: object) -> bool:
    """Say whether a value is the text of an unknown one."""
    return value is UNKNOWN_TEXT or type(value) is WrittenText


def check_known(*texts: Value) -> None:
    """Stop the run where a string matters of which nothing is known."""
    if any(map(is_unknown, texts)):
        raise RunStopped("the text of an unknown value matters")
    if any(text is UNLOOKED_TEXT for text in texts):
        raise TextLooked


def spelt(text: Text) -> str | SpelledText:
    """Give a string whose characters matter."""
    if isinstance(text, TextAtom):
        check_known(text)
        raise TextLooked
    return text


def known_int(machine: Machine, value: int | Term, low: int, high: int) -> int | None:
    """Give an int that must be known; a symbolic one is each in the range, or None beyond."""
    if not isinstance(value, Term):
        return value
    for candidate in range(low, high):
        equal = build.equal(value, build.integer(candidate))
        if isinstance(equal, BooleanConstant):
            if equal.value:
                return candidate
        elif machine.decide(equal):
            return candidate
    return None
