"""Symbolic values: interned terms."""
