"""Names of code that is not read: packages, and what of the standard library is not modelled.

Place: frontends/python/lower/common/. `dynamic.names` asks before it refuses a name. What such
code gives is a value of which nothing is known (`paths/known_shapes/foreign.py`), and whoever
hands an object to it proves nothing any more.

Some names stay refused: those that change what modelled code does, those of the program's own
modules, where the text must say more, and modules as values of which something is modelled.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from pathlib import PurePath

from heapwright.frontends.python.lower.common.builder import Sheet
from heapwright.frontends.python.modules.library_names import foreign_name, is_known_module
from heapwright.frontends.python.syntax import codes, tree
from heapwright.frontends.python.syntax.dotted_names import dotted_name
from heapwright.frontends.python.syntax.walk import nodes_below, walk
from heapwright.frontends.python.table.class_table import (
    ConstantName,
    ForeignName,
    Meaning,
    OpenName,
)
from heapwright.frontends.python.table.resolve import Surroundings
from heapwright.ir.core import instructions as ir
from heapwright.problems import Problem, Severity
from heapwright.text.span import Span

# What these do is seen by code that is modelled, or they are only about types.
_REFUSED = frozenset(("decimal", "heapwright", "__future__", "typing", "typing_extensions"))
# How deep values of modules may lead to each other.
_MOST_STEPS = 20
_SCALARS = (tree.IntLiteral, tree.FloatLiteral, tree.BoolLiteral, tree.NoneLiteral)
# How many names one message lists.
_MOST_SHOWN = 3


def is_unread(module: str, name: str) -> bool:
    """Say whether a name belongs to code that is not read, and that may be called all the same."""
    if not module or module.partition(".")[0] in _REFUSED:
        return False
    if not name:
        return not is_known_module(module)
    outer, _, last = module.rpartition(".")
    # What is modelled may lack an attribute here, but not because it is not read.
    return foreign_name(module, name) is None and foreign_name(outer, last) is None


def unread(sheet: Sheet, name: str, span: Span, *, can_raise: bool, why: str = "") -> ir.Expr:
    """Give what code that is not read has under a name, or a value that is not followed."""
    sheet.unread[name] = why
    shown = ir.TextConstant(name, sheet.site(span))
    asked = ir.BoolConstant(can_raise, sheet.site(span))
    return ir.Operate("foreign", (shown, asked), "", sheet.site(span))


def unread_class(meaning: Meaning | None) -> bool:
    """Say whether an exception of a handler is a class that is not read."""
    match meaning:
        case OpenName():
            return True
        case ForeignName(module, name):
            return is_unread(module, name)
        case _:
            return False


def unread_value(around: Surroundings, expr: tree.Expr, depth: int = 0) -> str | None:
    """Name the code that made a value of a module or class, where that is not read.

    Such a value is made of foreign names, calls of these and constants: no object of the program
    is handed over on the way.
    """
    if depth > _MOST_STEPS:
        return None
    match expr:
        case tree.Name(text):
            match around.meaning(text):
                case OpenName(name):
                    return name
                case ForeignName(module, name) if is_unread(module, name):
                    return f"{module}.{name}" if name else module
                case ConstantName(value, path, _) if path == around.path:
                    return unread_value(around, value, depth + 1)
            return None
        case tree.Attribute(value, name):
            outer = dotted_name(value)
            if outer is not None:
                first, _, rest = outer.partition(".")
                match around.meaning(first):
                    case ForeignName(module, inner) if module:
                        whole = ".".join(part for part in (module, inner, rest) if part)
                        return f"{whole}.{name}" if is_unread(whole, name) else None
            return unread_value(around, value, depth + 1)
        case tree.Call(function, arguments):
            given = [argument.value for argument in arguments]
        case tree.Subscript(function, index):
            given = [index]
        case _:
            return None
    if all(_is_plain(around, one, depth) for one in given):
        return unread_value(around, function, depth + 1)
    return None


def import_may_fail(statement: tree.Import, meaning: Meaning | None) -> str | None:
    """Name what an import inside a function asks for, where it may not be there."""
    match meaning:
        case ForeignName(module, name) if is_unread(module, name):
            top = module.partition(".")[0]
            if top in sys.stdlib_module_names and not (statement.is_from and name):
                return None
            return f"{module}.{name}" if name else module
        case _:
            return None


def _is_plain(around: Surroundings, expr: tree.Expr, depth: int) -> bool:
    match expr:
        case tree.IntLiteral() | tree.FloatLiteral() | tree.BoolLiteral() | tree.NoneLiteral():
            return True
        case tree.StringLiteral(parts=parts):
            return not parts
        case tree.UnaryOperation(_, operand):
            return _is_plain(around, operand, depth + 1)
        case tree.BinaryOperation(_, lhs, rhs):
            return _is_plain(around, lhs, depth + 1) and _is_plain(around, rhs, depth + 1)
        case tree.TupleExpr(items) | tree.Display(items=items):
            # A list that only the call has cannot be missed by anyone.
            return all(_is_plain(around, item, depth + 1) for item in items)
        case tree.DictDisplay(keys, values):
            parts = (*(key for key in keys if key is not None), *values)
            return None not in keys and all(_is_plain(around, one, depth + 1) for one in parts)
        case tree.Name("__name__" | "__file__" | "__doc__"):
            return True
        case tree.Name(text) if isinstance(found := around.meaning(text), ConstantName):
            # A list under a name may be missed by somebody.
            if found.path == around.path and isinstance(found.value, _SCALARS):
                return (found.path, found.name) not in around.table.sharing.in_modules
            return unread_value(around, expr, depth + 1) is not None
        case _:
            return unread_value(around, expr, depth + 1) is not None


def unread_names(
    path: str, module: tree.Module, found: Iterable[tuple[str, str]]
) -> Iterator[Problem]:
    """Say of what a file uses that it is not read or not followed; names come with the reason."""
    used = list(found)
    yield from _unread_imports(module, (name for name, _ in used))
    yield from _unfollowed_values(path, module, {name: why for name, why in used if why})


def _unread_imports(module: tree.Module, names: Iterable[str]) -> Iterator[Problem]:
    """Say at each import which of its names are used though they are not read."""
    used = sorted(set(names))
    told: set[Span] = set()
    for statement in nodes_below(module.body):
        if not isinstance(statement, tree.Import):
            continue
        for imported in statement.names:
            place = imported.name
            if statement.is_from:
                dots = "." * statement.level
                place = f"{dots}{statement.module}.{imported.name}"
            found = [
                name
                for name in used
                if name in (place, imported.alias) or name.startswith(f"{place}.")
            ]
            if found and imported.span not in told:
                told.add(imported.span)
                yield Problem(codes.NOT_READ, Severity.INFORMATION, _told(found), imported.span)


def unfollowed_name(path: str, name: str) -> str:
    """Name a value of a module of which nothing is known.

    It may lead to any object of the program; so does whatever has a name with a dot before it.
    """
    return f".{PurePath(path).stem}.{name}"


def _unfollowed_values(
    path: str, module: tree.Module, reasons: dict[str, str]
) -> Iterator[Problem]:
    """Say at the values of a module which of them are used though they are not followed."""
    for statement in walk(module.body):
        if isinstance(statement, tree.Assignment):
            for target in statement.targets:
                if isinstance(target, tree.Name):
                    why = reasons.pop(unfollowed_name(path, target.text), None)
                    if why is not None:
                        what = f"`{target.text}` is not followed: {why}; what it gives is an input"
                        yield Problem(codes.NOT_READ, Severity.INFORMATION, what, target.span)


def _told(names: list[str]) -> str:
    """Say of some names that they are not read."""
    shown = [f"`{name}`" for name in names[:_MOST_SHOWN]]
    if len(names) > _MOST_SHOWN:
        shown.append("others")
    *first, last = shown
    listed = f"{', '.join(first)} and {last}" if first else last
    verb, gives = ("are", "they give") if first else ("is", "it gives")
    return f"{listed} {verb} not read: what {gives} is an input of the program"
