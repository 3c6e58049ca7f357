"""The codes of syntax problems of the tiny language; `docs/problems.md` explains them.

Place: frontends/tiny/syntax/. HW100 to HW119 are syntax; HEX has its own from HW120.
"""

from __future__ import annotations

UNEXPECTED = "HW100"
MISSING_CLOSER = "HW101"
UNCLOSED_COMMENT = "HW102"
BAD_CHARACTER = "HW103"
NUMBER_TOO_LONG = "HW104"
NESTED_TOO_DEEPLY = "HW105"
CLASS_NOT_CLOSED = "HW106"
STRAY_TEXT = "HW107"
BAD_INCLUDE = "HW108"
SECOND_MAIN = "HW109"
