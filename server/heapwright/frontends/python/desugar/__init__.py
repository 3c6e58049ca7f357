"""Constructs written out in simpler ones, a tree from a tree.

In: trees.
Out: trees that mean the same with fewer constructs; `passes` lists the rewrites in their order.
Invariant: what comes after does not know that a dataclass, a coroutine or an enumeration was
written.
"""
