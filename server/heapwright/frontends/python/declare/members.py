"""One function of a class: what kind it is, and what keeps it from being used.

Place: frontends/python/declare/. `declare` asks for every member, and for functions of modules.
"""

from __future__ import annotations

from heapwright.frontends.python.desugar.descriptors import CLASS_READ, OF_CLASS
from heapwright.frontends.python.desugar.named_tuples import MADE
from heapwright.frontends.python.syntax import tree
from heapwright.frontends.python.syntax.dotted_names import decorator_name, keeps_nothing
from heapwright.frontends.python.syntax.walk import walk
from heapwright.frontends.python.table.class_table import (
    INITIALISER,
    FunctionInfo,
    FunctionKind,
    Obstacle,
)
from heapwright.frontends.python.table.left_out import BESIDE, LEFT_OUT, reason_of
from heapwright.frontends.python.table.marks import has_mark
from heapwright.ir.core.operations import ENDING
from heapwright.records import replace

SILENT_DECORATORS = frozenset(
    (
        *("abstractmethod", "override", "final", "spec", "invariant", "scope", "structure"),
        *("runtime_checkable", "dataclass", "no_type_check", "unique", "total_ordering", MADE),
    )
)
# Methods that change what making an object or using an attribute means.
MEDDLING = frozenset(("__new__", "__getattribute__"))
_FINALISER = "__del__"
# Methods that Python calls by itself, never a client.
_HIDDEN = frozenset(
    (
        *("__post_init__", "__init_subclass__", "__class_getitem__", _FINALISER),
        *("__setattr__", "__delattr__", "__get__", "__set__", "__delete__", "__set_name__"),
    )
)


def method_info(path: str, owner: str, node: tree.FunctionDef) -> FunctionInfo | None:
    """Give a member function; None for one that only declares (`overload`)."""
    name = node.name.text
    kind, ir_name = FunctionKind.METHOD, name
    obstacle: Obstacle | None = None
    for decorator in node.decorators:
        match decorator_name(decorator):
            case "overload":
                return None
            case text if text == LEFT_OUT:
                obstacle = Obstacle(reason_of(decorator) or "", decorator.span)
            case "staticmethod":
                kind = FunctionKind.STATIC
            case "classmethod":
                kind = FunctionKind.CLASS
            case text if text == OF_CLASS:
                kind, ir_name = FunctionKind.CLASS, f"{CLASS_READ}{name}"
            case "property":
                kind, ir_name = FunctionKind.GETTER, f"@{name}"
            case "setter" if isinstance(decorator, tree.Attribute):
                kind, ir_name = FunctionKind.SETTER, f"@{name}="
            case "deleter" if isinstance(decorator, tree.Attribute):
                ir_name = f"@{name}~"
            case "lru_cache" | "cache" if keeps_nothing(node):
                # What it gives depends on its arguments alone, so nobody sees the cache.
                pass
            case known if known in SILENT_DECORATORS:
                pass
            case other:
                what = f"the decorator `{other}` is not supported"
                obstacle = Obstacle(what, decorator.span)
    if has_mark(node, "invariant"):
        kind = FunctionKind.INVARIANT
    elif name == INITIALISER:
        kind = FunctionKind.INITIALISER
    elif name == _FINALISER:
        ir_name = ENDING
        node = _without_what_nobody_sees(node)
    elif name in MEDDLING:
        obstacle = Obstacle(f"`{name}` is not supported", node.name.span)
        ir_name = f"@{name}"
    parameters = node.parameters
    self_name: str | None = None
    if kind is not FunctionKind.STATIC:
        if not parameters or parameters[0].kind not in ("plain", "positional"):
            obstacle = obstacle or Obstacle("it has no parameter `self`", node.name.span)
        else:
            self_name = parameters[0].name.text
            parameters = parameters[1:]
    is_dunder = name.startswith("__") and name.removesuffix(BESIDE).endswith("__")
    return FunctionInfo(
        name,
        ir_name,
        owner,
        kind,
        node,
        path,
        parameters,
        self_name,
        (is_dunder or not name.startswith("_"))
        and name not in _HIDDEN
        and not has_mark(node, "private"),
        owner if kind is FunctionKind.CLASS else None,
        obstacle or function_obstacle(node, parameters, checks_decorators=False),
    )


def meddles(info: FunctionInfo) -> bool:
    """Say whether a method changes what making an object or using an attribute means."""
    return info.name in MEDDLING


def _without_what_nobody_sees(node: tree.FunctionDef) -> tree.FunctionDef:
    """Leave nothing of a `__del__` that only prints; what it prints runs no code of a class."""
    for inner in walk(node.body):
        match inner:
            case tree.Call(tree.Name("print"), arguments) if all(
                isinstance(argument.value, tree.StringLiteral) and not argument.value.parts
                for argument in arguments
            ):
                pass
            case tree.ExprStatement() | tree.StringLiteral() | tree.Pass() | tree.Name("print"):
                pass
            case _:
                return node
    return replace(node, body=(tree.Pass(node.name.span),))


def function_obstacle(
    node: tree.FunctionDef, parameters: tuple[tree.Parameter, ...], checks_decorators: bool = True
) -> Obstacle | None:
    """Say what in the header keeps a function from being used."""
    if node.is_broken:
        return Obstacle("its text is not Python", node.name.span)
    if node.is_async:
        return Obstacle("coroutines are not supported", node.name.span)
    if checks_decorators:
        for decorator in node.decorators:
            name = decorator_name(decorator)
            if name == LEFT_OUT:
                return Obstacle(reason_of(decorator) or "", decorator.span)
            is_cache = name in ("lru_cache", "cache") and keeps_nothing(node)
            if name not in SILENT_DECORATORS and not is_cache:
                what = f"the decorator `{name}` is not supported"
                return Obstacle(what, decorator.span)
    names = [parameter.name.text for parameter in parameters]
    if len(set(names)) < len(names):
        return Obstacle("two parameters have the same name", node.name.span)
    return None
