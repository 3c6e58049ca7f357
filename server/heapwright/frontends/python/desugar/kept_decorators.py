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
from heapwright.frontends.python.desugar.named_lambdas import as_function
from heapwright.frontends.python.desugar.wrappers import BELOW
from heapwright.frontends.python.syntax import tree
from heapwright.frontends.python.syntax.dotted_names import decorator_name, dotted
from heapwright.frontends.python.syntax.literals import is_literal
from heapwright.frontends.python.syntax.walk import assigned_names, nodes_below
from heapwright.frontends.python.table.class_table import EXCEPTIONS
from heapwright.records import replace

# In names of values that a decorator gave; no text can contain it.
GIVEN = " given by @"
_KEEPING = " (keeping)"  # behind it, where calls of the value may change what it gives
_MAKERS = frozenset(("set", "list", "dict", "deque", "OrderedDict", "defaultdict", "object"))


def with_kept_decorators(
    functions: Mapping[str, tree.FunctionDef], prefix: str, node: tree.ClassDef
) -> tuple[tree.ClassDef, dict[str, tree.Expr]]:
    """Give a class without such decorators, and the values of the module that they gave."""
    members: list[tree.Statement] = []
    values: dict[str, tree.Expr] = {}
    of_class = {one.name.text for one in node.body if isinstance(one, tree.FunctionDef)}
    for member in node.body:
        while isinstance(member, tree.FunctionDef) and member.decorators:
            name = decorator_name(member.decorators[-1])
            around = None if name in of_class else _kept(functions.get(name), member)
            if around is None:
                break
            owner = f"{prefix}{node.name.text}"
            below, member, key, value = _taken_apart(functions, owner, member, around)
            members.append(below)
            values[key] = value
        members.append(member)
    return (replace(node, body=tuple(members)), values) if values else (node, values)


def with_kept_decorator(
    functions: Mapping[str, tree.FunctionDef], function: tree.FunctionDef
) -> list[tree.Statement]:
    """Give what stands for a function of a module with such decorators; nothing for others."""
    written: list[tree.Statement] = []
    while function.decorators:
        name = decorator_name(function.decorators[-1])
        around = _kept(functions.get(name), function, is_method=False)
        if around is None:
            break
        below, function, key, value = _taken_apart(functions, "", function, around)
        target = tree.Name(key, function.name.span)
        written += [below, tree.Assignment((target,), None, value, value.span)]
    return [*written, function] if written else []


def function_given(
    functions: Mapping[str, tree.FunctionDef], name: tree.Name, call: tree.Expr, place: str
) -> tuple[tree.FunctionDef, str, tree.Expr] | None:
    """Give the function that a call gives a name, and the value that it calls with its name.

    None for a call of anything that does more than to make functions and containers.
    """
    around = given_by(functions, call)
    if around is None or not _has_own_parameters(around):
        return None
    key = f"{name.text}{GIVEN}{place}:{name.span.start}{_keeping(functions, call)}"
    given = tuple(passed_on(parameter) for parameter in around.parameters)
    made = tree.Call(tree.Name(key, name.span), given, name.span)
    function = replace(
        around,
        name=name,
        body=(tree.Return(made, name.span),),
        decorators=(),
        result=None,
        is_generator=False,
    )
    return function, key, call


def is_given_function(name: str) -> bool:
    """Say whether a name is that of such a value, and no call changes what others find."""
    return GIVEN in name and not name.endswith(_KEEPING)


def _keeping(functions: Mapping[str, tree.FunctionDef], expr: tree.Expr) -> str:
    """Say in the name of a value whether the functions that make it keep something."""
    while isinstance(expr, tree.Call):
        expr = expr.function
    maker = functions.get(decorator_name(expr))
    while maker is not None and (made := _made_by(maker)) is not None:
        is_set = any(isinstance(node, tree.Nonlocal) for node in nodes_below(maker.body))
        if is_set or any(isinstance(one, tree.Assignment) for one in maker.body):
            return _KEEPING
        maker = made
    return ""


def given_by(functions: Mapping[str, tree.FunctionDef], expr: tree.Expr) -> tree.FunctionDef | None:
    """Give the function that a call gives: `maker(3)`, and `maker(3)(f)`."""
    match expr:
        case tree.Call(tree.Name(text)):
            return _made_by(functions[text]) if text in functions else None
        case tree.Call(function):
            maker = given_by(functions, function)
            return None if maker is None else _made_by(maker)
        case _:
            return None


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


def _kept(
    function: tree.FunctionDef | None, method: tree.FunctionDef, *, is_method: bool = True
) -> tree.FunctionDef | None:
    """Give what a decorator puts around a plain method if it only makes functions; else None.

    Its parameters are those that a call of the method has then.
    """
    if function is None or method.is_generator or method.is_async or method.is_broken:
        return None
    outer = list(map(decorator_name, method.decorators[:-1]))
    if "classmethod" in outer:
        return None
    is_bound = is_method and "staticmethod" not in outer
    if is_bound and not (method.parameters and method.parameters[0].kind == "plain"):
        return None
    if any(p.kind in ("*", "**") for p in method.parameters):
        return None
    match method.decorators[-1]:
        case tree.Name():
            around = _made_by(function)
        case tree.Call(tree.Name(), arguments) if all(_is_plain(a.value) for a in arguments):
            maker = _made_by(function)
            around = None if maker is None else _made_by(maker)
        case _:
            return None
    if around is None or around.is_async or around.is_broken or around.is_generator:
        return None
    if _has_own_parameters(around):
        if is_bound and [p.kind for p in around.parameters[:1]] != ["plain"]:
            return None
        return replace(around, parameters=_told_by(method, around))
    if _only_passes_on(around):
        return _passing(around, method)
    return None


def _passing(around: tree.FunctionDef, method: tree.FunctionDef) -> tree.FunctionDef | None:
    """Give a function that passes on what the method takes; without `**`, only by place."""
    if any(p.kind == "**" for p in around.parameters):
        return replace(around, parameters=method.parameters)
    if any(p.kind == "keyword" for p in method.parameters):
        return None
    by_place = tuple(replace(p, kind="positional") for p in method.parameters)
    return replace(around, parameters=by_place)


def _has_own_parameters(around: tree.FunctionDef) -> bool:
    """Say whether a function has no default that is made anew, and gathers nothing."""
    return not any(
        p.kind in ("*", "**") or (p.default is not None and not is_literal(p.default))
        for p in around.parameters
    )


def _told_by(method: tree.FunctionDef, around: tree.FunctionDef) -> tuple[tree.Parameter, ...]:
    """Give the parameters of what stands around a method.

    Where they are those of the method, its annotations say more.
    """
    if [(p.name.text, p.kind) for p in method.parameters[1:]] == [
        (p.name.text, p.kind) for p in around.parameters[1:]
    ]:
        return tuple(
            replace(own, annotation=own.annotation or other.annotation)
            for own, other in zip(around.parameters, method.parameters, strict=False)
        )
    return around.parameters


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
        case tree.Return(tree.Lambda() as value) if all(map(_prepares, before)):
            return as_function(tree.Name("(lambda)", value.span), value)
        case _:
            return None


def _only_passes_on(around: tree.FunctionDef) -> bool:
    """Say whether a function with `*` and `**` does nothing with these but to pass them on.

    A call by name is one by place here.
    """
    taken = [(p.name.text, p.kind) for p in around.parameters]
    gathered = [name for name, kind in taken if kind in ("*", "**")]
    plain = [kind for _, kind in taken if kind not in ("*", "**")]
    if "*" not in (kind for _, kind in taken) or plain not in ([], ["plain"]):
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
    functions: Mapping[str, tree.FunctionDef],
    owner: str,
    method: tree.FunctionDef,
    around: tree.FunctionDef,
) -> tuple[tree.FunctionDef, tree.FunctionDef, str, tree.Expr]:
    """Give the method below, the one around it, and the value that it calls with its name.

    `owner` is the class, with those around it, or nothing for a function of a module.
    """
    span, decorator = method.name.span, method.decorators[-1]
    count = f"({len(method.decorators)}) " if len(method.decorators) > 1 else ""
    place = f"{decorator_name(decorator)} {count}in {owner}:{span.start}"
    below = tree.Name(f"{method.name.text}{BELOW}{place}", span)
    key = f"{method.name.text}{GIVEN}{place}{_keeping(functions, decorator)}"
    plain = tree.Attribute(dotted(owner, span), below.text, span, span) if owner else below
    value = tree.Call(decorator, (tree.Argument(None, plain),), span)
    given = tuple(passed_on(parameter) for parameter in around.parameters)
    call = tree.Call(tree.Name(key, span), given, span)
    private = tree.Mark("private", span)
    return (
        replace(method, name=below, decorators=_static(method), marks=(private,)),
        replace(
            method,
            parameters=around.parameters,
            decorators=method.decorators[:-1],
            body=(tree.Return(call, span),),
            result=None,
        ),
        key,
        value,
    )


def _static(method: tree.FunctionDef) -> tuple[tree.Expr, ...]:
    """Give the decorator by which the function below takes no object, if it takes none."""
    return tuple(one for one in method.decorators[:-1] if decorator_name(one) == "staticmethod")
