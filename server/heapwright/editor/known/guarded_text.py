"""Which text runs only if a condition comes out one way.

Place: editor/known/. `dead_branches` asks this to find out what never runs. Looks at the trees of
both languages; nothing is run or solved. Conditions are told by their place in the text.

    if c: A              true: A                       c or d       false: d
    if c: return         false: the rest of the block  c and d      true: d
    while c: A else: B   true: A; false: B, or the rest of the block if nothing breaks out
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TypeAlias

from heapwright.frontends.python.syntax import tree as python
from heapwright.frontends.python.syntax.walk import nodes_below
from heapwright.frontends.tiny.syntax import tree as tiny
from heapwright.frontends.tiny.syntax.walk import nodes_below as tiny_nodes_below
from heapwright.records import dataclass
from heapwright.text.span import Span
from heapwright.workspace.load import LoadedProgram

Places: TypeAlias = "Mapping[tuple[int, int], Guarded]"


@dataclass(frozen=True, slots=True)
class Guarded:
    """What depends on a condition; None where no text does."""

    if_true: Span | None
    if_false: Span | None
    asked: Span  # what is never run if the condition is never asked

    def only_if(self, outcome: bool) -> Span | None:
        """Give the text that runs only if the condition comes out like that."""
        return self.if_true if outcome else self.if_false


def guarded_text(loaded: LoadedProgram) -> Places:
    """Find the conditions of the root file, by start and end, with what they guard."""
    root = loaded.files[-1].tree
    found = _of_tiny(root) if isinstance(root, tiny.File) else _of_python(root)
    places: dict[tuple[int, int], Guarded] = {}
    for span, guarded in found:
        places.setdefault((span.start, span.end), guarded)
    return places


# --- Python ------------------------------------------------------------------------------


def _of_python(module: python.Module) -> Iterator[tuple[Span, Guarded]]:
    yield from _of_block(module.body)
    for node in nodes_below(module.body):
        for block in _blocks_of(node):
            yield from _of_block(block)
        match node:
            case python.Conditional(condition, then_value, else_value, span):
                yield condition.span, Guarded(then_value.span, else_value.span, span)
            case python.BooleanOperation(operator):
                operands = [one.span for one in _operands(node, operator)]
                yield from _of_operands(operator == "and", operands)
            case _:
                pass


def _blocks_of(node: python.Expr | python.Statement) -> Iterator[python.Block]:
    match node:
        case python.If(then_body=body, else_body=other) | python.While(body=body, else_body=other):
            yield from (body, other)
        case python.For(body=body, else_body=other):
            yield from (body, other)
        case python.FunctionDef(body=body) | python.ClassDef(body=body) | python.With(body=body):
            yield body
        case python.OtherStatement(body=body):
            yield body
        case python.Match(cases=cases):
            yield from (case.body for case in cases)
        case python.Try(body, handlers, else_body, final_body):
            yield from (body, *(handler.body for handler in handlers), else_body, final_body)
        case _:
            pass


def _of_block(block: python.Block) -> Iterator[tuple[Span, Guarded]]:
    for index, statement in enumerate(block):
        yield from _of_statement(statement, _whole(block[index + 1 :]))


def _of_statement(statement: python.Statement, rest: Span | None) -> Iterator[tuple[Span, Guarded]]:
    """Say what the condition of a statement guards; `rest` is what follows in the block."""
    match statement:
        case python.If(condition, then_body, else_body, span):
            if_false = _whole(else_body)
            if if_false is None and _leaves(then_body):
                if_false = rest
            yield condition.span, Guarded(_whole(then_body), if_false, span)
        case python.While(condition, body, else_body, span):
            if_false = _whole(else_body)
            if if_false is None and not _breaks(body):
                if_false = rest
            yield condition.span, Guarded(_whole(body), if_false, span)
        case python.For(iterable=iterable, body=body, span=span):
            yield iterable.span, Guarded(_whole(body), None, span)
        case python.Match(cases=cases, span=span):
            for index, case in enumerate(cases):
                start, following = case.pattern.span.start, cases[index + 1 :]
                if_false = Span(following[0].pattern.span.start, span.end) if following else None
                guarded = Guarded(_whole(case.body), if_false, Span(start, span.end))
                yield case.pattern.span, guarded
        case _:
            pass


def _whole(block: Sequence[python.Statement]) -> Span | None:
    return Span(block[0].span.start, block[-1].span.end) if block else None


def _leaves(block: python.Block) -> bool:
    """Say whether nothing that follows a block runs after it."""
    match block:
        case (*_, python.Return() | python.Raise() | python.Break() | python.Continue()):
            return True
        case (*_, python.If(then_body=then_body, else_body=else_body)):
            return _leaves(then_body) and _leaves(else_body)
        case _:
            return False


def _breaks(body: python.Block) -> bool:
    """Say whether a loop may be left by `break`; that of an inner loop counts, to be safe."""
    return any(isinstance(node, python.Break) for node in nodes_below(body))


# --- Tiny --------------------------------------------------------------------------------


def _of_tiny(file: tiny.File) -> Iterator[tuple[Span, Guarded]]:
    for offset, body in _bodies(file):
        for span, guarded in _of_expression(body):
            yield (
                span.shifted(offset),
                Guarded(
                    guarded.if_true and guarded.if_true.shifted(offset),
                    guarded.if_false and guarded.if_false.shifted(offset),
                    guarded.asked.shifted(offset),
                ),
            )


def _bodies(file: tiny.File) -> Iterator[tuple[int, tiny.Expr]]:
    """Give the bodies of methods, each with the offset that its spans count from."""
    for placed in file.declarations:
        if isinstance(placed.node, tiny.ClassDecl):
            for member in placed.node.members:
                if isinstance(member.node, tiny.MethodDecl):
                    yield placed.offset + member.offset, member.node.body


def _of_expression(body: tiny.Expr) -> Iterator[tuple[Span, Guarded]]:
    for node in tiny_nodes_below(body):
        match node:
            case tiny.If(condition, then_branch, else_branch, span):
                if_false = None if else_branch is None else else_branch.span
                yield condition.span, Guarded(then_branch.span, if_false, span)
            case tiny.While(condition, inner, span):
                yield condition.span, Guarded(inner.span, None, span)
            case tiny.Binary("&&" | "||" as operator):
                operands = [one.span for one in _operands(node, operator)]
                yield from _of_operands(operator == "&&", operands)
            case _:
                pass


def _operands(expr: python.Expr | tiny.Expr, operator: str) -> Iterable[python.Expr | tiny.Expr]:
    """Give what stands between the same operators, from left to right."""
    found: list[python.Expr | tiny.Expr] = []
    waiting = [expr]
    while waiting:
        match waiting.pop():
            case python.BooleanOperation(same, lhs, rhs) if same == operator:
                waiting += [rhs, lhs]
            case tiny.Binary(same, lhs, rhs) if same == operator:
                waiting += [rhs, lhs]
            case other:
                found.append(other)
    return found


def _of_operands(is_and: bool, operands: Sequence[Span]) -> Iterator[tuple[Span, Guarded]]:
    """Say what each part of `a and b and c` guards: all that follows."""
    for index, span in enumerate(operands[:-1]):
        rest = Span(operands[index + 1].start, operands[-1].end)
        asked = Span(span.start, operands[-1].end)
        yield span, Guarded(rest, None, asked) if is_and else Guarded(None, rest, asked)
