"""frontends.python.lower.typed."""
