"""editor.known."""
