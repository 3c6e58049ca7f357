"""Heaps and graphs as text and as pictures."""
