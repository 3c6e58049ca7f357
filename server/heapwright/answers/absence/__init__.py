"""answers.absence."""
