"""Every way to call something on a heap.

In: a state, the public calls.
Out: calls with their arguments, the simplest first.
Invariant: an argument that is not given is given up with a reason.
"""
