"""graph.state."""
