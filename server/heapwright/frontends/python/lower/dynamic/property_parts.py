"""Calls of the functions that a property of a class is made of.

Place: frontends/python/lower/dynamic/. `dynamic.calls` asks about calls such as these, by which a
property that is written anew gets at the one above:

    Base.size.fset(self, n)                     super(Box, type(self)).size.fset(self, n)
    Base.size.__set__(self, n)                  super(Box, self.__class__).size.__set__(self, n)
    Base.size.fget(self)                        super(Box, Box).size.__get__(self)

`super()` must be asked for what the object of the method is, since it looks the property up in the
classes of that object. Other ways to hold a property are not supported.
"""

from __future__ import annotations

from heapwright.frontends.python.desugar.descriptors import CLASS_READ
from heapwright.frontends.python.lower.common.builder import Sheet
from heapwright.frontends.python.lower.dynamic.names import is_variable
from heapwright.frontends.python.syntax import tree
from heapwright.frontends.python.syntax.dotted_names import has_decorator
from heapwright.frontends.python.table.class_table import FunctionInfo

# What is called, the name of the function in the IR, and how many arguments it takes.
_PARTS = {
    "fget": ("@{}", 1),
    "__get__": ("@{}", 1),
    "fset": ("@{}=", 2),
    "__set__": ("@{}=", 2),
    "fdel": ("@{}~", 1),
    "__delete__": ("@{}~", 1),
}


def property_part(sheet: Sheet, call: tree.Call) -> FunctionInfo | None:
    """Give the function that such a call runs, with the arguments of the call; None for others."""
    match call:
        case tree.Call(tree.Attribute(tree.Attribute(holder, name), part), arguments) if (
            part in _PARTS and all(argument.name is None for argument in arguments)
        ):
            pass
        case _:
            return None
    pattern, n_arguments = _PARTS[part]
    if len(arguments) != n_arguments or isinstance(arguments[0].value, tree.Starred):
        return None
    # For no object `__get__` gives the property itself.
    must_be_own = part == "__get__"
    table = sheet.around.table
    own = None if sheet.function is None else sheet.function.self_name
    is_own = isinstance(arguments[0].value, tree.Name) and arguments[0].value.text == own
    if _asks_above(sheet, holder):
        assert sheet.function is not None
        must_be_own = True
        found = table.super_function(sheet.function, pattern.format(name))
        getter = table.super_function(sheet.function, f"@{name}")
        of_class = table.super_function(sheet.function, CLASS_READ + name)
    else:
        class_name = sheet.around.class_named(holder)
        if class_name is None or class_name not in table.classes or is_variable(sheet, holder):
            return None
        found = table.function(class_name, pattern.format(name))
        getter = table.function(class_name, f"@{name}")
        of_class = table.function(class_name, CLASS_READ + name)
    if must_be_own and not is_own:
        return None
    # Other descriptors are written out as properties, too.
    is_property = getter is not None and has_decorator(getter.node, "property")
    return found if is_property and of_class is None else None


def _asks_above(sheet: Sheet, holder: tree.Expr) -> bool:
    """Say whether this is `super` of the class around and of the class of its object."""
    function = sheet.function
    if function is None or function.self_name is None or function.owner is None:
        return False
    match holder:
        case tree.Call(
            tree.Name("super"), [tree.Argument(None, around), tree.Argument(None, asked)]
        ) if (
            "super" not in sheet.slots
            and sheet.around.meaning("super") is None
            and sheet.around.class_named(around) == (function.origin or function.owner)
        ):
            pass
        case _:
            return False
    match asked:
        case tree.Attribute(tree.Name(text), "__class__"):
            return text == function.self_name
        case tree.Call(tree.Name("type"), [tree.Argument(None, tree.Name(text))]):
            return text == function.self_name and sheet.around.meaning("type") is None
        case _:
            # The classes above another class may stand in another order.
            is_around = sheet.around.class_named(asked) == function.owner
            return is_around and function.origin is None
