"""`await x` and `async with x`, written as calls of functions of the library.

Place: frontends/python/syntax/. The readers of expressions and statements write them, and so does
`coroutines`. The names in parentheses stand for the library's: no text can contain them.
"""

from __future__ import annotations

from heapwright.frontends.python.syntax import tree
from heapwright.text.span import Span

AWAIT, ASYNC_CONTEXT = "(await)", "(async context)"


def awaited(value: tree.Expr, span: Span) -> tree.Expr:
    """Give `await value`."""
    return library_call(AWAIT, (tree.Argument(None, value),), span)


def async_context(value: tree.Expr, span: Span) -> tree.Expr:
    """Give what a plain `with` uses as `async with` uses a value."""
    return library_call(ASYNC_CONTEXT, (tree.Argument(None, value),), span)


def library_call(name: str, arguments: tuple[tree.Argument, ...], span: Span) -> tree.Expr:
    """Give a call of the function of the library that a name in parentheses stands for."""
    return tree.Call(tree.Name(name, span), arguments, span)
