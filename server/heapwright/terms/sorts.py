"""The two sorts of terms: unbounded mathematical integers, and truth values.

Place: terms/. Every term carries one of these.
"""

from __future__ import annotations

from enum import Enum


class Sort(Enum):
    """What a term stands for."""

    INT = "Int"
    BOOL = "Bool"

    # Every term is asked for its sort while it is built; hashing by identity
    # is four times cheaper than Enum's own hash of the name.
    __hash__ = object.__hash__


INT = Sort.INT
BOOL = Sort.BOOL
