"""ir.written."""
