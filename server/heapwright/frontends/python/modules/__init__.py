"""Which files belong to a program, and what their names lead to.

In: a file, a way to read others.
Out: files in order, names of the library.
Invariant: no user code is imported or run.
"""
