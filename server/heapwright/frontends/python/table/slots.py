"""Which attributes objects have room for: `__slots__` of a class and of those above it.

Place: frontends/python/table/. `fields` leaves out what there is no room for, `lower` says which
classes are closed; to assign anything else to their objects is an AttributeError:

    class Base:                    class Tight(Base):           class Loose(Base):
        __slots__ = ("a",)             __slots__ = "b"              pass

    `Base` has room for `a`, `Tight` for `a` and `b`, `Loose` for all: it has a `__dict__`.
"""

from __future__ import annotations

from collections.abc import Sequence

from heapwright.frontends.python.syntax import tree
from heapwright.frontends.python.syntax.mangling import private_name
from heapwright.frontends.python.table.class_table import ROOT_CLASS, ClassInfo, ClassTable

SLOTS = "__slots__"
# Containers whose own objects have no `__dict__`; a class below one may be without it, too.
_WITHOUT_DICT = ("", "list", "dict", "set")


def is_closed(table: ClassTable, class_name: str) -> bool:
    """Say whether objects of a class have the attributes that slots name, and no `__dict__`."""
    for level in table.lookup_order(class_name):
        if level == ROOT_CLASS:
            continue
        info = table.classes.get(level)
        if info is None or info.is_exception or info.is_enum:
            return False
        own = own_slots(info)
        if own is None or "__dict__" in own or info.beneath not in _WITHOUT_DICT:
            return False
    return True


def has_room_for(table: ClassTable, class_name: str, name: str) -> bool:
    """Say whether objects of a class can keep an attribute."""
    if not is_closed(table, class_name) or not name.isidentifier():
        return True  # what no text can name is kept beside the attributes
    if table.function(class_name, f"_compute_{name.removeprefix('_cached_')}") is not None:
        return True  # a `cached_property` keeps its value under this name
    above = [table.classes[one] for one in table.lookup_order(class_name) if one != ROOT_CLASS]
    return any(name in (own_slots(info) or ()) for info in above)


def own_slots(info: ClassInfo) -> tuple[str, ...] | None:
    """Name the attributes that the slots of a class list; None where there are none to be read."""
    if info.givers.get(SLOTS, info.name) != info.name:
        return None
    found = slots_in(info.constants.get(SLOTS))
    stem = info.node.name.text.lstrip("_")
    return None if found is None else tuple([private_name(stem, name) for name in found])


def slot_with_value(node: tree.ClassDef) -> str | None:
    """Name what the text of a class lists as a slot and gives a value, too: a ValueError."""
    values = {
        target.text: member.value
        for member in node.body
        if isinstance(member, tree.Assignment) and member.value is not None
        for target in member.targets
        if isinstance(target, tree.Name)
    }
    return next((name for name in slots_in(values.get(SLOTS)) or () if name in values), None)


def slots_in(expr: tree.Expr | None) -> tuple[str, ...] | None:
    """Name what a value of `__slots__` lists; None where it is not written out."""
    match expr:
        case tree.StringLiteral(text, ()):
            return (text,)
        case tree.TupleExpr(items) | tree.Display(items=items):
            return _texts(items)
        case tree.DictDisplay(keys):
            return _texts(keys)
        case _:
            return None


def _texts(items: Sequence[tree.Expr | None]) -> tuple[str, ...] | None:
    texts = [i.text for i in items if isinstance(i, tree.StringLiteral) and not i.parts]
    return tuple(texts) if len(texts) == len(items) else None
