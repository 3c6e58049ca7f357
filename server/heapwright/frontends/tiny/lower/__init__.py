"""frontends.tiny.lower."""
