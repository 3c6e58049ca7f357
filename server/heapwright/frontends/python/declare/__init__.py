"""The declarations of all modules, put together.

In: files.
Out: one table of classes and functions.
Invariant: trees are rewritten by `desugar.passes` alone; bodies of functions are read later, but
for what code does while modules are read (`import_time`).
"""
