"""The language server; nothing is imported here, because workers are started from here too."""
