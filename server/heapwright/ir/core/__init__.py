"""ir.core."""
