"""The body of a generator as it is lowered: no StopIteration leaves it.

Place: frontends/python/lower/dynamic/. `dynamic.functions` and `dynamic.closures` ask before they
lower a body.

    first = next(items)                  a StopIteration in here becomes a RuntimeError
    found = yield from search(left)      what `search` returns is its value: not supported
"""

from __future__ import annotations

from collections.abc import Iterable

from heapwright.frontends.python.lower.common.builder import Refusal
from heapwright.frontends.python.syntax import tree
from heapwright.frontends.python.syntax.walk import Node, walk
from heapwright.frontends.python.table.endings import may_stop
from heapwright.text.span import Span

SAID = "generator raised StopIteration"


def generator_body(body: tree.Block, span: Span) -> tree.Block:
    """Give the body with what Python does around it; refuses what cannot be followed."""
    dropped: set[int] = set()  # `yield from` whose value nobody takes
    for node in walk(body):
        match node:
            case tree.ExprStatement(value):
                dropped.add(id(value))
            case tree.Yield(is_from=True) if id(node) not in dropped:
                raise Refusal("the value of `yield from` is not supported", node.span)
            case _:
                pass
    return (_guarded(body, span),) if _runs_code(body) else body


def may_let_out(items: tree.Comprehension, *, program_stops: bool) -> bool:
    """Say whether a generator that is lowered as a loop would let a StopIteration out.

    `program_stops` tells whether any code of the program may raise one, see `may_stop`.
    """
    return may_stop([items]) or (program_stops and _runs_code([items]))


def _runs_code(body: Iterable[Node]) -> bool:
    """Say whether a body runs other code, which may raise a StopIteration."""
    quiet = ("range", "len", "enumerate", "zip", "print", "isinstance", "reversed")
    for node in walk(body):
        match node:
            case tree.Call(tree.Name(name)) if name in quiet:
                pass
            case tree.Call() | tree.Raise():
                return True
            case _:
                pass
    return False


def _guarded(body: tree.Block, span: Span) -> tree.Try:
    said = tree.StringLiteral(SAID, (), span, (SAID,))
    error = tree.Call(tree.Name("RuntimeError", span), (tree.Argument(None, said),), span)
    handler = tree.ExceptClause(
        tree.Name("StopIteration", span), None, (tree.Raise(error, None, span),), span
    )
    return tree.Try(body, (handler,), (), (), span)
