"""The states of a graph, each drawn as the heaps that it stands for.

Place: pictures/. Known fields show their values, symbolic ints the name of their variable
(`v0`, `v1`, …); the constraints say what is known of those.
"""

from __future__ import annotations

from dataclasses import dataclass

from heapwright.domains.normal_form import literals
from heapwright.graph.shape import Layouts, Shape, heap_of
from heapwright.graph.state_graph import Disjunct, StateGraph
from heapwright.heaps.known_shape import HeapObject, Value
from heapwright.pictures.heap_model import Data, DrawnField, DrawnObject, HeapPicture, Link, Null
from heapwright.pictures.words import int_text, visible, word_of
from heapwright.terms.show import show
from heapwright.terms.term import Term

MOST_LITERALS = 12  # of one constraint


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


def _drawn(layouts: Layouts, language: str, shape: Shape, disjuncts: list[Disjunct]) -> DrawnHeap:
    objects = heap_of(layouts, shape)
    numbers = {id(heap_object): i for i, heap_object in enumerate(objects)}
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


def _field(name: str, language: str, value: Value, numbers: dict[int, int]) -> DrawnField:
    content: Data | Null | Link
    match value:
        case None:
            content = Null(word_of(language, None))
        case HeapObject():
            content = Link(numbers[id(value)])
        case bool():
            content = Data(word_of(language, value))
        case int():
            content = Data(int_text(value))
        case Term():
            content = Data(show(value))
        case other:
            content = Data(str(other))
    return DrawnField(name, content, isinstance(content, Link), False)


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
