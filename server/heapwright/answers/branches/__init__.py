"""answers.branches."""
