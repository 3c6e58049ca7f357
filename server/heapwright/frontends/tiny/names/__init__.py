"""What every name of a tiny file means, also in a text that is half typed.

In: trees, the table.
Out: entities and their uses.
Invariant: it serves editors and decides nothing for the engine.
"""
