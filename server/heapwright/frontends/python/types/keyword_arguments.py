"""Keywords that calls are tried with where a function takes any.

Place: frontends/python/types/. `argument_types` asks. What a client may call the arguments for
`**options` nobody knows; so names are tried that the text has: strings in the function, in its
class and in questions, and parameters of the class's other functions, to which such arguments are
often handed on. One at a time, and together all that the function itself names, else all. Nothing
is proved for other keywords.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from keyword import iskeyword

from heapwright.frontends.python.syntax import tree
from heapwright.frontends.python.syntax.walk import nodes_below
from heapwright.frontends.python.table.class_table import FunctionInfo
from heapwright.frontends.python.types.choices import one_of
from heapwright.frontends.python.types.known_types import Types
from heapwright.frontends.python.types.told import QUESTIONS
from heapwright.ir.core.types import Choice, ContainerType, LiteralType

MOST_NAMES = 4
ANY_NAME = "a"  # where the text has none


def keyword_names(types: Types, info: FunctionInfo) -> tuple[str, ...]:
    """Give the names that are tried, those that stand nearest first."""
    taken = {parameter.name.text for parameter in info.parameters}
    found = dict.fromkeys(name for name in _named(types, info) if name not in taken)
    return tuple(found)[:MOST_NAMES] or (ANY_NAME,)


def keyword_choices(
    types: Types, info: FunctionInfo, values: tuple[Choice, ...]
) -> tuple[Choice, ...]:
    """Give what a client may put where a function takes any keywords, with such values."""
    names = keyword_names(types, info) if values else ()
    sets = [(), *((name,) for name in names)]
    near = set(_strings([info]))
    together = tuple(name for name in names if name in near) or names
    if len(together) > 1:
        sets.append(together)
    return tuple(
        ContainerType(
            "dict",
            tuple(part for name in chosen for part in (LiteralType((name,)), one_of(values))),
            varies=not chosen,
        )
        for chosen in sets
    )


def _named(types: Types, info: FunctionInfo) -> Iterator[str]:
    functions = types.table.functions.values()
    own = [one for one in functions if one.owner is not None and one.owner == info.owner]
    counting = types.questions
    asking = [
        one
        for one in functions
        if one.kind in QUESTIONS
        and one.path == info.path
        and (counting is None or one.qualified_name in counting)
    ]
    yield from _strings([info])
    yield from _strings(one for one in own if one.kind not in QUESTIONS)
    yield from _strings(asking)
    for one in own:
        if one.kind not in QUESTIONS:
            yield from (p.name.text for p in one.parameters if p.default is not None)


def _strings(functions: Iterable[FunctionInfo]) -> Iterator[str]:
    """Give the strings in bodies that a keyword can be."""
    for function in functions:
        for node in nodes_below(function.node.body):
            if isinstance(node, tree.StringLiteral) and not node.parts and _can_name(node.text):
                yield node.text


def _can_name(text: str) -> bool:
    return text.isidentifier() and not iskeyword(text)
