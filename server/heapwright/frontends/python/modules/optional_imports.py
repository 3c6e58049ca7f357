"""Which side of `try: import …` / `except ImportError: …` a module takes.

Place: frontends/python/modules/. `declare` asks. What the standard library has is what that of the
Python has that runs heapwright, as for conditions on `sys.version_info`; files of the
workspace are there. Of any other package nobody knows, nor what is left under its name.
"""

from __future__ import annotations

import importlib
import sys
from collections.abc import Mapping, Sequence
from importlib.util import find_spec

from heapwright.frontends.python.syntax import tree
from heapwright.frontends.python.syntax.dotted_names import last_name
from heapwright.frontends.python.table.class_table import ForeignName, OpenName
from heapwright.text.span import Span

# Modules that every Python has loaded or loads at once; what they have is looked up there.
_LOOKED_INTO = frozenset(
    (
        *("abc", "bisect", "builtins", "collections", "collections.abc", "contextlib", "copy"),
        *("dataclasses", "datetime", "enum", "functools", "heapq", "inspect", "io", "itertools"),
        *("math", "operator", "os", "os.path", "queue", "random", "re", "reprlib", "string"),
        *("sys", "threading", "time", "types", "typing", "urllib.parse", "weakref", "_thread"),
    )
)
# Modules of Python 2 that Python 3 calls otherwise.
_GONE = frozenset(
    (
        *("__builtin__", "ConfigParser", "Queue", "StringIO", "UserDict", "UserList", "cPickle"),
        *("cStringIO", "commands", "copy_reg", "dummy_thread", "itertools.izip", "sets"),
        *("string.maketrans", "thread", "urllib2", "urlparse", "HTMLParser", "htmlentitydefs"),
    )
)
_CONSTANTS = (
    tree.BoolLiteral,
    tree.NoneLiteral,
    tree.IntLiteral,
    tree.FloatLiteral,
    tree.StringLiteral,
)
_CATCHING = frozenset(("ImportError", "Exception", "BaseException"))


def taken_side(statement: tree.Try, imports: Mapping[Span, str]) -> tree.Block | None:
    """Give what runs of a `try` that imports; None where nobody knows.

    `imports` are those that lead to files, by the span of the import or of its name.
    """
    outcome = _succeeds(statement.body, imports)
    if outcome is None:
        return None
    if outcome:
        return (*statement.body, *statement.else_body, *statement.final_body)
    for handler in statement.handlers:
        classes = handler.classes
        items = classes.items if isinstance(classes, tree.TupleExpr) else (classes,)
        if any(item is None or last_name(item) in _CATCHING for item in items):
            return (*handler.body, *statement.final_body)
        if any(item is not None and last_name(item) == "ModuleNotFoundError" for item in items):
            return None
    return None


def left_open(
    name: str,
    values: Sequence[tree.Expr | None],
    statements: Sequence[tree.Import],
    imports: Mapping[Span, str],
) -> ForeignName | OpenName:
    """Say what a name means to which a module gives one of several values, or what it imports.

    Constants, and what code gives that is not read, may be anything; of the program's own code
    more would have to be known.
    """
    is_read = any(
        one.alias == name and (statement.span in imports or one.span in imports)
        for statement in statements
        for one in statement.names
    )
    if is_read or not all(isinstance(value, _CONSTANTS) for value in values):
        return ForeignName("", name)
    return OpenName(name)


def _succeeds(body: tree.Block, imports: Mapping[Span, str]) -> bool | None:
    """Say whether all imports of a block succeed; None where that is not known."""
    has_import = False
    for statement in body:
        match statement:
            case tree.Import():
                has_import = True
                found = _is_there(statement, imports)
                if found is not True:
                    return found
            case tree.Pass() | tree.ExprStatement(tree.StringLiteral(parts=())):
                pass
            case tree.Assignment(value=tree.BoolLiteral() | tree.NoneLiteral() | tree.Name()):
                pass
            case _:
                return None
    return True if has_import else None


def _is_there(statement: tree.Import, imports: Mapping[Span, str]) -> bool | None:
    if statement.span in imports or any(name.span in imports for name in statement.names):
        return True
    if statement.level:
        return None
    if not statement.is_from:
        known = {_has_module(name.name) for name in statement.names}
    else:
        known = {_has_name(statement.module, name.name) for name in statement.names}
    return None if None in known else False not in known


def _has_module(name: str) -> bool | None:
    top = name.partition(".")[0]
    if name in _GONE:
        return False
    if name in _LOOKED_INTO:
        return True
    # Looking for a module at the top of the library imports nothing.
    is_own = top in sys.stdlib_module_names and name == top
    return find_spec(top) is not None if is_own else None


def _has_name(module: str, name: str) -> bool | None:
    if module in _GONE or f"{module}.{name}" in _GONE:
        return False
    if module not in _LOOKED_INTO:
        return False if _has_module(module) is False else None
    return name == "*" or hasattr(importlib.import_module(module), name)
