"""The program itself: types, classes, functions, instructions, operations.

In: –.
Out: what front ends make and engines read.
Invariant: nothing here knows a source language.
"""
