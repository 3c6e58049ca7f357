"""What a worker process does for an editor.

In: a task: texts, settings, what is wanted.
Out: reports that the server keeps.
Invariant: a task carries all that it needs; a worker remembers nothing that an answer depends on.
"""
