"""The branches of functions: which can be taken, and tests that take them.

In: functions, graphs around their classes.
Out: a verdict per branch, tests as text.
Invariant: a test is shown only after its calls were replayed.
"""
