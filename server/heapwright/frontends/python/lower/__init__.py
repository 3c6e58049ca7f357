"""From the table to the IR.

In: the table, the types.
Out: a program, its source map, its problems.
Invariant: a function is lowered wholly or left out with a reason.
"""
