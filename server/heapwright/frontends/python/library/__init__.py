"""The classes and functions that Python brings along, written in Python.

Place: frontends/python/library/. The other files of this folder are data: `modules.library_text`
puts them together to one text, which is lowered like any other file and never run by Python
itself. `_hw_…` are operations of the IR (see `ir/core/operations.py`); all else is made of them
here, so both interpreters get it for nothing. The name of a function of a module begins with the
module (`math_sqrt`); `modules.library_names` says what leads here.

The files use each other freely. Order of evaluation, exceptions and laziness are CPython's. What a
class here does not have, a program cannot use.
"""
