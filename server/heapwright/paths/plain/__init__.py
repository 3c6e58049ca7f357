"""The plain interpreter: oracle and replayer of everything else.

In: a program, plain values.
Out: what a call returns, raises and changes.
Invariant: it imports nothing of the symbolic interpreters, because it is their oracle.
"""
