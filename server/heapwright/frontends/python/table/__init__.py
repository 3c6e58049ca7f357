"""frontends.python.table."""
