"""What the functions of a program share, once they are lowered: places, values, exceptions.

Place: frontends/python/lower/program/. `lower` asks while it puts a program together. Which
values are shared is decided in `escape`, whether exceptions have members in `exception_reads`.
"""

from __future__ import annotations

from collections.abc import Sequence

from heapwright.frontends.python.desugar.descriptors import CLASS_READ
from heapwright.frontends.python.syntax import tree
from heapwright.frontends.python.table import class_table
from heapwright.frontends.python.table.class_table import ClassInfo
from heapwright.frontends.python.table.exception_reads import ARGS
from heapwright.ir.core import instructions as ir
from heapwright.ir.core.operations import LIBRARY
from heapwright.ir.core.program import ClassDef, Field, Function, Role
from heapwright.ir.core.types import ANY
from heapwright.ir.core.walk import code_of
from heapwright.ir.core.walk import walk as walk_ir
from heapwright.records import replace


def named_exceptions(table: class_table.ClassTable, functions: Sequence[Function]) -> set[str]:
    """Name the built-in exceptions that a program has: the common ones, and those it names."""
    found = set(class_table.COMMON_EXCEPTIONS)
    names: set[str] = {level for name in table.classes for level in table.line(name)}
    for function in functions:
        for node in walk_ir(function.body):
            match node:
                case ir.Handler(catches=catches):
                    names.update(catches or ())
                case ir.New(name) | ir.NameConstant("type", name) | ir.IsInstance(_, name):
                    names.add(name)
                case ir.Operate("isinstance", _, name):
                    names.add(name)
                case _:
                    pass
    for name in names:
        if name in class_table.EXCEPTIONS:
            found.update(level for level in table.line(name) if level in class_table.EXCEPTIONS)
    return found


def exception_members(
    table: class_table.ClassTable, name: str
) -> tuple[tuple[Field, ...], tuple[Function, ...]]:
    """Give what built-in exceptions have where somebody looks into them."""
    texts = {"BaseException": "_exception_text", "KeyError": "_key_error_text"}
    if not table.reads_exceptions or name not in texts:
        return (), ()
    functions: list[Function] = []
    for method, maker in (("__str__", texts[name]), ("__repr__", "_exception_repr")):
        callee = ir.NameConstant("function", f"{LIBRARY}.{maker}")
        body = (ir.Return(ir.CallValue(callee, None, (ir.Local(0),), (None,))),)
        functions.append(Function(method, name, Role.METHOD, (), ANY, body, 1, is_public=False))
    fields = (Field(ARGS, ANY, False),) if name == "BaseException" else ()
    return fields, tuple(functions)


def class_values(table: class_table.ClassTable, info: ClassInfo) -> list[str]:
    """Name the values that a class gives, and those of classes above that may be set on it."""
    inherited = [
        name
        for level in list(table.line(info.name))[1:]
        if level in table.classes
        for name in table.classes[level].constants
        if name in table.sharing.on_classes
    ]
    return list(dict.fromkeys((*info.constants, *inherited)))


def class_readers(table: class_table.ClassTable, info: ClassInfo) -> list[Function]:
    """Give the functions that read what a class has beside its values and methods."""
    return [*_nested_class_readers(table, info), *_decorated_readers(info)]


def _decorated_readers(info: ClassInfo) -> list[Function]:
    """Give the functions that read what a decorator left on a class, where one is involved.

    What a descriptor gives for a class is known, see `descriptors`. Of an unknown decorator
    nobody knows whether reading the name gives a method at all.
    """
    found = [
        Function(
            *(f"@{name}", info.name, Role.METHOD, (), ANY, (), 1, False),
            left_out=function.obstacle.what,
        )
        for name, function in info.functions.items()
        if function.obstacle is not None
        and function.kind is class_table.FunctionKind.METHOD
        and function.node.decorators
        and function.name == name
        and not (name.startswith("__") and name.endswith("__"))
        and f"@{name}" not in info.functions
    ]
    for name, function in info.functions.items():
        own = name.removeprefix(CLASS_READ)
        if own != name and "<" not in name and own not in info.constants:
            callee = ir.NameConstant("function", function.qualified_name)
            body = (ir.Return(ir.CallValue(callee, None, (), ())),)
            header = Function(f"${own}", info.name, Role.METHOD, (), ANY, body, 1, is_public=False)
            found.append(header)
    return found


def _nested_class_readers(table: class_table.ClassTable, info: ClassInfo) -> list[Function]:
    """Give the functions that read the classes inside of a class, as objects do: `box.Node`."""
    found: list[Function] = []
    for member in info.node.body:
        if not isinstance(member, tree.ClassDef) or member.name.text in info.constants:
            continue
        wanted = f"{_written_name(info.name)}.{member.name.text}"
        fitting = [
            one
            for one in table.classes.values()
            if one.path == info.path and _written_name(one.name) == wanted
        ]
        header = Function(
            f"${member.name.text}", info.name, Role.METHOD, (), ANY, (), 1, is_public=False
        )
        is_fixed = member.name.text not in table.sharing.on_classes
        if is_fixed and len(fitting) == 1 and fitting[0].obstacle is None:
            body = (ir.Return(ir.NameConstant("type", fitting[0].name)),)
            found.append(replace(header, body=body))
        else:
            found.append(replace(header, left_out=f"`{wanted}` is not supported"))
    return found


def _written_name(class_name: str) -> str:
    return class_name.partition(" (")[0]


def shared_places(
    table: class_table.ClassTable, classes: Sequence[ClassDef], questions: Sequence[Function]
) -> list[str]:
    """Name the places whose values all objects share."""
    places: dict[str, None] = {}
    for name in sorted(table.sharing.on_classes):
        for class_name in table.classes:
            if table.constant(class_name, name) is not None:
                places[f"{class_name}.{name}"] = None
    for function in (*(f for c in classes for f in c.functions), *questions):
        for node in code_of(function):
            if isinstance(node, ir.Operate) and node.operation in ("share", "shared"):
                places[node.name] = None
    return sorted(places)
