"""What could be typed at the cursor, as plain values.

Place: editor/features/. `tiny_completion`, `hex_completion` and `python_completion` make the items;
the server turns them into those of the protocol.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from enum import Enum

from heapwright.records import dataclass


class ItemKind(Enum):
    """What an item is; the server has an icon for each."""

    FIELD = "field"
    METHOD = "method"
    CLASS = "class"
    VARIABLE = "variable"
    SPEC = "spec"
    KEYWORD = "keyword"
    TYPE = "type"
    SNIPPET = "snippet"
    FILE = "file"


@dataclass(frozen=True, slots=True)
class Item:
    """One proposal. `plain` is inserted where the client has no snippets.

    In `snippet`, `$1` and `${1:text}` are places to visit and `$0` is the last one, as in
    the protocol. `rank` orders items, smallest first.
    """

    label: str
    kind: ItemKind
    detail: str = ""
    plain: str = ""
    snippet: str = ""
    rank: int = 5


@dataclass(frozen=True, slots=True)
class Completion:
    """The items, and where the word begins that they replace up to the cursor."""

    start: int
    items: tuple[Item, ...]


def keyword(word: str, rank: int = 7) -> Item:
    """Give the item of a word of the language."""
    return Item(word, ItemKind.KEYWORD, rank=rank)


def unique(items: Iterable[Item]) -> tuple[Item, ...]:
    """Keep the first item of each label, in order of rank and label."""
    found: dict[str, Item] = {}
    for item in items:
        found.setdefault(item.label, item)
    return tuple(sorted(found.values(), key=lambda item: (item.rank, item.label)))


def escaped(text: str) -> str:
    """Write a text so that a snippet contains it as it is."""
    return text.replace("\\", "\\\\").replace("$", "\\$").replace("}", "\\}")


def without_places(snippet: str) -> str:
    """Give the text of a snippet for a client that has none."""
    return re.sub(r"\$\{\d+:?([^}]*)\}|\$\d", lambda place: place[1] or "", snippet)
