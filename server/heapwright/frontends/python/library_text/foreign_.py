"""Values of code that is not read, as the text of a program.

Place: frontends/python/library_text/. Part of the text that the package puts together; see there.

Nothing is known of such a value: whatever is done with it may raise, and gives another one. What
these methods do is done by `paths.dynamic_foreign`, also where no method is looked for; they
stand here so that it is known what may run where such a value can be met. The plain interpreter
ends where one is asked for, so that no calls are shown that run through code nobody read.
"""

_BINARY = (
    *("add", "sub", "mul", "truediv", "floordiv", "mod", "pow", "matmul"),
    *("and", "or", "xor", "lshift", "rshift"),
)
_TWO = (
    *(f"__{mark}{name}__" for name in _BINARY for mark in ("", "r", "i")),
    *("__eq__", "__ne__", "__lt__", "__le__", "__gt__", "__ge__"),
    *("__getattr__", "__getitem__", "__delitem__", "__contains__"),
    *("__instancecheck__", "__subclasscheck__"),
)
_ONE = (
    *("__neg__", "__pos__", "__invert__", "__abs__", "__bool__", "__len__", "__index__"),
    *("__iter__", "__next__", "__str__", "__repr__", "__int__", "__float__", "__round__"),
)


def _methods() -> str:
    one = [f"    def {name}(self):\n        return _hw_handed(self)\n" for name in _ONE]
    two = [
        f"    def {name}(self, other):\n        return _hw_handed(self, other)\n" for name in _TWO
    ]
    return "\n".join((*one, *two))


FOREIGN_VALUES = f"""
class foreign_value:
    def __call__(self, *arguments, **named):
        return _hw_handed(self, arguments, named)

    def __setitem__(self, key, value):
        return _hw_handed(self, key, value)

{_methods()}

class foreign_error(BaseException):
    pass
"""
