"""Lower one function: a method, static method, function of a module, spec or invariant.

Place: frontends/python/lower/program/. `lower` calls this for every body. A function that cannot be
lowered whole is left out of the program, with the reason.
"""

from __future__ import annotations

from heapwright.frontends.python.lower.common.builder import Refusal, Sheet, Value, not_supported
from heapwright.frontends.python.lower.common.convert import converted
from heapwright.frontends.python.lower.dynamic.functions import default_value, dynamic_function
from heapwright.frontends.python.lower.typed.statements import block_of
from heapwright.frontends.python.modules.library_names import LIBRARY_PATH
from heapwright.frontends.python.syntax import codes, tree
from heapwright.frontends.python.syntax.walk import walk
from heapwright.frontends.python.table.class_table import (
    ROOT_CLASS,
    FunctionInfo,
    FunctionKind,
    Obstacle,
)
from heapwright.frontends.python.table.endings import gives_nothing
from heapwright.frontends.python.types.argument_types import (
    asked_choices,
    beyond_choices,
    choices_for,
    is_tried,
    is_undeclared,
    is_used_as_object,
    nothing_fits,
    takes_none,
)
from heapwright.frontends.python.types.known_types import Types, surroundings_of
from heapwright.frontends.python.types.protocols import has_objects
from heapwright.frontends.python.types.types import ValueType
from heapwright.ir.checks.flow import open_ends
from heapwright.ir.core import instructions as ir
from heapwright.ir.core import types as ir_types
from heapwright.ir.core.kinds import Kinds
from heapwright.ir.core.program import ClassDef, Function, Parameter, Role
from heapwright.ir.core.source_map import FunctionSource
from heapwright.problems import Problem, Severity
from heapwright.records import dataclass, replace
from heapwright.text.span import Span

ROLES = {
    FunctionKind.METHOD: Role.METHOD,
    FunctionKind.GETTER: Role.METHOD,
    FunctionKind.SETTER: Role.METHOD,
    FunctionKind.STATIC: Role.STATIC,
    FunctionKind.CLASS: Role.STATIC,
    FunctionKind.FUNCTION: Role.STATIC,
    FunctionKind.INITIALISER: Role.STATIC,
    FunctionKind.SPEC: Role.SPEC,
    FunctionKind.INVARIANT: Role.INVARIANT,
}


@dataclass(frozen=True, slots=True)
class LoweredFunction:
    """The function, its source and its problems; the classes that nested functions became.

    `closed` says why no client can call it, though the program can; `unread` names the code that
    it runs and that is not read.
    """

    info: FunctionInfo
    function: Function
    source: FunctionSource
    problems: tuple[Problem, ...]
    closures: tuple[ClassDef, ...] = ()
    closed: str | None = None
    unread: tuple[tuple[str, str], ...] = ()


def lower_function(types: Types, info: FunctionInfo, obstacle: Obstacle | None) -> LoweredFunction:
    """Give the IR of a function, or an empty one with the reason."""
    names = ([info.self_name] if _has_slot_for_self(info) else []) + [
        parameter.name.text for parameter in info.parameters
    ]
    slot_names = [name or "" for name in names]
    found = obstacle or info.obstacle
    closures: list[ClassDef] = []
    if found is None:
        try:
            function, sheet, closures = _lowered_either_way(types, info, slot_names)
        except Refusal as refusal:
            found = Obstacle(refusal.what, refusal.span)
    if found is not None:
        function = replace(_header(types, info), left_out=found.what)
        source = _source(info, (), tuple(slot_names))
        problems = () if is_test(info) else (problem_of(info, found),)
        return LoweredFunction(info, function, source, problems)
    source = _source(info, tuple(sheet.sites), tuple(sheet.slot_names))
    is_called = function.is_public or (info.kind is FunctionKind.INITIALISER and info.is_public)
    closed = _closed(types, info) if is_called else None
    problems = () if closed is None or is_test(info) else (problem_of(info, closed),)
    if closed is not None and info.kind in (FunctionKind.SPEC, FunctionKind.INVARIANT):
        # Asking with other values than those that it is about would answer another question.
        function = replace(function, left_out=closed.what)
    return LoweredFunction(
        info,
        function,
        source,
        problems,
        tuple(closures),
        None if closed is None else closed.what,
        tuple(sheet.unread.items()),
    )


def is_test(info: FunctionInfo) -> bool:
    """Say whether this is a test, which nobody wants explored: pytest runs it."""
    return info.kind is FunctionKind.FUNCTION and info.node.name.text.startswith("test_")


def _closed(types: Types, info: FunctionInfo) -> Obstacle | None:
    """Say what keeps clients from calling a function, mostly a parameter."""
    if info.ir_name.startswith("@") and info.owner is not None:
        deciding = {"=": "__setattr__", "~": "__delattr__"}.get(info.ir_name[-1], "")
        if any(types.table.function(below, deciding) for below in types.table.below(info.owner)):
            # Whoever assigns the property runs this first.
            return Obstacle(f"`{deciding}` decides about `{info.name}`", info.node.name.span)
    for parameter in info.parameters:
        name = parameter.name.text
        is_open = isinstance(types.variable_type(info, name), Kinds)
        if is_open and choices_for(types, info, parameter) is None:
            missing = nothing_fits(types, info, parameter)
            what = missing or f"`{name}` takes values that are not supported as arguments"
            return Obstacle(what, parameter.span)
        if not is_open and (missing := nothing_fits(types, info, parameter)) is not None:
            return Obstacle(missing, parameter.span)
    return None


def _lowered_either_way(
    types: Types, info: FunctionInfo, names: list[str]
) -> tuple[Function, Sheet, list[ClassDef]]:
    """Lower with static types where these are known, else by what a run will find."""
    table = types.table
    is_typed = info.path != LIBRARY_PATH and not (table.has_containers or table.has_getattr)
    if is_typed and not info.node.is_generator:
        try:
            function, sheet = _lowered(types, info, names)
        except Refusal:
            pass
        else:
            return with_defaults(types, info, function), sheet, []
    header = with_defaults(types, info, _header(types, info))
    return dynamic_function(types, info, header, names)


def with_defaults(types: Types, info: FunctionInfo, function: Function) -> Function:
    """Say what a call may leave out; a default that we cannot make keeps it from that."""
    offset = len(function.parameters) - len(info.parameters)
    parameters = list(function.parameters)
    for index, parameter in enumerate(info.parameters if offset >= 0 else ()):
        default = default_value(types, info, parameter)
        if default is not None:
            parameters[offset + index] = replace(parameters[offset + index], default=default)
    return replace(function, parameters=tuple(parameters), has_names=True)


def problem_of(info: FunctionInfo, obstacle: Obstacle) -> Problem:
    """Say what is not supported, and what that means for the function."""
    verb = "answered" if info.kind in (FunctionKind.SPEC, FunctionKind.INVARIANT) else "explored"
    message = f"`{info.shown_name}` is not {verb}: {obstacle.what}"
    return Problem(codes.NOT_SUPPORTED, Severity.INFORMATION, message, obstacle.span)


def ir_type(type_: ValueType) -> ir_types.Type:
    """Give the type that the engine sees."""
    match type_:
        case ir_types.IntType() | ir_types.BoolType() | ir_types.RefType():
            return type_
        case Kinds():
            return ir_types.ANY
        case _:
            return ir_types.RefType(ROOT_CLASS)


def _has_slot_for_self(info: FunctionInfo) -> bool:
    return info.self_name is not None and info.kind is not FunctionKind.CLASS


def _parameter_type(types: Types, info: FunctionInfo, parameter: tree.Parameter) -> ir_types.Type:
    name = parameter.name.text
    static = types.variable_type(info, name)
    is_typed = not isinstance(static, Kinds) and parameter.kind not in ("*", "**")
    if is_typed:
        type_ = ir_type(static)
        if isinstance(type_, ir_types.RefType) and (
            types.table.is_exception(type_.class_name)
            or not (types.is_library or has_objects(types.table, type_.class_name))
        ):
            # No call gives a client exceptions to pass on, but it may make its own. So it may
            # where nothing in the program is of a class that is there to be replaced.
            return ir_types.AnyType(
                (ir_types.NULL,), (ir_types.Beyond(ir_types.Gap.NOT_MADE, name, (ir_types.NULL,)),)
            )
        is_other = isinstance(parameter.default, tree.StringLiteral | tree.FloatLiteral)
        if not is_other and not (
            type_ == ir_types.INT and is_used_as_object(types, info, parameter, (ir_types.INT,))
        ):
            return type_
    choices = choices_for(types, info, parameter) or ()
    default = parameter.default
    if default is not None and not types.is_library and not is_tried(default, choices):
        # What a call leaves out, it cannot give by place any more.
        others = [p for p in info.parameters if p is not parameter]
        can_leave_out = not any(p.kind in ("*", "positional") for p in others)
        if can_leave_out and _has_default(types, info, parameter):
            choices = (*choices, ir_types.OmittedType())
    return ir_types.AnyType(choices, beyond_choices(types, info, parameter, choices))


def _has_default(types: Types, info: FunctionInfo, parameter: tree.Parameter) -> bool:
    try:
        return default_value(types, info, parameter) is not None
    except Refusal:
        return False


def _header(types: Types, info: FunctionInfo) -> Function:
    """Give the function without its body."""
    found = [(parameter, _parameter_type(types, info, parameter)) for parameter in info.parameters]
    parameters = [
        Parameter(
            parameter.name.text,
            type_,
            is_keyword_only=parameter.kind == "keyword",
            is_positional_only=parameter.kind == "positional",
            gathers=parameter.kind if parameter.kind in ("*", "**") else "",
            takes_null=takes_none(types, info, parameter),
            is_guessed=is_undeclared(types, info, parameter),
            asked=asked_choices(types, info, parameter, type_.choices, type_.beyond)
            if isinstance(type_, ir_types.AnyType)
            else (),
        )
        for parameter, type_ in found
    ]
    if info.kind is FunctionKind.INITIALISER and info.self_name is not None:
        parameters.insert(0, Parameter(info.self_name, ir_types.RefType(info.owner or ROOT_CLASS)))
    role = ROLES[info.kind]
    if role in (Role.SPEC, Role.INVARIANT):
        result: ir_types.Type = ir_types.BOOL
    else:
        result = (
            ir_types.VOID if gives_nothing(types.table, info) else ir_type(types.result_type(info))
        )
    if role is Role.INVARIANT:
        parameters = []
    n_slots = len(parameters) + (role in (Role.METHOD, Role.INVARIANT))
    # Clients make objects by `__new__`, and never run `__init__` on one again.
    is_public = info.is_public and info.kind is not FunctionKind.INITIALISER
    header = Function(
        info.ir_name, info.owner, role, tuple(parameters), result, (), n_slots, is_public
    )
    return replace(header, has_names=True)


def _lowered(types: Types, info: FunctionInfo, names: list[str]) -> tuple[Function, Sheet]:
    """Lower the body; again, with flags, if a variable may be read before it has a value."""
    header = _header(types, info)
    for parameter in info.parameters:
        if parameter.kind in ("*", "**"):
            raise Refusal("such parameters are not supported", parameter.span)
        type_ = types.variable_type(info, parameter.name.text)
        if isinstance(type_, Kinds):
            span = (parameter.annotation or parameter.name).span
            raise not_supported(type_, span)
    if info.kind is FunctionKind.INVARIANT and info.parameters:
        raise Refusal("an invariant takes no arguments", info.parameters[0].span)
    result = None if gives_nothing(types.table, info) else types.result_type(info)
    if isinstance(result, Kinds) and header.role not in (Role.SPEC, Role.INVARIANT):
        node = info.node
        raise not_supported(result, (node.result or node.name).span)
    guarded = _deleted_names(info)
    for _ in range(2):
        sheet, body = _body(types, info, names, guarded)
        function = replace(header, body=tuple(body), n_slots=len(sheet.slot_names))
        ends = open_ends(function)
        if ends.reaches_end and result is not None:
            span = info.node.name.span
            site = sheet.site(span)
            if header.role in (Role.SPEC, Role.INVARIANT) or header.result == ir_types.BOOL:
                if header.role in (Role.METHOD, Role.STATIC) and info.name != "__contains__":
                    raise Refusal("it may end without giving its value", span)
                last: ir.Expr = ir.BoolConstant(False, site)
            else:
                none = Value(ir_types.NULL, ir.NullConstant(site))
                last = converted(sheet, none, result, span)
            body.append(ir.Return(last, sheet.site(span)))
            function = replace(function, body=tuple(body), n_slots=len(sheet.slot_names))
            ends = open_ends(function)
        if not ends.unassigned:
            return function, sheet
        names_of = [sheet.slot_names[slot] for slot in ends.unassigned]
        if "" in names_of or not guarded.isdisjoint(names_of):
            break
        guarded |= frozenset(names_of)
    raise Refusal("a variable may be read before it has a value", info.node.name.span)


def _deleted_names(info: FunctionInfo) -> frozenset[str]:
    """Name the variables of handlers that are used outside of them.

    Python deletes such a variable at the end of its handler.
    """
    inside: list[str] = []
    for node in walk(info.node.body):
        if isinstance(node, tree.Try):
            for handler in node.handlers:
                if handler.name is not None:
                    inside += [
                        n.text
                        for n in walk(handler.body)
                        if isinstance(n, tree.Name) and n.text == handler.name.text
                    ]
    handled = {
        handler.name.text
        for node in walk(info.node.body)
        if isinstance(node, tree.Try)
        for handler in node.handlers
        if handler.name is not None
    }
    everywhere = [node.text for node in walk(info.node.body) if isinstance(node, tree.Name)]
    return frozenset(name for name in handled if everywhere.count(name) > inside.count(name))


def _body(
    types: Types, info: FunctionInfo, names: list[str], guarded: frozenset[str]
) -> tuple[Sheet, list[ir.Statement]]:
    around = surroundings_of(types.table, types.fields, info)
    slots = {name: slot for slot, name in enumerate(names)}
    sheet = Sheet(types, around, info, list(names), slots, guarded)
    for name in sorted(around.locals):
        if name not in slots:
            slots[name] = sheet.slot(name)
    body: list[ir.Statement] = []
    for name in sorted(guarded):
        # A variable that may be missing has a default value and a flag beside it.
        span = info.node.name.span
        sheet.flags[name] = sheet.slot()
        false = ir.BoolConstant(False, sheet.site(span))
        body.append(ir.Assign(sheet.flags[name], false, sheet.site(span)))
        match types.variable_type(info, name):
            case ir_types.IntType():
                start: ir.Expr = ir.IntConstant(0, sheet.site(span))
            case ir_types.BoolType():
                start = ir.BoolConstant(False, sheet.site(span))
            case _:
                start = ir.NullConstant(sheet.site(span))
        body.append(ir.Assign(slots[name], start, sheet.site(span)))
    body += block_of(sheet, info.node.body)
    return sheet, body


def _source(
    info: FunctionInfo, sites: tuple[Span, ...], slot_names: tuple[str, ...]
) -> FunctionSource:
    return FunctionSource(
        info.path,
        0,
        info.node.span,
        info.node.name.span,
        sites,
        slot_names,
    )
