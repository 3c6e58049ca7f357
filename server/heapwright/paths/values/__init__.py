"""paths.values."""
