"""Where generators of plain heaps wait: whether code can go on there, and must run in the end.

Place: paths/plain/. `items` asks before a loop lets a generator wait, `concrete` after each run.
What a path is stands in `pull`.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping, Sequence

from heapwright.ir.core import instructions as ir
from heapwright.ir.core.program import Function
from heapwright.ir.core.walk import walk
from heapwright.ir.reach.endings import takes_end
from heapwright.paths.plain.endings import reached
from heapwright.paths.plain.heap import Named, Result, Value


def all_go_on(body: ir.Body) -> bool:
    """Say whether a generator can go on wherever it may wait."""
    return all(_goes_on(node) for node in body if _yields(node))


def _yields(*nodes: ir.Statement | ir.Expr) -> bool:
    return any(isinstance(n, ir.Operate) and n.operation == "yield" for n in walk([*nodes]))


def _goes_on(node: ir.Statement) -> bool:
    match node:
        case (
            ir.Evaluate(value=ir.Operate(operation="yield", operands=given))
            | ir.Assign(value=ir.Operate(operation="yield", operands=given))
        ):
            return not _yields(*given)
        case ir.Evaluate(value=ir.Do(body=body, value=ir.NullConstant())):
            return all_go_on(body)
        case ir.If():
            return not _yields(node.condition) and all_go_on((*node.then_body, *node.else_body))
        case ir.While():
            return not _yields(node.condition) and all_go_on(node.body)
        case ir.ForEach():
            return not _yields(node.iterable) and all_go_on(node.body)
        case ir.Try():
            inside = (node.body, *(handler.body for handler in node.handlers))
            return not _yields(*node.final) and all(map(all_go_on, inside))
        case _:
            return False


def acts_when_gone(body: ir.Body, path: Sequence[int]) -> bool:
    """Say whether a generator that waits at the end of a path runs code when it goes."""
    steps = list(path)
    while steps:
        node = body[steps.pop()]
        match node:
            case (
                ir.Evaluate(value=ir.Do(body=inner)) | ir.While(body=inner) | ir.ForEach(body=inner)
            ):
                if len(steps) == 1:
                    return False  # a `yield from`, whose path ends there
                body = inner
            case ir.If():
                body = (node.then_body, node.else_body)[steps.pop()]
            case ir.Try():
                part = steps.pop()
                if node.final or (part == 0 and any(map(takes_end, node.handlers))):
                    return True
                body = node.body if part == 0 else node.handlers[part - 1].body
            case _:
                return False
    return False


def acting_generator_gone(
    functions: Mapping[str, Function],
    class_names: Sequence[str],
    rows: Sequence[Sequence[Value]],
    kept: Iterable[Result],
    others: Container[int] = (),
) -> bool:
    """Say whether a generator with something to do is gone; `others` know their keepers."""
    waiting = [
        number
        for number, class_name in enumerate(class_names)
        if class_name == "generator" and _acts(functions, rows[number])
    ]
    if not waiting:
        return False
    alive = reached(rows, kept)
    return any(number not in alive and number not in others for number in waiting)


def _acts(functions: Mapping[str, Function], row: Sequence[Value]) -> bool:
    function, state = row[:2]
    if not isinstance(state, tuple) or not isinstance(function, Named):
        return False
    path = [step for step in state if isinstance(step, int)]
    return acts_when_gone(functions[function.name].body, path)
