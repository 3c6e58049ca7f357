"""Values of code that is not read.

Nothing is known of such a value: whatever is done with it may raise, and gives another one. What
these methods do is done by `paths/known_shapes/foreign.py`, also where no method is looked for; they
stand here so that it is known what may run where such a value can be met. The plain interpreter
ends where one is asked for, so that no calls are shown that run through code nobody read.
"""


class foreign_value:
    def __call__(self, *arguments, **named):
        return _hw_handed(self, arguments, named)

    def __setitem__(self, key, value):
        return _hw_handed(self, key, value)

    def __neg__(self):
        return _hw_handed(self)

    def __pos__(self):
        return _hw_handed(self)

    def __invert__(self):
        return _hw_handed(self)

    def __abs__(self):
        return _hw_handed(self)

    def __bool__(self):
        return _hw_handed(self)

    def __len__(self):
        return _hw_handed(self)

    def __index__(self):
        return _hw_handed(self)

    def __iter__(self):
        return _hw_handed(self)

    def __next__(self):
        return _hw_handed(self)

    def __str__(self):
        return _hw_handed(self)

    def __repr__(self):
        return _hw_handed(self)

    def __int__(self):
        return _hw_handed(self)

    def __float__(self):
        return _hw_handed(self)

    def __round__(self):
        return _hw_handed(self)

    def __add__(self, other):
        return _hw_handed(self, other)

    def __radd__(self, other):
        return _hw_handed(self, other)

    def __iadd__(self, other):
        return _hw_handed(self, other)

    def __sub__(self, other):
        return _hw_handed(self, other)

    def __rsub__(self, other):
        return _hw_handed(self, other)

    def __isub__(self, other):
        return _hw_handed(self, other)

    def __mul__(self, other):
        return _hw_handed(self, other)

    def __rmul__(self, other):
        return _hw_handed(self, other)

    def __imul__(self, other):
        return _hw_handed(self, other)

    def __truediv__(self, other):
        return _hw_handed(self, other)

    def __rtruediv__(self, other):
        return _hw_handed(self, other)

    def __itruediv__(self, other):
        return _hw_handed(self, other)

    def __floordiv__(self, other):
        return _hw_handed(self, other)

    def __rfloordiv__(self, other):
        return _hw_handed(self, other)

    def __ifloordiv__(self, other):
        return _hw_handed(self, other)

    def __mod__(self, other):
        return _hw_handed(self, other)

    def __rmod__(self, other):
        return _hw_handed(self, other)

    def __imod__(self, other):
        return _hw_handed(self, other)

    def __pow__(self, other):
        return _hw_handed(self, other)

    def __rpow__(self, other):
        return _hw_handed(self, other)

    def __ipow__(self, other):
        return _hw_handed(self, other)

    def __matmul__(self, other):
        return _hw_handed(self, other)

    def __rmatmul__(self, other):
        return _hw_handed(self, other)

    def __imatmul__(self, other):
        return _hw_handed(self, other)

    def __and__(self, other):
        return _hw_handed(self, other)

    def __rand__(self, other):
        return _hw_handed(self, other)

    def __iand__(self, other):
        return _hw_handed(self, other)

    def __or__(self, other):
        return _hw_handed(self, other)

    def __ror__(self, other):
        return _hw_handed(self, other)

    def __ior__(self, other):
        return _hw_handed(self, other)

    def __xor__(self, other):
        return _hw_handed(self, other)

    def __rxor__(self, other):
        return _hw_handed(self, other)

    def __ixor__(self, other):
        return _hw_handed(self, other)

    def __lshift__(self, other):
        return _hw_handed(self, other)

    def __rlshift__(self, other):
        return _hw_handed(self, other)

    def __ilshift__(self, other):
        return _hw_handed(self, other)

    def __rshift__(self, other):
        return _hw_handed(self, other)

    def __rrshift__(self, other):
        return _hw_handed(self, other)

    def __irshift__(self, other):
        return _hw_handed(self, other)

    def __eq__(self, other):
        return _hw_handed(self, other)

    def __ne__(self, other):
        return _hw_handed(self, other)

    def __lt__(self, other):
        return _hw_handed(self, other)

    def __le__(self, other):
        return _hw_handed(self, other)

    def __gt__(self, other):
        return _hw_handed(self, other)

    def __ge__(self, other):
        return _hw_handed(self, other)

    def __getattr__(self, other):
        return _hw_handed(self, other)

    def __getitem__(self, other):
        return _hw_handed(self, other)

    def __delitem__(self, other):
        return _hw_handed(self, other)

    def __contains__(self, other):
        return _hw_handed(self, other)

    def __instancecheck__(self, other):
        return _hw_handed(self, other)

    def __subclasscheck__(self, other):
        return _hw_handed(self, other)


class foreign_error(BaseException):
    pass
