"""What is known about one file, as plain values with offsets of its text.

In: verdicts, branches, paths.
Out: reports, statuses, words for them.
Invariant: whatever is shown says whether it is current.
"""
