"""answers.search."""
