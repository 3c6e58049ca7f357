"""The private names of a class as Python spells them: `__x` in `class Node` is `_Node__x`.

Place: frontends/python/syntax/. `read_statements` asks for the body of every class. All else sees
the names that objects really have: two classes of one line can both have a `__x`. As in CPython,
names of arguments (`f(__x=1)`) and of attributes in patterns stay as they are.
"""

from __future__ import annotations

import re

from heapwright.frontends.python.syntax import tree
from heapwright.frontends.python.syntax.rewrite import map_tree, on_field

_PRIVATE = re.compile(rb"\b__(?!\w*__\b)\w")


def with_private_names(content: bytes, class_name: str, body: tree.Block) -> tree.Block:
    """Give the body of a class with its private names spelled out; `content` is its text."""
    stem = class_name.lstrip("_")
    if not stem or _PRIVATE.search(content) is None:
        return body

    def spelled(name: str | None) -> str | None:
        return name and private_name(stem, name)

    return map_tree(
        body,
        {
            tree.Name: on_field("text", spelled),
            tree.Attribute: on_field("name", spelled),
            tree.Pattern: on_field("name", spelled),
            tree.ImportedName: on_field("alias", spelled),
            tree.Nonlocal: on_field("names", lambda names: tuple(map(spelled, names))),
        },
    )


def private_name(stem: str, name: str) -> str:
    """Give what a name is called in the body of a class."""
    is_private = name.startswith("__") and not name.endswith("__") and "." not in name
    return f"_{stem}{name}" if is_private else name
