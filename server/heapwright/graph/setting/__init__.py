"""graph.setting."""
