"""The program itself: types, classes, functions, instructions, operations.

In: –.
Out: what front ends make and engines read.
Invariant: no library's class is named here, and a source language in `language.py` only.
"""
