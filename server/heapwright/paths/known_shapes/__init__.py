"""The executor of the state graph: heaps of known shape with symbolic ints.

In: a program, a heap, arguments.
Out: paths with new heaps.
Invariant: every branch that it refuses is impossible.
"""
