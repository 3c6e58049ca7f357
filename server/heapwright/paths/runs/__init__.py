"""One run, its decisions, and all runs of a call.

In: compiled code.
Out: paths.
Invariant: a run is repeated exactly by its decisions.
"""
