"""Pieces of code that run in modules, the classes that they name, and who may change these.

Place: frontends/python/import_time/. Part of `module_code`.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator

from heapwright.frontends.python.import_time.import_code import METHODS, ImportCode, Setting
from heapwright.frontends.python.syntax import tree
from heapwright.frontends.python.syntax.dotted_names import decorator_name, dotted_name
from heapwright.frontends.python.syntax.walk import Node, walk
from heapwright.frontends.python.table.class_table import (
    ClassName,
    ConstantName,
    ForeignName,
    ModuleInfo,
)
from heapwright.records import dataclass

# Functions of the standard library that change a class which they are given.
_CHANGING = frozenset(
    (
        *("total_ordering", "dataclass", "update_wrapper", "wraps", "update_abstractmethods"),
        *("patch", "object", "multiple", "reload"),
    )
)
# Packages whose functions leave a class as it is, besides those of the standard library.
_HARMLESS = frozenset(("typing_extensions", "heapwright"))
# Methods whose first parameter is a class, as that of class methods.
_GIVEN_CLASSES = frozenset(("__init_subclass__", "__new__", "__class_getitem__"))


@dataclass(frozen=True, slots=True)
class Piece:
    """Code that runs while modules are imported: the top of a file, or a function."""

    path: str
    nodes: tuple[Node, ...]
    owner: str | None = None  # the class whose function it is
    self_name: str | None = None
    cls_name: str | None = None
    function: tree.FunctionDef | None = None
    own: frozenset[str] = frozenset()  # names of the function itself
    scope: int = 0  # the outermost function around it, by its identity; 0 at the top of a file
    taken: tuple[str, ...] = ()  # the parameters of a lambda


def is_bound_to_class(method: tree.FunctionDef) -> bool:
    """Say whether the first parameter of a method is a class."""
    return method.name.text in _GIVEN_CLASSES or any(
        decorator_name(one) == "classmethod" for one in method.decorators
    )


def class_of(code: ImportCode, piece: Piece, module: ModuleInfo, node: Node) -> str | None:
    """Name the class of the program that a name means."""
    if not isinstance(node, tree.Name | tree.Attribute):
        return None
    root = (dotted_name(node) or "").partition(".")[0]
    if not root or root in piece.own:
        return None
    meaning = code.base_meaning(module, node)
    return meaning.name if isinstance(meaning, ClassName) else None


def handed_out(
    code: ImportCode,
    piece: Piece,
    module: ModuleInfo,
    function: tree.Expr,
    arguments: Iterable[tree.Argument],
) -> Iterator[Setting]:
    """Give the classes that are given to code which the program does not have."""
    if _is_harmless(code, piece, module, function):
        return
    for argument in arguments:
        for one in walk([argument.value]):
            for name in _classes_behind(code, piece, module, one):
                called = dotted_name(function) or "code"
                what = f"a module gives it to `{called}`, which may change it"
                yield Setting(name, what, piece.path, argument.value.span)


def _classes_behind(
    code: ImportCode, piece: Piece, module: ModuleInfo, node: Node
) -> Iterator[str]:
    name = class_of(code, piece, module, node)
    if name is not None:
        yield name
    elif isinstance(node, tree.Name) and node.text not in piece.own:
        meaning = module.names.get(node.text)
        if isinstance(meaning, ConstantName) and meaning.path in code.modules:
            there = code.modules[meaning.path]
            top = Piece(meaning.path, ())
            for one in walk([meaning.value]):
                inner = class_of(code, top, there, one)
                if inner is not None:
                    yield inner


def _is_harmless(code: ImportCode, piece: Piece, module: ModuleInfo, function: tree.Expr) -> bool:
    """Say whether a function from outside leaves the classes as they are that it is given."""
    name = decorator_name(function)
    if isinstance(function, tree.Attribute) and name in METHODS:
        return True
    root = function
    while isinstance(root, tree.Attribute | tree.Call | tree.Subscript):
        root = root.function if isinstance(root, tree.Call) else root.value
    if not isinstance(root, tree.Name):
        return True
    meaning = None if root.text in piece.own else module.names.get(root.text)
    for _ in range(3):
        if isinstance(meaning, ConstantName) and isinstance(meaning.value, tree.Call):
            found = code.base_meaning(code.modules[meaning.path], meaning.value.function)
            meaning = found
    match meaning:
        case ForeignName(outer, _):
            top = outer.partition(".")[0]
            is_known = top in sys.stdlib_module_names or top in _HARMLESS
            return is_known and name not in _CHANGING
        case ConstantName(value):
            return not isinstance(value, tree.Call | tree.Name | tree.Attribute)
        case None:
            return root.text not in piece.own
        case _:
            return True
