"""Symbolic values of any kind: numbers, strings, decimals.

In: terms.
Out: terms, decisions, doubts.
Invariant: what is only guessed at is a doubt of the run.
"""
