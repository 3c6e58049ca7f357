"""Functions all of whose types are known, to typed IR.

In: a function, its types.
Out: typed IR.
Invariant: as code of the tiny language: no operation looks at a kind when it runs.
"""
