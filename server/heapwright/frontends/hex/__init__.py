"""HEX formulas: structural invariants."""
