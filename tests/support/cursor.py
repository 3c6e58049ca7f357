"""A text with a cursor in it, written `$0`.

Place: tests/support. Used by the `check_…` helpers of everything that an editor
asks about a place in a file.
"""

from __future__ import annotations

from dataclasses import dataclass
from textwrap import dedent

CURSOR = "$0"


@dataclass(frozen=True, slots=True)
class Marked:
    """A text and the offset at which the cursor stood in it."""

    text: str
    offset: int


def split_at_cursor(marked: str) -> Marked:
    """Dedent a text, take its one `$0` out, and say where it was."""
    text = dedent(marked).removeprefix("\n")
    before, cursor, after = text.partition(CURSOR)
    if not cursor or CURSOR in after:
        raise ValueError(
            f"the text must hold {CURSOR} once, it holds it {text.count(CURSOR)} times"
        )
    return Marked(before + after, len(before))
