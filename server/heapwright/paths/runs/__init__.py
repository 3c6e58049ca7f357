"""paths.runs."""
