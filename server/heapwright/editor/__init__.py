"""What an editor or a terminal shows, as plain values."""
