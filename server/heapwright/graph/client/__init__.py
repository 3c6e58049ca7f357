"""The client: code outside of the classes that uses what is public.

In: a program, a question, a heap.
Out: what clients do (`does`), hold (`holds`) and give (`gives`), the simplest first.
Invariant: what a client may do and is not given to it is recorded with a reason.
"""
