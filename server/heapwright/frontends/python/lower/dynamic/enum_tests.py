"""What `isinstance(x, Enum)` asks: of which enumeration of the program a value is.

Place: frontends/python/lower/dynamic/. `dynamic.calls` asks for each class that a test names.
"""

from __future__ import annotations

from heapwright.frontends.python.lower.common.builder import Sheet
from heapwright.frontends.python.syntax import tree
from heapwright.frontends.python.syntax.dotted_names import dotted_name
from heapwright.frontends.python.table.class_table import ClassInfo, ForeignName
from heapwright.ir.core import instructions as ir

_ENUMS = ("Enum", "IntEnum", "StrEnum")
_METAS = ("EnumMeta", "EnumType")


def enum_tests(sheet: Sheet, named: tree.Expr, slot: int) -> ir.Expr | None:
    """Ask whether a local is a member of some enumeration, or is one; None for other classes."""
    name = _name_in_enum(sheet, named)
    if name is None:
        return None
    whole: ir.Expr | None = None
    span = named.span
    for info in sheet.around.table.classes.values():
        if not info.is_enum or not info.members:
            continue
        own = sheet.local(slot, span)
        if name in _METAS:
            enumeration = ir.NameConstant("type", info.name, sheet.site(span))
            test: ir.Expr = ir.Operate("is", (own, enumeration), "", sheet.site(span))
        elif name == "Enum" or _is_named(_topmost(sheet, info), name):
            test = ir.Operate("isinstance", (own,), info.name, sheet.site(span))
        else:
            continue
        whole = test if whole is None else ir.Or(whole, test, sheet.site(span))
    return ir.BoolConstant(False, sheet.site(span)) if whole is None else whole


def _topmost(sheet: Sheet, info: ClassInfo) -> ClassInfo:
    """Give the enumeration right below that of Python."""
    table = sheet.around.table
    line = [table.classes[level] for level in table.line(info.name) if level in table.classes]
    return [level for level in line if level.is_enum][-1]


def _is_named(info: ClassInfo, name: str) -> bool:
    """Tell `class Level(IntEnum)` from `class Level(int, Enum)`, whose members are ints, too."""
    beneath = {"IntEnum": "int", "StrEnum": "str"}[name]
    return info.beneath == beneath and len(info.node.bases) == 1


def _name_in_enum(sheet: Sheet, named: tree.Expr) -> str | None:
    name = dotted_name(named)
    if name is None:
        return None
    first, _, rest = name.partition(".")
    if first in sheet.slots or first in sheet.captured:
        return None
    match sheet.around.meaning(first):
        case ForeignName("enum", inner):
            found = inner or rest
            return found if found in (*_ENUMS, *_METAS) else None
        case _:
            return None
