"""Whether a program keeps the rules that the engine relies on.

In: a program.
Out: the rules that it breaks.
Invariant: every front end's output passes.
"""
