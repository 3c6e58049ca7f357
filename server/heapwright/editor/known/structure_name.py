"""The name under which the formulas of a class are asked about, beside specs and invariants.

Place: editor/known/.
"""

from __future__ import annotations

_PREFIX = "HEX of "


def structure_name(class_name: str) -> str:
    """Give the name under which the formulas of a class are asked; no function has it."""
    return _PREFIX + class_name


def is_structure(name: str) -> bool:
    """Say whether a question is about formulas."""
    return name.startswith(_PREFIX)
