"""Decorators of the module itself that put code around a method, written out.

Place: frontends/python/desugar/. One of `passes`, for every class. What such a decorator makes is
what its inner function says, with the method in the place of what the decorator takes:

    def checked(f):                          class Box:
        @wraps(f)                                @checked
        def inner(self, *args, **kwargs):        def put(self, x): …
            if self.closed: raise ValueError
            return f(self, *args, **kwargs)  =>  def put(self, x):
        return inner                                 if self.closed: raise ValueError
                                                     return self.(put)(x)

A decorator of any other form stays, and `members` says that it is not supported. Calls of a
method with the wrong number of arguments fail before the code around it instead of in it.
"""

from __future__ import annotations

from collections.abc import Mapping

from heapwright.frontends.python.desugar.coroutines import passed_on
from heapwright.frontends.python.syntax import tree
from heapwright.frontends.python.syntax.dotted_names import decorator_name, dotted_name
from heapwright.frontends.python.syntax.rewrite import at_one_place, map_tree
from heapwright.frontends.python.syntax.walk import assigned_names, nodes_below
from heapwright.records import dataclass, replace

# In names of methods that stand below a decorator; no text can contain it.
BELOW = " below @"
# What a function may be given without doing anything else than before.
_LABELS = frozenset(("__doc__", "__name__", "__qualname__", "__module__"))


@dataclass(frozen=True, slots=True)
class _Wrapper:
    """What a decorator puts around a method: a body, and the names that it has for things."""

    body: tree.Block
    taken: str  # the function that the decorator takes
    own: str  # the receiver
    given: str  # `*args`
    named: str  # `**kwargs`


def with_wrappers(functions: Mapping[str, tree.FunctionDef], node: tree.ClassDef) -> tree.ClassDef:
    """Give a class whose methods contain the code that decorators put around them."""
    members: list[tree.Statement] = []
    for member in node.body:
        if isinstance(member, tree.FunctionDef):
            member = _without_labels(functions, node, member)
            while (found := _wrapped(functions, node, member)) is not None:
                inner, member = found
                members.append(inner)
        members.append(member)
    return node if tuple(members) == node.body else replace(node, body=tuple(members))


def _without_labels(
    functions: Mapping[str, tree.FunctionDef], node: tree.ClassDef, method: tree.FunctionDef
) -> tree.FunctionDef:
    """Leave out decorators of the module that only give a method a text or a name."""
    of_class = {one.name.text for one in node.body if isinstance(one, tree.FunctionDef)}
    kept = tuple(
        decorator
        for decorator in method.decorators
        if decorator_name(decorator) in of_class
        or not _only_labels(functions.get(decorator_name(decorator)), decorator)
    )
    return method if len(kept) == len(method.decorators) else replace(method, decorators=kept)


def _only_labels(function: tree.FunctionDef | None, decorator: tree.Expr) -> bool:
    """Say whether a decorator gives back what it takes, `__doc__` and the like apart."""
    match decorator:
        case tree.Name() if function is not None:
            return _gives_back(function)
        case tree.Call(tree.Name()) if function is not None and not function.decorators:
            *before, inner, last = (tree.Pass(function.span), *function.body)[-3:]
            return (
                isinstance(inner, tree.FunctionDef)
                and isinstance(last, tree.Return)
                and isinstance(last.value, tree.Name)
                and last.value.text == inner.name.text
                and len(function.body) <= 3
                and not function.is_generator
                and all(_only_prepares(statement) for statement in before)
                and _gives_back(inner)
            )
        case _:
            return False


def _gives_back(function: tree.FunctionDef) -> bool:
    match function.parameters, function.body:
        case [tree.Parameter(tree.Name(taken), default=None, kind="plain")], [
            *before,
            tree.Return(tree.Name(returned)),
        ] if taken == returned and not function.decorators:
            return all(_is_label(statement, taken) for statement in before)
        case _:
            return False


def _is_label(statement: tree.Statement, taken: str) -> bool:
    match statement:
        case tree.Pass():
            return True
        case tree.Assignment([tree.Attribute(tree.Name(text), name)], _, value):
            plain = isinstance(value, tree.Name | tree.StringLiteral)
            return text == taken and name in _LABELS and plain
        case _:
            return False


def _only_prepares(statement: tree.Statement) -> bool:
    """Say whether a statement only finds out which text to give."""
    match statement:
        case tree.Pass():
            return True
        case tree.If(tree.Call(tree.Name("hasattr" | "callable")), then_body, else_body):
            return all(_only_prepares(one) for one in (*then_body, *else_body))
        case tree.Assignment([tree.Name()], _, tree.Attribute(tree.Name(), name)):
            return name in _LABELS
        case _:
            return False


def _wrapped(
    functions: Mapping[str, tree.FunctionDef], node: tree.ClassDef, method: tree.FunctionDef
) -> tuple[tree.FunctionDef, tree.FunctionDef] | None:
    """Give the method without its innermost decorator, and the one with the code around it."""
    of_class = {one.name.text for one in node.body if isinstance(one, tree.FunctionDef)}
    match method.decorators:
        case [*_, tree.Name(text)] if text in functions and text not in of_class:
            wrapper = _wrapper_of(functions[text])
        case _:
            return None
    parameters = method.parameters
    if wrapper is None or not parameters or parameters[0].kind not in ("plain", "positional"):
        return None
    body = at_one_place(wrapper.body, method.name.span)
    used = {n.text for n in nodes_below(body) if isinstance(n, tree.Name)} | set(
        assigned_names(body)
    )
    used -= {wrapper.taken, wrapper.own, wrapper.given, wrapper.named}
    if used & {parameter.name.text for parameter in parameters}:
        return None
    # Which method is meant must not depend on the classes below.
    span = method.name.span
    place = f"({len(method.decorators)}) in {node.name.text}:{span.start}"
    plain = tree.Name(f"{method.name.text}{BELOW}{text} {place}", span)
    rewritten = _around(wrapper, method, plain, body)
    private = tree.Mark("private", span)
    inner = replace(method, name=plain, decorators=(), marks=(private,))
    outer = replace(
        method, decorators=method.decorators[:-1], body=rewritten, is_generator=False, result=None
    )
    if method.is_generator:
        return inner, outer
    return inner, replace(outer, result=method.result)


def _wrapper_of(decorator: tree.FunctionDef) -> _Wrapper | None:
    """Read a decorator; None if it does more than to put code around a function."""
    # What only says something, as a text at the beginning does, is read as `pass`.
    body = [one for one in decorator.body if not isinstance(one, tree.Pass)]
    match decorator.parameters, body:
        case [tree.Parameter(tree.Name(taken), default=None, kind="plain")], [
            tree.FunctionDef() as inner,
            tree.Return(tree.Name(returned)),
        ] if returned == inner.name.text and not decorator.decorators:
            pass
        case _:
            return None
    if any(decorator_name(one) != "wraps" for one in inner.decorators):
        return None
    if inner.is_async or inner.is_generator or inner.is_broken or decorator.is_async:
        return None
    match inner.parameters:
        case [
            tree.Parameter(tree.Name(own), default=None, kind="plain"),
            tree.Parameter(tree.Name(given), kind="*"),
            tree.Parameter(tree.Name(named), kind="**"),
        ]:
            wrapper = _Wrapper(inner.body, taken, own, given, named)
        case [tree.Parameter(tree.Name(own), default=None, kind="plain")]:
            wrapper = _Wrapper(inner.body, taken, own, "", "")
        case _:
            return None
    return wrapper if _is_simple(wrapper) else None


def _is_simple(wrapper: _Wrapper) -> bool:
    """Say whether a body only passes on what it is given, and its names stay what they are."""
    n_passed = 0
    counts = dict.fromkeys((wrapper.taken, wrapper.given, wrapper.named), 0)
    for node in nodes_below(wrapper.body):
        match node:
            case tree.Call() if _passes_on(wrapper, node):
                n_passed += 1
            case tree.Attribute(tree.Name(text), "__name__") if text == wrapper.taken:
                counts[text] -= 1
            case tree.Name(text) if text in counts:
                counts[text] += 1
            case tree.FunctionDef() | tree.Lambda() | tree.ClassDef() | tree.Comprehension():
                return False
            case _:
                pass
    is_own_changed = wrapper.own in assigned_names(wrapper.body)
    return not is_own_changed and all(n == n_passed for name, n in counts.items() if name)


def _passes_on(wrapper: _Wrapper, call: tree.Call) -> bool:
    """Say whether a call is `f(self, *args, **kwargs)`."""
    match call.function, [(a.name, a.value) for a in call.arguments]:
        case tree.Name(text), [(None, tree.Name(own))] if not wrapper.given:
            return text == wrapper.taken and own == wrapper.own
        case tree.Name(text), [
            (None, tree.Name(own)),
            (None, tree.Starred(tree.Name(given), False)),
            (None, tree.Starred(tree.Name(named), True)),
        ]:
            wanted = (wrapper.taken, wrapper.own, wrapper.given, wrapper.named)
            return (text, own, given, named) == wanted
        case _:
            return False


def _around(
    wrapper: _Wrapper, method: tree.FunctionDef, plain: tree.Name, body: tree.Block
) -> tree.Block:
    """Put a method in the place of the function that a decorator takes."""
    own, name = method.parameters[0].name, method.name
    # Where a call is looked at, the receiver in it has its new name already.
    passing = replace(wrapper, own=own.text)
    given = tuple(passed_on(p) for p in method.parameters[1:])
    callee = tree.Attribute(own, plain.text, own.span, own.span)
    shown = tree.StringLiteral(name.text, (), name.span, (name.text,))

    return map_tree(
        body,
        {
            tree.Name: lambda one: own if one.text == wrapper.own else one,
            tree.Attribute: lambda one: (
                shown if dotted_name(one) == f"{wrapper.taken}.__name__" else one
            ),
            tree.Call: lambda one: (
                tree.Call(callee, given, own.span) if _passes_on(passing, one) else one
            ),
        },
    )
