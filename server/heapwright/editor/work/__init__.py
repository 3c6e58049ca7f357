"""editor.work."""
