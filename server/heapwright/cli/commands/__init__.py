"""The commands, one file each: `configure` declares the options, `run` does the work.

In: parsed arguments.
Out: text or JSON on standard output, an exit code.
Invariant: bad input is one line on standard error and exit code 2.
"""
