"""Print HEX formulas so that parsing them gives the same tree.

Place: frontends/hex/. The tiny printer calls this.
"""

from __future__ import annotations

from heapwright.frontends.hex import tree
from heapwright.frontends.hex.lower import lower_formula
from heapwright.ir.core.structure import formula_text


def print_formula(formula: tree.Formula) -> str:
    """Print a formula with as few parentheses as it needs."""
    return formula_text(lower_formula(formula))
