"""frontends.python.desugar."""
