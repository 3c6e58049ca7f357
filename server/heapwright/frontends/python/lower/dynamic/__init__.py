"""Functions whose values may be of any kind, to IR that looks at kinds when it runs.

In: a function.
Out: IR made of operations on values of any kind.
Invariant: what it cannot express is refused with the exact range.
"""
