"""Paths and inputs as people read them.

In: paths.
Out: conditions and heaps as text, plain inputs.
Invariant: what is shown was confirmed by the plain interpreter.
"""
