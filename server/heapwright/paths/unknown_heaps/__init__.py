"""The executor of methods on heaps of which nothing is known.

In: a method, a heap model.
Out: paths with conditions on the input.
Invariant: heap models decide how often a run forks; the executor does not know which it is.
"""
