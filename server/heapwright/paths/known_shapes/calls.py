"""Attributes of symbolic values of any kind, and calls of what they hold.

Place: paths/known_shapes/. Part of `operations`, on top of `kinds`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from heapwright.heaps.known_shape import ABSENT, HeapObject, NamedValue, Text, Value
from heapwright.ir.core.operations import (
    EXCEPTION_NAMES,
    FUNCTION_FIELD,
    KINDS,
    LIBRARY,
    METHOD,
    RECEIVER_FIELD,
    SHARED,
    TEXT_INSIDE,
)
from heapwright.ir.core.program import Role
from heapwright.ir.python_names.class_names import python_name, python_qualified_name
from heapwright.ir.python_names.function_names import told_name
from heapwright.ir.python_names.native_names import is_bound, is_native
from heapwright.paths.known_shapes.kinds import KindOperations
from heapwright.paths.runs.binding import BadCall, bound_arguments
from heapwright.paths.runs.machine import Machine, RunStopped, SubjectThrow
from heapwright.paths.values.any_kind import kind_of, settled

if TYPE_CHECKING:  # which makes these
    from heapwright.paths.known_shapes.compile import CompiledFunction


class CallOperations(KindOperations):
    """The attributes and calls of one instruction."""

    __slots__ = ()

    def get_attribute(self, machine: Machine, value: Value, name: str) -> Value:
        """Read `value.name`; where that fails, a class may know what it is."""
        otherwise = self.method(value, "__getattr__")
        if otherwise is None:
            return self.plain_attribute(machine, value, name)
        try:
            return self.plain_attribute(machine, value, name)
        except SubjectThrow as thrown:
            if not self.is_caught(machine, thrown, ("AttributeError",)):
                raise
        return self.call(machine, otherwise, [value, name])

    def plain_attribute(self, machine: Machine, value: Value, name: str) -> Value:
        """Read `value.name` as `object` does it."""
        if isinstance(value, NamedValue) and value.kind == "type":
            return self.class_attribute(machine, value.name, name)
        getter = self.method(value, f"@{name}")
        if getter is not None:
            return self.call(machine, getter, [value])
        if type(value) is not HeapObject:
            # A member of an enumeration has what its class has: the other members.
            constant = self.method(value, f"${name}")
            if constant is not None:
                return self.class_value(machine, constant, value, kind_of(value))
            if (
                name == "__class__"
                and self.compiled.static(kind_of(value), "(members)") is not None
            ):
                return NamedValue("type", kind_of(value))
            return self.attribute_of_kind(machine, value, name)
        found = self.own_attribute(value, name)
        if found is not ABSENT:
            return found
        constant = self.method(value, f"${name}")
        if constant is not None:
            return self.class_value(machine, constant, value, value.class_name)
        if name in EXCEPTION_NAMES and "BaseException" in (
            self.compiled.ancestors.get(value.class_name, ())
        ):
            raise RunStopped(f"`{name}` of an exception is not followed")
        if name == "__class__":
            return NamedValue("type", value.class_name)
        return self.attribute_of_kind(machine, value, name)

    def own_attribute(self, value: Value, name: str) -> Value:
        """Give what an object itself holds under a name; ABSENT if that is nothing."""
        if type(value) is not HeapObject:
            raise RunStopped(f"what a {kind_of(value)} itself holds is not followed")
        if self.is_flagged_off(value, name):
            return ABSENT
        if self.leaves_out(value, name):
            return self.compiled.ignored_default(name)
        return value.fields[name] if self.has_field(value, name) else ABSENT

    def leaves_out(self, value: HeapObject, name: str) -> bool:
        """Say whether objects have a field that the heap does without, as nothing depends on it.

        Whether an object has it yet is known all the same.
        """
        compiled = self.compiled
        return name in compiled.ignored and (value.class_name, name) in compiled.field_casts

    def is_flagged_off(self, value: HeapObject, name: str) -> bool:
        """Say whether an object lacks an attribute; of an unknown one, asking decides."""
        flag = f"{name}?"
        return self.has_field(value, flag) and value.fields[flag] is False

    def text_inside(self, machine: Machine, value: Value) -> Value:
        """Give the string that an object is, too; any other value as it is."""
        if not isinstance(value, HeapObject | NamedValue) or "str" not in (
            self.compiled.ancestors.get(kind_of(value), ())
        ):
            return value
        inside = self.method(value, TEXT_INSIDE)
        if inside is None:
            raise RunStopped("an object that is a string too is not followed here")
        return self.call(machine, inside, [value])

    def has_method(self, value: Value, name: str) -> bool:
        """Say whether the class of a value has a method, with or without a receiver."""
        static = self.compiled.static(kind_of(value), name)
        return static is not None or self.method(value, name) is not None

    def attribute_of_kind(self, machine: Machine, value: Value, name: str) -> Value:
        """Give a method as a value; there is nothing else to find."""
        if name == "__init__":
            raise RunStopped("`__init__` of an object as a value is not followed")
        static = self.compiled.static(kind_of(value), name)
        if static is not None:
            return NamedValue("function", static.function.qualified_name)
        is_text = isinstance(value, Text) and hasattr("", name)
        if self.method(value, name) is None and not is_text:
            raise self.lacks(value, name, "AttributeError")
        if self.method(value, f"@{name}=") is not None:
            raise RunStopped(f"an object may have another `{name}` than its class")
        held = settled(machine, value)
        return HeapObject(METHOD, {RECEIVER_FIELD: held, FUNCTION_FIELD: name})

    def method_of(self, machine: Machine, function: Value, receiver: Value) -> Value:
        """Make a method of any function; one of a class is known by its name instead."""
        held = settled(machine, receiver)
        return HeapObject(METHOD, {RECEIVER_FIELD: held, FUNCTION_FIELD: function})

    def class_value(
        self, machine: Machine, constant: CompiledFunction, instance: Value, class_name: str
    ) -> Value:
        """Read what a class holds, for an object or for the class itself (None).

        A function becomes a method of the object, and what has `__get__` says itself what it is.
        """
        found = self.call(machine, constant, [instance])
        if isinstance(found, NamedValue) and found.kind == "function":
            if instance is None:
                return found
            function = self.compiled.functions[found.name].function
            is_static = function.role is Role.STATIC
            match is_bound(function.name, function.owner, is_static=is_static):
                case None:
                    raise RunStopped("such a function as a value of a class is not followed")
                case False:
                    return found
            return self.method_of(machine, found, instance)
        if type(found) is not HeapObject:
            return found
        if found.class_name.startswith("(") and instance is not None:
            return self.method_of(machine, found, instance)
        get = self.method(found, "__get__")
        if get is None:
            return found
        return self.call(machine, get, [found, instance, NamedValue("type", class_name)])

    def class_attribute(self, machine: Machine, class_name: str, name: str) -> Value:
        """Read an attribute of a class: a value of its body, or a static method."""
        constant = self.compiled.dispatch.get(class_name, {}).get(f"${name}")
        if constant is not None:
            return self.class_value(machine, constant, None, class_name)
        static = self.compiled.static(class_name, name)
        if static is not None:
            return NamedValue("function", static.function.qualified_name)
        names = {"__name__": python_name, "__qualname__": python_qualified_name}
        shown = names[name](class_name) if name in names else None
        if shown is not None:
            return shown
        raise RunStopped(f"`{name}` of a class is not followed")

    def set_attribute(self, machine: Machine, value: Value, name: str, new: Value) -> None:
        """Assign `value.name = new`; a class may decide itself what that does."""
        deciding = self.method(value, "__setattr__")
        if deciding is None:
            self.plain_assignment(machine, value, name, new)
        else:
            self.call(machine, deciding, [value, name, new])

    def plain_assignment(self, machine: Machine, value: Value, name: str, new: Value) -> None:
        """Assign `value.name = new` as `object` does it."""
        if isinstance(value, NamedValue) and value.kind == "type":
            place = f"{value.name}.{name}"
            if place not in self.compiled.defaults.get(SHARED, {}):
                raise RunStopped(f"`{name}` is set on a class that does not have it")
            if any(self.method(new, one) is not None for one in ("__set__", "__delete__")):
                raise RunStopped("a class gets what decides about assignments")
            self.share(machine, place, new)
            return
        setter = self.method(value, f"@{name}=")
        if setter is not None:
            self.call(machine, setter, [value, new])
            return
        if type(value) is NamedValue:
            raise RunStopped(f"`{name}` of a {value.kind} is set")
        if type(value) is not HeapObject:
            raise self.throw("AttributeError")
        getter = self.method(value, f"@{name}")
        if getter is not None:
            self.check_read_known(getter)
            raise self.throw("AttributeError")
        if self.leaves_out(value, name):
            self.flag(machine, value, name, is_there=True)
            return
        if not self.has_field(value, name):
            if value.class_name in self.compiled.closed:
                raise self.throw("AttributeError")
            raise RunStopped(f"`{name}` of `{value.class_name}` is set, which no class declares")
        wanted = self.compiled.field_casts.get((value.class_name, name))
        if wanted is not None:
            new = self.cast(machine, new, wanted)
        value.fields[name] = settled(machine, new)
        self.flag(machine, value, name, is_there=True)
        machine.changed = True

    def flag(self, machine: Machine, value: HeapObject, name: str, *, is_there: bool) -> bool:
        """Note whether an object has an attribute, if it may lack it; says whether it may."""
        flag = f"{name}?"
        if not self.has_field(value, flag):
            return False
        if value.fields[flag] is not is_there:
            value.fields[flag] = is_there
            machine.changed = True
        return True

    def check_read_known(self, getter: CompiledFunction) -> None:
        """See that it is known what reading runs: a decorator may say what assigning does, too."""
        function = getter.function
        if function.left_out is not None:
            raise RunStopped(
                f"`{told_name(function.qualified_name)}` is left out: {function.left_out}"
            )

    def delete_attribute(self, machine: Machine, value: Value, name: str) -> None:
        """Delete `value.name`; a class may decide itself what that does."""
        deciding = self.method(value, "__delattr__")
        if deciding is None:
            self.plain_deletion(machine, value, name)
        else:
            self.call(machine, deciding, [value, name])

    def plain_deletion(self, machine: Machine, value: Value, name: str) -> None:
        """Delete `value.name` as `object` does it."""
        deleter = self.method(value, f"@{name}~")
        if deleter is not None:
            self.call(machine, deleter, [value])
            return
        if type(value) is NamedValue:
            raise RunStopped(f"`{name}` of a class or function is deleted, which is not followed")
        getter = self.method(value, f"@{name}")
        if getter is not None:
            self.check_read_known(getter)
        if type(value) is not HeapObject or not (
            self.has_field(value, name) or self.leaves_out(value, name)
        ):
            raise self.throw("AttributeError")
        if self.method(value, f"${name}") is not None:
            # A fresh object has the value of its class as if it were its own.
            raise RunStopped(f"`{name}` is deleted, which its class has, too")
        if self.own_attribute(value, name) is ABSENT:
            raise self.throw("AttributeError")
        if self.flag(machine, value, name, is_there=False):
            return
        if self.compiled.field_casts.get((value.class_name, name)) is not None:
            raise RunStopped(f"`{name}` is deleted, which has a declared type")
        value.fields[name] = ABSENT
        machine.changed = True

    def call(
        self,
        machine: Machine,
        callee: CompiledFunction,
        positional: list[Value],
        named: dict[str, Value] | None = None,
    ) -> Value:
        """Call a function of the program; arguments are bound by the rules of the language."""
        function = callee.function
        receiver = int(function.has_receiver)
        if function.left_out is not None:
            # Its defaults were not lowered either, so a missing argument would tell nothing.
            raise RunStopped(
                f"`{told_name(function.qualified_name)}` is left out: {function.left_out}"
            )
        try:
            arguments = bound_arguments(function, positional[receiver:], named or {})
        except BadCall:
            if is_native(self.compiled.hierarchy.library, function.owner):
                # CPython's own may take more than ours.
                reason = f"such arguments of `{function.name}` are not followed"
                raise RunStopped(reason) from None
            raise self.throw("TypeError") from None
        given = list(positional[:receiver])
        for parameter, argument in zip(function.parameters, arguments, strict=True):
            if argument is None:
                assert parameter.default is not None
                given.append(callee.default(machine, parameter))
                continue
            value: Value
            match argument.value:
                case list() as rest:
                    value = tuple(rest)
                case dict() as by_name:
                    entries: list[Value] = [(k, settled(machine, v)) for k, v in by_name.items()]
                    value = self.new_container(machine, "dict", entries)
                case single:
                    value = single
            wanted = callee.casts.get(parameter.name)
            given.append(value if wanted is None else self.cast(machine, value, wanted))
        return callee.call(machine, given)

    def call_spread(
        self, machine: Machine, callee: Value, positional: list[Value], named: dict[str, Value]
    ) -> Value:
        """Call a value with arguments that are spread out."""
        match callee:
            case NamedValue("function", name):
                return self.call(machine, self.compiled.functions[name], positional, named)
            case NamedValue("type", name):
                return self.construct(machine, name, positional, named)
            case HeapObject(class_name="method", fields=fields):
                function, receiver = fields[FUNCTION_FIELD], fields[RECEIVER_FIELD]
                if isinstance(function, str):
                    return self.call_found(machine, receiver, function, positional, named)
                return self.call_spread(machine, function, [receiver, *positional], named)
        method = self.method(callee, "__call__")
        if method is None:
            raise self.throw("TypeError")
        return self.call(machine, method, [callee, *positional], named)

    def call_found(
        self,
        machine: Machine,
        receiver: Value,
        name: str,
        positional: list[Value],
        named: dict[str, Value],
    ) -> Value:
        """Call the method of a receiver, or what one of its attributes holds."""
        if type(receiver) is not HeapObject or not self.has_field(receiver, name):
            method = self.method(receiver, name)
            if method is not None:
                return self.call(machine, method, [receiver, *positional], named)
            if isinstance(receiver, Text):
                return self.text.method(machine, receiver, name, positional, named)
            static = self.compiled.static(kind_of(receiver), name)
            if name == "__init__" and type(receiver) is HeapObject:
                # The one function without a receiver that takes the object first.
                if static is None:
                    raise RunStopped("such a call of `__init__` is not followed")
                return self.call(machine, static, [receiver, *positional], named)
            if static is not None:
                return self.call(machine, static, positional, named)
        callee = self.get_attribute(machine, receiver, name)
        return self.call_spread(machine, callee, positional, named)

    def construct(
        self, machine: Machine, class_name: str, positional: list[Value], named: dict[str, Value]
    ) -> Value:
        """Make an object of a class that is only known when the call runs."""
        made = self.compiled.functions.get(f"{class_name}.__new__")
        if class_name in KINDS:
            made = self.compiled.functions.get(f"{LIBRARY}.new_{class_name}")
        if made is not None:
            return self.call(machine, made, positional, named)
        if class_name not in self.compiled.defaults:
            raise RunStopped(f"making a `{class_name}` is not followed")
        is_exception = "BaseException" in self.compiled.ancestors[class_name]
        if (positional or named) and not is_exception:
            raise self.throw("TypeError")
        return self.compiled.allocate(machine, class_name)
