"""The codes of problems in Python files; `docs/problems.md` explains them.

Place: frontends/python/syntax/. HW030 is about what heapwright does not support, HW031 about
text that is not Python, HW032 and HW033 about what heapwright was told or had to guess, HW034 about
code that it does not read, HW035 about names that mean nothing where they stand.
"""

from __future__ import annotations

NOT_SUPPORTED = "HW030"
BROKEN_SYNTAX = "HW031"
BAD_MARK = "HW032"
TREATED_AS_INTS = "HW033"
NOT_READ = "HW034"
MISSPELLED = "HW035"
