"""frontends.python.modules."""
