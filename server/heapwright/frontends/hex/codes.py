"""The codes of problems in HEX formulas; `docs/problems.md` explains them.

Place: frontends/hex/.
"""

from __future__ import annotations

BAD_FORMULA = "HW120"
BAD_TEXT = "HW121"
NESTED_TOO_DEEPLY = "HW122"

# Names that nothing declares.
UNKNOWN_FIELD = "HW180"
UNKNOWN_CLASS = "HW181"
UNKNOWN_METHOD = "HW182"
UNKNOWN_START = "HW183"
UNFIT_COMPANION = "HW184"
