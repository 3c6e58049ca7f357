"""Proofs that no calls lead to a heap, and why.

In: a question and a setting.
Out: a verdict of absence with its reasons, or nothing.
Invariant: what was not decided is never read as absence.
"""
