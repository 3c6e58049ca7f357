"""Files, open buffers and what is known about them."""
