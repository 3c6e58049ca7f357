"""The private names of a class as Python spells them: `__x` in `class Node` is `_Node__x`.

Place: frontends/python/syntax/. `read_statements` asks for the body of every class. All else sees
the names that objects really have: two classes of one line can both have a `__x`. As in CPython,
names of arguments (`f(__x=1)`) and of attributes in patterns stay as they are.
"""

from __future__ import annotations

import re
from typing import Any

from heapwright.frontends.python.syntax import tree
from heapwright.frontends.python.syntax.rewrite import field_names
from heapwright.records import replace
from heapwright.text.span import Span

_PRIVATE = re.compile(rb"\b__(?!\w*__\b)\w")


def with_private_names(content: bytes, class_name: str, body: tree.Block) -> tree.Block:
    """Give the body of a class with its private names spelled out; `content` is its text."""
    stem = class_name.lstrip("_")
    if not stem or _PRIVATE.search(content) is None:
        return body
    known: dict[int, Any] = {}  # what two places of a tree share, they share afterwards
    return tuple([_spelled(one, stem, known) for one in body])


def private_name(stem: str, name: str) -> str:
    """Give what a name is called in the body of a class."""
    is_private = name.startswith("__") and not name.endswith("__") and "." not in name
    return f"_{stem}{name}" if is_private else name


def _spelled(piece: Any, stem: str, known: dict[int, Any]) -> Any:  # noqa: ANN401 - any part
    if isinstance(piece, tuple):
        return tuple([_spelled(one, stem, known) for one in piece])
    names = field_names(piece)
    if not names or isinstance(piece, Span | tree.Mark):
        return piece
    if id(piece) in known:
        return known[id(piece)]
    changed = {name: _spelled(getattr(piece, name), stem, known) for name in names}
    match piece:
        case tree.Name(text):
            changed["text"] = private_name(stem, text)
        case tree.Attribute(name=text):
            changed["name"] = private_name(stem, text)
        case tree.Pattern(name=str(text)):
            changed["name"] = private_name(stem, text)
        case tree.Nonlocal(texts):
            changed["names"] = tuple([private_name(stem, text) for text in texts])
        case tree.ImportedName(alias=text):
            changed["alias"] = private_name(stem, text)
    made = known[id(piece)] = replace(piece, **changed)
    return made
