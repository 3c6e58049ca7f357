"""answers.calls."""
