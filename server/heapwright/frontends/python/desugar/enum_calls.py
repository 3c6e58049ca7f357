"""State that members of an enumeration have, and the calls that clients make on members.

Place: frontends/python/desugar/. `class_info` asks for every class below `Enum`. A member has no
heap of its own, so what its methods change is kept by the class, under names that no text has:

    class Level(Enum):                       (LOW hits) = 0
        LOW = 1                              def hits(self):      (a property)
        def __init__(self, n):                   if self is LOW:
            self.hits = 0                            return self.__class__.(LOW hits)
        def hit(self):                       def hits(self, value):      (its setter)
            self.hits += 1                       if self is LOW:
                                                     self.__class__.(LOW hits) = value

Members are there from the start and nobody holds them, so a method of one is a function of its own
for clients, `Level.LOW.hit`, named as it is called.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from heapwright.frontends.python.syntax import tree
from heapwright.frontends.python.syntax.walk import walk
from heapwright.frontends.python.table.class_table import FunctionInfo, FunctionKind, Obstacle
from heapwright.records import replace
from heapwright.text.span import Span


def place_of(member: str, attribute: str) -> str:
    """Name what the class keeps for one of its members."""
    return f"({member} {attribute})"


def kept_attribute(own: tree.Expr, member: str, attribute: str, span: Span) -> tree.Attribute:
    """Read what the class of `own` keeps for one of its members."""
    held = tree.Attribute(own, "__class__", span, span)
    return tree.Attribute(held, place_of(member, attribute), span, span)


def attribute_setter(
    class_name: str, path: str, attribute: str, members: Sequence[str], span: Span
) -> FunctionInfo:
    """Write what assigns an attribute of a member."""
    own, given = tree.Name("self", span), tree.Name("value", span)
    body: list[tree.Statement] = []
    for member in members:
        is_it = tree.Comparison((own, tree.Member(class_name, member, span)), ("is",), span)
        target = kept_attribute(own, member, attribute, span)
        stored = tree.Assignment((target,), None, given, span)
        body.append(tree.If(is_it, (stored, tree.Return(None, span)), (), span))
    body.append(tree.Raise(tree.Name("AttributeError", span), None, span))
    node = _function(attribute, (_plain(own), _plain(given)), tuple(body), span)
    return FunctionInfo(
        attribute,
        f"@{attribute}=",
        class_name,
        FunctionKind.SETTER,
        node,
        path,
        node.parameters[1:],
        "self",
        is_public=False,
        is_generated=True,
    )


def member_calls(
    class_name: str, path: str, levels: Sequence[tree.ClassDef], members: Sequence[str]
) -> list[FunctionInfo]:
    """Write the public methods of each member as functions."""
    if any(part.startswith("_") for part in class_name.split(".")):
        return []
    return [
        _member_call(class_name, path, method, member)
        for method in _public_methods(levels).values()
        for member in members
    ]


def _public_methods(levels: Sequence[tree.ClassDef]) -> Mapping[str, tree.FunctionDef]:
    found: dict[str, tree.FunctionDef] = {}
    hidden: set[str] = set()
    for level in levels:
        own = [one for one in level.body if isinstance(one, tree.FunctionDef)]
        for method in own:
            name = method.name.text
            is_plain = not (name.startswith("_") or method.decorators or method.is_async)
            if is_plain and method.parameters and name not in hidden and not method.is_generator:
                found[name] = method
        hidden |= {method.name.text for method in own}
    return found


def _member_call(class_name: str, path: str, method: tree.FunctionDef, member: str) -> FunctionInfo:
    span = method.name.span
    parameters = method.parameters[1:]
    called = tree.Attribute(tree.Member(class_name, member, span), method.name.text, span, span)
    call = tree.Call(called, tuple(_arguments(parameters)), span)
    gives = any(isinstance(one, tree.Return) and one.value is not None for one in walk(method.body))
    body = tree.Return(call, span) if gives else tree.ExprStatement(call, span)
    name = f"{member}.{method.name.text}"
    shared = [p.default for p in parameters if isinstance(p.default, tree.Display)]
    node = replace(method, name=tree.Name(name, span), parameters=parameters, body=(body,))
    return FunctionInfo(
        name,
        name,
        class_name,
        FunctionKind.STATIC,
        node,
        path,
        parameters,
        None,
        is_public=True,
        obstacle=Obstacle("its calls share a default", span) if shared else None,
        is_generated=True,
    )


def _arguments(parameters: Sequence[tree.Parameter]) -> Iterator[tree.Argument]:
    for parameter in parameters:
        match parameter.kind:
            case "*" | "**":
                yield tree.Argument(parameter.kind, parameter.name)
            case "keyword":
                yield tree.Argument(parameter.name.text, parameter.name)
            case _:
                yield tree.Argument(None, parameter.name)


def _plain(name: tree.Name) -> tree.Parameter:
    return tree.Parameter(name, None, None, "plain", name.span)


def _function(
    name: str, parameters: tuple[tree.Parameter, ...], body: tree.Block, span: Span
) -> tree.FunctionDef:
    return tree.FunctionDef(
        tree.Name(name, span),
        parameters,
        None,
        body,
        (),
        (),
        is_async=False,
        is_generator=False,
        is_broken=False,
        span=span,
    )
