"""The declarations of all modules, put together.

In: files.
Out: one table of classes and functions.
Invariant: bodies of functions are read later.
"""
