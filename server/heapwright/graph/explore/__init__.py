"""graph.explore."""
