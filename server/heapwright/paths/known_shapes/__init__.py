"""paths.known_shapes."""
