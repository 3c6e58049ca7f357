"""Say what every name of one declaration means, also in a text that is half typed.

Place: frontends/tiny/names/. `names` calls this for each member and declaration. It knows the
types that `elaborate` knows and finds members by the same rules, but it reports nothing,
makes no IR and passes over no part of the tree: a name behind a mistake, in a method that
is declared twice or after a `throw` has a meaning for the reader too.

Pure but for the notes, which live as long as one call. Walks by recursion:
`tree.MAX_DEPTH` bounds every tree.
"""

from __future__ import annotations

from collections.abc import Mapping

from heapwright.deep_recursion import deep_recursion
from heapwright.frontends.tiny.declare import class_table as tables
from heapwright.frontends.tiny.declare.check_types import (
    NEVER,
    NULL,
    UNKNOWN,
    CheckType,
    NoValue,
    OpenType,
    ValueType,
    is_symbol,
)
from heapwright.frontends.tiny.declare.inference import Inference
from heapwright.frontends.tiny.names.entities import Entity, EntityKind, Occurrence, Use
from heapwright.frontends.tiny.names.resolve_hex import hex_names
from heapwright.frontends.tiny.syntax import tree
from heapwright.ir.core.types import BOOL, INT, RefType
from heapwright.records import dataclass, field
from heapwright.text.span import Span

# A letter that no program contains. Put into a text at the cursor, it makes a name that
# `resolve` reports as the probed place; the Private Use Area has no letters, so it is one
# of a script that nobody writes programs in.
PROBE = "\U00010380"


@dataclass(frozen=True, slots=True)
class Variable:
    """A variable that is visible at some place, the innermost first."""

    entity: Entity
    type: CheckType
    outer: Variable | None


@dataclass(frozen=True, slots=True)
class OfClass:
    """What stands before the dot of a static call."""

    class_name: str


@dataclass(frozen=True, slots=True)
class Probed:
    """What is known where the probe stands: what is before the dot, or what is visible."""

    target: CheckType | OfClass | None
    scope: Variable | None


@dataclass(frozen=True, slots=True)
class Facts:
    """The names of one declaration in the order of the text, and the types of its variables."""

    occurrences: tuple[Occurrence, ...]
    types: Mapping[Entity, CheckType]
    probed: Probed | None = None


def resolve(
    table: tables.ClassTable, path: str, owner: str, node: tree.Declaration | tree.Member
) -> Facts:
    """Give the names of a member of class `owner`, or of a declaration (owner is empty).

    Of a class only its head: its members are declarations of their own.
    """
    notes = _Notes(table, Inference(table), path, owner, function_name(owner, node))
    with deep_recursion():
        _declaration(notes, node)
    occurrences = sorted(notes.occurrences, key=lambda o: (o.span, o.entity.kind.value))
    types = {entity: _settled(notes, found) for entity, found in notes.types.items()}
    return Facts(tuple(occurrences), types, notes.probed)


def function_name(owner: str, node: tree.Declaration | tree.Member) -> str:
    """Give the name by which the variables of a function know it."""
    name = node.name.text if isinstance(node, _NAMED) else "(main)"
    return f"{owner}.{name}" if owner else name


_NAMED = (
    tree.ClassDecl
    | tree.FieldDecl
    | tree.MethodDecl
    | tree.InvariantDecl
    | tree.SpecDecl
    | tree.TestDecl
)


@dataclass(slots=True)
class _Notes:
    """What was found in one declaration so far."""

    table: tables.ClassTable
    inference: Inference
    path: str
    owner: str
    function: str
    is_test: bool = False
    this_type: CheckType = UNKNOWN
    occurrences: list[Occurrence] = field(default_factory=list)
    types: dict[Entity, CheckType] = field(default_factory=dict)
    probed: Probed | None = None

    def note(self, entity: Entity, span: Span, use: Use) -> None:
        """Note a name; one that the parser invented is none."""
        if span.end > span.start:
            self.occurrences.append(Occurrence(span, entity, use))

    def declare(self, kind: EntityKind, name: tree.Name) -> None:
        """Note the name of the declaration itself."""
        owner = self.owner if kind is not EntityKind.CLASS else ""
        path = self.path if kind is EntityKind.TEST else ""
        self.note(Entity(kind, name.text, owner, path), name.span, Use.DECLARES)

    def class_name(self, name: tree.Name) -> None:
        """Note a name in the place of a type."""
        if name.text in self.table.classes:
            self.note(Entity(EntityKind.CLASS, name.text), name.span, Use.READS)

    def variable(
        self, kind: EntityKind, name: tree.Name, found: CheckType, scope: Variable | None
    ) -> Variable:
        """Make a variable visible."""
        entity = Entity(kind, name.text, self.function, self.path, name.span.start)
        self.note(entity, name.span, Use.DECLARES)
        self.types[entity] = found
        return Variable(entity, found, scope)


def _settled(notes: _Notes, found: CheckType) -> CheckType:
    """Give the class of a variable that started as null, as far as it is known."""
    return notes.inference.resolved(found) if isinstance(found, OpenType) else found


# --- Declarations ------------------------------------------------------------------


def _declaration(notes: _Notes, node: tree.Declaration | tree.Member) -> None:
    match node:
        case tree.ClassDecl(name=name, parent=parent):
            notes.declare(EntityKind.CLASS, name)
            if parent is not None:
                notes.class_name(parent)
        case tree.FieldDecl(type_name=type_name, name=name):
            notes.class_name(type_name)
            notes.declare(EntityKind.FIELD, name)
        case tree.MethodDecl(result=result, name=name):
            notes.class_name(result)
            notes.declare(EntityKind.METHOD, name)
            if not node.is_static:
                notes.this_type = _written_type(notes.table, notes.owner)
            _value(notes, _parameters(notes, node.parameters), node.body)
        case tree.InvariantDecl(name=name, body=body):
            notes.declare(EntityKind.INVARIANT, name)
            notes.this_type = _written_type(notes.table, notes.owner)
            _value(notes, None, body)
        case tree.SpecDecl(name=name, parameters=parameters, body=body):
            notes.declare(EntityKind.SPEC, name)
            _value(notes, _parameters(notes, parameters), body)
        case tree.TestDecl(name=name, body=body):
            notes.declare(EntityKind.TEST, name)
            notes.is_test = True
            _value(notes, None, body)
        case tree.MainDecl(body=body):
            _value(notes, None, body)
        case tree.ScopeDecl(target=target):
            notes.class_name(target)
        case tree.HexDecl(formulas=formulas):
            notes.occurrences += hex_names(notes.table, notes.owner, formulas)
        case tree.IncludeDecl() | tree.PrivateNew():
            pass


def _parameters(notes: _Notes, parameters: tuple[tree.Parameter, ...]) -> Variable | None:
    """Make parameters visible."""
    scope: Variable | None = None
    for parameter in parameters:
        notes.class_name(parameter.type_name)
        found = _written_type(notes.table, parameter.type_name.text)
        scope = notes.variable(EntityKind.PARAMETER, parameter.name, found, scope)
    return scope


def _written_type(table: tables.ClassTable, name: str) -> ValueType:
    match name:
        case "int":
            return INT
        case "bool":
            return BOOL
        case _:
            return RefType(name) if name in table.classes else UNKNOWN


# --- Expressions -------------------------------------------------------------------


def _value(notes: _Notes, scope: Variable | None, expr: tree.Expr) -> ValueType:
    """Note the names of an expression and give its type; unknown if it has no value."""
    match expr:
        case tree.Variable(name):
            return _variable(notes, scope, name, Use.READS)
        case tree.FieldAccess(target, field_name):
            field_info = _field(notes, _target(notes, scope, target), scope, field_name, Use.READS)
            return UNKNOWN if field_info is None else field_info.type
        case tree.IntLiteral():
            return INT
        case tree.BoolLiteral() | tree.Marker():
            return BOOL
        case tree.NullLiteral():
            return NULL
        case tree.This():
            return _usable(notes.this_type)
        case tree.Symbol(text):
            return INT if text.startswith("X") else OpenType((text,))
        case tree.New(class_name):
            return _class_value(notes, scope, class_name)
        case tree.Binary(operator, lhs, rhs):
            _value(notes, scope, lhs)
            _value(notes, scope, rhs)
            return INT if operator in ("+", "-", "*", "/", "%") else BOOL
        case tree.Unary(operator, operand):
            _value(notes, scope, operand)
            return INT if operator == "-" else BOOL
        case tree.InstanceOf(target, class_name):
            _value(notes, scope, target)
            _class_value(notes, scope, class_name)
            return BOOL
        case tree.Call():
            return _call(notes, scope, expr)
        case tree.SpecCall(name, arguments):
            return _spec_call(notes, scope, name, arguments)
        case tree.Let(name, value, body):
            found = _value(notes, scope, value)
            return _value(notes, _new_variable(notes, scope, name, found), body)
        case tree.FieldAssign(target, field_name, value):
            field_info = _field(notes, _target(notes, scope, target), scope, field_name, Use.WRITES)
            found = _value(notes, scope, value)
            if field_info is not None:
                notes.inference.fits(found, field_info.type)
            return found
        case tree.VariableAssign(name, value):
            found = _value(notes, scope, value)
            wanted = _variable(notes, scope, name, Use.WRITES)
            notes.inference.fits(found, wanted)
            return wanted
        case tree.Block(body):
            return _block(notes, scope, body)
        case tree.If(condition, then_branch, else_branch):
            _value(notes, scope, condition)
            first = _value(notes, scope, then_branch)
            if else_branch is None:
                return UNKNOWN
            return _joined(notes, first, _value(notes, scope, else_branch))
        case tree.Try(body, handler):
            first = _value(notes, scope, body)
            return _joined(notes, first, _value(notes, scope, handler))
        case tree.While(condition, body):
            _value(notes, scope, condition)
            _value(notes, scope, body)
            return UNKNOWN
        case tree.Throw(value):
            if value is not None:
                _value(notes, scope, value)
            return NEVER
        case tree.Assert(condition):
            _value(notes, scope, condition)
            return UNKNOWN
        case tree.Missing():
            return UNKNOWN


def _usable(found: CheckType) -> ValueType:
    return UNKNOWN if isinstance(found, NoValue) else found


def _joined(notes: _Notes, first: ValueType, second: ValueType) -> ValueType:
    return notes.inference.joined(first, second) or UNKNOWN


def _block(notes: _Notes, scope: Variable | None, body: tuple[tree.Expr, ...]) -> ValueType:
    """Walk the items of a block; in a test the first assignment declares a variable."""
    found: ValueType = UNKNOWN
    for item in body:
        match item:
            case tree.VariableAssign(name, value) if (
                notes.is_test and _visible(scope, name.text) is None
            ):
                found = _value(notes, scope, value)
                scope = _new_variable(notes, scope, name, found)
            case _:
                found = _value(notes, scope, item)
    return found


def _new_variable(
    notes: _Notes, scope: Variable | None, name: tree.Name, found: ValueType
) -> Variable:
    known = notes.inference.new_variable() if found == NULL else found
    return notes.variable(EntityKind.LOCAL, name, known, scope)


def _variable(notes: _Notes, scope: Variable | None, name: tree.Name, use: Use) -> ValueType:
    """Note a variable, or a class that stands where a variable should."""
    if PROBE in name.text:
        notes.probed = Probed(None, scope)
    variable = _visible(scope, name.text)
    if variable is not None:
        notes.note(variable.entity, name.span, use)
        return _usable(variable.type)
    notes.class_name(name)
    return UNKNOWN


def _visible(scope: Variable | None, name: str) -> Variable | None:
    while scope is not None and scope.entity.name != name:
        scope = scope.outer
    return scope


def _class_value(notes: _Notes, scope: Variable | None, name: tree.Name) -> ValueType:
    if PROBE in name.text:
        notes.probed = Probed(None, scope)
    notes.class_name(name)
    return RefType(name.text) if name.text in notes.table.classes else UNKNOWN


# --- Members -----------------------------------------------------------------------


def _target(notes: _Notes, scope: Variable | None, target: tree.Expr) -> ValueType | OfClass:
    """Give the type of what stands before a dot, or the class that is named there."""
    match target:
        case tree.Variable(name) if (
            name.text in notes.table.classes and _visible(scope, name.text) is None
        ):
            notes.class_name(name)
            return OfClass(name.text)
        case _:
            return _value(notes, scope, target)


def _field(
    notes: _Notes,
    target: ValueType | OfClass,
    scope: Variable | None,
    name: tree.Name,
    use: Use,
) -> tables.FieldInfo | None:
    if PROBE in name.text:
        notes.probed = Probed(_shown_target(notes, target), scope)
    found = _member(notes, target, name.text, is_method=False)
    if isinstance(found, tables.FieldInfo):
        notes.note(Entity(EntityKind.FIELD, found.name, found.owner), name.span, use)
        return found
    return None


def _call(notes: _Notes, scope: Variable | None, expr: tree.Call) -> ValueType:
    target = _target(notes, scope, expr.target)
    if PROBE in expr.method.text:
        notes.probed = Probed(_shown_target(notes, target), scope)
    method = _member(notes, target, expr.method.text, is_method=True)
    parameters: tuple[tables.ParameterInfo, ...] = ()
    found: ValueType = UNKNOWN
    if isinstance(method, tables.MethodInfo):
        notes.note(entity_of_method(method), expr.method.span, Use.READS)
        parameters = method.parameters
        found = _usable(method.result)
    _arguments(notes, scope, expr.arguments, parameters)
    return found


def _spec_call(
    notes: _Notes, scope: Variable | None, name: tree.Name, arguments: tuple[tree.Expr, ...]
) -> ValueType:
    if PROBE in name.text:
        notes.probed = Probed(None, scope)
    spec = notes.table.specs.get(name.text)
    if spec is not None:
        notes.note(Entity(EntityKind.SPEC, name.text), name.span, Use.READS)
    _arguments(notes, scope, arguments, () if spec is None else spec.parameters)
    return BOOL


def _arguments(
    notes: _Notes,
    scope: Variable | None,
    arguments: tuple[tree.Expr, ...],
    parameters: tuple[tables.ParameterInfo, ...],
) -> None:
    for number, argument in enumerate(arguments):
        found = _value(notes, scope, argument)
        if len(parameters) == len(arguments):
            notes.inference.fits(found, parameters[number].type)


def _shown_target(notes: _Notes, target: ValueType | OfClass) -> CheckType | OfClass:
    return notes.inference.resolved(target) if isinstance(target, OpenType) else target


def entity_of_method(method: tables.MethodInfo) -> Entity:
    """Give the entity of a method or an invariant."""
    kind = EntityKind.INVARIANT if method.is_invariant else EntityKind.METHOD
    return Entity(kind, method.name, method.owner)


def _member(
    notes: _Notes, target: ValueType | OfClass, name: str, *, is_method: bool
) -> tables.Member | None:
    """Find the field or method that is meant; the rules are those of `members`."""
    match target:
        case RefType(class_name) | OfClass(class_name):
            return notes.table.member(class_name, name, is_method=is_method)
        case OpenType() if name:
            return _member_of_open(notes, target, name, is_method=is_method)
        case _:
            return None


def _member_of_open(
    notes: _Notes, target: OpenType, name: str, *, is_method: bool
) -> tables.Member | None:
    """Find a member of a value whose class follows from its use, perhaps from this one."""
    table, inference = notes.table, notes.inference
    classes = [] if target.known is None else [(target.known.class_name, False)]
    for open_name in target.names:
        match inference.resolved(OpenType((open_name,))):
            case RefType(class_name):
                classes.append((class_name, is_symbol(open_name)))
            case OpenType() as still_open:
                declaring = table.first_declaring(name, is_method=is_method)
                if declaring is not None:
                    inference.decide(still_open, declaring)
                    classes.append((declaring, False))
    for class_name, is_assumed in classes:
        member = table.member(class_name, name, is_method=is_method)
        if member is None and is_assumed:
            member = table.member_below(class_name, name, is_method=is_method)
        if member is not None:
            return member
    return None
