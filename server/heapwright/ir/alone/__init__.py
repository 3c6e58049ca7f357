"""ir.alone."""
