"""Decorators of the module that keep something of their own, as values that all share.

Place: frontends/python/desugar/. One of `passes`, for every class, after `wrappers`, which writes
simpler decorators out. Such a decorator runs when the module is read; here it runs when the
method is first called, which nobody can tell if all that it does is to make functions and
containers:

    def counted(f):                       (put @counted) = counted(Box.(put below))
        seen = []
        @wraps(f)                         class Box:
        def inner(self, x):                   def put(self, x):
            seen.append(x)           =>           return (put @counted)(self, x)
            return f(self, x)                 def (put below)(self, x): …
        return inner
"""

from __future__ import annotations

from collections.abc import Mapping

from heapwright.frontends.python.desugar.coroutines import passed_on
from heapwright.frontends.python.desugar.wrappers import BELOW
from heapwright.frontends.python.syntax import tree
from heapwright.frontends.python.syntax.dotted_names import decorator_name, dotted
from heapwright.frontends.python.syntax.literals import is_literal
from heapwright.frontends.python.syntax.walk import assigned_names, nodes_below
from heapwright.frontends.python.table.class_table import EXCEPTIONS
from heapwright.records import replace

# In names of values that a decorator gave; no text can contain it.
GIVEN = " given by @"
_MAKERS = frozenset(("set", "list", "dict", "deque", "OrderedDict", "defaultdict", "object"))


def with_kept_decorators(
    functions: Mapping[str, tree.FunctionDef], prefix: str, node: tree.ClassDef
) -> tuple[tree.ClassDef, dict[str, tree.Expr]]:
    """Give a class without such decorators, and the values of the module that they gave."""
    members: list[tree.Statement] = []
    values: dict[str, tree.Expr] = {}
    of_class = {one.name.text for one in node.body if isinstance(one, tree.FunctionDef)}
    for member in node.body:
        if isinstance(member, tree.FunctionDef) and member.decorators:
            name = decorator_name(member.decorators[-1])
            if name not in of_class and _is_kept(functions.get(name), member):
                below, member, key, value = _taken_apart(prefix, node, member)
                members.append(below)
                values[key] = value
        members.append(member)
    return (replace(node, body=tuple(members)), values) if values else (node, values)


def with_open_parameters(function: tree.FunctionDef) -> tree.FunctionDef:
    """Let a function that makes functions take whatever stands in a decorator.

    What a module gives it there is no call in any body, so inference does not meet it.
    """
    if _made_by(function) is None:
        return function
    parameters = tuple(
        replace(p, annotation=tree.Name("type", p.span))
        if p.annotation is None and p.kind not in ("*", "**")
        else p
        for p in function.parameters
    )
    return replace(function, parameters=parameters)


def _is_kept(function: tree.FunctionDef | None, method: tree.FunctionDef) -> bool:
    """Say whether a decorator only makes functions, and what it takes is a plain method."""
    if function is None or method.is_generator or method.is_async:
        return False
    *outer, _ = method.decorators
    is_static = list(map(decorator_name, outer)) == ["staticmethod"]
    is_property = list(map(decorator_name, outer)) == ["property"]
    if outer and not is_static and not is_property:
        return False
    if not is_static and not (method.parameters and method.parameters[0].kind == "plain"):
        return False
    if any(p.kind in ("*", "**") for p in method.parameters):
        return False
    match method.decorators[-1]:
        case tree.Name():
            around = _made_by(function)
        case tree.Call(tree.Name(), arguments) if all(_is_plain(a.value) for a in arguments):
            maker = _made_by(function)
            around = None if maker is None else _made_by(maker)
        case _:
            return False
    if around is None or not _takes_the_same(around, method):
        return False
    # What a call leaves out, the code around the method would see, unless it only passes on.
    is_passed_on = any(p.kind == "*" for p in around.parameters)
    return is_passed_on or all(p.default is None for p in method.parameters)


def _made_by(function: tree.FunctionDef) -> tree.FunctionDef | None:
    """Give the function that another one makes, if it does little else; None if it does more."""
    if function.decorators and [decorator_name(one) for one in function.decorators] != ["wraps"]:
        return None
    if function.is_async or function.is_generator or function.is_broken:
        return None
    if any(p.default is not None and not _is_plain(p.default) for p in function.parameters):
        return None
    *before, last = function.body or (tree.Pass(function.span),)
    match last:
        case tree.Return(tree.Name(text)) if all(map(_prepares, before)):
            inner = [one for one in before if isinstance(one, tree.FunctionDef)]
            return next((one for one in inner if one.name.text == text), None)
        case _:
            return None


def _takes_the_same(around: tree.FunctionDef, method: tree.FunctionDef) -> bool:
    """Say whether a call of the method can be a call of the function around it.

    What gathers arguments may only pass them on: a call by name is one by place here.
    """
    if around.is_async or around.is_broken or around.is_generator:
        return False
    wanted = [(p.name.text, p.kind) for p in method.parameters]
    taken = [(p.name.text, p.kind) for p in around.parameters]
    if taken[1:] == wanted[1:] and [kind for _, kind in taken[:1]] == ["plain"]:
        return all(p.default is None for p in around.parameters)
    gathered = [name for name, kind in taken if kind in ("*", "**")]
    plain = [kind for _, kind in taken if kind not in ("*", "**")]
    if len(gathered) != 2 or plain not in ([], ["plain"]):
        return False
    nodes = list(nodes_below(around.body))
    n_named = sum(isinstance(node, tree.Name) and node.text in gathered for node in nodes)
    n_passed = sum(
        isinstance(node, tree.Starred)
        and isinstance(node.value, tree.Name)
        and node.value.text in gathered
        for node in nodes
    )
    return n_named == n_passed and not set(gathered) & set(assigned_names(around.body))


def _prepares(statement: tree.Statement) -> bool:
    match statement:
        case tree.FunctionDef(decorators=decorators):
            return all(decorator_name(one) == "wraps" for one in decorators)
        case tree.Assignment([tree.Name()], _, value) if value is not None:
            return _is_plain(value)
        case _:
            return isinstance(statement, tree.Pass)


def _is_plain(expr: tree.Expr) -> bool:
    match expr:
        case tree.Display(items=[]) | tree.DictDisplay(keys=[]):
            return True
        case tree.Call(tree.Name(name), []):
            return name in _MAKERS
        case tree.Name(name):
            return name in EXCEPTIONS
        case _:
            return is_literal(expr)


def _taken_apart(
    prefix: str, node: tree.ClassDef, method: tree.FunctionDef
) -> tuple[tree.FunctionDef, tree.FunctionDef, str, tree.Expr]:
    """Give the method below, the one around it, and the value that it calls with its name."""
    span, decorator = method.name.span, method.decorators[-1]
    place = f"{decorator_name(decorator)} in {prefix}{node.name.text}:{span.start}"
    below = tree.Name(f"{method.name.text}{BELOW}{place}", span)
    key = f"{method.name.text}{GIVEN}{place}"
    owner = dotted(prefix + node.name.text, span)
    plain = tree.Attribute(owner, below.text, span, span)
    value = tree.Call(decorator, (tree.Argument(None, plain),), span)
    given = tuple(passed_on(parameter) for parameter in method.parameters)
    call = tree.Call(tree.Name(key, span), given, span)
    private = tree.Mark("private", span)
    return (
        replace(method, name=below, decorators=_static(method), marks=(private,)),
        replace(
            method,
            decorators=method.decorators[:-1],
            body=(tree.Return(call, span),),
            result=None,
        ),
        key,
        value,
    )


def _static(method: tree.FunctionDef) -> tuple[tree.Expr, ...]:
    """Give the decorator by which the function below takes no object, if it takes none."""
    outer = method.decorators[:-1]
    return outer if list(map(decorator_name, outer)) == ["staticmethod"] else ()
