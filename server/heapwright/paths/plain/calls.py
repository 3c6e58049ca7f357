"""Functions of the program, found and called on plain values, and attributes.

Place: paths/plain/. Part of `dynamic`, on top of `kinds`.
"""

from __future__ import annotations

from collections.abc import Sequence

from heapwright.ir.core.operations import EXCEPTION_NAMES, SHARED, TEXT_INSIDE
from heapwright.ir.core.program import Parameter, Role
from heapwright.ir.core.types import AnyType, type_name
from heapwright.ir.python_names.class_names import python_name, python_qualified_name
from heapwright.ir.python_names.native_names import is_bound, is_native
from heapwright.paths.plain.heap import ABSENT, Named, Reference, Unit
from heapwright.paths.plain.kinds import STRING_METHODS, PlainKinds
from heapwright.paths.plain.machine import (
    Callee,
    Dynamic,
    LeftOutCalled,
    Machine,
    Thrown,
    Unfollowed,
    enter,
)


class PlainCalls(PlainKinds):
    """The attributes of one instruction, and its calls of functions."""

    def find(self, machine: Machine, value: Dynamic, name: str) -> Callee | None:
        """Find a method by the class of a value."""
        return self.find_in(self.kind(machine, value), name)

    def find_in(self, class_name: str, name: str) -> Callee | None:
        """Find a method by the name of a class."""
        return self.loaded.method(class_name, name)

    def find_static(self, class_name: str, name: str) -> Callee | None:
        """Find a static method by the class that has or inherits it."""
        if class_name not in self.loaded.hierarchy.classes:
            return None
        for level in self.loaded.hierarchy.line(class_name):
            for function in level.functions:
                if function.name == name and function.role is Role.STATIC:
                    return self.loaded.callees[function.qualified_name]
        return None

    def invoke(
        self,
        machine: Machine,
        callee: Callee,
        given: Sequence[Dynamic],
        named: dict[str, Dynamic] | None = None,
    ) -> Dynamic:
        """Call a function of the program; its receiver, if any, is given first."""
        function = callee.function
        if function.left_out is not None:
            # Its defaults were not lowered either, so a missing argument would tell nothing.
            raise LeftOutCalled(function.qualified_name, function.left_out)
        frame: list[Dynamic] = []
        rest = list(given)
        if function.has_receiver:
            frame.append(rest.pop(0))
        names = dict(named or {})
        try:
            for parameter in function.parameters:
                frame.append(self.argument(machine, parameter, rest, names))
            if rest or names:
                raise self.error("TypeError")
        except Thrown:
            if is_native(self.loaded.hierarchy.library, function.owner):
                # CPython's own may take more than ours.
                raise Unfollowed(f"such arguments of `{function.name}`", self.function) from None
            raise
        result = enter(machine, callee, frame)
        return None if isinstance(result, Unit) else result

    def argument(
        self,
        machine: Machine,
        parameter: Parameter,
        rest: list[Dynamic],
        names: dict[str, Dynamic],
    ) -> Dynamic:
        """Take what one parameter gets out of the arguments that are left."""
        if parameter.gathers == "*":
            taken = tuple(rest)
            rest.clear()
            return taken
        if parameter.gathers == "**":
            entries = list(names.items())
            names.clear()
            return self.container(machine, "dict", entries)
        if rest and not parameter.is_keyword_only:
            if parameter.name in names and not parameter.is_positional_only:
                raise self.error("TypeError")
            value = rest.pop(0)
        elif parameter.name in names and not parameter.is_positional_only:
            value = names.pop(parameter.name)
        elif parameter.default is not None:
            return self.loaded.constant(machine, parameter.default, self.function)
        else:
            raise self.error("TypeError")
        if isinstance(parameter.type, AnyType):
            return value
        return self.do_cast(machine, type_name(parameter.type), value)

    def text_inside(self, machine: Machine, value: Dynamic) -> Dynamic:
        """Give the string that an object is, too; any other value as it is."""
        if not self.is_object(value) or not self.fits(machine, value, "str"):
            return value
        inside = self.find(machine, value, TEXT_INSIDE)
        if inside is None:
            raise Unfollowed("an object that is a string too", self.function)
        return self.invoke(machine, inside, [value])

    # --- Attributes --------------------------------------------------------------------

    def has_field(self, machine: Machine, value: Dynamic, name: str) -> bool:
        """Say whether the class of an object declares a field."""
        return isinstance(value, Reference) and machine.class_names[
            value.number
        ] in self.loaded.field_table(name)

    def do_require(self, machine: Machine, name: str, value: Dynamic) -> Dynamic:
        """Give what the operation `require` gives."""
        if self.has_field(machine, value, name) or isinstance(value, str):
            return value
        kind = self.kind(machine, value)
        if kind == "type" or self.find_static(kind, name) is not None:
            return value
        if self.find_in(kind, "__getattr__") is not None:
            if self.find_in(kind, name) is None:
                raise Unfollowed("`__getattr__` before arguments", self.function)
            return value
        if all(self.find_in(kind, f"{mark}{name}") is None for mark in ("", "@", "$")):
            raise self.lacks(machine, value, name, "AttributeError")
        return value

    def do_getattr(self, machine: Machine, name: str, value: Dynamic) -> Dynamic:
        """Give what the operation `getattr` gives."""
        try:
            return self.do_plainget(machine, name, value)
        except Thrown as thrown:
            otherwise = self.find(machine, value, "__getattr__")
            if otherwise is None or not self.is_missing_attribute(thrown):
                raise
        return self.invoke(machine, otherwise, [value, name])

    def is_missing_attribute(self, thrown: Thrown) -> bool:
        """Say whether an AttributeError was thrown, or one of a class below."""
        line = self.loaded.hierarchy.line(thrown.class_name)
        return any(level.name == "AttributeError" for level in line)

    def do_plainget(self, machine: Machine, name: str, value: Dynamic) -> Dynamic:
        """Give what the operation `plainget` gives."""
        if isinstance(value, Named) and value.kind == "type":
            return self.class_attribute(machine, value.name, name)
        getter = self.find(machine, value, f"@{name}")
        if getter is not None:
            return self.invoke(machine, getter, [value])
        if isinstance(value, Reference):
            found = self.do_own(machine, name, value)
            if not isinstance(found, Named) or found != ABSENT:
                return found
        constant = self.find(machine, value, f"${name}")
        if constant is not None:
            found = self.invoke(machine, constant, [value])
            return self.held_by_class(machine, found, value, self.kind(machine, value))
        if name in EXCEPTION_NAMES and self.fits(machine, value, "BaseException"):
            raise Unfollowed(f"`{name}` of an exception", self.function)
        if name == "__class__" and (
            isinstance(value, Reference)
            or self.find_static(self.kind(machine, value), "(members)") is not None
        ):
            return self.do_type(machine, value)
        if name == "__init__":
            raise Unfollowed("`__init__` of an object as a value", self.function)
        static = self.find_static(self.kind(machine, value), name)
        if static is not None:
            return Named("function", static.name)
        is_text = isinstance(value, str) and name in (*STRING_METHODS, "join", "format")
        if self.find(machine, value, name) is None and not is_text:
            raise self.lacks(machine, value, name, "AttributeError")
        return self.raw(machine, "method", [name, value])

    def do_own(self, machine: Machine, name: str, value: Dynamic) -> Dynamic:
        """Give what the operation `own` gives."""
        if not isinstance(value, Reference):
            raise Unfollowed(f"what a {self.kind(machine, value)} itself holds", self.function)
        if not self.has_field(machine, value, name) or self.flag(machine, value, name) is False:
            return ABSENT
        class_name = machine.class_names[value.number]
        return machine.rows[value.number][self.loaded.field_table(name)[class_name]]

    def do_bind(self, machine: Machine, function: Dynamic, receiver: Dynamic) -> Dynamic:
        """Give what the operation `bind` gives."""
        return self.raw(machine, "method", [function, receiver])

    def held_by_class(
        self, machine: Machine, found: Dynamic, instance: Dynamic, class_name: str
    ) -> Dynamic:
        """Give what reading gives, on an object or on a class (None), of what a class holds."""
        if isinstance(found, Named) and found.kind == "function" and instance is not None:
            function = self.loaded.callees[found.name].function
            bound = is_bound(function.name, function.owner, is_static=function.role is Role.STATIC)
            if bound is None:
                raise Unfollowed("such a function as a value of a class", self.function)
            return self.do_bind(machine, found, instance) if bound else found
        if not isinstance(found, Reference):
            return found
        if machine.class_names[found.number].startswith("(") and instance is not None:
            return self.do_bind(machine, found, instance)
        get = self.find(machine, found, "__get__")
        if get is None:
            return found
        return self.invoke(machine, get, [found, instance, Named("type", class_name)])

    def class_attribute(self, machine: Machine, class_name: str, name: str) -> Dynamic:
        """Read an attribute of a class."""
        constant = self.find_in(class_name, f"${name}")
        if constant is not None:
            found = self.invoke(machine, constant, [None])
            return self.held_by_class(machine, found, None, class_name)
        static = self.find_static(class_name, name)
        if static is not None:
            return Named("function", static.name)
        if name == "__name__" and python_name(class_name) is not None:
            return python_name(class_name)
        if name == "__qualname__" and python_qualified_name(class_name) is not None:
            return python_qualified_name(class_name)
        raise Unfollowed(f"`{name}` of a class", self.function)

    def do_setattr(self, machine: Machine, name: str, value: Dynamic, new: Dynamic) -> None:
        """Give what the operation `setattr` gives."""
        decides = self.find(machine, value, "__setattr__")
        if decides is not None:
            self.invoke(machine, decides, [value, name, new])
        else:
            self.do_plainset(machine, name, value, new)

    def do_plainset(self, machine: Machine, name: str, value: Dynamic, new: Dynamic) -> None:
        """Give what the operation `plainset` gives."""
        if isinstance(value, Named) and value.kind == "type":
            place = f"{value.name}.{name}"
            if SHARED not in self.loaded.field_table(place):
                raise Unfollowed(f"`{name}` is set on a class that lacks it", self.function)
            if any(self.find(machine, new, one) for one in ("__set__", "__delete__")):
                raise Unfollowed("a class gets what decides about assignments", self.function)
            self.do_share(machine, place, new)
            return
        setter = self.find(machine, value, f"@{name}=")
        if setter is not None:
            self.invoke(machine, setter, [value, new])
            return
        if isinstance(value, Named):
            raise Unfollowed(f"`{name}` of a {value.kind} is set", self.function)
        if not isinstance(value, Reference):
            raise self.error("AttributeError")
        self.check_read_known(machine, name, value)
        if self.find(machine, value, f"@{name}") is not None:
            raise self.error("AttributeError")
        class_name = machine.class_names[value.number]
        if not self.has_field(machine, value, name):
            if self.loaded.hierarchy.classes[class_name].is_closed:
                raise self.error("AttributeError")
            raise Unfollowed(f"`{name}` is set, which no class declares", self.function)
        field = next(f for f in self.loaded.hierarchy.fields(class_name) if f.name == name)
        if not isinstance(field.type, AnyType):
            new = self.do_cast(machine, type_name(field.type), new)
        self.row(machine, value)[self.loaded.field_table(name)[class_name]] = new
        if self.flag(machine, value, name) is not None:
            self.row(machine, value)[self.loaded.field_table(f"{name}?")[class_name]] = True

    def check_read_known(self, machine: Machine, name: str, value: Dynamic) -> None:
        """See that the class says what it has under a name: a decorator may have put it there."""
        getter = self.find(machine, value, f"@{name}")
        if getter is not None and getter.function.left_out is not None:
            raise LeftOutCalled(getter.function.qualified_name, getter.function.left_out)

    def flag(self, machine: Machine, value: Reference, name: str) -> bool | None:
        """Say whether an object has an attribute that it may lack; None if it may not."""
        if not self.has_field(machine, value, f"{name}?"):
            return None
        place = self.loaded.field_table(f"{name}?")[machine.class_names[value.number]]
        return bool(machine.rows[value.number][place])

    def do_delattr(self, machine: Machine, name: str, value: Dynamic) -> None:
        """Give what the operation `delattr` gives."""
        decides = self.find(machine, value, "__delattr__")
        if decides is not None:
            self.invoke(machine, decides, [value, name])
        else:
            self.do_plaindel(machine, name, value)

    def do_plaindel(self, machine: Machine, name: str, value: Dynamic) -> None:
        """Give what the operation `plaindel` gives."""
        deleter = self.find(machine, value, f"@{name}~")
        if deleter is not None:
            self.invoke(machine, deleter, [value])
            return
        if isinstance(value, Named):
            raise Unfollowed(f"`{name}` of a class or function is deleted", self.function)
        self.check_read_known(machine, name, value)
        if not self.has_field(machine, value, name):
            raise self.error("AttributeError")
        if self.find(machine, value, f"${name}") is not None:
            raise Unfollowed(f"`{name}` is deleted, which its class has, too", self.function)
        place = self.loaded.field_table(name)[machine.class_names[value.number]]
        row = self.row(machine, value)
        if isinstance(row[place], Named) and row[place] == ABSENT:
            raise self.error("AttributeError")
        match self.flag(machine, value, name):
            case None:
                row[place] = ABSENT
            case False:
                raise self.error("AttributeError")
            case True:
                class_name = machine.class_names[value.number]
                row[self.loaded.field_table(f"{name}?")[class_name]] = False
