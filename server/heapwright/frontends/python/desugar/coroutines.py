"""Coroutines, written as functions: `async def`, `await` and `async with`.

Place: frontends/python/desugar/. One of `passes`; `class_bodies` reads methods through this:

    async def put(self, x):          def put(self, x):      (not for clients)
        await self.wait()                return (coroutine)(self._coroutine_Queue_put, x)
                                     def _coroutine_Queue_put(self, x):
                                         (await)(self.wait())
                                     def await put(self, x):
                                         return (run)(self.put(x))

A coroutine does nothing before it is awaited, and then runs to its end, because a run that
would have to wait for something else is given up. So it does not matter what else a client
has running; the last function is what `asyncio.run(q.put(x))` does. The names in parentheses
stand for the library's.
"""

from __future__ import annotations

from heapwright.frontends.python.syntax import tree
from heapwright.frontends.python.syntax.awaits import library_call
from heapwright.frontends.python.syntax.dotted_names import decorator_name, last_name
from heapwright.frontends.python.syntax.literals import is_literal
from heapwright.records import replace

COROUTINE, RUN = "(coroutine)", "(run)"
NESTED_BODY = "(body)"
RUNNING = "await "  # the name of what a client calls begins so
_SILENT = frozenset(("abstractmethod", "override", "final"))


def coroutine_functions(
    function: tree.FunctionDef, owner: tree.ClassDef | None = None
) -> list[tree.FunctionDef]:
    """Give the functions that stand for a coroutine; none for what is no such coroutine."""
    if not function.is_async or function.is_generator or function.is_broken:
        return []
    decorators = [decorator_name(one) for one in function.decorators]
    if not set(decorators) <= (_SILENT if owner is None else _SILENT | {"staticmethod"}):
        return []
    static = tuple(d for d in function.decorators if decorator_name(d) == "staticmethod")
    if any(mark.text != "private" for mark in function.marks):
        return []
    parameters = function.parameters
    if not all(p.default is None or _is_plain(p.default) for p in parameters):
        return []  # a default that all calls share would be three
    span, name = function.name.span, function.name.text
    callee: tree.Expr
    called: tree.Expr
    if owner is None:
        inner = tree.Name(f"_coroutine_{name}", span)
        callee, called, given = inner, function.name, parameters
    else:
        if any(last_name(b) == owner.name.text for b in owner.bases):
            return []  # the name of the inner function must be this class's alone
        if not static and not parameters:
            return []
        own = tree.Name(owner.name.text, span) if static else parameters[0].name
        inner = tree.Name(f"_coroutine_{owner.name.text.strip('_')}_{name}", span)
        callee = tree.Attribute(own, inner.text, span, span)
        called = tree.Attribute(own, name, span, span)
        given = parameters if static else parameters[1:]
    passed = tuple(passed_on(p) for p in given)
    made = library_call(COROUTINE, (tree.Argument(None, callee), *passed), span)
    waiting = library_call(RUN, (tree.Argument(None, tree.Call(called, passed, span)),), span)
    plain = replace(function, is_async=False)
    private = tree.Mark("private", span)
    taking = tuple(replace(p, default=None) for p in parameters)
    functions = [
        replace(plain, name=inner, decorators=static, marks=(), parameters=taking),
        replace(
            plain,
            marks=(*function.marks, private),
            body=(tree.Return(made, span),),
            result=None,
        ),
    ]
    is_dunder = name.startswith("__") and name.endswith("__")
    if is_dunder or not name.startswith("_"):
        run = tree.Name(f"{RUNNING}{name}", span)
        body: tree.Block = (tree.Return(waiting, span),)
        functions.append(replace(plain, name=run, decorators=static, body=body))
    return functions


def nested_coroutine(function: tree.FunctionDef) -> tree.FunctionDef | None:
    """Give the plain function that makes the coroutine of a nested `async def`, if we can.

    async def f(x):              def f(x):
        await g(x)                   def (body)(x): (await)(g(x))
                                     return (coroutine)((body), x)
    """
    if function.is_generator or function.is_broken:
        return None
    span = function.name.span
    inner = tree.Name(NESTED_BODY, span)
    taking = tuple(replace(p, default=None) for p in function.parameters)
    body = replace(
        function, name=inner, parameters=taking, decorators=(), is_async=False, result=None
    )
    passed = tuple(passed_on(p) for p in function.parameters)
    made = library_call(COROUTINE, (tree.Argument(None, inner), *passed), span)
    return replace(
        function, is_async=False, decorators=(), result=None, body=(body, tree.Return(made, span))
    )


def passed_on(parameter: tree.Parameter) -> tree.Argument:
    """Give the argument that hands on what a parameter was given."""
    name = parameter.name
    match parameter.kind:
        case "*":
            return tree.Argument(None, tree.Starred(name, False, name.span))
        case "**":
            return tree.Argument(None, tree.Starred(name, True, name.span))
        case "keyword":
            return tree.Argument(name.text, name)
        case _:
            return tree.Argument(None, name)


def _is_plain(default: tree.Expr) -> bool:
    match default:
        case tree.Name() | tree.Attribute():
            return True
        case tree.TupleExpr(items):
            return all(map(_is_plain, items))
        case tree.UnaryOperation(operand=operand):
            return _is_plain(operand)
        case _:
            return is_literal(default)
