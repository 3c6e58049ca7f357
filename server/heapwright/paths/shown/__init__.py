"""paths.shown."""
