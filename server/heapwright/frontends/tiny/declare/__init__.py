"""Classes, members and specs of a tiny program.

In: trees.
Out: a table, and what is wrong with the declarations.
Invariant: a wrong declaration is reported once and kept from causing more.
"""
