"""What an editor asks for at a place, answered at once from what is known.

In: a snapshot, what is known of it.
Out: hovers, lenses, actions, completions, edits.
Invariant: nothing here waits, asks a solver or runs code.
"""
