"""frontends.python.declare."""
