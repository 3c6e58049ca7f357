"""Growing a graph: breadth first, fairly, or loosely.

In: a setting, a watch.
Out: a graph that says whether it is complete.
Invariant: a state is dropped only on a proof that another covers it.
"""
