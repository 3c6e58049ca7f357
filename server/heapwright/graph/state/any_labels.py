"""Labels of values of any kind, and values from labels.

Place: graph/state/. `shape` uses this for places whose kind only a run tells: what a Python
variable holds, the entries of a list.

A label is an int for itself, `HOLE` for a symbolic int, or a tuple that starts with the
kind. So no two values of different kinds share a label, though Python says that 0, 0.0
and False are equal.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from math import isfinite
from typing import TypeAlias

from heapwright.errors import EngineError
from heapwright.graph.state.state_variables import HOLE, state_variable
from heapwright.heaps.float_ranks import rank_of
from heapwright.heaps.known_shape import (
    ABSENT,
    FloatRank,
    FloatTerm,
    HeapObject,
    NamedValue,
    SpelledText,
    TextAtom,
    Value,
)
from heapwright.heaps.text_codes import text_code
from heapwright.records import dataclass
from heapwright.terms.build import integer
from heapwright.terms.sorts import BOOL
from heapwright.terms.term import Term

RANK = "rank"  # a hole that is the rank of a float


@dataclass(frozen=True, slots=True)
class ObjectIn:
    """The object at a position of the shape."""

    position: int


@dataclass(frozen=True, slots=True)
class TupleOf:
    """A tuple in which an object is, however deep."""

    items: tuple[Template, ...]


Template: TypeAlias = "Value | ObjectIn | TupleOf"


def any_label(
    value: Value,
    position: Mapping[Value, int],
    hole_values: list[Term],
    *,
    is_open: bool = False,
) -> int | str | tuple[object, ...]:
    """Give the label of a value; what fills its holes is added to the list.

    In an open place known ints, strings and floats are holes like others.
    """
    match value:
        case bool():
            return ("bool", value)
        case int():
            if is_open:
                hole_values.append(integer(value))
                return HOLE
            return value
        case Term():
            if value.sort is BOOL:
                raise EngineError("a Boolean that is not known was stored")
            hole_values.append(value)
            return HOLE
        case None:
            return ("null",)
        case HeapObject():
            return ("object", position[value])
        case str():
            code = text_code(value) if is_open else None
            if code is not None:
                hole_values.append(integer(code))
                return ("text", HOLE, HOLE)
            return ("text", value)
        case TextAtom(term):
            hole_values.append(term)
            return ("text", HOLE, HOLE)
        case SpelledText(letters):
            hole_values.extend([letter for letter in letters if isinstance(letter, Term)])
            return ("letters", *[HOLE if isinstance(one, Term) else one for one in letters])
        case tuple():
            inner = [any_label(one, position, hole_values, is_open=is_open) for one in value]
            return ("tuple", *inner)
        case float():
            if is_open and isfinite(value):
                hole_values.append(integer(rank_of(value)))
                return ("float", RANK, HOLE)
            return ("float", value.hex())
        case FloatRank(rank):
            hole_values.append(rank)
            return ("float", RANK, HOLE)
        case FloatTerm(numerator, denominator):
            hole_values.append(numerator)
            return ("float", denominator, HOLE)
        case NamedValue(kind, name):
            return ("name", kind, name)


def n_holes_in(label: object) -> int:
    """Count the symbolic ints of a label."""
    match label:
        case "?":
            return 1
        case ("tuple" | "letters", *inner):
            return sum(map(n_holes_in, inner))
        case ("text" | "float", _, _):
            return 1
        case _:
            return 0


def is_known(label: object) -> bool:
    """Say whether a label has no hole and no object in it."""
    match label:
        case ("tuple", *inner):
            return all(map(is_known, inner))
        case ("object", _):
            return False
        case _:
            return n_holes_in(label) == 0


def template_of(label: object, hole: int) -> Template:
    """Give the value of a label; `hole` is the number of its first hole."""
    match label:
        case "?":
            return state_variable(hole)
        case int():
            return label
        case ("bool", bool(truth)):
            return truth
        case ("null",):
            return None
        case ("object", int(position)):
            return ObjectIn(position)
        case ("text", str(text)):
            return text
        case ("text", _, _):
            return TextAtom(state_variable(hole))
        case ("letters", *inner):
            letters: list[int | Term] = []
            for one in inner:
                letters.append(one if isinstance(one, int) else state_variable(hole))
                hole += n_holes_in(one)
            return SpelledText(tuple(letters))
        case ("tuple", *inner):
            items: list[Template] = []
            for one in inner:
                items.append(template_of(one, hole))
                hole += n_holes_in(one)
            if any(isinstance(item, ObjectIn | TupleOf) for item in items):
                return TupleOf(tuple(items))
            return tuple(items)  # type: ignore[arg-type]  # no template is left among them
        case ("float", str(text)):
            return float.fromhex(text)
        case ("float", "rank", _):
            return FloatRank(state_variable(hole))
        case ("float", int(denominator), _):
            return FloatTerm(state_variable(hole), denominator)
        case ("name", str(kind), str(name)):
            value = NamedValue(kind, name)
            # Code asks by identity whether a value is missing.
            return ABSENT if value == ABSENT else value
    raise EngineError(f"a label that no value has: {label!r}")


def filled(template: Template, objects: Sequence[HeapObject]) -> Value:
    """Give the value of a template on a heap."""
    match template:
        case ObjectIn(position):
            return objects[position]
        case TupleOf(items):
            return tuple([filled(item, objects) for item in items])
        case value:
            return value


def objects_below(label: object) -> Iterator[tuple[tuple[int, ...], int]]:
    """Give the objects in a label: the places to follow in tuples, and the position."""
    match label:
        case ("object", int(position)):
            yield (), position
        case ("tuple", *inner):
            for place, one in enumerate(inner):
                for way, position in objects_below(one):
                    yield (place, *way), position


def is_open_text(label: object) -> bool:
    """Say whether a label is that of a string of which only the identity is kept, or has one."""
    if type(label) is not tuple:
        return False
    return label == ("text", HOLE, HOLE) or any(map(is_open_text, label))
