"""What the modules of a program declare, and what a name or an attribute means.

In: trees.
Out: tables of classes, functions and fields.
Invariant: tables tell what is declared, not what values there may be.
"""
