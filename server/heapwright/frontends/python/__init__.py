"""Annotated Python."""
