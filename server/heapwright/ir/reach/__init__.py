"""ir.reach."""
