"""paths.plain."""
