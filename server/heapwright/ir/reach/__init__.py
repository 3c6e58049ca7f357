"""What code can run and what objects can appear, seen from a class or a function.

In: a program.
Out: sets of classes, functions and fields.
Invariant: whatever may happen is in them; they only err by having more.
"""
