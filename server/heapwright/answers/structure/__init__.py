"""HEX formulas of a class: checked, inferred, judged on one heap.

In: formulas, a graph.
Out: a verdict with calls, or the formulas that hold.
Invariant: an inferred formula was checked like one that a person wrote.
"""
