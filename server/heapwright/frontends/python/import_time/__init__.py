"""What runs while modules are imported, and what it leaves behind.

In: trees, tables.
Out: values that names and classes have when the first call is made.
Invariant: code that is not understood makes what it touches unknown, never unchanged.
"""
