"""answers.trials."""
