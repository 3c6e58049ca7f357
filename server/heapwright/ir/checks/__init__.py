"""ir.checks."""
