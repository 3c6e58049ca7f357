"""frontends.python.types."""
