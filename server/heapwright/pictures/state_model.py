"""The states of a graph, each drawn as the heaps that it stands for.

Place: pictures/. Known fields show their values, symbolic ints the name of their variable
(`v0`, `v1`, …); the constraints say what is known of those.
"""

from __future__ import annotations

from collections.abc import Mapping

from heapwright.domains.normal_form import literals
from heapwright.graph.state.shape import Layouts, Shape, heap_of
from heapwright.graph.state.state_graph import Disjunct, StateGraph
from heapwright.heaps.known_shape import (
    FloatRank,
    FloatTerm,
    HeapObject,
    NamedValue,
    SpelledText,
    TextAtom,
    Value,
)
from heapwright.heaps.spelling import spelled
from heapwright.ir.core.language import Language
from heapwright.ir.python_names.class_names import shown_name
from heapwright.pictures.heap_model import Data, DrawnField, DrawnObject, HeapPicture, Link, Null
from heapwright.pictures.words import int_text, visible
from heapwright.records import dataclass
from heapwright.terms.show import show
from heapwright.terms.term import Term

MOST_LITERALS = 12  # of one constraint
# Kinds of names; every other is the class of a member of an enumeration.
_NOT_MEMBERS = frozenset(("type", "function", "constant"))


@dataclass(frozen=True, slots=True)
class DrawnHeap:
    """A state: the classes of what a client holds, a picture, a text, and its constraints."""

    roots: tuple[str, ...]
    picture: HeapPicture
    text: str
    constraints: tuple[str, ...]  # of which any may hold


def state_pictures(graph: StateGraph) -> tuple[DrawnHeap, ...]:
    """Draw all states in the order in which they were found."""
    setting = graph.setting
    language = setting.hierarchy.language
    return tuple(
        _drawn(setting.layouts, language, shape, disjuncts)
        for shape, disjuncts in graph.states.items()
    )


def _drawn(
    layouts: Layouts, language: Language, shape: Shape, disjuncts: list[Disjunct]
) -> DrawnHeap:
    objects = heap_of(layouts, shape)
    numbers = {heap_object: i for i, heap_object in enumerate(objects)}
    held = set(shape.roots)
    drawn = tuple(
        DrawnObject(
            heap_object.class_name,
            i + 1,
            tuple(
                _field(name if isinstance(name, str) else f"[{name}]", language, value, numbers)
                for name, value in heap_object.fields.items()
            ),
            (f"o{i + 1}",) if i in held else (),
            None,
        )
        for i, heap_object in enumerate(objects)
    )
    roots = tuple(f"o{i + 1}: {objects[i].class_name}" for i in shape.roots)
    constraints = tuple(dict.fromkeys(_constraint_text(disjunct) for disjunct in disjuncts))
    return DrawnHeap(roots, HeapPicture(drawn, ()), _text(drawn), constraints)


def _field(
    name: str, language: Language, value: Value, objects: Mapping[HeapObject, int]
) -> DrawnField:
    content: Data | Null | Link
    match value:
        case None:
            content = Null(language.word_of(None))
        case HeapObject():
            content = Link(objects[value])
        case _:
            content = Data(_value_text(language, value, objects))
    return DrawnField(name, content, isinstance(content, Link), False)


def _value_text(language: Language, value: Value, objects: Mapping[HeapObject, int]) -> str:
    """Write a value; what is symbolic in it shows its variables."""
    match value:
        case None | bool():
            return language.word_of(value)
        case HeapObject():
            return f"{shown_name(value.class_name)}#{objects[value] + 1}"
        case int():
            return int_text(value)
        case Term():
            return show(value)
        case str() | float():
            return repr(value)
        case FloatTerm(numerator, denominator):
            return show(numerator) if denominator == 1 else f"{show(numerator)} / {denominator}"
        case FloatRank(rank):
            return f"float {show(rank)}"
        case TextAtom(term):
            return f"text {show(term)}"
        case SpelledText(letters):
            return f"'{''.join(_letter(letter) for letter in letters)}'"
        case NamedValue(kind, name):
            bare = name.rpartition(" ")[2]
            return bare if kind in _NOT_MEMBERS else f"{kind}.{bare}"
        case tuple():
            inner = ", ".join(_value_text(language, one, objects) for one in value)
            return f"({inner},)" if len(value) == 1 else f"({inner})"


def _letter(letter: int | Term) -> str:
    """Write a letter, or the variable that stands for its distance from `a`."""
    match spelled((letter,)):
        case str() as known:
            return known
        case _:
            assert isinstance(letter, Term)
            return f"<{show(letter)}>"


def _text(objects: tuple[DrawnObject, ...]) -> str:
    """List the objects, one a line; links name their target."""
    lines = []
    for drawn in objects:
        fields = []
        for field in drawn.fields:
            match field.content:
                case Data(text):
                    fields.append(f"{field.name}={text}")
                case Null(word):
                    fields.append(f"{field.name}={word}")
                case Link(target):
                    fields.append(f"{field.name}={objects[target].title}")
        held = f"{drawn.names[0]}: " if drawn.names else ""
        lines.append(visible(" ".join([f"{held}{drawn.title}", *fields])))
    return "\n".join(lines) or "(empty heap)"


def _constraint_text(disjunct: Disjunct) -> str:
    found = [show(literal) for literal in literals(disjunct.constraint)]
    if len(found) > MOST_LITERALS:
        found = [*found[:MOST_LITERALS], "…"]
    return " and ".join(found) or "true"
