"""An expression that is lowered: its type, what to run first, and its value after that.

Place: frontends/tiny/lower/. `elaborate` makes these and takes them apart.
"""

from __future__ import annotations

from heapwright.frontends.tiny.declare import check_codes
from heapwright.frontends.tiny.declare.check_types import (
    UNKNOWN,
    CheckType,
    NoValue,
    OpenType,
    ValueType,
    shown_type,
)
from heapwright.frontends.tiny.lower.builder import Sheet
from heapwright.frontends.tiny.lower.operators import can_act
from heapwright.ir.core import instructions as ir
from heapwright.records import dataclass
from heapwright.text.span import Span


@dataclass(frozen=True, slots=True)
class Typed:
    """An expression's type, the statements to run first, and its value after them."""

    type: CheckType
    before: ir.Body
    value: ir.Expr


@dataclass(frozen=True, slots=True)
class Value:
    """The same for an expression that surely has a value."""

    type: ValueType
    before: ir.Body
    value: ir.Expr


NOTHING = ir.BoolConstant(False)
MISTAKE = Value(UNKNOWN, (), NOTHING)


def needed(sheet: Sheet, span: Span, typed: Typed) -> Value:
    """Turn an expression that may have no value into one that has, or report it."""
    if isinstance(typed.type, NoValue):
        sheet.report(typed.type.code, span, typed.type.why)
        return MISTAKE
    if typed.type == UNKNOWN:
        sheet.spoil()
    return Value(typed.type, typed.before, typed.value)


def whole(sheet: Sheet, span: Span, typed: Typed | Value) -> ir.Expr:
    """Give one expression that runs the statements first."""
    if not typed.before:
        return typed.value
    return ir.Do(typed.before, typed.value, sheet.site(span))


def without_value(sheet: Sheet, span: Span, typed: Typed) -> ir.Body:
    """Keep of an expression what it does."""
    if can_act(typed.value):
        return (*typed.before, ir.Evaluate(typed.value, sheet.site(span)))
    return typed.before


def stored(sheet: Sheet, value: Value, wanted: ValueType, place: str, span: Span) -> Value:
    """Check that a value fits the variable or field it is put into."""
    inference = sheet.setting.inference
    shown = shown_type(inference.resolved(wanted) if isinstance(wanted, OpenType) else wanted)
    if inference.fits(value.type, wanted):
        return value
    message = f"{place} is {shown}, so it cannot become {shown_type(value.type)}"
    sheet.report(check_codes.ASSIGNMENT_TYPE, span, message)
    return Value(UNKNOWN, value.before, value.value)


def either(sheet: Sheet, first: CheckType, second: CheckType, what: str) -> CheckType:
    """Give the type of two branches together."""
    if isinstance(first, NoValue):
        return first
    if isinstance(second, NoValue):
        return second
    joined = sheet.setting.inference.joined(first, second)
    if joined is None:
        types = f"{shown_type(first)} and {shown_type(second)}"
        return NoValue(f"the two sides of the `{what}` differ: {types}", check_codes.BRANCH_TYPES)
    return joined
