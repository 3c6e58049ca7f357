"""Source text: what it says, where its lines are, and how to point into it."""
