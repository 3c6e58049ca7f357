"""Lower one function: a method, invariant, spec, test or the main expression.

Place: frontends/tiny/lower/. `lower` calls this for every body; `elaborate` does the work.
Pure but for the inference, which learns the classes of symbols.
"""

from __future__ import annotations

from heapwright.frontends.tiny.declare import check_codes, check_types
from heapwright.frontends.tiny.declare.class_table import ROOT_CLASS, ClassTable, ParameterInfo
from heapwright.frontends.tiny.declare.inference import Inference
from heapwright.frontends.tiny.lower.builder import Scope, Setting, Sheet
from heapwright.frontends.tiny.lower.dead_code import without_dead_code
from heapwright.frontends.tiny.lower.elaborate import dropped, returned
from heapwright.frontends.tiny.syntax import tree
from heapwright.frontends.tiny.syntax.walk import used_lets
from heapwright.ir.core.instructions import Body
from heapwright.ir.core.program import Function, Parameter, Role
from heapwright.ir.core.source_map import FunctionSource
from heapwright.ir.core.types import VOID, BoolType, IntType, RefType, Type
from heapwright.problems import Problem, Severity
from heapwright.records import dataclass
from heapwright.text.span import Span

# What can be said of a text that the parser had to repair: names that stand in it. All
# else may follow from the repair, as in `let x = 1 in x`.
SURE_CODES = frozenset(
    (
        check_codes.UNKNOWN_CLASS,
        check_codes.UNKNOWN_FIELD,
        check_codes.UNKNOWN_METHOD,
        check_codes.UNKNOWN_SPEC,
        check_codes.PRIVATE_MEMBER,
        check_codes.PRIVATE_CONSTRUCTION,
        check_codes.THIS_OUTSIDE_OBJECT,
    )
)


@dataclass(frozen=True, slots=True)
class FunctionText:
    """A function as it stands in a file; spans count from `offset`.

    `result` is None where anything will do. `mistake` says why the function cannot be
    used, whatever its body is; `is_broken` that the parser had to repair its text.
    """

    name: str
    owner: str | None
    role: Role
    parameters: tuple[ParameterInfo, ...]
    result: check_types.CheckType | None
    body: tree.Expr
    is_public: bool
    path: str
    offset: int
    span: Span
    name_span: Span
    severity: Severity = Severity.ERROR
    mistake: str | None = None
    is_broken: bool = False
    stand_in: tuple[ParameterInfo, ...] | None = None  # the parameters that the IR shows


@dataclass(frozen=True, slots=True)
class LoweredFunction:
    """The function, its source, its problems, and the specs and invariants it asks."""

    function: Function
    source: FunctionSource
    problems: tuple[Problem, ...]
    asked: tuple[tuple[str, Span], ...]  # qualified name and absolute span of the call


def lower_function(table: ClassTable, inference: Inference, text: FunctionText) -> LoweredFunction:
    """Check a function and give its IR, or an empty one with the reason."""
    setting = Setting(
        table,
        inference,
        text.path,
        text.offset,
        text.owner,
        text.role,
        text.severity,
        used_lets(text.body),
    )
    names = [parameter.name for parameter in text.parameters]
    if text.role in (Role.METHOD, Role.INVARIANT):
        names.insert(0, "this")
    if text.result is None:
        sheet, body, result = _lower_any_result(setting, text, names)
    elif isinstance(text.result, check_types.NoValue):
        sheet, body = _lower_body(setting, text, names, text.result)
        result = VOID
    else:
        sheet, body = _lower_body(setting, text, names, text.result)
        result = _ir_type(inference, text.result)
    if sheet.has_throw:
        body, sheet.sites = without_dead_code(body, sheet.sites)
    parameters = text.parameters if text.stand_in is None else text.stand_in
    left_out = text.mistake or _signature_mistake(text) or sheet.mistake
    if left_out is not None:
        names = names[: len(names) - len(text.parameters)] + [p.name for p in parameters]
        sheet, body = Sheet(setting, None, names, problems=sheet.problems), ()
    function = Function(
        text.name,
        text.owner,
        text.role,
        tuple(Parameter(p.name, _ir_type(inference, p.type)) for p in parameters),
        result,
        body,
        len(sheet.slot_names),
        text.is_public,
        left_out,
    )
    source = FunctionSource(
        text.path,
        text.offset,
        text.span,
        text.name_span,
        tuple(sheet.sites),
        tuple(sheet.slot_names),
    )
    asked = tuple((name, span.shifted(text.offset)) for name, span in sheet.asked)
    problems = [p for p in sheet.problems if not text.is_broken or p.code in SURE_CODES]
    return LoweredFunction(function, source, tuple(problems), asked)


def _lower_body(
    setting: Setting, text: FunctionText, names: list[str], result: check_types.CheckType | None
) -> tuple[Sheet, Body]:
    """Lower a body to what the result asks for."""
    scope: Scope | None = None
    first_slot = len(names) - len(text.parameters)
    for slot, parameter in enumerate(text.parameters, start=first_slot):
        scope = Scope(parameter.name, slot, parameter.type, scope)
    if isinstance(result, check_types.NoValue):
        sheet = Sheet(setting, None, list(names))
        return sheet, dropped(sheet, scope, text.body)
    sheet = Sheet(setting, result, list(names))
    return sheet, returned(sheet, scope, text.body)


def _lower_any_result(
    setting: Setting, text: FunctionText, names: list[str]
) -> tuple[Sheet, Body, Type]:
    """Lower a body that gives what it gives: the main expression."""
    sheet, body = _lower_body(setting, text, names, None)
    result = _joined(setting.inference, sheet.result_types)
    if isinstance(result, check_types.NoValue):
        # Its ends disagree, or one has no value, so there is none to give.
        sheet, body = _lower_body(setting, text, names, result)
    return sheet, body, _ir_type(setting.inference, result)


def _joined(inference: Inference, types: list[check_types.CheckType]) -> check_types.CheckType:
    """Give the type of all ends of a body together."""
    joined: check_types.ValueType = check_types.NEVER
    for found in types:
        if isinstance(found, check_types.NoValue):
            return found
        both = inference.joined(joined, found)
        if both is None:
            return check_types.NoValue("its ends disagree")
        joined = both
    return joined


def _signature_mistake(text: FunctionText) -> str | None:
    """Say what in the signature makes the function useless."""
    names = [parameter.name for parameter in text.parameters]
    if len(set(names)) < len(names) or "" in names:
        return f"the parameters of `{text.name}` have a mistake"
    if (
        any(parameter.type == check_types.UNKNOWN for parameter in text.parameters)
        or text.result == check_types.UNKNOWN
    ):
        return f"a type in the signature of `{text.name}` is unknown"
    return None


def _ir_type(inference: Inference, check_type: check_types.CheckType) -> Type:
    """Give the type that the engine sees."""
    match check_type:
        case IntType() | BoolType() | RefType():
            return check_type
        case check_types.OpenType():
            found = inference.resolved(check_type)
            if isinstance(found, RefType):
                return found
            return found.known or RefType(ROOT_CLASS)
        case check_types.NoValue() | check_types.NeverType():
            return VOID
        case _:
            return RefType(ROOT_CLASS)
