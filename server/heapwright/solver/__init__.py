"""Questions to a solver, and its three answers."""
