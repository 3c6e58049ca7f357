"""The compiler of both symbolic executors, one run, its decisions, and all runs of a call.

In: functions, and what values and heaps are (`Semantics`).
Out: code, paths.
Invariant: a run is repeated exactly by its decisions; a `Semantics` makes code and runs none.
"""
