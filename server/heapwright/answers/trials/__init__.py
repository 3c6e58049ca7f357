"""Calls tried out with plain values, where exploring takes too long.

In: a question and a setting.
Out: calls that answer it, or nothing.
Invariant: a trial may find an answer and never proves that there is none.
"""
