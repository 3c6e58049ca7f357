"""Names under which users know what the IR has under others.

In: names.
Out: names, and whether CPython has something of a name.
Invariant: words for people; what holds for a class, the program says itself (`Brought`).
"""
