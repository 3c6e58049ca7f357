"""Take out what stands after a `throw`, and number the sites anew.

Place: frontends/tiny/lower/. `lower_function` calls this for functions that throw. The code
after a `throw` is checked like any other, but no IR may hold it. Elaboration would have
to look for it at every turn; here it is gone in one walk.
"""

from __future__ import annotations

from typing import Any, TypeVar

from heapwright.ir.core import instructions as ir
from heapwright.records import fields, replace
from heapwright.text.span import Span

NodeT = TypeVar("NodeT", ir.Expr, ir.Statement)


def without_dead_code(body: ir.Body, sites: list[Span]) -> tuple[ir.Body, list[Span]]:
    """Give a body that ends at each `throw`, and the spans of its sites."""
    kept: list[Span] = []
    return _live_body(body, sites, kept), kept


def _live_body(body: ir.Body, sites: list[Span], kept: list[Span]) -> ir.Body:
    """Keep the statements up to the first `throw`."""
    live: list[ir.Statement] = []
    for statement in body:
        live.append(_live(statement, sites, kept))
        if isinstance(statement, ir.Throw):
            break
    return tuple(live)


def _live(node: NodeT, sites: list[Span], kept: list[Span]) -> NodeT:
    """Rebuild an instruction of its live parts.

    Every instruction names its parts in the order of evaluation, so the numbers come
    out as elaboration gives them: parts first.
    """
    changes: dict[str, Any] = {}
    for field in fields(node):
        part = getattr(node, field.name)
        if field.name in ("body", "then_body", "else_body", "final"):
            changes[field.name] = _live_body(part, sites, kept)
        elif field.name == "arguments":
            arguments = []
            for argument in part:
                arguments.append(_live(argument, sites, kept))
            changes[field.name] = tuple(arguments)
        elif field.name == "handlers":
            handlers = []
            for handler in part:
                handlers.append(replace(handler, body=_live_body(handler.body, sites, kept)))
            changes[field.name] = tuple(handlers)
        elif isinstance(part, ir.Expr):
            changes[field.name] = _live(part, sites, kept)
    if node.site != ir.NO_SITE:
        kept.append(sites[node.site])
        changes["site"] = len(kept) - 1
    return replace(node, **changes)
