"""frontends.python.lower.program."""
