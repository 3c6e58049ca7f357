"""answers.structure."""
