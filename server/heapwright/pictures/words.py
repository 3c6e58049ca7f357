"""User text inside pictures: shortened, measured, and safe in XML and in DOT.

Place: pictures/. Class, field and root names come from the user's files and may hold
anything; whatever cannot be seen or must not stand in XML is written as an escape.
"""

from __future__ import annotations

import re
import unicodedata
from typing import Final

LONGEST_DECIMAL: Final = 10_000  # bits
LONGEST: Final = 32  # columns; more would make boxes that no page holds

# Controls, spaces that look like nothing, marks that turn the direction of text, lone
# surrogates and what Unicode calls no characters. XML 1.0 forbids most of them, and the
# others would make a picture show something other than it says.
_UNSEEN: Final = re.compile(
    "[\x00-\x1f\x7f-\xa0\xad\u061c\u180e\u200b-\u200f\u2028-\u202f\u205f-\u206f\u3000"
    "\ud800-\udfff\ufdd0-\ufdef\ufeff\ufff0-\uffff"
    + "".join(chr(0x10000 * plane + last) for plane in range(1, 17) for last in (0xFFFE, 0xFFFF))
    + "\U000e0000-\U000e0fff]"
)


def visible(text: str) -> str:
    """Write what cannot be seen as an escape, the rest as it is."""
    return _UNSEEN.sub(lambda found: ascii(found.group())[1:-1], text)


def shortened(text: str, limit: int = LONGEST) -> str:
    """Make a text visible and cut out its middle where it is longer than the limit."""
    whole = visible(text)
    if len(whole) <= limit:
        return whole
    n_last = limit // 3
    return f"{whole[: limit - n_last - 1]}…{whole[-n_last:]}"


def int_text(value: int) -> str:
    """Write an int of any size; Python refuses to write very long ones in decimal."""
    return str(value) if value.bit_length() < LONGEST_DECIMAL else hex(value)


def columns(text: str) -> int:
    """Count the columns that a text takes in a font of fixed width."""
    if text.isascii():
        return len(text)
    return sum(2 if unicodedata.east_asian_width(c) in "WF" else 1 for c in text)


def xml(text: str) -> str:
    """Write a text so that it can stand in XML, between tags or in quotes."""
    escaped = visible(text).replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    return escaped.replace('"', "&quot;").replace("'", "&#39;")


def dot_string(text: str) -> str:
    """Write a text as a quoted string of the DOT language."""
    return '"' + visible(text).replace("\\", "\\\\").replace('"', '\\"') + '"'
