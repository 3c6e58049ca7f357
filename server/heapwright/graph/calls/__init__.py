"""graph.calls."""
