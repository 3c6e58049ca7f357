"""HEX formulas, in either language: text, tree, meaning.

In: the text of a formula.
Out: a formula as the engine reads it, and problems.
Invariant: any text gives a tree and problems, as in the languages around it.
"""
