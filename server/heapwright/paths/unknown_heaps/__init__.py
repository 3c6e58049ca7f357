"""paths.unknown_heaps."""
