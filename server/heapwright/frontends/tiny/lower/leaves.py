"""Lower the expressions that have no parts: variables, `this`, `new`.

Place: frontends/tiny/lower/. `elaborate` calls this where a branch of the tree ends.
"""

from __future__ import annotations

from heapwright.frontends.name_hints import did_you_mean
from heapwright.frontends.tiny.declare import check_codes
from heapwright.frontends.tiny.declare.check_types import UNKNOWN, NoValue
from heapwright.frontends.tiny.lower.builder import Scope, Sheet, visible, visible_names
from heapwright.frontends.tiny.lower.members import may_construct
from heapwright.frontends.tiny.lower.typed import NOTHING, Typed
from heapwright.frontends.tiny.syntax import tree
from heapwright.ir.core import instructions as ir
from heapwright.ir.core.program import Role
from heapwright.ir.core.types import RefType


def read_variable(sheet: Sheet, scope: Scope | None, expr: tree.Variable) -> Typed:
    """Read a variable."""
    name = expr.name.text
    variable = visible(scope, name)
    if variable is None:
        report_unknown_variable(sheet, scope, expr.name)
        return Typed(UNKNOWN, (), NOTHING)
    if isinstance(variable.type, NoValue):
        message = f"`{name}` has no value: {variable.type.why}"
        return Typed(NoValue(message, variable.type.code), (), NOTHING)
    return Typed(variable.type, (), ir.Local(variable.slot, sheet.site(expr.span)))


def report_unknown_variable(sheet: Sheet, scope: Scope | None, name: tree.Name) -> None:
    """Report a variable that is not visible; a name that the parser made up is no news."""
    table = sheet.setting.table
    if not name.text:
        sheet.spoil("its text has a syntax error")
        return
    if name.text in table.classes:
        message = f"`{name.text}` is a class, not a variable"
    elif sheet.setting.owner is not None and table.field(sheet.setting.owner, name.text):
        message = f"there is no variable `{name.text}`; did you mean `this.{name.text}`?"
    else:
        hint = did_you_mean(name.text, visible_names(scope))
        message = f"there is no variable `{name.text}`{hint}"
    sheet.report(check_codes.UNKNOWN_VARIABLE, name.span, message)


def read_this(sheet: Sheet, expr: tree.This) -> Typed:
    """Read the receiver."""
    setting = sheet.setting
    if setting.owner is None or setting.role is Role.STATIC:
        where = "a static method" if setting.role is Role.STATIC else f"a {setting.role.value}"
        if setting.role is Role.MAIN:
            where = "the main expression"
        message = f"there is no `this` in {where}"
        sheet.report(check_codes.THIS_OUTSIDE_OBJECT, expr.span, message)
        return Typed(UNKNOWN, (), NOTHING)
    return Typed(RefType(setting.owner), (), ir.Local(0, sheet.site(expr.span)))


def construct(sheet: Sheet, expr: tree.New) -> Typed:
    """Lower `new`."""
    name = expr.class_name
    if not is_class(sheet, name):
        return Typed(UNKNOWN, (), NOTHING)
    info = sheet.setting.table.classes[name.text]
    if not may_construct(sheet, info):
        message = f"`new {name.text}` is private: only the code of `{name.text}` can say it"
        sheet.report(check_codes.PRIVATE_CONSTRUCTION, expr.span, message)
    return Typed(RefType(name.text), (), ir.New(name.text, sheet.site(expr.span)))


def is_class(sheet: Sheet, name: tree.Name) -> bool:
    """Whether a class of that name exists; report if not."""
    classes = sheet.setting.table.classes
    if name.text in classes:
        return True
    if name.text:
        message = f"there is no class `{name.text}`{did_you_mean(name.text, classes)}"
        sheet.report(check_codes.UNKNOWN_CLASS, name.span, message)
    else:
        sheet.spoil("its text has a syntax error")
    return False
