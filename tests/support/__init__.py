"""What tests share: one `check_…` per boundary, and the small tools under them."""
