"""A plain heap for inputs that a run chose, under a model of its path condition.

Place: paths/shown/. `workspace.open_paths` lets the plain interpreter run on it. What the run did
not look at is as simple as can be.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from heapwright.heaps import known_shape
from heapwright.heaps.float_ranks import float_at
from heapwright.heaps.known_shape import HeapObject, Value
from heapwright.heaps.spelling import written
from heapwright.heaps.text_codes import ordered_texts_for
from heapwright.ir.core import types
from heapwright.ir.core.operations import FOREIGN
from heapwright.paths.plain.heap import ABSENT, Input, Named, PlainHeap, Reference, default_value
from heapwright.paths.plain.heap import Value as PlainValue
from heapwright.paths.shown.open_inputs import OpenInputs
from heapwright.paths.unknown_heaps.lazy_value import value_in
from heapwright.terms.evaluate import Value as TermValue
from heapwright.terms.term import Term

Model = Mapping[Term, TermValue]


def plain_inputs(
    inputs: OpenInputs, arguments: Mapping[str, Value], model: Model, reserved: tuple[str, ...]
) -> tuple[PlainHeap, dict[str, PlainValue], Callable[[Value], PlainValue]]:
    """Give the heap before the run, the arguments by name, and what other values come to."""
    made = _Made(inputs, model, reserved)
    rows = [made.row(owner) for owner in inputs.ways]
    values = {name: made.plain(value) for name, value in arguments.items()}
    names = [owner.class_name for owner in inputs.ways]
    heap = PlainHeap((*names, *made.more_names), (*rows, *made.more_rows))
    return heap, values, made.plain


class _Made:
    """Makes plain values; containers that nobody looked at are put behind the others."""

    def __init__(self, inputs: OpenInputs, model: Model, reserved: tuple[str, ...]) -> None:
        self.inputs = inputs
        self.model = model
        self.numbers = {owner: number for number, owner in enumerate(inputs.ways)}
        codes = [int(value) for term, value in model.items() if _name(term) in inputs.texts]
        self.texts = ordered_texts_for((*codes, 0), reserved)
        self.more_names: list[str] = []
        self.more_rows: list[tuple[PlainValue, ...]] = []

    def row(self, owner: HeapObject) -> tuple[PlainValue, ...]:
        known = self.inputs.initial[owner]
        fields = self.inputs.hierarchy.fields(owner.class_name)
        entries = [value for name, value in known.items() if isinstance(name, int)]
        return (
            *(
                self.plain(known[f.name]) if f.name in known else self.simple(owner, f.name, f.type)
                for f in fields
            ),
            *map(self.plain, entries),
        )

    def plain(self, value: Value) -> PlainValue:
        match value:
            case Term():
                return value_in(value, self.model)
            case known_shape.TextAtom(term):
                return self.texts[int(value_in(term, self.model))]
            case known_shape.SpelledText(letters):
                codes = [
                    one if isinstance(one, int) else int(value_in(one, self.model))
                    for one in letters
                ]
                return written(codes) or "\N{REPLACEMENT CHARACTER}" * len(codes)
            case known_shape.FloatTerm(numerator, denominator):
                return int(value_in(numerator, self.model)) / denominator
            case known_shape.FloatRank(rank):
                return float_at(int(value_in(rank, self.model)))
            case HeapObject():
                return Reference(self.numbers[value])
            case known_shape.NamedValue(kind, name):
                return Input(name) if kind == FOREIGN else Named(kind, name)
            case tuple():
                return tuple([self.plain(one) for one in value])
            case _:
                return value

    def simple(self, owner: HeapObject, name: str, type_: types.Type) -> PlainValue:
        """Give a field that nobody looked at a value that it may have."""
        if name.endswith("?"):
            return True
        seen = self.inputs.kinds.get((owner.class_name, name))
        if isinstance(type_, types.AnyType):
            return ABSENT if seen is None or not seen.choices else self.simplest(seen.choices)
        return default_value(type_)

    def simplest(self, choices: tuple[types.Choice, ...]) -> PlainValue:
        for choice in choices:
            match choice:
                case types.IntType():
                    return 0
                case types.TextType():
                    return ""
                case types.FloatType():
                    return 0.0
                case types.ContainerType(class_name, _, varies) if varies:
                    return self.empty(class_name)
                case types.MemberType(class_name, names) if class_name == FOREIGN:
                    return Input(names[0])
                case types.MemberType(class_name, names):
                    return Named(class_name, names[0])
                case types.LiteralType(values):
                    return values[0]
                case types.RefType() | types.ContainerType():
                    continue
                case _:
                    pass
        return None

    def empty(self, class_name: str) -> PlainValue:
        if class_name == "tuple":
            return ()
        fields = self.inputs.hierarchy.fields(class_name)
        self.more_names.append(class_name)
        self.more_rows.append(tuple(default_value(f.type) for f in fields))
        return Reference(len(self.inputs.ways) + len(self.more_rows) - 1)


def _name(term: Term) -> str:
    return getattr(term, "name", "")
