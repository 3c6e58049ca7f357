"""Where the values of a body go: what is assigned, returned, stored by name or deleted.

Place: frontends/python/types/. `evidence` asks once for each function; `follow_flow` follows what
is listed here, again and again. Pure: what an expression is worth plays no part.

    def add(self, item=0):             the default goes into `item`
        node = Node(item)              the object goes into `node`
        for each in self.kept: …       an entry of `self.kept` goes into `each`
        self.__dict__["last"] = node   the object goes into whatever is called `last`
        return node                    and it is the result

What calls are given is no statement: it goes into parameters when `cell_values` looks at the call.
"""

from __future__ import annotations

from collections.abc import Iterator

from heapwright.frontends.python.syntax import tree
from heapwright.frontends.python.syntax.walk import captured_names
from heapwright.frontends.python.table.attribute_names import stored_by_name
from heapwright.frontends.python.table.class_table import FunctionInfo
from heapwright.frontends.python.types.told import (
    AnyFlow,
    Default,
    Deleted,
    EntryFlow,
    Flow,
    NamedFlow,
    Nested,
    ResultFlow,
)
from heapwright.ir.core.kinds import ANYTHING, FUNCTIONS, objects_of


def flows_in(function: FunctionInfo) -> Iterator[AnyFlow]:
    """Give the flow of values in a function, in the order of the text."""
    for parameter in function.parameters:
        if parameter.default is not None:
            yield Default(parameter.name.text, parameter.default)
    yield from _of_block(function.node.body, function.self_name)


def _of_block(body: tree.Block, own: str | None) -> Iterator[AnyFlow]:
    for statement in body:
        yield from (NamedFlow(*store) for store in stored_by_name(statement, own))
        yield from _of_statement(statement, own)


def _of_statement(statement: tree.Statement, own: str | None) -> Iterator[AnyFlow]:
    match statement:
        case tree.Assignment(targets, _, value):
            if value is not None:
                yield Flow(targets, value)
        case tree.AugmentedAssignment(target, operator, value, span=span):
            yield Flow((target,), tree.BinaryOperation(operator, target, value, span, span))
        case tree.ExprStatement(value):
            yield Flow((), value)
        case tree.Return(value):
            if value is not None:
                yield ResultFlow(value)
        case tree.Raise(value, other) | tree.Assert(value, other):
            yield from (Flow((), part) for part in (value, other) if part is not None)
        case tree.Delete(targets):
            for target in targets:
                yield Flow((), target)
                if isinstance(target, tree.Attribute):
                    yield Deleted(target.name)
        case tree.FunctionDef(name=name) | tree.ClassDef(name=name) if name.text:
            yield Flow((tree.Name(name.text, statement.span),), FUNCTIONS)
            yield Nested(statement.body)
        case _:
            yield from _of_compound(statement, own)


def _of_compound(statement: tree.Statement, own: str | None) -> Iterator[AnyFlow]:
    """Give the flow in a statement that holds others."""
    match statement:
        case tree.If(condition, body, else_body) | tree.While(condition, body, else_body):
            yield Flow((), condition)
            yield from _of_block(body, own)
            yield from _of_block(else_body, own)
        case tree.For(target, iterable, body, else_body):
            yield EntryFlow(target, iterable)
            yield from _of_block(body, own)
            yield from _of_block(else_body, own)
        case tree.Try(body, handlers, else_body, final_body):
            yield from _of_block(body, own)
            for handler in handlers:
                if handler.name is not None:
                    name = tree.Name(handler.name.text, handler.name.span)
                    yield Flow((name,), objects_of("BaseException"))
                yield from _of_block(handler.body, own)
            yield from _of_block(else_body, own)
            yield from _of_block(final_body, own)
        case tree.With(items, body):
            for item in items:
                yield Flow((), item.value)
                if item.target is not None:
                    yield Flow((item.target,), ANYTHING)
            yield from _of_block(body, own)
        case tree.Match(subject, cases):
            yield Flow((), subject)
            for case in cases:
                for text in captured_names(case.pattern):
                    yield Flow((tree.Name(text, case.pattern.span),), ANYTHING)
                if case.guard is not None:
                    yield Flow((), case.guard)
                yield from _of_block(case.body, own)
        case tree.OtherStatement(_, parts, body):
            yield from (Flow((), part) for part in parts)
            yield from _of_block(body, own)
        case _:
            pass
