"""From text to syntax to IR, one folder per language."""
