"""What both ways of lowering share.

In: a function that is being lowered.
Out: pieces of IR.
Invariant: it knows neither of the two.
"""
