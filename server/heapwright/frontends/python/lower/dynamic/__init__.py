"""frontends.python.lower.dynamic."""
