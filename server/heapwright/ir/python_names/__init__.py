"""ir.python_names."""
