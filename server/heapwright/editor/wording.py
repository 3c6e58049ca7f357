"""Codes of verdicts, and words that are the same wherever they are shown.

Place: editor/. Imports nothing of the engine, so that the server starts quickly.
"""

from __future__ import annotations

from collections.abc import Mapping

VIOLATED = "HW010"
UNREACHABLE = "HW001"
NOT_FOUND = "HW002"
LIMIT = "HW003"
CONTRADICTION = "HW004"


def bound_text(objects: Mapping[str, int]) -> str:
    """Say the heap scope in a few words."""
    if not objects:
        return ""
    parts = [f"{bound} {name}" for name, bound in sorted(objects.items())]
    return f" with at most {', '.join(parts)}"


def counted(number: int, noun: str) -> str:
    """Give `1 call`, `2 calls`."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
