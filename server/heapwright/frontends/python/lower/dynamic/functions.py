"""Lower one function whose values may be of any kind.

Place: frontends/python/lower/dynamic/. `program.functions` comes here when the types of some values
are not known, or are such that only a run can tell what happens.
"""

from __future__ import annotations

from heapwright.frontends.python.desugar.class_bodies import OWN
from heapwright.frontends.python.import_time.escape import has_shared_default
from heapwright.frontends.python.lower.common.builder import Refusal, Sheet
from heapwright.frontends.python.lower.dynamic.closures import (
    deleted_names,
    prepared,
    without_dead_end,
)
from heapwright.frontends.python.lower.dynamic.expressions import value
from heapwright.frontends.python.lower.dynamic.generator_bodies import generator_body
from heapwright.frontends.python.lower.dynamic.names import (
    BY_NAME,
    constant,
    is_mark,
    shared_value,
    value_by_name,
)
from heapwright.frontends.python.lower.dynamic.statements import block, cast
from heapwright.frontends.python.modules.library_names import LIBRARY_PATH
from heapwright.frontends.python.syntax import tree
from heapwright.frontends.python.table.class_table import (
    ClassInfo,
    ClassTable,
    ForeignName,
    FunctionInfo,
)
from heapwright.frontends.python.table.resolve import Surroundings
from heapwright.frontends.python.types.known_types import Types, surroundings_of
from heapwright.ir.checks.flow import open_ends
from heapwright.ir.core import instructions as ir
from heapwright.ir.core.program import ClassDef, Function, Role
from heapwright.ir.core.types import ANY, VoidType
from heapwright.records import replace
from heapwright.text.span import Span


def dynamic_function(
    types: Types, info: FunctionInfo, header: Function, names: list[str]
) -> tuple[Function, Sheet, list[ClassDef]]:
    """Lower the body; again, with checks, if a variable may be read before it has a value."""
    guarded = deleted_names(info.node.body)
    span = info.node.name.span
    if info.node.is_generator and not types.is_library:
        whole = generator_body(info.node.body, span)
        info = replace(info, node=replace(info.node, body=whole))
    for _ in range(2):
        sheet, body = _body(types, info, header, names, guarded)
        function = replace(header, body=tuple(body), n_slots=len(sheet.slot_names))
        ends = open_ends(function)
        if ends.reaches_end and not isinstance(header.result, VoidType):
            is_question = header.role in (Role.SPEC, Role.INVARIANT)
            if is_question or info.name == "__contains__":
                last: ir.Expr = ir.BoolConstant(False, sheet.site(span))
            else:
                last = cast(sheet, ir.NullConstant(sheet.site(span)), header.result, span)
            body = [*body, ir.Return(last, sheet.site(span))]
            function = replace(
                function, body=tuple(without_dead_end(body)), n_slots=len(sheet.slot_names)
            )
            ends = open_ends(function)
        if not ends.unassigned:
            return replace(function, is_generator=info.node.is_generator), sheet, sheet.closures
        found = [sheet.slot_names[slot] for slot in ends.unassigned]
        if "" in found or not guarded.isdisjoint(found):
            break
        guarded |= frozenset(found)
    raise Refusal("a variable may be read before it has a value", span)


def default_value(types: Types, info: FunctionInfo, parameter: tree.Parameter) -> ir.Expr | None:
    """Give the default of a parameter as an expression that needs no locals."""
    if parameter.default is None:
        return None
    around = replace(surroundings_of(types.table, types.fields, info), function=None)
    sheet = Sheet(types, around, info, [], {}, is_library=info.path == LIBRARY_PATH)
    sheet.lower_value, sheet.lower_block = value, block
    name = parameter.name.text
    if isinstance(parameter.default, tree.Name) and (
        sheet.is_library or parameter.default.text == "(absent)"
    ):
        return value(sheet, parameter.default)
    try:
        found = _default(sheet, types, info, parameter, parameter.default)
    except Refusal as refusal:
        raise Refusal(
            f"the default of `{name}` is not supported: {refusal.what}", parameter.span
        ) from None
    return _without_sites(found)


def _default(
    sheet: Sheet, types: Types, info: FunctionInfo, parameter: tree.Parameter, expr: tree.Expr
) -> ir.Expr:
    name, span = f"default of {parameter.name.text}", info.node.span
    match expr:
        case tree.Attribute(tree.Name(text), own) if text == OWN:
            return _own_value(sheet, types.table, info, own)
        case tree.Name(text) if text in BY_NAME and text == parameter.name.text:
            if types.table.meaning(info.path, text) is None:
                return value_by_name(sheet, text, span)
        case tree.Name(text):
            match types.table.meaning(info.path, text):
                case ForeignName("typing" | "collections.abc" as module, inner):
                    # A type where a value was meant; calling it fails, as it does in CPython.
                    return ir.NameConstant("constant", f"{module}.{inner}", sheet.site(span))
    # Copies of a function for several classes have one default.
    functions = types.table.functions.values()
    first = next((f for f in functions if f.node is info.node), info)
    place = f"{first.qualified_name}({parameter.name.text})"
    if has_shared_default(info, parameter):
        return shared_value(sheet, expr, info.path, name, place, span)
    if is_mark(expr):
        return constant(sheet, expr, info.path, name, span, place)
    return constant(sheet, expr, info.path, name, span)


def _own_value(sheet: Sheet, table: ClassTable, info: FunctionInfo, name: str) -> ir.Expr:
    """Give what the class body said of a name before the function whose default it is."""
    giver = table.classes.get(info.origin or info.owner or "")
    expr = None if giver is None else giver.constants.get(name)
    if giver is None or expr is None:
        raise Refusal(f"`{name}` as a value is not supported", info.node.span)
    if name in table.sharing.on_classes:
        # The default stays what it was.
        raise Refusal(f"`{name}` is set on the class later", info.node.span)
    return constant(sheet, expr, giver.path, name, info.node.span, f"{giver.name}.{name}")


def _without_sites(expr: ir.Expr) -> ir.Expr:
    """Sites number the body; a default stands outside of it."""
    match expr:
        case ir.Choose(condition, then_value, else_value):
            return ir.Choose(
                _without_sites(condition), _without_sites(then_value), _without_sites(else_value)
            )
        case ir.Operate(operation, operands, name):
            return ir.Operate(operation, tuple(map(_without_sites, operands)), name)
        case ir.CallValue(callee, method, arguments, names):
            given = tuple(map(_without_sites, arguments))
            return ir.CallValue(_without_sites(callee), method, given, names)
        case ir.Do():
            raise Refusal("it is made by code", Span(0, 0))
        case _:
            return replace(expr, site=ir.NO_SITE)


def _body(
    types: Types,
    info: FunctionInfo,
    header: Function,
    names: list[str],
    guarded: frozenset[str],
) -> tuple[Sheet, list[ir.Statement]]:
    around = surroundings_of(types.table, types.fields, info)
    slots = {name: slot for slot, name in enumerate(names)}
    sheet = Sheet(
        types,
        around,
        info,
        list(names),
        slots,
        guarded,
        is_library=info.path == LIBRARY_PATH,
        is_generator=info.node.is_generator,
        lower_value=value,
        lower_block=block,
        result=header.result,
    )
    span = info.node.name.span
    start = prepared(sheet, around.locals, info.node.body, span)
    return sheet, [*start, *block(sheet, info.node.body)]


def constant_function(types: Types, info: ClassInfo, name: str) -> Function:
    """Give the function that reads a value of a class body: `$name`, found by dispatch."""
    table = types.table
    header = Function(f"${name}", info.name, Role.METHOD, (), ANY, (), 1, is_public=False)
    found = table.constant(info.name, name)
    assert found is not None
    giver, expr = found
    around = Surroundings(table, types.fields, giver.path, None, frozenset())
    sheet = Sheet(types, around, None, [""], {}, is_library=giver.path == LIBRARY_PATH)
    sheet.lower_value, sheet.lower_block = value, block
    place = f"{giver.name}.{name}"
    try:
        if name in table.sharing.on_classes:
            given = shared_value(sheet, expr, giver.path, name, place, expr.span)
        else:
            given = constant(sheet, expr, giver.path, name, expr.span, place)
    except Refusal as refusal:
        return replace(header, left_out=refusal.what)
    # What was set on a class itself comes before what a class above has.
    above = table.lookup_order(info.name)
    for level in reversed(above[: above.index(giver.name)]):
        held = ir.Operate("shared", (), f"{level}.{name}", sheet.site(expr.span))
        missing = ir.Operate("missing", (held,), "", sheet.site(expr.span))
        again = ir.Operate("shared", (), f"{level}.{name}", sheet.site(expr.span))
        given = ir.Choose(missing, given, again, sheet.site(expr.span))
    body = (ir.Return(given, sheet.site(expr.span)),)
    return replace(header, body=body, n_slots=len(sheet.slot_names))
