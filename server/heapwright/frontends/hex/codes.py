"""The codes of HEX syntax problems; `docs/problems.md` explains them.

Place: frontends/hex/.
"""

from __future__ import annotations

BAD_FORMULA = "HW120"
BAD_TEXT = "HW121"
NESTED_TOO_DEEPLY = "HW122"
