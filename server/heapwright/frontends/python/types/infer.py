"""Infer the types of variables, fields, parameters and results.

Place: frontends/python/types/. `lower` calls `infer` once; the result is asked while bodies are
lowered. All evidence of kinds is weighed here, see `evidence`: what is declared holds, and of the
rest what is surer comes first (`ranking`), again and again, until nothing new is learned. What
stays open is only stored and compared, and counts as an int.

Nothing here reports problems; what has no meaning is a kind of value of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias

from heapwright.frontends.python.syntax import tree
from heapwright.frontends.python.syntax.dotted_names import is_abstract
from heapwright.frontends.python.syntax.walk import walk
from heapwright.frontends.python.table.class_table import ClassTable, FunctionInfo, FunctionKind
from heapwright.frontends.python.table.endings import ends_without_value
from heapwright.frontends.python.table.fields import FieldTable
from heapwright.frontends.python.table.resolve import Surroundings
from heapwright.frontends.python.types.annotations import Place, read_annotation
from heapwright.frontends.python.types.by_question import QUESTIONS, join, view_of
from heapwright.frontends.python.types.cells import Cell
from heapwright.frontends.python.types.evidence import annotations_in
from heapwright.frontends.python.types.follow_flow import follow_class_value, follow_flow
from heapwright.frontends.python.types.known_types import Types, surroundings_of
from heapwright.frontends.python.types.learn_kinds import learn_from_code, learn_from_questions
from heapwright.frontends.python.types.second_kinds import second_kinds
from heapwright.frontends.python.types.told import Source
from heapwright.frontends.python.types.types import kinds_of_class
from heapwright.ir.core.kinds import (
    ANYTHING,
    BOOLS,
    DICTS,
    NONES,
    NOTHING_KNOWN,
    TEXTS,
    TUPLES,
    Kinds,
    objects_of,
)
from heapwright.ir.core.operations import BINARY, COMPARISONS
from heapwright.ir.core.types import BOOL, NULL
from heapwright.records import dataclass, field

Body: TypeAlias = tuple[Surroundings, FunctionInfo]

MAX_ROUNDS = 12

BY_PROTOCOL = frozenset(
    (
        *(f"__{name}__" for name in (*BINARY, *COMPARISONS)),
        *(f"__r{name}__" for name in BINARY),
        *(f"__i{name}__" for name in BINARY),
        "__exit__",
        "__aexit__",
    )
)
BY_ATTRIBUTE = frozenset(("__getattr__", "__setattr__", "__delattr__"))


def infer(table: ClassTable, fields: FieldTable, *, is_library: bool = False) -> Types:
    """Learn the types of everything; of the library there is nothing to learn."""
    types = Types(table, fields, users=_classes_by_attribute(table, fields), is_library=is_library)
    bodies = [(_prepared(types, function), function) for function in table.functions.values()]
    for (class_name, name), cell in _field_cells(table, fields).items():
        types.of_fields[class_name, name] = cell
    if is_library:
        return types
    asking = [function for _, function in bodies if function.kind in QUESTIONS]
    if asking and _are_open(types):
        classes = [(around, one) for around, one in bodies if one.kind not in QUESTIONS]
        flow, *_ = ranking(types, classes)
        _learn_all(types, (flow,))
        for question in ("", *(one.qualified_name for one in asking)):
            view = view_of(types, question)
            own = [
                (around, one)
                for around, one in bodies
                if one.kind not in QUESTIONS or one.qualified_name in (view.questions or ())
            ]
            _learn_all(view, ranking(view, own))
            types.views[question] = view
    _learn_all(types, ranking(types, bodies))
    for view in types.views.values():
        join(types, view)
    return types


def _learn_all(types: Types, ranks: Sequence[Rank]) -> None:
    for _ in range(MAX_ROUNDS):
        if not any(_learns(types, rank) for rank in ranks):
            break


def _are_open(types: Types) -> bool:
    """Say whether clients may give something of which no annotation tells the kind."""
    return any(
        not function.is_generated
        and function.kind not in QUESTIONS
        and any(_is_open(types, function, parameter) for parameter in function.parameters)
        for function in types.table.functions.values()
    )


def _is_open(types: Types, function: FunctionInfo, parameter: tree.Parameter) -> bool:
    if parameter.annotation is None:
        return True
    owner = function.owner if function.owner in types.table.classes else None
    declared = read_annotation(Place(types.table, function.path, owner), parameter.annotation)
    return declared.has_open or declared.known == NOTHING_KNOWN


@dataclass(frozen=True, slots=True)
class Rank:
    """Evidence that counts only once that of the ranks before it tells nothing new."""

    sources: tuple[Source, ...]
    learn: Callable[[Types], None]


def ranking(types: Types, bodies: Sequence[Body]) -> tuple[Rank, ...]:
    """Give the evidence in the order in which it counts; annotations were read before.

    What is known for sure comes before what is guessed, and what classes tell before what questions
    tell, which only add to it.
    """
    rest = (Source.COMPARISON, Source.TYPE_TEST, Source.USE)
    return (
        Rank((Source.DEFAULT, Source.FLOW), _Following(bodies).learn),
        Rank((Source.NAMESAKE,), _share_by_name),
        Rank(rest, learn_from_code),
        Rank(rest, learn_from_questions),
    )


def _learns(types: Types, rank: Rank) -> bool:
    types.growth.has_grown = False
    rank.learn(types)
    return types.growth.has_grown


@dataclass(frozen=True, slots=True)
class _Look:
    """What a look through a body started from."""

    number: int  # of the last change before it
    cells: tuple[Cell, ...]  # all that it asked for

    def is_outdated(self) -> bool:
        """Say whether another look may learn more: whether it would not see just the same."""
        return any(cell.has_changed_since(self.number) for cell in self.cells)


@dataclass(slots=True)
class _Following:
    """Follows the flow through all bodies, each time through those that may tell something new."""

    bodies: Sequence[Body]
    looks: dict[str, _Look] = field(default_factory=dict)  # by function

    def learn(self, types: Types) -> None:
        for around, function in self.bodies:
            last = self.looks.get(function.qualified_name)
            if last is None or last.is_outdated():
                self.looks[function.qualified_name] = _looked_through(types, around, function)
        _learn_class_values(types)
        _share_overridden(types)


def _looked_through(types: Types, around: Surroundings, function: FunctionInfo) -> _Look:
    number = types.growth.n_changes
    kept = (types.variables, types.results, types.of_fields)
    for cells in kept:
        cells.asked.clear()
    follow_flow(types, around, function)
    return _Look(number, tuple(cell for cells in kept for cell in cells.asked))


# --- What is declared --------------------------------------------------------------


def _classes_by_attribute(table: ClassTable, fields: FieldTable) -> dict[str, tuple[str, ...]]:
    """Give, for each attribute name, the topmost classes that have it."""
    found: dict[str, dict[str, None]] = {}
    for class_name, info in table.classes.items():
        names = [*fields.by_class[class_name]]
        names += [f.name for f in info.functions.values() if f.kind is not FunctionKind.INITIALISER]
        for name in names:
            owners = found.setdefault(name, {})
            if not any(table.is_below(class_name, owner) for owner in owners):
                owners[class_name] = None
    return {name: tuple(owners) for name, owners in found.items()}


def _declared(table: ClassTable, function: FunctionInfo, annotation: tree.Expr | None) -> Cell:
    """Make a cell for something with or without an annotation."""
    if annotation is None:
        return _kept(NOTHING_KNOWN)
    owner = function.owner if function.owner in table.classes else None
    return _kept(read_annotation(Place(table, function.path, owner), annotation).known)


def _kept(kinds: Kinds) -> Cell:
    """Make a cell for a variable, which is declared if something is known of it."""
    cell = Cell(kinds, is_declared=not kinds.is_open)
    cell.is_kept = True
    return cell


def _prepared(types: Types, function: FunctionInfo) -> Surroundings:
    """Make the cells of a function's parameters and result."""
    table, qualified = types.table, function.qualified_name
    around = surroundings_of(table, types.fields, function)
    for name in sorted(around.locals):
        types.variables[qualified, name] = _kept(NOTHING_KNOWN)
    annotated: dict[str, tree.Expr] = {}
    for one in annotations_in(function):
        if isinstance(one.target, tree.Name):
            annotated.setdefault(one.target.text, one.annotation)
    for name, annotation in annotated.items():
        types.variables[qualified, name] = _declared(table, function, annotation)
    for parameter in function.parameters:
        cell = _declared(table, function, parameter.annotation)
        if isinstance(parameter.default, tree.NoneLiteral):
            cell.nones = cell.any_none = True
        if parameter.kind in ("*", "**"):
            cell = Cell(TUPLES if parameter.kind == "*" else DICTS, is_declared=True)
        elif function.is_generated and function.kind is FunctionKind.STATIC:
            # A member of an Enum is looked up by whatever is given.
            cell = Cell(ANYTHING, is_declared=True)
        elif function.name in BY_ATTRIBUTE and cell.is_open and function.owner is not None:
            # Python gives them the name of an attribute, and whatever it is to be.
            is_name = parameter is function.parameters[0]
            cell = Cell(TEXTS if is_name else ANYTHING, is_declared=True)
        elif function.name in BY_PROTOCOL and cell.is_open and function.owner is not None:
            # Python gives them whatever stands on the other side of an operator.
            cell = Cell(objects_of(function.owner) | ANYTHING, is_declared=True)
        elif cell.is_declared and BOOL in second_kinds(types, function, parameter, cell.own):
            # Code asks which ints are bools.
            cell.own |= BOOLS
        types.variables[qualified, parameter.name.text] = cell
    if function.self_name is not None and function.owner is not None:
        own = kinds_of_class(table, function.class_name or function.owner)
        types.variables[qualified, function.self_name] = Cell(own, is_declared=True)
    result = function.node.result
    types.results[qualified] = cell = _declared(table, function, result)
    asks = function.kind in (FunctionKind.SPEC, FunctionKind.INVARIANT)
    if asks or function.name == "__contains__":
        types.results[qualified] = Cell(BOOLS, is_declared=True)
    elif function.name in ("__bool__", "__len__"):
        # Whoever asks sees to it that they give a bool or an int, whatever is declared.
        types.results[qualified] = _declared(table, function, None)
    elif function.kind in (FunctionKind.INITIALISER, FunctionKind.SETTER):
        types.results[qualified] = Cell(NONES, is_declared=True)
    elif function.node.is_generator and function.node.result is None:
        # What it gives is a generator, however its body ends.
        types.results[qualified] = Cell(ANYTHING, is_declared=True)
    elif _may_decline(function):
        types.results[qualified] = Cell(ANYTHING, is_declared=True)
    elif ends_without_value(function.node.body) and not is_abstract(function.node):
        # A declared int that is missing at some end is an int or None all the same.
        cell.nones = cell.any_none = True
    return around


def _may_decline(function: FunctionInfo) -> bool:
    """Say whether a function gives `NotImplemented`, which nobody declares: `-> bool`."""
    return any(
        isinstance(node, tree.Name) and node.text == "NotImplemented"
        for node in walk(function.node.body)
    )


def _field_cells(table: ClassTable, fields: FieldTable) -> dict[tuple[str, str], Cell]:
    cells: dict[tuple[str, str], Cell] = {}
    for class_name, names in fields.by_class.items():
        info = table.classes[class_name]
        annotations = dict(info.annotations)
        for function in info.functions.values():
            for one in annotations_in(function):
                match one.target:
                    case tree.Attribute(tree.Name(receiver), name) if (
                        receiver == function.self_name
                    ):
                        annotations.setdefault(name, one.annotation)
                    case _:
                        pass
        for name in names:
            kinds = NOTHING_KNOWN
            if name in annotations:
                place = Place(table, info.path, class_name)
                kinds = read_annotation(place, annotations[name]).known
            cells[class_name, name] = _kept(kinds)
    return cells


def _share_overridden(types: Types) -> None:
    """A method and those that replace it take and give the same."""
    for function in types.table.functions.values():
        if function.owner is None or function.kind in (
            FunctionKind.INITIALISER,
            FunctionKind.CLASS,
            FunctionKind.STATIC,
        ):
            continue
        parent = types.table.parent(function.owner)
        above = None if parent is None else types.table.function(parent, function.ir_name)
        if above is None or above.owner is None:
            continue
        pairs = [
            (
                types.variables[function.qualified_name, own.name.text],
                types.variables[above.qualified_name, other.name.text],
            )
            for own, other in zip(function.parameters, above.parameters, strict=False)
        ]
        pairs.append((types.results[function.qualified_name], types.results[above.qualified_name]))
        for own_cell, other_cell in pairs:
            types.growth.flow(own_cell, other_cell)
            types.growth.flow(other_cell, own_cell)


def _learn_class_values(types: Types) -> None:
    """Fields start with what the class body gives them."""
    for class_name, names in types.fields.by_class.items():
        info = types.table.classes[class_name]
        for name in names:
            found = types.table.constant(class_name, name) if name in info.constants else None
            if found is not None:
                field_cell = types.of_fields[class_name, name]
                follow_class_value(types, field_cell, found[1], found[0].path)


def _share_by_name(types: Types) -> None:
    """Let an open parameter be what one of the same name is in the same class.

    Half of the unannotated parameters resolve from use; in linked structures a further
    fifth has a namesake in a sibling method.
    """
    known: dict[tuple[str, str], Cell] = {}
    for function in types.table.functions.values():
        for parameter in function.parameters:
            cell = types.variables[function.qualified_name, parameter.name.text]
            if function.owner is not None and not cell.is_open:
                known.setdefault((function.owner, parameter.name.text), cell)
    for function in types.table.functions.values():
        for parameter in function.parameters:
            cell = types.variables[function.qualified_name, parameter.name.text]
            namesake = known.get((function.owner or "", parameter.name.text))
            if cell.is_open and namesake is not None and parameter.annotation is None:
                types.growth.learn(cell, namesake.kinds().without(NULL))
                types.share_asked(cell, namesake)
