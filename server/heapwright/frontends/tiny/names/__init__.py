"""frontends.tiny.names."""
