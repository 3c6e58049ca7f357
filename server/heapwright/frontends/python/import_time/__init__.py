"""frontends.python.import_time."""
