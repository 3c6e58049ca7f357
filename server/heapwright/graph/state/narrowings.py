"""What clients could do, hold or give, and is not tried, or not followed.

Place: graph/state/. `client` and `explore` record these where they leave something out; a claim
that something is not there is made of them, see `answers.absence.claim`.
"""

from __future__ import annotations

from heapwright.ir.python_names.function_names import told_name
from heapwright.records import dataclass


@dataclass(frozen=True, slots=True)
class Narrowing:
    """One thing that is left out: where, and what; for people."""

    where: str  # a call or the question; nothing where the whole search is meant
    what: str

    def __str__(self) -> str:
        return f"{self.where}: {self.what}" if self.where else self.what


def narrowed_in(function: str, what: str) -> Narrowing:
    """Say what is left out in a function."""
    return Narrowing(f"`{told_name(function)}`", what)
