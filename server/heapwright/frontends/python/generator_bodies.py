"""What stands in generators and is not lowered as it is meant.

Place: frontends/python/. `dynamic_function` and `dynamic_closure` ask before they lower a body.

    found = yield from search(left)      what `search` returns is its value
    first = next(items)                  a StopIteration in here becomes a RuntimeError
"""

from __future__ import annotations

from heapwright.frontends.python import tree
from heapwright.frontends.python.decorators import last_name
from heapwright.frontends.python.sheet import Refusal
from heapwright.frontends.python.walk import walk


def check_generator(body: tree.Block) -> None:
    """Refuse a generator whose end, or that of one inside, could not be followed."""
    dropped: set[int] = set()  # `yield from` whose value nobody takes
    guarded: set[int] = set()  # code in a `try` that expects the end of an iterator
    for node in walk(body):
        match node:
            case tree.ExprStatement(value):
                dropped.add(id(value))
            case tree.Try(body=inner, handlers=handlers) if any(
                handler.classes is None or "StopIteration" in _names(handler.classes)
                for handler in handlers
            ):
                guarded.update(map(id, walk(inner)))
            case tree.Yield(is_from=True) if id(node) not in dropped:
                raise Refusal("the value of `yield from` is not supported", node.span)
            case tree.Raise(tree.Name("StopIteration") | tree.Call(tree.Name("StopIteration"))):
                raise Refusal("`StopIteration` in a generator is not supported", node.span)
            case tree.Call(tree.Name("next"), [_]) if id(node) not in guarded:
                raise Refusal("`next` without a default in a generator is not supported", node.span)
            case _:
                pass


def _names(classes: tree.Expr) -> list[str]:
    """Name the classes that a handler catches."""
    asked = classes.items if isinstance(classes, tree.TupleExpr) else (classes,)
    return [last_name(one) for one in asked]
