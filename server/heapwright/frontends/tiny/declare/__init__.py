"""frontends.tiny.declare."""
