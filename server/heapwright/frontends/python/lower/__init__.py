"""frontends.python.lower.common."""
