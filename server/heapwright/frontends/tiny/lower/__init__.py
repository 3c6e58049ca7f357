"""From the table to the IR.

In: trees, the table.
Out: a program, its source map, its problems.
Invariant: checking and lowering are one walk, so they cannot disagree.
"""
