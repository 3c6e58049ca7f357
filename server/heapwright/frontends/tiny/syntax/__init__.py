"""Tiny text as a tree.

In: text.
Out: a tree and problems.
Invariant: any text gives a tree.
"""
