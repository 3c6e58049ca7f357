"""Names under which users know what the IR has under others.

In: names.
Out: names.
Invariant: only words are made here; nothing is decided by them.
"""
