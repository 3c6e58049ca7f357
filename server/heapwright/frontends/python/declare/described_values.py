"""Values of a class that decide themselves what its attribute means: descriptors.

Place: frontends/python/declare/. `declare` asks once all classes are known. An object whose class
has `__get__` or `__set__`, as a value of a class body, is written as the property that it is:

    class Holder:                 _described_Holder_level = Checked(2)
        level = Checked(2)        class Holder:
                                      @property
                                      def level(self):
                                          return _described_Holder_level.__get__(self, type(self))

and its setter and deleter by `__set__` and `__delete__`, and what reading it on the class gives.
A `__set_name__` that only keeps what it makes of the name runs before each of them, which is the
same to everybody. What may be such an object, because its class is not read, and is assigned on
objects, becomes a property that is left out. An object with `__get__` alone is a value of the
class like others, which both interpreters ask, unless its name is assigned.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property

from heapwright.frontends.python.declare.members import method_info
from heapwright.frontends.python.desugar.dataclasses_ import is_dataclass, is_field
from heapwright.frontends.python.desugar.descriptors import OF_CLASS
from heapwright.frontends.python.import_time.import_code import base_meaning
from heapwright.frontends.python.syntax import tree
from heapwright.frontends.python.syntax.parse import functions_at
from heapwright.frontends.python.syntax.walk import nodes_below, walk
from heapwright.frontends.python.table.attribute_names import text_of
from heapwright.frontends.python.table.class_table import (
    ROOT_CLASS,
    ClassInfo,
    ClassName,
    ConstantName,
    ForeignName,
    FunctionInfo,
    Meaning,
    ModuleInfo,
    Obstacle,
)
from heapwright.records import replace
from heapwright.text.span import Span

KEPT = "_described_"
_SETTING = ("__set__", "__delete__")
_DECIDING = ("__get__", *_SETTING, "__set_name__")
_MAX_NAMES = 10
_ANY = "*"  # among names: whichever it may be
# Built-in functions whose values decide about an assignment.
_BUILT_IN = frozenset(("property", "abstractproperty", "cached_property"))


def with_described_values(
    modules: Mapping[str, ModuleInfo], trees: Sequence[tree.Module], classes: dict[str, ClassInfo]
) -> tuple[Mapping[str, ModuleInfo], dict[str, ClassInfo]]:
    """Give the modules and classes; values that are descriptors have become properties."""
    values = _Values(modules, trees, classes)
    classes = {name: values.written(info) for name, info in classes.items()}
    if not values.kept:
        return modules, classes
    names = {
        path: replace(module, names={**module.names, **values.kept.get(path, {})})
        for path, module in modules.items()
    }
    return names, classes


class _Values:
    """Looks at the values of class bodies."""

    def __init__(
        self,
        modules: Mapping[str, ModuleInfo],
        trees: Sequence[tree.Module],
        classes: Mapping[str, ClassInfo],
    ) -> None:
        self.modules = modules
        self.trees = trees
        self.classes = classes
        self.kept: dict[str, dict[str, Meaning]] = {}  # descriptors, by path and name

    @cached_property
    def assigned(self) -> frozenset[str]:
        """Name the attributes that some code assigns or deletes."""
        found: set[str] = set()
        for module in self.trees:
            for node in nodes_below(module.body):
                match node:
                    case tree.Assignment(targets=targets) | tree.Delete(targets=targets):
                        found.update(_attributes(targets))
                    case tree.AugmentedAssignment(target=target) | tree.For(target=target):
                        found.update(_attributes((target,)))
                    case tree.With(items=items):
                        found.update(_attributes([i.target for i in items if i.target is not None]))
                    case tree.Call(tree.Name("setattr" | "delattr"), [_, given, *_]):
                        found.add(text_of(given.value) or _ANY)
        return frozenset(found)

    def written(self, info: ClassInfo) -> ClassInfo:
        """Give a class whose descriptors are properties."""
        if info.is_enum:
            return info
        constants, annotations = dict(info.constants), dict(info.annotations)
        functions: dict[str, FunctionInfo] = {}
        named: list[str] = []
        for name, value in info.constants.items():
            made: list[FunctionInfo] = []
            match self.maker(info, value):
                case str(class_name) if self.decides(class_name, name):
                    made = self.property(info, name, class_name, value.span)
                    kept = ConstantName(constants.pop(name), info.path, _kept(info, name))
                    self.kept.setdefault(info.path, {})[kept.name] = kept
                    named += [*self.noted(class_name, name), *_spoken(value)]
                case None if name in self.assigned or _ANY in self.assigned:
                    what = f"what assigning `{name}` does is not known"
                    made = _left_out(info, name, Obstacle(what, value.span))
                    constants.pop(name)
            functions |= {function.ir_name: function for function in made}
            if made:
                annotations.pop(name, None)
        if not functions:
            return self.without_fields(info)
        for text in named:
            # Under this name the descriptor may keep what it is given.
            if text not in constants and text not in info.functions and f"@{text}" not in functions:
                annotations.setdefault(text, tree.Name("object", info.node.name.span))
        declared = info.declared | frozenset(functions)
        return replace(
            self.without_fields(info),
            constants=constants,
            annotations=annotations,
            functions={**info.functions, **functions},
            declared=declared,
        )

    def without_fields(self, info: ClassInfo) -> ClassInfo:
        """Refuse a dataclass with a field whose default is a descriptor."""
        if info.obstacle is not None or not is_dataclass(info.node):
            return info
        for member in info.node.body:
            match member:
                case tree.Assignment(value=tree.Call() as value) if is_field(member):
                    maker = self.maker(info, value)
                    if maker and self.special(maker):
                        what = "a descriptor as a field is not supported"
                        return replace(info, obstacle=Obstacle(what, value.span))
        return info

    def maker(self, info: ClassInfo, value: tree.Expr, n_names: int = 0) -> str | None:
        """Name the class whose object a value is, "" if it decides nothing, None if it may.

        `n_names` counts the names that led here: in a broken text they may lead in a circle.
        """
        path = info.path
        if n_names > _MAX_NAMES:
            return None
        match value:
            case tree.Call(callee):
                match base_meaning(self.modules, self.modules[path], callee):
                    case ClassName(name):
                        return name if self.is_read(name) else None
                    case None if isinstance(callee, tree.Name):
                        inner = f"{info.name}.{callee.text}"
                        plain = None if callee.text in _BUILT_IN else ""
                        return inner if inner in self.classes else plain
                    case ForeignName(module, name):
                        is_known = module.partition(".")[0] in sys.stdlib_module_names
                        return "" if is_known and name not in _BUILT_IN else None
                    case _:
                        return None
            case tree.Name() | tree.Attribute():
                match base_meaning(self.modules, self.modules[path], value):
                    case ConstantName(known, other) if known is not value:
                        return self.maker(replace(info, path=other), known, n_names + 1)
                    case ForeignName(module):
                        is_known = module.partition(".")[0] in sys.stdlib_module_names
                        if is_known or not module:
                            return ""
                        return "" if self.is_plain_value(info, value, n_names) else None
                    case _:
                        return ""
            case tree.Conditional(then_value=first, else_value=second):
                both = {self.maker(info, one, n_names + 1) for one in (first, second)}
                return both.pop() if len(both) == 1 else None
            case _:
                return ""

    def is_plain_value(self, info: ClassInfo, value: tree.Expr, n_names: int) -> bool:
        """Say whether a value that a class of the program has decides nothing: `Status.DRAFT`."""
        match value:
            case tree.Attribute(tree.Name() | tree.Attribute() as owner, name):
                class_name = self.class_named(info, owner)
            case _:
                return False
        if class_name is None or not self.is_read(class_name):
            return False
        if name in self.classes[class_name].members:
            return not self.special(class_name)
        having = [
            one
            for one in self.line(class_name)
            if name in one.constants
            or any(name == function.name for function in one.functions.values())
        ]
        if len(having) != 1 or name not in having[0].constants:
            return False
        return self.maker(having[0], having[0].constants[name], n_names + 1) == ""

    def class_named(self, info: ClassInfo, owner: tree.Expr) -> str | None:
        """Name the class that an expression in a class body means."""
        inner = f"{info.name}.{owner.text}" if isinstance(owner, tree.Name) else ""
        if inner in self.classes:
            return inner
        match base_meaning(self.modules, self.modules[info.path], owner):
            case ClassName(name) if name in self.classes:
                return name
            case _:
                return None

    def line(self, class_name: str) -> Iterator[ClassInfo]:
        """Give the classes that a class is made of, itself first."""
        pending, seen = [class_name], set[str]()
        for name in pending:
            info = self.classes.get(name)
            if info is not None and name not in seen:
                seen.add(name)
                yield info
                pending += [one for one in info.bases if one != ROOT_CLASS]

    def is_read(self, class_name: str) -> bool:
        """Say whether all that a class is made of is read."""
        return all(info.obstacle is None for info in self.line(class_name))

    def decides(self, class_name: str, name: str) -> bool:
        """Say whether more than reading an attribute is up to a descriptor."""
        special = self.special(class_name)
        is_set = name in self.assigned or _ANY in self.assigned
        return bool(special - {"__get__"}) or (bool(special) and is_set)

    def special(self, class_name: str) -> frozenset[str]:
        """Name the methods of a class by which its objects decide about attributes."""
        return frozenset(
            name for info in self.line(class_name) for name in _DECIDING if name in info.functions
        )

    def property(
        self, info: ClassInfo, name: str, class_name: str, span: Span
    ) -> list[FunctionInfo]:
        """Write the property that a descriptor is."""
        special = self.special(class_name)
        if "__set_name__" in special and self.notes(class_name) is None:
            return _left_out(info, name, Obstacle("such a `__set_name__` is not supported", span))
        if "__get__" not in special or not special & frozenset(_SETTING):
            # What the object itself keeps under the name comes before or after.
            what = f"`{name}` of objects and of their class is not supported"
            return _left_out(info, name, Obstacle(what, span))
        kept = _kept(info, name)
        noted = f"    {kept}.__set_name__(None, {name!r})\n"
        noted = noted if "__set_name__" in special else ""
        # Where one of the two is lacking, the other one is refused.
        put = f"{kept}.__set__(self, value)" if "__set__" in special else "raise AttributeError"
        gone = f"{kept}.__delete__(self)" if "__delete__" in special else "raise AttributeError"
        texts = (
            f"@property\ndef {name}(self):\n{noted}    return {kept}.__get__(self, type(self))\n",
            f"@{name}.setter\ndef {name}(self, value):\n{noted}    {put}\n",
            f"@{name}.deleter\ndef {name}(self):\n{noted}    {gone}\n",
            f"def {name}(cls):\n{noted}    return {kept}.__get__(None, cls)\n",
        )
        private = (tree.Mark("private", span),)
        nodes = [node for text in texts for node in functions_at(text, span)]
        hidden = [False, "__set__" not in special, True, True]
        marked = [
            replace(node, marks=private if is_hidden else ())
            for node, is_hidden in zip(nodes, hidden, strict=True)
        ]
        return _members(info, marked)

    def noted(self, class_name: str, name: str) -> list[str]:
        """Give the texts that `__set_name__` makes of a name."""
        made = [_text(value, name) for value in self.notes(class_name) or ()]
        return [text for text in made if text.isidentifier()]

    def notes(self, class_name: str) -> list[tree.Expr] | None:
        """Give what `__set_name__` keeps, if it is made of the name and nobody changes it."""
        functions = [info.functions.get("__set_name__") for info in self.line(class_name)]
        found = next((function for function in functions if function is not None), None)
        if found is None or found.self_name is None or len(found.parameters) != 2:
            return None
        own = found.parameters[1].name.text
        kept: dict[str, tree.Expr] = {}
        for statement in found.node.body:
            match statement:
                case tree.Pass() | tree.ExprStatement(tree.StringLiteral(parts=())):
                    pass
                case tree.Assignment([tree.Attribute(tree.Name(text), field)], _, value) if (
                    text == found.self_name and value is not None and _is_made_of(value, own)
                ):
                    kept[field] = value
                case _:
                    return None
        for info in self.line(class_name):
            for function in info.functions.values():
                is_first = function.name in ("__init__", "__set_name__")
                if not is_first and kept.keys() & _set_in(function):
                    return None
        return list(kept.values())


def _kept(info: ClassInfo, name: str) -> str:
    """Name the value of the module that the descriptor becomes."""
    return re.sub(r"\W", "_", f"{KEPT}{info.name}_{name}")


def _set_in(function: FunctionInfo) -> set[str]:
    return {
        name
        for node in nodes_below(function.node.body)
        if isinstance(node, tree.Assignment | tree.Delete)
        for name in _attributes(node.targets)
    } | {
        name
        for node in nodes_below(function.node.body)
        if isinstance(node, tree.AugmentedAssignment)
        for name in _attributes((node.target,))
    }


def _attributes(targets: Sequence[tree.Expr]) -> Iterator[str]:
    for target in targets:
        match target:
            case tree.Attribute(name=name):
                yield name
            case tree.TupleExpr(items) | tree.Display(items=items):
                yield from _attributes(items)
            case tree.Starred(value):
                yield from _attributes((value,))


def _is_made_of(value: tree.Expr, name: str) -> bool:
    """Say whether a value is a text made of a name and of constants."""
    match value:
        case tree.Name(text):
            return text == name
        case tree.StringLiteral(parts=parts):
            return all(_is_made_of(part, name) for part in parts)
        case tree.BinaryOperation("+", lhs, rhs):
            return _is_made_of(lhs, name) and _is_made_of(rhs, name)
        case _:
            return False


def _text(value: tree.Expr, name: str) -> str:
    """Give the text that is made of a name, see `_is_made_of`."""
    match value:
        case tree.StringLiteral(pieces=pieces):
            parts = [one if isinstance(one, str) else name for one in pieces or ()]
            return "".join(parts)
        case tree.BinaryOperation(_, lhs, rhs):
            return _text(lhs, name) + _text(rhs, name)
        case _:
            return name


def _spoken(value: tree.Expr) -> Iterator[str]:
    """Give the texts that a descriptor is made with."""
    for node in walk([value]):
        if isinstance(node, tree.StringLiteral) and node.text.isidentifier():
            yield node.text


def _left_out(info: ClassInfo, name: str, obstacle: Obstacle) -> list[FunctionInfo]:
    """Write a property of which nothing is known; clients do not set it."""
    texts = (
        f"@property\ndef {name}(self):\n    pass\n",
        f"@{name}.setter\ndef {name}(self, value):\n    pass\n",
        f"@{name}.deleter\ndef {name}(self):\n    pass\n",
        f"def {name}(cls):\n    pass\n",
    )
    private = (tree.Mark("private", obstacle.span),)
    nodes = [node for text in texts for node in functions_at(text, obstacle.span)]
    made = _members(info, [replace(node, marks=private) for node in nodes])
    return [replace(one, obstacle=obstacle) for one in made]


def _members(info: ClassInfo, nodes: Sequence[tree.FunctionDef]) -> list[FunctionInfo]:
    """Give a getter, a setter and a deleter, and last what reading on the class runs."""
    of_class = tree.Name(OF_CLASS, nodes[-1].span)
    written = (*nodes[:-1], replace(nodes[-1], decorators=(of_class,)))
    return [f for node in written if (f := method_info(info.path, info.name, node)) is not None]
