"""frontends.python.syntax."""
