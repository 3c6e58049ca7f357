"""The types of everything in a program, as far as they are known.

Place: frontends/python/types/. `infer` fills it; lowering asks it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from heapwright.frontends.python.syntax.walk import assigned_names, imported_names
from heapwright.frontends.python.table.class_table import ClassTable, FunctionInfo, FunctionKind
from heapwright.frontends.python.table.fields import FieldTable
from heapwright.frontends.python.table.resolve import Surroundings
from heapwright.frontends.python.types.cells import Cell, Cells, Growth
from heapwright.frontends.python.types.types import ValueType, type_of
from heapwright.ir.core.kinds import ANYTHING, NOTHING_KNOWN, UNFOLLOWED, Kinds, ValueKind
from heapwright.records import dataclass, field
from heapwright.text.span import Span

if TYPE_CHECKING:
    from heapwright.frontends.python.types.second_kinds import KindTest
    from heapwright.frontends.python.types.told import Told


@dataclass(slots=True)
class Types:
    """What was learned; filled by `infer`, only read afterwards."""

    table: ClassTable
    fields: FieldTable
    growth: Growth = field(default_factory=Growth)
    variables: Cells[tuple[str, str]] = field(default_factory=Cells)  # by function and name
    results: Cells[str] = field(default_factory=Cells)  # by function
    of_fields: Cells[tuple[str, str]] = field(default_factory=Cells)  # by class and name
    users: Mapping[str, tuple[str, ...]] = field(default_factory=dict)  # classes by attribute
    # Attributes that are assigned to objects of a class that has no such field so far.
    outside: dict[tuple[str, str], Span] = field(default_factory=dict)
    # Fields, with the class that declares them, that an object may lack; see `definite`.
    missing: frozenset[tuple[str, str]] = frozenset()
    # Whether code asks what kind the entries of containers are of; see `learn_kinds`.
    asks_entries: bool = False
    # What entries of containers are compared with.
    compared_entries: Kinds = NOTHING_KNOWN
    # Kinds that entries of containers are asked for by name.
    named_entries: Kinds = NOTHING_KNOWN
    named_keys: Kinds = NOTHING_KNOWN  # and keys alone
    # Kinds that values may be of only because these questions compare with such.
    asked: dict[tuple[Cell, ValueKind], dict[str, None]] = field(default_factory=dict)
    # What bodies tell of kinds, by function; see `evidence`.
    told: dict[str, Told] = field(default_factory=dict)
    # What functions ask for its class, and the attributes that they write out; see `second_kinds`.
    kind_tests: dict[str, tuple[KindTest, ...]] | None = None
    formatted: dict[str, frozenset[str]] | None = None
    # What is known for the sake of one question, by its name; see `by_question`. Empty where no
    # question makes a difference. Of a view: the questions that count, None where all do.
    views: dict[str, Types] = field(default_factory=dict)
    questions: frozenset[str] | None = None
    is_library: bool = False
    with_identities: bool = True  # as long as all code is typed, see `lower`
    _by_name: dict[str, list[FunctionInfo]] = field(default_factory=dict)
    _having: dict[str, list[str]] = field(default_factory=dict)
    _fields_by_name: dict[str, list[tuple[str, str]]] = field(default_factory=dict)

    def fields_by_name(self) -> Mapping[str, Sequence[tuple[str, str]]]:
        """Give class and name of all fields by their name; asked once all are there."""
        if not self._fields_by_name:
            for owner, name in self.of_fields:
                self._fields_by_name.setdefault(name, []).append((owner, name))
        return self._fields_by_name

    def classes_having(self, name: str) -> Sequence[str]:
        """Name the classes that have a function or field of a name themselves."""
        if not self._having:
            for class_name, info in self.table.classes.items():
                own = {function.name for function in info.functions.values()}
                for one in sorted(own.union(self.fields.by_class[class_name])):
                    self._having.setdefault(one, []).append(class_name)
        return self._having.get(name, ())

    def functions_named(self, name: str) -> tuple[FunctionInfo, ...]:
        """Give the functions and methods that a call of this name may mean."""
        if not self._by_name:
            for function in self.table.functions.values():
                names = {function.name, function.ir_name}
                if function.kind is FunctionKind.INITIALISER and function.owner is not None:
                    names.add(function.owner.rpartition(".")[2].partition(" (")[0])
                for one in names:
                    self._by_name.setdefault(one, []).append(function)
        return tuple(self._by_name.get(name, ()))

    def asked_by(self, cell: Cell, kind: ValueKind) -> tuple[str, ...]:
        """Name the questions for which alone a value may be of a kind."""
        found = [
            by for (one, k), by in self.asked.items() if k == kind and one.root() is cell.root()
        ]
        return tuple(dict.fromkeys(question for by in found for question in by))

    def share_asked(self, cell: Cell, known: Cell) -> None:
        """Note that questions ask of one value what they ask of another."""
        for (one, kind), questions in list(self.asked.items()):
            if one.root() is known.root():
                self.asked.setdefault((cell, kind), {}).update(questions)

    def variable_type(self, function: FunctionInfo, name: str) -> ValueType:
        """Give the type of a parameter or local."""
        return self.type_of_cell(self.variables[function.qualified_name, name])

    def result_type(self, function: FunctionInfo) -> ValueType:
        """Give the type of what a function returns."""
        return self.type_of_cell(self.results[function.qualified_name])

    def field_type(self, owner: str, name: str) -> ValueType:
        """Give the type of a field."""
        if self.table.is_exception(owner):
            return UNFOLLOWED
        return self.type_of_cell(self.of_fields[owner, name])

    def type_of_cell(self, cell: Cell) -> ValueType:
        """Give the type that a cell stands for; the library is for values of any kind."""
        if self.is_library:
            return ANYTHING
        return type_of(self.table, cell.kinds(), with_identities=self.with_identities)


def surroundings_of(table: ClassTable, fields: FieldTable, function: FunctionInfo) -> Surroundings:
    """Say where the body of a function stands."""
    names = dict.fromkeys(parameter.name.text for parameter in function.parameters)
    body = function.node.body
    names.update(assigned_names(body))
    inner = table.modules[function.path].inner
    imports = imported_names(body) if inner else frozenset[str]()
    return Surroundings(table, fields, function.path, function, frozenset(names), imports)
