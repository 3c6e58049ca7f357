"""What comparisons tell, and what is looked up as if it were compared: `kept[key]`.

Place: frontends/python/types/. `evidence` asks for each node of a body. Pure.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from heapwright.frontends.python.syntax import tree
from heapwright.frontends.python.types.told import Compared

_LOOKED_UP_BY = frozenset(
    (
        *("get", "pop", "setdefault", "index", "count", "remove", "discard"),
        *("__getitem__", "__contains__"),
    )
)


def compared_in(node: object, *, is_question: bool) -> Iterator[Compared]:
    """Give what an expression compares; class code tells less by order than a question."""
    match node:
        case tree.Comparison(operands, operators):
            for place, sign in enumerate(operators):
                lhs, rhs = operands[place], operands[place + 1]
                if sign in ("in", "not in"):
                    yield Compared(None, lhs)
                    for item in _items(rhs):
                        yield Compared(lhs, item)
                elif is_question or sign in ("==", "!=", "is", "is not"):
                    is_positive, is_same = sign in ("==", "is"), sign in ("is", "is not")
                    yield Compared(lhs, rhs, is_positive, is_same)
                    yield Compared(rhs, lhs, is_positive, is_same)
                    for item in (*_items(lhs), *_items(rhs)):
                        yield Compared(None, item)
        case tree.Subscript(_, index) if not isinstance(index, tree.SliceExpr):
            yield Compared(None, index)
        case tree.Call(tree.Attribute(_, name), [tree.Argument(None, key), *_]):
            if name in _LOOKED_UP_BY:
                yield Compared(None, key)
        case tree.Match(subject, cases):
            for case in cases:
                yield from _matched(subject, case.pattern)
        case _:
            pass


def _matched(subject: tree.Expr, pattern: tree.Pattern) -> Iterator[Compared]:
    if pattern.kind == "value" and pattern.value is not None:
        yield Compared(subject, pattern.value)
    if pattern.kind == "or":
        for part in pattern.parts:
            yield from _matched(subject, part)


def _items(expr: tree.Expr) -> tuple[tree.Expr, ...]:
    """Give what is written in a display, and in displays inside of it."""
    match expr:
        case tree.TupleExpr(items) | tree.Display(items=items):
            inner: Iterable[tree.Expr] = items
        case tree.DictDisplay(keys, values):
            inner = [one for one in (*keys, *values) if one is not None]
        case _:
            return ()
    return tuple(found for item in inner for found in (item, *_items(item)))


def is_compared_with_texts(node: object) -> bool:
    """Say whether the entries of a container are compared with strings: `x.all() == ["a", "b"]`."""
    match node:
        case tree.Comparison(operands):
            displays = [o for o in operands if isinstance(o, tree.Display | tree.TupleExpr)]
            return any(isinstance(one, tree.StringLiteral) for d in displays for one in d.items)
        case _:
            return False


def has_text_key(node: object) -> bool:
    """Say whether code looks something up by a string that it names."""
    match node:
        case tree.Subscript(_, tree.StringLiteral()):
            return True
        case tree.Call(tree.Attribute(_, name), [tree.Argument(None, tree.StringLiteral()), *_]):
            return name in ("get", "pop", "setdefault")
        case tree.Comparison(operands, operators):
            pairs = zip(operands, operators, strict=False)
            return any(isinstance(o, tree.StringLiteral) and s.endswith("in") for o, s in pairs)
        case _:
            return False
