"""Python text as a tree of our own.

In: text.
Out: a tree and problems.
Invariant: any text gives a tree; whatever is broken is kept apart from what is whole.
"""
