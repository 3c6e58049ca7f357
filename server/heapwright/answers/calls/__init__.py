"""A question, the verdict on it, and calls as people would have written them.

In: a graph, a disjunct of it that matches.
Out: a verdict, or calls that were replayed, short and simple, in the syntax of the source.
Invariant: no calls leave this folder that the plain interpreter has not run.
"""
