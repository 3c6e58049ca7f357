"""Statements that only decide what runs next: blocks, loops that are left, `try`, to IR.

Place: frontends/python/lower/common/. Both ways of lowering come here and bring along what lowers
a statement, a block or a handler. What conditions and values are does not matter here.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from heapwright.frontends.python.lower.common.builder import Refusal, Sheet
from heapwright.frontends.python.lower.common.convert import negated
from heapwright.frontends.python.syntax import tree
from heapwright.frontends.python.syntax.walk import walk
from heapwright.ir.core import instructions as ir
from heapwright.text.span import Span

Statements: TypeAlias = list[ir.Statement]
LowerStatement: TypeAlias = Callable[[Sheet, tree.Statement], Statements]
LowerBlock: TypeAlias = Callable[[Sheet, tree.Block], Statements]
LowerHandler: TypeAlias = Callable[[Sheet, tree.ExceptClause], ir.Handler]


def lowered_block(lower: LowerStatement, sheet: Sheet, body: tree.Block) -> Statements:
    """Lower statements; what stands behind a `return` or the like is never reached."""
    statements: Statements = []
    for statement in body:
        statements += lower(sheet, statement)
        if ends(statements):
            break
    return statements


def ends(body: Statements) -> bool:
    """Say whether control never comes to the end of a block."""
    return bool(body) and isinstance(body[-1], ir.Return | ir.Throw | ir.Break | ir.Continue)


def left_loop(sheet: Sheet, span: Span) -> Statements:
    """Lower `break`."""
    if not sheet.breaks:
        raise Refusal("`break` outside of a loop is not Python", span)
    noted: Statements = []
    if sheet.breaks[-1] is not None:
        true = ir.BoolConstant(True, sheet.site(span))
        noted.append(ir.Assign(sheet.breaks[-1], true, sheet.site(span)))
    return [*noted, ir.Break(sheet.site(span))]


def next_round(sheet: Sheet, span: Span) -> Statements:
    """Lower `continue`."""
    if not sheet.breaks:
        raise Refusal("`continue` outside of a loop is not Python", span)
    return [ir.Continue(sheet.site(span))]


def looped(
    lower: LowerBlock, sheet: Sheet, body: tree.Block, *, has_else: bool
) -> tuple[Statements, int | None]:
    """Lower the body of a loop; gives the slot that a `break` sets, where it matters."""
    broke = sheet.slot() if has_else else None
    sheet.breaks.append(broke)
    statements = lower(sheet, body)
    sheet.breaks.pop()
    return statements, broke


def with_else(
    lower: LowerBlock,
    sheet: Sheet,
    loop: Statements,
    broke: int | None,
    else_body: tree.Block,
    span: Span,
) -> Statements:
    """Add what runs unless a `break` left the loop."""
    if broke is None:
        return loop
    start = ir.Assign(broke, ir.BoolConstant(False, sheet.site(span)), sheet.site(span))
    ended = negated(sheet, sheet.local(broke, span), span)
    after = ir.If(ended, tuple(lower(sheet, else_body)), (), sheet.site(span))
    return [start, *loop, after]


def tried(
    lower: LowerBlock, lower_handler: LowerHandler, sheet: Sheet, statement: tree.Try
) -> Statements:
    """Lower `try` with all its parts."""
    span = statement.span
    ended = sheet.slot() if statement.else_body else None
    body = lower(sheet, statement.body)
    if ended is not None and not ends(body):
        true = ir.BoolConstant(True, sheet.site(span))
        body.append(ir.Assign(ended, true, sheet.site(span)))
    handlers = [lower_handler(sheet, clause) for clause in statement.handlers]
    if any(handler.catches is None for handler in handlers[:-1]):
        raise Refusal("an `except` after one that takes everything", span)
    inner = body
    if handlers:
        inner = [ir.Try(tuple(body), tuple(handlers), (), sheet.site(span))]
    if ended is not None:
        start = ir.Assign(ended, ir.BoolConstant(False, sheet.site(span)), sheet.site(span))
        rest = lower(sheet, statement.else_body)
        after = ir.If(sheet.local(ended, span), tuple(rest), (), sheet.site(span))
        inner = [start, *inner, after]
    final = lower(sheet, statement.final_body)
    return [ir.Try(tuple(inner), (), tuple(final), sheet.site(span))] if final else inner


def without_name(
    sheet: Sheet, clause: tree.ExceptClause, body: Statements, unbind: Statements
) -> Statements:
    """Take the name of a handler away at its end, however it ends, as Python does."""
    assert clause.name is not None
    name = clause.name.text
    function = sheet.function
    if function is not None and not sheet.is_nested:
        inside = _times_read(clause.body, name)
        if _times_read(function.node.body, name) == inside:
            return body if ends(body) else [*body, *unbind]
    return [ir.Try(tuple(body), (), tuple(unbind), sheet.site(clause.span))] if unbind else body


def _times_read(body: tree.Block, name: str) -> int:
    return sum(isinstance(node, tree.Name) and node.text == name for node in walk(body))


def raises_again(body: tree.Block) -> bool:
    """Say whether a handler raises what it handles once more."""
    return any(isinstance(node, tree.Raise) and node.value is None for node in walk(body))
