"""The disk cache."""
