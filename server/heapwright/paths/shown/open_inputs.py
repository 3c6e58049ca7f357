"""Inputs of any kind of which nothing is known until they are looked at.

Place: paths/shown/. `workspace.open_paths` runs Python methods on these that `unknown_heaps` cannot
follow: containers, strings, floats, values of any kind.

A field gets its value at the first read. An int is a variable that is called by the way to it; a
reference is null, an input object met so far, or a new one; a container has each length up to a
bound, and containers that are found in different places are different ones. What was chosen
is noted as a fact in the syntax of Python, so that the facts and the path condition
together say which inputs take a path.
Source: lazy initialization as [POSE] section 2 describes it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeVar

from heapwright.heaps import known_shape
from heapwright.heaps.known_shape import FieldName, HeapObject, Value
from heapwright.ir.core import types
from heapwright.ir.core.hierarchy import Hierarchy
from heapwright.ir.core.operations import TEXT_FIELD
from heapwright.ir.core.program import ByDigits, ByNumber
from heapwright.paths.known_shapes.fresh_containers import fresh_container
from heapwright.paths.runs.machine import Machine, RunStopped
from heapwright.records import dataclass
from heapwright.terms.build import variable
from heapwright.terms.sorts import INT

Kinds = Mapping[tuple[str, str], types.AnyType]  # by class and field
Option = TypeVar("Option")

LONGEST_TEXT = 2  # where characters matter


@dataclass(frozen=True, slots=True)
class Length:
    """A fact: how long a container or a string is."""

    way: str
    size: int


@dataclass(frozen=True, slots=True)
class Said:
    """A fact that the source can say: `self._head is None`."""

    text: str


Fact = Length | Said


class OpenInputs:
    """The inputs of one run. Mutable, used once."""

    def __init__(
        self,
        machine: Machine,
        hierarchy: Hierarchy,
        kinds: Kinds,
        *,
        most_entries: int,
        is_spelt: bool,
    ) -> None:
        """Start with no object."""
        self.machine = machine
        self.hierarchy = hierarchy
        self.kinds = kinds
        self.most_entries = most_entries
        self.is_spelt = is_spelt
        self.facts: list[Fact] = []
        self.ways: dict[HeapObject, str] = {}  # of all input objects, in order of discovery
        self.initial: dict[HeapObject, dict[FieldName, Value]] = {}
        self.texts: set[str] = set()  # names of variables that stand for strings

    def receiver(self, class_names: Sequence[str], way: str) -> HeapObject:
        """Give the object that the method is called on, of one of these classes."""
        class_name = self._one_of(class_names)
        if len(class_names) > 1:
            self.facts.append(Said(f"type({way}) is {class_name}"))
        return self._object(class_name, way)

    def made(self, class_name: str, fields: Mapping[FieldName, Value], way: str) -> HeapObject:
        """Give an object that was just made and is still to be initialized."""
        made = HeapObject(class_name, dict(fields))
        self.ways[made] = way
        self.initial[made] = dict(fields)
        return made

    def value(self, type_: types.Type | types.Choice, way: str) -> Value:
        """Give an unknown value of the type, which the source calls by this way."""
        match type_:
            case types.IntType():
                return variable(way, INT)
            case types.BoolType():
                truth = self._one_of([True, False])
                self.facts.append(Said(way if truth else f"not {way}"))
                return truth
            case types.NullType() | types.VoidType():
                return None
            case types.RefType(class_name):
                return self._reference(class_name, way)
            case types.TextType():
                return self._text(way)
            case types.FloatType():
                return known_shape.FloatTerm(variable(way, INT), 1)
            case types.ContainerType():
                return self._container(type_, way)
            case types.MemberType(class_name, names):
                name = self._one_of(names)
                if len(names) > 1:
                    self.facts.append(Said(f"{way} is {class_name}.{name}"))
                return known_shape.NamedValue(class_name, name)
            case types.LiteralType(values):
                chosen = self._one_of(values)
                if len(values) > 1:
                    self.facts.append(Said(f"{way} == {chosen!r}"))
                return chosen
            case types.AnyType(()):
                return variable(way, INT)
            case types.AnyType(choices):
                return self._any(choices, way)
            case types.OmittedType():
                raise RunStopped("a parameter with a default only")

    def field_value(self, owner: HeapObject, name: str) -> Value:
        """Give a field of an input object its value, at the first read."""
        declared = {f.name: f.type for f in self.hierarchy.fields(owner.class_name)}
        seen = self.kinds.get((owner.class_name, name))
        value: Value
        # The text of an object that is a string, too, has no name in the program.
        way = f"str({self.ways[owner]})" if name == TEXT_FIELD else f"{self.ways[owner]}.{name}"
        if name.endswith("?"):
            # Whether an attribute is there: as in all objects that calls build.
            value = True
        elif isinstance(declared[name], types.AnyType) and seen is not None:
            if not seen.choices:
                raise RunStopped(f"nobody knows what `{name}` of `{owner.class_name}` may be")
            value = self.value(seen, way)
        else:
            value = self.value(declared[name], way)
        self.initial[owner][name] = value
        return value

    def _any(self, choices: Sequence[types.Choice], way: str) -> Value:
        options = [choice for choice in choices if not isinstance(choice, types.OmittedType)]
        if not options:
            raise RunStopped("a parameter with a default only")
        chosen = self._one_of(options)
        if len(options) > 1:
            self.facts.append(Said(_test(chosen, way, options)))
        # That it is not null was said just now.
        if isinstance(chosen, types.RefType):
            return self._object_or_alias(chosen.class_name, way)
        return self.value(chosen, way)

    def _text(self, way: str) -> Value:
        if not self.is_spelt:
            self.texts.add(way)
            return known_shape.TextAtom(variable(way, INT))
        length = self._one_of(list(range(LONGEST_TEXT + 1)))
        self.facts.append(Length(way, length))
        letters = tuple(variable(f"ord({way}[{at}])", INT) for at in range(length))
        return known_shape.SpelledText(letters) if letters else ""

    def _container(self, type_: types.ContainerType, way: str) -> Value:
        name, entries = type_.class_name, type_.entries
        match self.hierarchy.made.get(name):
            case ByDigits():
                raise RunStopped("decimal numbers as inputs are not followed")
            case ByNumber():
                raise RunStopped("dates as inputs are not followed")
            case _:
                pass
        if not type_.varies:
            return tuple([self.value(e, f"{way}[{i}]") for i, e in enumerate(entries)])
        size = self._one_of(list(range(self.most_entries + 1))) if entries else 0
        self.facts.append(Length(way, size))
        values: list[Value] = []
        for at in range(size):
            place = f"list({way})[{at}]" if name in ("dict", "set", "frozenset") else f"{way}[{at}]"
            values.append(self.value(entries[0], place))
            if name == "dict":
                values.append(self.value(entries[1], f"{way}[{place}]"))
        made = fresh_container(self.machine, self.hierarchy.made, name, values)
        if isinstance(made, HeapObject):
            self.machine.fresh.discard(made)
            self.ways[made] = way
            self.initial[made] = dict(made.fields)
        return made

    def _reference(self, class_name: str, way: str) -> HeapObject | None:
        if self._one_of([True, False]):
            self.facts.append(Said(f"{way} is None"))
            return None
        found = self._object_or_alias(class_name, way)
        if found in self.ways and self.ways[found] == way:
            self.facts.append(Said(f"{way} is not None"))
        return found

    def _object_or_alias(self, class_name: str, way: str) -> HeapObject:
        """Give a new object, or one that is known; of the classes that fit, the first first."""
        fitting = self.hierarchy.below(class_name)
        known = [one for one in self.ways if one.class_name in fitting]
        options: list[str | HeapObject] = [*fitting, *known]
        chosen = self._one_of(options)
        if isinstance(chosen, HeapObject):
            self.facts.append(Said(f"{way} is {self.ways[chosen]}"))
            return chosen
        if len(fitting) > 1:
            self.facts.append(Said(f"type({way}) is {chosen}"))
        self.facts.extend(Said(f"{way} is not {self.ways[one]}") for one in known)
        return self._object(chosen, way)

    def _object(self, class_name: str, way: str) -> HeapObject:
        made = HeapObject(class_name, {})
        self.ways[made] = way
        self.initial[made] = {}
        names = [field.name for field in self.hierarchy.fields(class_name)]
        made.fields = _OpenFields(self, made, names)
        return made

    def _one_of(self, options: Sequence[Option]) -> Option:
        """Take one of several possibilities, each in a run of its own."""
        for option in options[:-1]:
            if self.machine.choose():
                return option
        return options[-1]


class _OpenFields(dict[FieldName, Value]):
    """Fields that ask for their value when they are first read."""

    def __init__(self, inputs: OpenInputs, owner: HeapObject, names: Sequence[str]) -> None:
        super().__init__()
        self._inputs = inputs
        self._owner = owner
        self._names = frozenset(names)

    def __missing__(self, name: FieldName) -> Value:
        assert isinstance(name, str)
        value = self[name] = self._inputs.field_value(self._owner, name)
        return value

    def __contains__(self, name: object) -> bool:
        return name in self._names or super().__contains__(name)

    def get(self, name: FieldName, default: Value = None) -> Value:  # type: ignore[override]
        if name not in self:
            return default
        return self[name]


def _test(chosen: types.Choice, way: str, options: Sequence[types.Choice]) -> str:
    """Say which of several kinds a value is of."""
    if isinstance(chosen, types.NullType):
        return f"{way} is None"
    if len(options) == 2 and any(isinstance(option, types.NullType) for option in options):
        return f"{way} is not None"
    match chosen:
        case types.IntType():
            name = "int"
        case types.BoolType():
            name = "bool"
        case types.TextType():
            name = "str"
        case types.FloatType():
            name = "float"
        case types.LiteralType((only,)):
            return f"{way} == {only!r}"
        case types.LiteralType(values):
            return f"{way} in {values!r}"
        case (
            types.RefType(class_name)
            | types.ContainerType(class_name)
            | types.MemberType(class_name)
        ):
            name = class_name
        case _:
            return f"{way} is not None"
    return f"isinstance({way}, {name})"
