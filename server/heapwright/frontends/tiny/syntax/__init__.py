"""frontends.tiny.syntax."""
