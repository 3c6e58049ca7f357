"""Heaps by shape, and the graph of them.

In: heaps, constraints.
Out: states, disjuncts, edges, summaries.
Invariant: the same heap has the same shape, byte for byte.
"""
