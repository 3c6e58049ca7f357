"""editor.features."""
