"""The whole program: its functions one by one, what they share, the library.

In: all modules.
Out: one program.
Invariant: what an edit cannot have changed is not lowered again.
"""
