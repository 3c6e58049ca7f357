"""Methods that something else hides: a value of a class below, or an attribute of an object.

Place: frontends/python/declare/. `declare` asks once all bases are known.

    class Base:                          class Still(Base):
        def go(self): …                      go = None       Still().go() is a TypeError
        def shut(self):
            self.go = print                  from now on, `go` of this object is another one

The first is a method of its own, which clients do not call. The second is a setter by which a run
is given up, because nobody knows then what the name means; so is one that reads it as a value.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from heapwright.frontends.python.declare.members import method_info
from heapwright.frontends.python.desugar.descriptors import given_up
from heapwright.frontends.python.import_time.escape import set_attributes
from heapwright.frontends.python.syntax import tree
from heapwright.frontends.python.syntax.parse import functions_at
from heapwright.frontends.python.table.class_table import (
    ClassInfo,
    ClassTable,
    FunctionInfo,
    FunctionKind,
    Obstacle,
)
from heapwright.records import replace

_METHODS = frozenset((FunctionKind.METHOD, FunctionKind.STATIC, FunctionKind.CLASS))


def with_hidden_methods(
    table: ClassTable, functions: Iterable[FunctionInfo]
) -> dict[str, ClassInfo]:
    """Give the classes, where a name that hides a method is known to."""
    every = (*functions, *(f for c in table.classes.values() for f in c.functions.values()))
    elsewhere = {name for function in every for name in _set_by(function, on_self=False)}
    # What objects of another class have under a name is most likely what is meant by it.
    elsewhere -= {
        name
        for info in table.classes.values()
        for function in info.functions.values()
        for name in _set_by(function, on_self=True)
        if name not in info.functions
    }
    found: dict[str, ClassInfo] = {}
    for name, info in table.classes.items():
        added: dict[str, FunctionInfo] = {}
        for constant, value in info.constants.items():
            if constant not in info.functions and _is_method(table.function(info.parent, constant)):
                added |= _named(_in_the_place(info, constant, value))
        for ir_name in sorted(info.declared & (elsewhere | _set_in_line(table, info))):
            function = info.functions.get(ir_name)
            is_own = _is_method(function) and f"@{ir_name}=" not in info.functions
            is_own = is_own and not info.beneath
            if function is not None and is_own and not ir_name.startswith("__"):
                added |= _named(_giving_up(info, function))
        found[name] = replace(info, functions={**info.functions, **added}) if added else info
    return found


def _set_in_line(table: ClassTable, info: ClassInfo) -> set[str]:
    """Name what methods of a class, of those above it and of those below it set on their object."""
    return {
        own
        for level in (*table.line(info.name), *table.below(info.name))
        if level in table.classes
        for function in table.classes[level].functions.values()
        for own in _set_by(function, on_self=True)
    }


def _set_by(function: FunctionInfo, *, on_self: bool) -> Iterator[str]:
    """Name the attributes that a function sets on its own object, or on other ones."""
    for target in set_attributes(function.node.body):
        value = target.value
        is_self = isinstance(value, tree.Name) and value.text == function.self_name
        if is_self is on_self:
            yield target.name


def _is_method(function: FunctionInfo | None) -> bool:
    return function is not None and function.kind in _METHODS and "@" not in function.ir_name


def _named(function: FunctionInfo | None) -> dict[str, FunctionInfo]:
    return {} if function is None else {function.ir_name: function}


def _in_the_place(info: ClassInfo, name: str, value: tree.Expr) -> FunctionInfo | None:
    """Give what a call of the hidden method runs."""
    (node,) = functions_at(f"def {name}(self, *given):\n    raise TypeError\n", value.span)
    made = method_info(info.path, info.name, replace(node, marks=(_private(value),)))
    if made is None or isinstance(value, tree.NoneLiteral):
        return made
    what = f"`{name}` hides a method of a class above"
    return replace(made, obstacle=Obstacle(what, value.span))


def _giving_up(info: ClassInfo, function: FunctionInfo) -> FunctionInfo | None:
    """Give the setter of an attribute whose name is that of a method."""
    span = function.node.name.span
    name = function.name
    text = f"@{name}.setter\ndef {name}(self, value):\n    pass\n"
    (node,) = functions_at(text, span)
    what = given_up(f"an attribute `{name}` in the place of a method", span)
    body: tree.Block = (tree.ExprStatement(what, span),)
    private = tree.Mark("private", span)
    return method_info(info.path, info.name, replace(node, body=body, marks=(private,)))


def _private(value: tree.Expr) -> tree.Mark:
    return tree.Mark("private", value.span)
