"""The tiny language."""
