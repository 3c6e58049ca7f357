"""The ways to look for an answer, and which has its turn when.

In: a question, a setting, limits.
Out: one verdict, and what was tried for how long.
Invariant: every way is in the schedule, also those that one runs on other graphs in its turn.
"""
