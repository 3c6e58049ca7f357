"""Functions by which clients get the public objects of modules and classes.

Place: frontends/python/lower/dynamic/. `program.lower` asks once all functions are lowered. After
`lamp = Lamp()` in a module clients have `lamp`, and after `log = []` in `Account` they have
`Account.log`. Only what some code names is worth it, or objects whose class clients cannot use: of
anything else, a client may make an equal one by itself.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from heapwright.frontends.python.import_time.escape import is_mutable, is_shared
from heapwright.frontends.python.import_time.plain_objects import makes_plain_object
from heapwright.frontends.python.lower.common.builder import Refusal, Sheet
from heapwright.frontends.python.lower.dynamic.expressions import value
from heapwright.frontends.python.lower.dynamic.names import followed_value
from heapwright.frontends.python.lower.dynamic.statements import block, cast
from heapwright.frontends.python.syntax import tree
from heapwright.frontends.python.table.class_table import ClassInfo, ConstantName, ModuleInfo
from heapwright.frontends.python.table.resolve import Surroundings
from heapwright.frontends.python.types.known_types import Types
from heapwright.ir.core import instructions as ir
from heapwright.ir.core.operations import GETTING, THERE
from heapwright.ir.core.program import Function, Role
from heapwright.ir.core.source_map import FunctionSource
from heapwright.ir.core.types import ANY, RefType, Type
from heapwright.ir.core.walk import code_of
from heapwright.records import dataclass
from heapwright.text.span import Span


@dataclass(frozen=True, slots=True)
class PublicObject:
    """A function that gives an object of a module, and where the object stands in the text."""

    function: Function
    source: FunctionSource


def public_objects(types: Types, functions: Iterable[Function]) -> list[PublicObject]:
    """Give a function for each public object of a module or class that is one for all."""
    used = {
        node.name
        for function in functions
        for node in code_of(function)
        if isinstance(node, ir.Operate) and node.operation in ("shared", "share")
    }
    read = {
        node.name
        for function in functions
        for node in code_of(function)
        if isinstance(node, ir.Operate) and node.operation in GETTING
    }
    found: list[PublicObject] = []
    for module in types.table.modules.values():
        for name, meaning in module.names.items():
            if not isinstance(meaning, ConstantName) or meaning.path != module.path:
                continue
            if meaning.name == name and not name.startswith("_"):
                is_used = f"{module.owner}.{name}" in used
                found += _of_module(types, module, meaning, is_used=is_used)
    for info in types.table.classes.values():
        if info.is_public and not info.is_exception and info.obstacle is None:
            for name, expr in info.constants.items():
                if name in read and name.isidentifier() and not name.startswith("_"):
                    found += _of_class(types, info, name, expr)
    return found


def _of_module(
    types: Types, module: ModuleInfo, meaning: ConstantName, *, is_used: bool
) -> Iterator[PublicObject]:
    around = Surroundings(types.table, types.fields, module.path, None, frozenset())
    result = _type_of(around, meaning.value, meaning.name)
    if result is None or not (is_used or _is_out_of_reach(types, result)):
        return
    is_set = (module.path, meaning.name) in types.table.sharing.in_modules
    sheet = Sheet(types, around, None, [], {})
    sheet.lower_value, sheet.lower_block = value, block
    span = meaning.value.span
    try:
        given = followed_value(sheet, meaning, span)
    except Refusal:
        return  # whoever uses it has an input
    yield _public_object(sheet, module.owner, meaning.name, ANY if is_set else result, given, span)


def _of_class(types: Types, info: ClassInfo, name: str, expr: tree.Expr) -> Iterator[PublicObject]:
    around = Surroundings(types.table, types.fields, info.path, None, frozenset())
    result = _type_of(around, expr, name)
    if result is None or name in types.fields.by_class[info.name]:
        return
    if not is_shared(types.table, expr, name) and not isinstance(expr, tree.Call):
        return
    is_set = name in types.table.sharing.on_classes
    sheet = Sheet(types, around, None, [], {})
    holder = ir.NameConstant("type", info.name, sheet.site(expr.span))
    given = ir.Operate("getattr", (holder,), name, sheet.site(expr.span))
    yield _public_object(sheet, info.name, name, ANY if is_set else result, given, expr.span)


def _public_object(
    sheet: Sheet, owner: str, name: str, result: Type, given: ir.Expr, span: Span
) -> PublicObject:
    if isinstance(result, RefType):
        given = cast(sheet, given, result, span)
    body = (ir.Return(given, sheet.site(span)),)
    n_slots = len(sheet.slot_names)
    function = Function(
        f"{THERE}{name}", owner, Role.STATIC, (), result, body, n_slots, is_public=True
    )
    path = sheet.around.path
    return PublicObject(function, FunctionSource(path, 0, span, span, tuple(sheet.sites), ()))


def _type_of(around: Surroundings, expr: tree.Expr, name: str) -> Type | None:
    """Say what a value is if it can be changed; None for any other value."""
    if is_mutable(expr):
        container = _container(expr)
        return ANY if container is None else RefType(container)
    if not isinstance(expr, tree.Call) or not makes_plain_object(around, expr, name):
        return None
    class_name = around.class_named(expr.function)
    return ANY if class_name is None else RefType(class_name)


def _is_out_of_reach(types: Types, result: Type) -> bool:
    """Say whether clients cannot make such objects by themselves."""
    info = types.table.classes.get(result.class_name) if isinstance(result, RefType) else None
    return info is not None and not info.is_public


def _container(expr: tree.Expr) -> str | None:
    """Name the class of a list, dict or set that is written out."""
    match expr:
        case tree.Display(kind) if kind in ("list", "set"):
            return kind
        case tree.DictDisplay():
            return "dict"
        case _:
            return None
