"""frontends.tiny.layout."""
