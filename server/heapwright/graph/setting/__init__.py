"""What to explore for a question: calls, classes, bounds, and how heaps are kept.

In: a program, a question, limits.
Out: a setting.
Invariant: two questions with the same setting share a graph.
"""
