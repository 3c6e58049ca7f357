"""The canonical layout of a tiny file.

In: a tree and its text.
Out: the same tokens with other spaces and line ends.
Invariant: no token and no comment is lost.
"""
