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
CODE_POINT = "code point"  # a bound that is no number of things


def bound_text(objects: Mapping[str, int]) -> str:
    """Say the heap scope in a few words."""
    if not objects:
        return ""
    parts = [
        f"{bound} {_shown(name, bound)}"
        for name, bound in sorted(objects.items())
        if name != CODE_POINT
    ]
    text = f" with at most {', '.join(parts)}" if parts else ""
    if CODE_POINT in objects:
        text += f"{' and' if parts else ' with'} characters up to U+{objects[CODE_POINT]:04X}"
    return text


def _shown(name: str, bound: int) -> str:
    """Give the name of a bound; those on parts of values are words, and have a singular."""
    return name.removesuffix("s") if bound == 1 and name in ("items", "characters") else name


def beyond_text(beyond: str) -> str:
    """Say why a proof is about smaller heaps than usual."""
    return f"; larger heaps were not all looked at: {beyond}"


def counted(number: int, noun: str) -> str:
    """Give `1 call`, `2 calls`."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
