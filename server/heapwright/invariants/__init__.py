"""HEX: which heaps structural invariants permit."""
