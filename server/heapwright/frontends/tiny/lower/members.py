"""Find the field or method that a name means, and check that it may be used here.

Place: frontends/tiny/lower/. `elaborate` asks this for every dot. Gives None after it has
reported a problem, or where one is reported already.
"""

from __future__ import annotations

from heapwright.frontends.name_hints import did_you_mean
from heapwright.frontends.tiny.declare import check_codes
from heapwright.frontends.tiny.declare import check_types as types
from heapwright.frontends.tiny.declare.class_table import ClassInfo, FieldInfo, Member, MethodInfo
from heapwright.frontends.tiny.lower.builder import Sheet
from heapwright.frontends.tiny.syntax.tree import Name
from heapwright.ir.core.types import RefType


def field_of(sheet: Sheet, target: types.ValueType, name: Name) -> FieldInfo | None:
    """Find the field that `target.name` means."""
    found = _member_of(sheet, target, name, is_method=False)
    if not isinstance(found, FieldInfo):
        return None
    if found.is_private and not _sees(sheet, found.owner):
        _report_private(sheet, name, found)
    return found


def method_of(sheet: Sheet, target: types.ValueType, name: Name) -> MethodInfo | None:
    """Find the method that `target.name(…)` means."""
    found = _member_of(sheet, target, name, is_method=True)
    if not isinstance(found, MethodInfo):
        return None
    if found.is_static:
        message = f"`{name.text}` is static: call it as `{found.owner}.{name.text}(…)`"
        sheet.report(check_codes.STATIC_MISUSE, name.span, message)
        return None
    _check_method_use(sheet, name, found)
    return found


def static_method_of(sheet: Sheet, class_name: str, name: Name) -> MethodInfo | None:
    """Find the method that `Class.name(…)` means."""
    found = sheet.setting.table.method(class_name, name.text)
    if found is None:
        _report_unknown(sheet, RefType(class_name), class_name, name, is_method=True)
        return None
    if not found.is_static:
        message = f"`{name.text}` is not static: it needs an object of class `{found.owner}`"
        sheet.report(check_codes.STATIC_MISUSE, name.span, message)
        return None
    _check_method_use(sheet, name, found)
    return found


def may_construct(sheet: Sheet, info: ClassInfo) -> bool:
    """Whether the code may say `new` for a class."""
    # A built-in exception is no part of the public API, but any code may throw one.
    return not info.has_private_new or info.place is None or _sees(sheet, info.name)


def _member_of(
    sheet: Sheet, target: types.ValueType, name: Name, *, is_method: bool
) -> Member | None:
    """Find a member of a value."""
    if types.is_silent(target) or not name.text:
        sheet.spoil()
        return None
    match target:
        case RefType(class_name):
            found = sheet.setting.table.member(class_name, name.text, is_method=is_method)
            if found is None:
                _report_unknown(sheet, target, class_name, name, is_method=is_method)
            return found
        case types.OpenType():
            return _member_of_open(sheet, target, name, is_method=is_method)
        case _:
            kind = "methods" if is_method else "fields"
            message = f"{types.shown_type(target)} has no {kind}, so there is no `.{name.text}`"
            sheet.report(check_codes.NOT_AN_OBJECT, name.span, message)
            return None


def _member_of_open(
    sheet: Sheet, target: types.OpenType, name: Name, *, is_method: bool
) -> Member | None:
    """Find a member of a value whose class follows from its use, perhaps from this one."""
    table, inference = sheet.setting.table, sheet.setting.inference
    found: Member | None = None
    classes = [] if target.known is None else [(target.known.class_name, False)]
    for open_name in target.names:
        match inference.resolved(types.OpenType((open_name,))):
            case RefType(class_name):
                classes.append((class_name, types.is_symbol(open_name)))
            case types.OpenType() as still_open:
                declaring = table.first_declaring(name.text, is_method=is_method)
                if declaring is None:
                    _report_unknown(sheet, still_open, None, name, is_method=is_method)
                    return None
                inference.decide(still_open, declaring)
                classes.append((declaring, False))
    for class_name, is_assumed in classes:
        member = table.member(class_name, name.text, is_method=is_method)
        if member is None and is_assumed:
            # [POSE]: a symbol may turn out to be of a class below the assumed one.
            member = table.member_below(class_name, name.text, is_method=is_method)
        if member is None:
            _report_unknown(sheet, target, class_name, name, is_method=is_method)
            return None
        found = found or member
    return found


def _check_method_use(sheet: Sheet, name: Name, method: MethodInfo) -> None:
    """Report a method that the code may not call."""
    if method.mistake is not None:
        sheet.spoil(f"it calls `{method.qualified_name}`, which has a mistake")
    if method.is_private and not _sees(sheet, method.owner):
        _report_private(sheet, name, method)
    if method.is_invariant and not sheet.setting.may_ask:
        message = f"`{name.text}` is an invariant: only specs, invariants and tests can ask it"
        sheet.report(check_codes.SPEC_CALL_OUTSIDE, name.span, message)


def _sees(sheet: Sheet, owner: str) -> bool:
    """Whether the code may use the private members of a class."""
    return sheet.setting.sees_private or sheet.setting.owner == owner


def _report_private(sheet: Sheet, name: Name, member: Member) -> None:
    """Report the use of a private member from outside."""
    message = f"`{name.text}` is private: only the code of `{member.owner}` can use it"
    related = member.place.related(f"`{name.text}` is declared here", sheet.setting.path)
    sheet.report(check_codes.PRIVATE_MEMBER, name.span, message, (related,))


def _report_unknown(
    sheet: Sheet, target: types.CheckType, class_name: str | None, name: Name, *, is_method: bool
) -> None:
    """Report a name that no member has; point to the member that is of the other kind."""
    table = sheet.setting.table
    kind, other_kind = ("method", "field") if is_method else ("field", "method")
    code = check_codes.UNKNOWN_METHOD if is_method else check_codes.UNKNOWN_FIELD
    infos = list(table.classes.values() if class_name is None else table.chain(class_name))
    owner = "no class has" if class_name is None else f"`{class_name}` has no"
    owner = f"{owner} a {kind}" if class_name is None else f"{owner} {kind}"
    if isinstance(target, types.OpenType) and class_name is not None and target.known is None:
        owner = f"{types.shown_type(target)} is taken to be a `{class_name}`, which has no {kind}"
    others = {other for info in infos for other in info.members(is_method=not is_method)}
    if name.text in others:
        hint = f", but a {other_kind} of that name"
    else:
        members = {own for info in infos for own in info.members(is_method=is_method)}
        hint = did_you_mean(name.text, members)
    sheet.report(code, name.span, f"{owner} `{name.text}`{hint}")
