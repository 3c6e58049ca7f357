"""A program in which only the own code of one class is left.

In: a program, a class.
Out: a smaller program that allows more.
Invariant: every heap of the whole program has its part in the smaller one.
"""
