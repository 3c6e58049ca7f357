"""A program as text, bytes and digests.

In: a program.
Out: a listing, an encoding, fingerprints.
Invariant: equal bytes mean equal behaviour, and the other way round.
"""
