"""Guess which name was meant by one that nothing declares.

Place: frontends/. Everything that reports an unknown name asks here.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable


def did_you_mean(name: str, candidates: Iterable[str]) -> str:
    """Give the end of a message: `; did you mean …?`, or nothing if no name is near."""
    # Sorted, because names that are equally near would otherwise depend on the
    # order in which the caller found them.
    near = difflib.get_close_matches(name, sorted(set(candidates)), n=1, cutoff=0.6)
    return f"; did you mean `{near[0]}`?" if near else ""
