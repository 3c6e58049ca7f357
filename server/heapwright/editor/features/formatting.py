"""The edits that format a tiny file.

Place: editor/features/. The server and `heapwright format` call this. The options of a client (tab
size, spaces or tabs) are not asked for: a file looks the same in every editor. Python has
formatters of its own.
"""

from __future__ import annotations

from heapwright.frontends.tiny.layout.layout import apply_edits
from heapwright.frontends.tiny.layout.layout import format_edits as formatting_edits
from heapwright.frontends.tiny.syntax.parse import parse

__all__ = ["formatted", "formatting_edits"]


def formatted(text: str) -> str:
    """Give a text laid out anew."""
    return apply_edits(text, formatting_edits(parse(text)))
