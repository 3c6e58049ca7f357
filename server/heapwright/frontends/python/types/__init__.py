"""What kinds of values variables, fields, parameters and results may have.

In: the table.
Out: types, and the kinds that clients may give.
Invariant: a guess is marked as one, so that a verdict can name it.
"""
