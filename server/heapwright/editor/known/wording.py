"""Codes of verdicts, and words that are the same wherever they are shown.

Place: editor/known/. Imports nothing of the engine, so that the server starts quickly.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

VIOLATED = "HW010"
UNREACHABLE = "HW001"
NOT_FOUND = "HW002"
LIMIT = "HW003"
CONTRADICTION = "HW004"
# Bounds that are no numbers of things.
CODE_POINT = "code point"
FLOAT_SIZE = "size of floats"
HASHED_SIZE = "size of hashed ints"
MOST_LENGTHS = 4  # of strings, in one message


def bound_text(objects: Mapping[str, int], kinds: Mapping[str, str] | None = None) -> str:
    """Say the heap scope in a few words, and what was given where nothing says what to give."""
    parts = [
        f"{bound} {_shown(name, bound)}"
        for name, bound in sorted(objects.items())
        if name not in (CODE_POINT, FLOAT_SIZE, HASHED_SIZE)
    ]
    text = f" with up to {', '.join(parts)}" if parts else ""
    sizes: list[str] = []
    if CODE_POINT in objects:
        sizes.append(f"characters up to U+{objects[CODE_POINT]:04X}")
    if FLOAT_SIZE in objects:
        sizes.append(f"finite floats up to 2**{objects[FLOAT_SIZE].bit_length() - 1}")
    if HASHED_SIZE in objects:
        sizes.append(f"hashed ints up to 2**{objects[HASHED_SIZE].bit_length() - 1}")
    if sizes:
        text += f"{' and' if parts else ' with'} {' and '.join(sizes)}"
    if kinds:
        text += f", and {_kinds_text(kinds)}" if text else f" with {_kinds_text(kinds)}"
    return text


def headline(verdict: str, objects: Mapping[str, int]) -> str:
    """Give a verdict in a few words: what claims absence names the scope that it is proved for."""
    is_absence = verdict in ("unreachable", "holds", "holds-bounded")
    return f"{verdict}{bound_text(objects)}" if is_absence else verdict


def bound_json(
    objects: Mapping[str, int], kinds: Mapping[str, str], calls: int | None, *, is_complete: bool
) -> dict[str, Any]:
    """Describe the bound; kinds are in it where something was given that nothing declares."""
    told = {"kinds": dict(kinds)} if kinds else {}
    return {"objects": dict(objects), **told, "calls": calls, "complete": is_complete}


def _kinds_text(kinds: Mapping[str, str]) -> str:
    """Say which kinds of values calls were tried with: "ints for `key` and `value`"."""
    names: dict[str, list[str]] = {}
    for name, kind in kinds.items():
        names.setdefault(kind, []).append(f"`{name}`")
    return ", ".join(f"{kind} for {_listed(own)}" for kind, own in names.items())


def _listed(words: list[str]) -> str:
    *first, last = words
    return f"{', '.join(first)} and {last}" if first else last


def _shown(name: str, bound: int) -> str:
    """Give the name of a bound; those on parts of values are words, and have a singular."""
    return name.removesuffix("s") if bound == 1 and name in ("items", "characters") else name


def beyond_text(beyond: str, lengths: tuple[int, ...] = ()) -> str:
    """Say why a proof is about smaller heaps than usual, or about shorter strings than needed."""
    if not lengths:
        return f"; larger heaps were not all looked at: {beyond}"
    shown = ", ".join(map(str, lengths[:MOST_LENGTHS]))
    return (
        f"; the code asks for strings of {shown} characters, which were not all looked at:"
        f" {beyond} (raise --scope characters={lengths[0]})"
    )


def counted(number: int, noun: str) -> str:
    """Give `1 call`, `2 calls`."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
