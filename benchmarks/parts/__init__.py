"""What benchmarks share, and what would make them too long."""
