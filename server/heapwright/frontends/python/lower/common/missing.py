"""Attributes that an object may lack: each has a flag beside it in the IR.

Place: frontends/python/lower/common/. `definite` says which fields these are; whoever reads,
writes or deletes an attribute does it through here. The flag has a name that no text can contain,
so that pictures leave it out and nothing clashes.
"""

from __future__ import annotations

from heapwright.frontends.python.lower.common.builder import Sheet
from heapwright.frontends.python.lower.common.convert import negated, throw_if
from heapwright.ir.core import instructions as ir
from heapwright.text.span import Span


def flag_of(name: str) -> str:
    """Name the field that says whether an object has the attribute."""
    return f"{name}?"


def may_lack(sheet: Sheet, owner: str, name: str) -> bool:
    """Say whether an object of the class may be without the attribute."""
    return (owner, name) in sheet.types.missing


def read_field(sheet: Sheet, owner: str, name: str, target: ir.Expr, span: Span) -> ir.Expr:
    """Read a field; one that is missing is an AttributeError."""
    if not may_lack(sheet, owner, name):
        return ir.GetField(target, name, sheet.site(span))
    before, slot = _kept(sheet, target, span)
    flag = ir.GetField(sheet.local(slot, span), flag_of(name), sheet.site(span))
    check = throw_if(sheet, negated(sheet, flag, span), "AttributeError", span)
    value = ir.GetField(sheet.local(slot, span), name, sheet.site(span))
    return ir.Do((*before, check), value, sheet.site(span))


def write_field(
    sheet: Sheet, owner: str, name: str, target: ir.Expr, stored: ir.Expr, span: Span
) -> list[ir.Statement]:
    """Write a field, which is there from then on."""
    if not may_lack(sheet, owner, name):
        return [ir.SetField(target, name, stored, sheet.site(span))]
    before, slot = _kept(sheet, target, span)
    true = ir.BoolConstant(True, sheet.site(span))
    return [
        *before,
        ir.SetField(sheet.local(slot, span), name, stored, sheet.site(span)),
        ir.SetField(sheet.local(slot, span), flag_of(name), true, sheet.site(span)),
    ]


def _kept(sheet: Sheet, target: ir.Expr, span: Span) -> tuple[list[ir.Statement], int]:
    """Evaluate a target once; give the slot that holds it."""
    if isinstance(target, ir.Local):
        return [], target.slot
    slot = sheet.slot()
    return [ir.Assign(slot, target, sheet.site(span))], slot
