"""Operations on plain values of any kind: the meaning of Python's operators and protocols.

Place: paths/. `plain_code` makes one `PlainOperations` per instruction. Written on its own,
without a look at the symbolic version: each is the other's oracle.

Ints, strings, floats and tuples are Python's own values, so Python computes with them;
objects and containers live on the machine's heap.
Long because: one operation per method, and they call each other.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterator, Sequence
from typing import Any, TypeAlias

from heapwright.errors import EngineError
from heapwright.ir.operations import BINARY, COMPARISONS, CONTAINERS, KINDS, LIBRARY, REFLECTED
from heapwright.ir.program import Parameter, Role
from heapwright.ir.types import AnyType, type_name
from heapwright.paths.plain_heap import ABSENT, Named, Reference, Unit
from heapwright.paths.plain_machine import (
    Callee,
    Dynamic,
    LoadedProgram,
    LoopLeft,
    Machine,
    Stopped,
    Thrown,
    Unfollowed,
    enter,
)

Operation: TypeAlias = Callable[[Machine, Sequence[Dynamic]], Dynamic]
Visit: TypeAlias = Callable[[Dynamic], bool]
NOT_IMPLEMENTED = Named("constant", "NotImplemented")
MAX_BITS = 14_000
MAX_TEXT = 10_000
_STRING_METHODS = frozenset(
    name for name in dir(str) if not name.startswith("_") and name not in ("join", "format")
)
_NUMBERS = (int, float)
_OPERATORS: dict[str, Callable[[Any, Any], Any]] = {
    name: getattr(operator, {"and": "and_", "or": "or_"}.get(name, name))
    for name in (*BINARY, *COMPARISONS)
}
_UNARY: dict[str, Callable[[Any], Any]] = {
    "neg": operator.neg,
    "pos": operator.pos,
    "invert": operator.invert,
    "abs": operator.abs,
}
# A generator on the heap: its function, whether it has run, and its arguments.
GENERATOR_FIELDS = 2
NEW, PART, END = 0, 1, 2


class PlainOperations:
    """The operations of one instruction: knows the program and where it stands."""

    def __init__(self, loaded: LoadedProgram, function: str, site: int) -> None:
        """Remember the place."""
        self.loaded = loaded
        self.function = function
        self.site = site

    def error(self, class_name: str) -> Thrown:
        """Make an exception of the program."""
        return Thrown(class_name, None, self.function, self.site)

    def operation(self, name: str, extra: str) -> Operation:
        """Give the code of an operation."""
        if name in BINARY:
            return lambda machine, v: self.binary(machine, name, v[0], v[1])
        if name in COMPARISONS:
            return lambda machine, v: self.compare(machine, name, v[0], v[1])
        if name[0] == "i" and name[1:] in BINARY:
            return lambda machine, v: self.augmented(machine, name, v[0], v[1])
        found = getattr(self, f"do_{name}", None)
        if found is None:
            raise EngineError(f"no operation is called {name}")
        if extra:
            return lambda machine, v: found(machine, extra, *v)
        return lambda machine, v: found(machine, *v)

    # --- Kinds -------------------------------------------------------------------------

    def kind(self, machine: Machine, value: Dynamic) -> str:
        """Name the class of a value."""
        if isinstance(value, Reference):
            return machine.class_names[value.number]
        if isinstance(value, Named):
            return value.kind
        return type(value).__name__

    def fits(self, machine: Machine, value: Dynamic, class_name: str) -> bool:
        """Say whether a value is of a class or of one below it."""
        kind = self.kind(machine, value)
        if class_name in (kind, "object") or (kind == "bool" and class_name == "int"):
            return True
        if class_name == "function":
            return kind in ("method", "function")
        classes = self.loaded.hierarchy.classes
        return class_name in classes and kind in self.loaded.hierarchy.below(class_name)

    def do_isinstance(self, machine: Machine, class_name: str, value: Dynamic) -> bool:
        """Give what the operation `isinstance` gives."""
        return self.fits(machine, value, class_name)

    def do_instance(self, machine: Machine, value: Dynamic, classes: Dynamic) -> bool:
        """Give what the operation `instance` gives."""
        if isinstance(classes, tuple):
            return any(self.do_instance(machine, value, one) for one in classes)
        if not isinstance(classes, Named) or classes.kind != "type":
            raise self.error("TypeError")
        return self.fits(machine, value, classes.name)

    def do_type(self, machine: Machine, value: Dynamic) -> Named:
        """Give what the operation `type` gives."""
        return Named("type", self.kind(machine, value))

    def do_cast(self, machine: Machine, wanted: str, value: Dynamic) -> Dynamic:
        """Give what the operation `cast` gives."""
        if wanted == "int!" and type(value) in (int, bool):
            return int(value)
        if wanted == "bool!" and type(value) is bool:
            return value
        if wanted.startswith("ref!"):
            if value is None:
                return value
            if isinstance(value, Reference) and self.fits(machine, value, wanted[4:]):
                return value
        raise Unfollowed("a value comes where another type is declared", self.function)

    def do_absent(self, machine: Machine) -> Named:
        """Give what the operation `absent` gives."""
        return ABSENT

    def do_missing(self, machine: Machine, value: Dynamic) -> bool:
        """Give what the operation `missing` gives."""
        return value == ABSENT and isinstance(value, Named)

    def do_bound(self, machine: Machine, name: str, value: Dynamic) -> Dynamic:
        """Give what the operation `bound` gives."""
        if isinstance(value, Named) and value == ABSENT:
            # What a function around has not given a value is no local of this one.
            raise self.error("NameError" if name.startswith("free ") else "UnboundLocalError")
        return value

    # --- Operators -----------------------------------------------------------------------

    def binary(self, machine: Machine, name: str, lhs: Dynamic, rhs: Dynamic) -> Dynamic:
        """Compute `lhs + rhs` and its like."""
        if isinstance(lhs, Reference) or isinstance(rhs, Reference):
            return self.by_methods(machine, f"__{name}__", lhs, f"__r{name}__", rhs)
        if name == "mod" and isinstance(lhs, str):
            return self.interpolated(machine, lhs, rhs)
        if isinstance(lhs, Named) or isinstance(rhs, Named):
            raise self.error("TypeError")
        self.check_size(name, lhs, rhs)
        return self.native(lambda: _OPERATORS[name](lhs, rhs))

    def check_size(self, name: str, lhs: Dynamic, rhs: Dynamic) -> None:
        """Stop before a number or a string grows beyond all bounds."""
        if type(lhs) in (int, bool) and type(rhs) in (int, bool):
            bits = {"mul": lhs.bit_length() + rhs.bit_length(), "lshift": lhs and rhs}.get(name, 0)
            if name == "pow" and rhs > 0 and abs(lhs) > 1:
                bits = lhs.bit_length() * rhs
            if bits > MAX_BITS:
                raise Stopped("int size", self.function)
        elif name == "mul":
            for sequence, times in ((lhs, rhs), (rhs, lhs)):
                is_repeated = isinstance(sequence, str | tuple) and isinstance(times, int)
                if is_repeated and len(sequence) * times > MAX_TEXT:
                    raise Unfollowed("a very long sequence", self.function)

    def native(self, compute: Callable[[], Any]) -> Dynamic:
        """Let Python compute, and throw what it raises."""
        try:
            value = compute()
        except (TypeError, ValueError, ArithmeticError, LookupError, AttributeError) as problem:
            raise self.error(type(problem).__name__) from None
        if type(value) is int and value.bit_length() > MAX_BITS:
            raise Stopped("int size", self.function)
        if isinstance(value, complex | bytes):
            raise Unfollowed("a value of a kind that is not followed", self.function)
        if isinstance(value, str) and len(value) > MAX_TEXT:
            raise Unfollowed("a very long string", self.function)
        return value

    def by_methods(
        self, machine: Machine, plain: str, lhs: Dynamic, reflected: str, rhs: Dynamic
    ) -> Dynamic:
        """Ask both operands in the order of the language."""
        left, right = self.kind(machine, lhs), self.kind(machine, rhs)
        order = [(lhs, plain, rhs)]
        if left != right or plain in ("__lt__", "__le__", "__gt__", "__ge__"):
            order.append((rhs, reflected, lhs))
        hierarchy = self.loaded.hierarchy
        is_below = left != right and left in hierarchy.classes and right in hierarchy.below(left)
        own, other_own = (self.find(machine, side, reflected) for side in (rhs, lhs))
        if is_below and own is not other_own:
            order.reverse()
        for receiver, name, other in order:
            callee = self.find(machine, receiver, name)
            if callee is not None:
                answer = self.invoke(machine, callee, [receiver, other])
                if not (isinstance(answer, Named) and answer == NOT_IMPLEMENTED):
                    return answer
        raise self.error("TypeError")

    def augmented(self, machine: Machine, name: str, lhs: Dynamic, rhs: Dynamic) -> Dynamic:
        """Compute `lhs += rhs` and its like."""
        callee = self.find(machine, lhs, f"__{name}__")
        if callee is not None:
            answer = self.invoke(machine, callee, [lhs, rhs])
            if not (isinstance(answer, Named) and answer == NOT_IMPLEMENTED):
                return answer
        return self.binary(machine, name[1:], lhs, rhs)

    def unary(self, machine: Machine, name: str, value: Dynamic) -> Dynamic:
        """Compute `-value` and its like."""
        callee = self.find(machine, value, f"__{name}__")
        if callee is not None:
            return self.invoke(machine, callee, [value])
        if not isinstance(value, _NUMBERS):
            raise self.error("TypeError")
        return self.native(lambda: _UNARY[name](value))

    def do_neg(self, machine: Machine, value: Dynamic) -> Dynamic:
        """Give what the operation `neg` gives."""
        return self.unary(machine, "neg", value)

    def do_pos(self, machine: Machine, value: Dynamic) -> Dynamic:
        """Give what the operation `pos` gives."""
        return self.unary(machine, "pos", value)

    def do_invert(self, machine: Machine, value: Dynamic) -> Dynamic:
        """Give what the operation `invert` gives."""
        return self.unary(machine, "invert", value)

    def do_abs(self, machine: Machine, value: Dynamic) -> Dynamic:
        """Give what the operation `abs` gives."""
        return self.unary(machine, "abs", value)

    # --- Comparison ------------------------------------------------------------------------

    def compare(self, machine: Machine, name: str, lhs: Dynamic, rhs: Dynamic) -> Dynamic:
        """Compare two values."""
        if name == "eq":
            return self.equal(machine, lhs, rhs)
        if name == "ne":
            for receiver, other in ((lhs, rhs), (rhs, lhs)):
                callee = self.find(machine, receiver, "__ne__")
                if callee is not None:
                    answer = self.invoke(machine, callee, [receiver, other])
                    if not (isinstance(answer, Named) and answer == NOT_IMPLEMENTED):
                        return answer
            return not self.do_truth(machine, self.equal(machine, lhs, rhs))
        if isinstance(lhs, Reference) or isinstance(rhs, Reference):
            return self.by_methods(machine, f"__{name}__", lhs, f"__{REFLECTED[name]}__", rhs)
        if isinstance(lhs, tuple) and isinstance(rhs, tuple):
            for first, second in zip(lhs, rhs, strict=False):
                if not self.matches(machine, first, second):
                    return self.compare(machine, name, first, second)
            return _OPERATORS[name](len(lhs), len(rhs))
        comparable = (isinstance(lhs, str) and isinstance(rhs, str)) or (
            isinstance(lhs, _NUMBERS) and isinstance(rhs, _NUMBERS)
        )
        if not comparable:
            raise self.error("TypeError")
        return _OPERATORS[name](lhs, rhs)

    def equal(self, machine: Machine, lhs: Dynamic, rhs: Dynamic) -> Dynamic:
        """Compare by `==`."""
        if isinstance(lhs, Reference) or isinstance(rhs, Reference):
            for receiver, other in ((lhs, rhs), (rhs, lhs)):
                callee = self.find(machine, receiver, "__eq__")
                if callee is not None:
                    answer = self.invoke(machine, callee, [receiver, other])
                    if not (isinstance(answer, Named) and answer == NOT_IMPLEMENTED):
                        return answer
            return isinstance(lhs, Reference) and lhs == rhs
        if isinstance(lhs, tuple) and isinstance(rhs, tuple):
            if len(lhs) != len(rhs):
                return False
            return all(self.matches(machine, a, b) for a, b in zip(lhs, rhs, strict=True))
        return bool(lhs == rhs)

    def matches(self, machine: Machine, lhs: Dynamic, rhs: Dynamic) -> bool:
        """Say whether two items count as the same one in a container."""
        if isinstance(lhs, Reference) and lhs == rhs:
            return True
        return bool(self.do_truth(machine, self.equal(machine, lhs, rhs)))

    def do_is(self, machine: Machine, lhs: Dynamic, rhs: Dynamic) -> bool:
        """Give what the operation `is` gives."""
        if lhs is None or rhs is None or type(lhs) is not type(rhs):
            return lhs is rhs
        if isinstance(lhs, Reference | Named | bool):
            return bool(lhs == rhs)
        raise Unfollowed("which values are one object is not known", self.function)

    def do_truth(self, machine: Machine, value: Dynamic) -> bool:
        """Give what the operation `truth` gives."""
        if not isinstance(value, Reference):
            return isinstance(value, Named) or bool(value)
        callee = self.find(machine, value, "__bool__")
        if callee is not None:
            answer = self.invoke(machine, callee, [value])
            if type(answer) is not bool:
                raise self.error("TypeError")
            return answer
        if self.find(machine, value, "__len__") is None:
            return True
        return bool(self.do_len(machine, value) != 0)

    def do_contains(self, machine: Machine, container: Dynamic, item: Dynamic) -> bool:
        """Give what the operation `contains` gives."""
        if isinstance(container, str):
            if not isinstance(item, str):
                raise self.error("TypeError")
            return item in container
        callee = self.find(machine, container, "__contains__")
        if callee is not None:
            return self.do_truth(machine, self.invoke(machine, callee, [container, item]))
        found = False

        def visit(one: Dynamic) -> bool:
            nonlocal found
            found = self.matches(machine, one, item)
            return found

        self.each(machine, container, visit)
        return found

    # --- Calls -----------------------------------------------------------------------------

    def find(self, machine: Machine, value: Dynamic, name: str) -> Callee | None:
        """Find a method by the class of a value."""
        return self.find_in(self.kind(machine, value), name)

    def find_in(self, class_name: str, name: str) -> Callee | None:
        """Find a method by the name of a class."""
        if class_name not in self.loaded.hierarchy.classes:
            return None
        function = self.loaded.hierarchy.method(class_name, name)
        return None if function is None else self.loaded.callees[function.qualified_name]

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
        frame: list[Dynamic] = []
        rest = list(given)
        if function.has_receiver:
            frame.append(rest.pop(0))
        names = dict(named or {})
        for parameter in function.parameters:
            frame.append(self.argument(machine, parameter, rest, names))
        if rest or names:
            raise self.error("TypeError")
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
            if parameter.name in names:
                raise self.error("TypeError")
            value = rest.pop(0)
        elif parameter.name in names:
            value = names.pop(parameter.name)
        elif parameter.default is not None:
            return self.loaded.constant(machine, parameter.default, self.function)
        else:
            raise self.error("TypeError")
        if isinstance(parameter.type, AnyType):
            return value
        return self.do_cast(machine, type_name(parameter.type), value)

    def call_value(
        self,
        machine: Machine,
        callee: Dynamic,
        given: list[Dynamic],
        named: dict[str, Dynamic],
    ) -> Dynamic:
        """Call a value: a class, a function, a method, or an object with `__call__`."""
        if isinstance(callee, Named) and callee.kind == "function":
            return self.invoke(machine, self.loaded.callees[callee.name], given, named)
        if isinstance(callee, Named) and callee.kind == "type":
            return self.construct(machine, callee.name, given, named)
        if self.kind(machine, callee) == "method":
            function, receiver = machine.rows[callee.number]
            return self.call_method(machine, receiver, str(function), given, named)
        found = self.find(machine, callee, "__call__")
        if found is None:
            raise self.error("TypeError")
        return self.invoke(machine, found, [callee, *given], named)

    def call_method(
        self,
        machine: Machine,
        receiver: Dynamic,
        name: str,
        given: list[Dynamic],
        named: dict[str, Dynamic],
    ) -> Dynamic:
        """Call `receiver.name(…)`."""
        if not self.has_field(machine, receiver, name):
            callee = self.find(machine, receiver, name)
            if callee is not None:
                return self.invoke(machine, callee, [receiver, *given], named)
            if isinstance(receiver, str):
                return self.string_method(machine, name, receiver, given, named)
            callee = self.find_static(self.kind(machine, receiver), name)
            if callee is not None:
                return self.invoke(machine, callee, given, named)
        return self.call_value(machine, self.do_getattr(machine, name, receiver), given, named)

    def spread(
        self, machine: Machine, values: Sequence[Dynamic], names: Sequence[str | None]
    ) -> tuple[list[Dynamic], dict[str, Dynamic]]:
        """Put arguments apart: by place, and by name."""
        given: list[Dynamic] = []
        named: dict[str, Dynamic] = {}
        for value, name in zip(values, names, strict=True):
            match name:
                case None:
                    given.append(value)
                case "*":
                    given += self.listed(machine, value)
                case "**":
                    if not self.fits(machine, value, "dict"):
                        raise Unfollowed("`**` of what is no dict", self.function)
                    for key, one in self.entries(machine, value):
                        if not isinstance(key, str) or key in named:
                            raise self.error("TypeError")
                        named[key] = one
                case _:
                    if name in named:
                        raise self.error("TypeError")
                    named[name] = value
        return given, named

    def construct(
        self, machine: Machine, class_name: str, given: list[Dynamic], named: dict[str, Dynamic]
    ) -> Dynamic:
        """Make an object of a class that a value names."""
        maker = f"{LIBRARY}.new_{class_name}" if class_name in KINDS else f"{class_name}.__new__"
        callee = self.loaded.callees.get(maker)
        if callee is not None:
            return self.invoke(machine, callee, given, named)
        if class_name not in self.loaded.hierarchy.classes:
            raise Unfollowed(f"making a `{class_name}`", self.function)
        is_exception = class_name in self.loaded.hierarchy.below("BaseException")
        if (given or named) and not is_exception:
            raise self.error("TypeError")
        return self.loaded.allocate(machine, class_name)

    # --- Attributes --------------------------------------------------------------------------

    def has_field(self, machine: Machine, value: Dynamic, name: str) -> bool:
        """Say whether the class of an object declares a field."""
        return isinstance(value, Reference) and machine.class_names[
            value.number
        ] in self.loaded.field_table(name)

    def do_getattr(self, machine: Machine, name: str, value: Dynamic) -> Dynamic:
        """Give what the operation `getattr` gives."""
        if isinstance(value, Named) and value.kind == "type":
            return self.class_attribute(machine, value.name, name)
        getter = self.find(machine, value, f"@{name}")
        if getter is not None:
            return self.invoke(machine, getter, [value])
        if self.has_field(machine, value, name):
            class_name = machine.class_names[value.number]
            found = machine.rows[value.number][self.loaded.field_table(name)[class_name]]
            is_there = found != ABSENT or not isinstance(found, Named)
            if is_there and self.flag(machine, value, name) is not False:
                return found
        constant = self.find(machine, value, f"${name}")
        if constant is not None:
            return self.invoke(machine, constant, [value])
        if isinstance(value, Reference) and self.fits(machine, value, "BaseException"):
            raise Unfollowed("attributes of exceptions", self.function)
        if name == "__class__" and isinstance(value, Reference):
            return self.do_type(machine, value)
        static = self.find_static(self.kind(machine, value), name)
        if static is not None:
            return Named("function", static.name)
        is_text = isinstance(value, str) and name in (*_STRING_METHODS, "join", "format")
        if self.find(machine, value, name) is None and not is_text:
            raise self.error("AttributeError")
        return self.raw(machine, "method", [name, value])

    def class_attribute(self, machine: Machine, class_name: str, name: str) -> Dynamic:
        """Read an attribute of a class."""
        constant = self.find_in(class_name, f"${name}")
        if constant is not None:
            return self.invoke(machine, constant, [None])
        static = self.find_static(class_name, name)
        if static is not None:
            return Named("function", static.name)
        if name == "__name__":
            return class_name.split(".")[-1]
        raise Unfollowed(f"`{name}` of a class", self.function)

    def do_setattr(self, machine: Machine, name: str, value: Dynamic, new: Dynamic) -> None:
        """Give what the operation `setattr` gives."""
        if not isinstance(value, Reference):
            raise self.error("AttributeError")
        setter = self.find(machine, value, f"@{name}=")
        if setter is not None:
            self.invoke(machine, setter, [value, new])
            return
        if self.find(machine, value, f"@{name}") is not None:
            raise self.error("AttributeError")
        if not self.has_field(machine, value, name):
            raise Unfollowed(f"`{name}` is set, which no class declares", self.function)
        class_name = machine.class_names[value.number]
        field = next(f for f in self.loaded.hierarchy.fields(class_name) if f.name == name)
        if not isinstance(field.type, AnyType):
            new = self.do_cast(machine, type_name(field.type), new)
        self.row(machine, value)[self.loaded.field_table(name)[class_name]] = new
        if self.flag(machine, value, name) is not None:
            self.row(machine, value)[self.loaded.field_table(f"{name}?")[class_name]] = True

    def flag(self, machine: Machine, value: Reference, name: str) -> bool | None:
        """Say whether an object has an attribute that it may lack; None if it may not."""
        if not self.has_field(machine, value, f"{name}?"):
            return None
        place = self.loaded.field_table(f"{name}?")[machine.class_names[value.number]]
        return bool(machine.rows[value.number][place])

    def do_delattr(self, machine: Machine, name: str, value: Dynamic) -> None:
        """Give what the operation `delattr` gives."""
        if not self.has_field(machine, value, name):
            raise self.error("AttributeError")
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

    def row(self, machine: Machine, reference: Reference) -> list[Dynamic]:
        """Give the row of an object, to be written to."""
        row = machine.rows[reference.number]
        if not isinstance(row, list):
            row = machine.rows[reference.number] = list(row)
        return row

    # --- Items -------------------------------------------------------------------------------

    def do_len(self, machine: Machine, value: Dynamic) -> int:
        """Give what the operation `len` gives."""
        if isinstance(value, str | tuple):
            return len(value)
        callee = self.find(machine, value, "__len__")
        if callee is None:
            raise self.error("TypeError")
        length = self.invoke(machine, callee, [value])
        if not isinstance(length, int):
            raise self.error("TypeError")
        if length < 0:
            raise self.error("ValueError")
        return int(length)

    def do_getitem(self, machine: Machine, value: Dynamic, index: Dynamic) -> Dynamic:
        """Give what the operation `getitem` gives."""
        if isinstance(value, str | tuple):
            if self.kind(machine, index) == "slice":
                bounds = tuple(machine.rows[index.number])
                if any(b is not None and not isinstance(b, int) for b in bounds):
                    raise self.error("TypeError")
                return self.native(lambda: value[slice(*self.slice_bounds(machine, index))])
            if not isinstance(index, int):
                raise self.error("TypeError")
            return self.native(lambda: value[index])
        return self.item_method(machine, "__getitem__", value, index)

    def slice_bounds(self, machine: Machine, index: Reference) -> list[Dynamic]:
        """Give start, stop and step of a slice."""
        names = ("start", "stop", "step")
        row = machine.rows[index.number]
        return [row[self.loaded.field_table(name)["slice"]] for name in names]

    def do_setitem(self, machine: Machine, value: Dynamic, index: Dynamic, new: Dynamic) -> Dynamic:
        """Give what the operation `setitem` gives."""
        return self.item_method(machine, "__setitem__", value, index, new)

    def do_delitem(self, machine: Machine, value: Dynamic, index: Dynamic) -> Dynamic:
        """Give what the operation `delitem` gives."""
        return self.item_method(machine, "__delitem__", value, index)

    def item_method(self, machine: Machine, name: str, *values: Dynamic) -> Dynamic:
        """Call the method behind an operation on items."""
        callee = self.find(machine, values[0], name)
        if callee is None:
            raise self.error("TypeError")
        return self.invoke(machine, callee, values)

    def listed(self, machine: Machine, value: Dynamic) -> list[Dynamic]:
        """Give all items of a value."""
        found: list[Dynamic] = []

        def visit(item: Dynamic) -> bool:
            found.append(item)
            return False

        self.each(machine, value, visit)
        return found

    def each(self, machine: Machine, value: Dynamic, visit: Visit) -> None:
        """Visit the items of a value one by one, until a visit says that it was the last."""
        if isinstance(value, str | tuple):
            for item in value:
                self.count(machine)
                if visit(item):
                    return
            return
        if self.kind(machine, value) == "generator":
            self.each_yielded(machine, value, visit)
            return
        maker = self.find(machine, value, "__iter__")
        if maker is not None:
            iterator = self.invoke(machine, maker, [value])
            if self.kind(machine, iterator) == "generator":
                self.each_yielded(machine, iterator, visit)
                return
            advance = self.find(machine, iterator, "__next__")
            if advance is None:
                raise self.error("TypeError")
            self.each_until(
                machine, "StopIteration", lambda n: self.invoke(machine, advance, [iterator]), visit
            )
            return
        getter = self.find(machine, value, "__getitem__")
        if getter is None:
            raise self.error("TypeError")
        self.each_until(
            machine, "IndexError", lambda n: self.invoke(machine, getter, [value, n]), visit
        )

    def each_until(
        self, machine: Machine, end: str, item: Callable[[int], Dynamic], visit: Visit
    ) -> None:
        """Visit what a call gives, again and again, until it raises the exception for the end."""
        n = 0
        while True:
            self.count(machine)
            depth = machine.depth_left
            try:
                value = item(n)
            except Thrown as thrown:
                if thrown.class_name not in self.loaded.hierarchy.below(end):
                    raise
                machine.depth_left = depth
                return
            if visit(value):
                return
            n += 1

    def count(self, machine: Machine) -> None:
        """Count a step."""
        machine.steps_left -= 1
        if machine.steps_left < 0:
            raise Stopped("steps", self.function)

    def each_yielded(self, machine: Machine, generator: Reference, visit: Visit) -> None:
        """Run the body of a generator below the loop that wants its items."""
        row = self.row(machine, generator)
        function, state, *arguments = row
        if state == END:
            return
        if state == PART:
            raise Unfollowed("a generator that goes on later", self.function)
        row[1] = PART
        depth = machine.depth_left
        loop = object()

        def take(item: Dynamic) -> None:
            self.count(machine)
            try:
                is_last = visit(item)
            except Thrown as thrown:
                raise LoopLeft(loop, thrown) from None
            if is_last:
                raise LoopLeft(loop, None)

        callee = self.loaded.callees[function.name]
        try:
            frame = [*arguments, *callee.padding[:-1], take, callee.padding[-1]]
            self.loaded.run_generator(machine, callee, frame)
        except LoopLeft as left:
            if left.loop is not loop:
                raise
            machine.depth_left = depth
            if left.thrown is not None:
                raise left.thrown from None
            return
        machine.depth_left = depth
        self.row(machine, generator)[1] = END

    def do_require(self, machine: Machine, name: str, value: Dynamic) -> Dynamic:
        """Give what the operation `require` gives."""
        if self.has_field(machine, value, name) or isinstance(value, str):
            return value
        kind = self.kind(machine, value)
        if kind == "type" or self.find_static(kind, name) is not None:
            return value
        if all(self.find_in(kind, f"{mark}{name}") is None for mark in ("", "@", "$")):
            raise self.error("AttributeError")
        return value

    def do_stop(self, machine: Machine, reason: Dynamic) -> None:
        """Give what the operation `stop` gives."""
        raise Unfollowed(str(reason), self.function)

    def do_order(self, machine: Machine, container: Dynamic) -> bool:
        """Say whether to go through a set backwards: nobody may rely on either way."""
        return machine.is_backward

    def do_next(self, machine: Machine, iterator: Dynamic) -> Dynamic:
        """Give what the operation `next` gives."""
        if self.kind(machine, iterator) == "generator":
            raise Unfollowed("a generator that `next` advances", self.function)
        return self.item_method(machine, "__next__", iterator)

    def do_gather(self, machine: Machine, value: Dynamic) -> tuple[Dynamic, ...]:
        """Give what the operation `gather` gives."""
        return tuple(self.listed(machine, value))

    def do_concat(self, machine: Machine, lhs: Dynamic, rhs: Dynamic) -> tuple[Dynamic, ...]:
        """Give what the operation `concat` gives."""
        return (*self.listed(machine, lhs), *self.listed(machine, rhs))

    def do_tuple(self, machine: Machine, *items: Dynamic) -> tuple[Dynamic, ...]:
        """Give what the operation `tuple` gives."""
        return items

    def do_list(self, machine: Machine, *items: Dynamic) -> Reference:
        """Give what the operation `list` gives."""
        return self.container(machine, "list", items)

    def do_unpack(self, machine: Machine, wanted: str, value: Dynamic) -> Dynamic:
        """Give what the operation `unpack` gives."""
        items = self.listed(machine, value)
        if "*" not in wanted:
            if len(items) != int(wanted):
                raise self.error("ValueError")
            return tuple(items)
        first, last = map(int, wanted.split("*"))
        if len(items) < first + last:
            raise self.error("ValueError")
        end = len(items) - last
        middle = self.container(machine, "list", items[first:end])
        return (*items[:first], middle, *items[end:])

    # --- Entries -----------------------------------------------------------------------------

    def raw(self, machine: Machine, class_name: str, row: list[Dynamic]) -> Reference:
        """Put an object on the heap, whatever its class declares."""
        machine.rows.append(row)
        machine.class_names.append(class_name)
        return Reference(len(machine.rows) - 1)

    def container(self, machine: Machine, class_name: str, items: Sequence[Dynamic]) -> Reference:
        """Make a container with these entries."""
        return self.raw(machine, class_name, [*self.loaded.default_row(class_name), *items])

    def first_entry(self, machine: Machine, container: Dynamic) -> int:
        """Say where in its row the entries of a container begin."""
        return len(self.loaded.default_row(machine.class_names[container.number]))

    def entries(self, machine: Machine, container: Dynamic) -> Iterator[Dynamic]:
        """Give the entries of a container as they are now."""
        first = self.first_entry(machine, container)
        yield from list(machine.rows[container.number][first:])

    def do_size(self, machine: Machine, container: Dynamic) -> int:
        """Give what the operation `size` gives."""
        return len(machine.rows[container.number]) - self.first_entry(machine, container)

    def do_entry(self, machine: Machine, container: Dynamic, index: int) -> Dynamic:
        """Give what the operation `entry` gives."""
        return machine.rows[container.number][self.first_entry(machine, container) + index]

    def do_put(self, machine: Machine, container: Dynamic, index: int, value: Dynamic) -> None:
        """Give what the operation `put` gives."""
        self.row(machine, container)[self.first_entry(machine, container) + index] = value

    def do_insert(self, machine: Machine, container: Dynamic, index: int, value: Dynamic) -> None:
        """Give what the operation `insert` gives."""
        self.row(machine, container).insert(self.first_entry(machine, container) + index, value)

    def do_remove(self, machine: Machine, container: Dynamic, index: int) -> None:
        """Give what the operation `remove` gives."""
        del self.row(machine, container)[self.first_entry(machine, container) + index]

    def do_find(self, machine: Machine, container: Dynamic, item: Dynamic) -> int:
        """Give what the operation `find` gives."""
        for index, entry in enumerate(self.entries(machine, container)):
            if self.matches(machine, entry, item):
                return index
        return -1

    def do_findkey(self, machine: Machine, container: Dynamic, key: Dynamic) -> int:
        """Give what the operation `findkey` gives."""
        self.do_hashable(machine, key)
        is_dict = self.fits(machine, container, "dict")
        for index, entry in enumerate(self.entries(machine, container)):
            if self.matches(machine, entry[0] if is_dict else entry, key):
                return index
        return -1

    def do_hashable(self, machine: Machine, value: Dynamic) -> None:
        """Give what the operation `hashable` gives."""
        if isinstance(value, tuple):
            for inner in value:
                self.do_hashable(machine, inner)
        elif (
            isinstance(value, Reference)
            and not self.fits(machine, value, "frozenset")
            and self.find(machine, value, "__hash__") is None
            and (
                self.find(machine, value, "__eq__") is not None
                or any(self.fits(machine, value, name) for name in CONTAINERS)
            )
        ):
            raise self.error("TypeError")

    # --- Strings -----------------------------------------------------------------------------

    def do_text(self, machine: Machine, value: Dynamic) -> str:
        """Give what the operation `text` gives."""
        if isinstance(value, str):
            return value
        callee = self.find(machine, value, "__str__") if isinstance(value, Reference) else None
        return (
            self.do_repr(machine, value) if callee is None else self.shown(machine, callee, value)
        )

    def do_repr(self, machine: Machine, value: Dynamic) -> str:
        """Give what the operation `repr` gives."""
        if isinstance(value, tuple):
            inside = ", ".join(self.do_repr(machine, inner) for inner in value)
            return f"({inside},)" if len(value) == 1 else f"({inside})"
        if isinstance(value, Reference):
            callee = self.find(machine, value, "__repr__")
            if callee is None:
                raise Unfollowed("the text of an object has an address in it", self.function)
            return self.shown(machine, callee, value)
        if isinstance(value, Named):
            raise Unfollowed("the text of a class or function", self.function)
        return repr(value)

    def shown(self, machine: Machine, callee: Callee, value: Dynamic) -> str:
        """Give the string that a method must give."""
        text = self.invoke(machine, callee, [value])
        if not isinstance(text, str):
            raise self.error("TypeError")
        return text

    def do_format(self, machine: Machine, value: Dynamic, spec: str) -> str:
        """Give what the operation `format` gives."""
        if not spec:
            return self.do_text(machine, value)
        if isinstance(value, Reference | Named | tuple):
            raise Unfollowed("a format of such a value", self.function)
        return str(self.native(lambda: format(value, spec)))

    def interpolated(self, machine: Machine, text: str, values: Dynamic) -> Dynamic:
        """Give `text % values`."""
        items = values if isinstance(values, tuple) else (values,)
        return self.native(lambda: text % self.shown_items(machine, items))

    def shown_items(self, machine: Machine, items: Sequence[Dynamic]) -> tuple[Dynamic, ...]:
        """Give values as a string can take them: objects by their text."""
        return tuple(
            self.do_text(machine, item) if isinstance(item, Reference | Named) else item
            for item in items
        )

    def do_joined(self, machine: Machine, *parts: str) -> Dynamic:
        """Give what the operation `joined` gives."""
        return self.native(lambda: "".join(parts))

    def do_method(self, machine: Machine, name: str, text: Dynamic, *given: Dynamic) -> Dynamic:
        """Give what the operation `method` gives."""
        if not isinstance(text, str):
            raise self.error("TypeError")
        return self.string_method(machine, name, text, list(given), {})

    def string_method(
        self,
        machine: Machine,
        name: str,
        text: str,
        given: list[Dynamic],
        named: dict[str, Dynamic],
    ) -> Dynamic:
        """Call a method of a string."""
        if name == "join" and len(given) == 1:
            parts = self.listed(machine, given[0])
            if not all(isinstance(part, str) for part in parts):
                raise self.error("TypeError")
            return self.native(lambda: text.join(parts))
        if name == "format":
            shown = self.shown_items(machine, given)
            by_name = dict(zip(named, self.shown_items(machine, list(named.values())), strict=True))
            return self.native(lambda: text.format(*shown, **by_name))
        if name not in _STRING_METHODS:
            raise self.error("AttributeError")
        if any(isinstance(one, Reference | Named) for one in (*given, *named.values())):
            raise Unfollowed("such an argument of a string's method", self.function)
        result = self.native(lambda: getattr(text, name)(*given, **named))
        return self.container(machine, "list", result) if isinstance(result, list) else result

    # --- Numbers -----------------------------------------------------------------------------

    def do_int(self, machine: Machine, value: Dynamic) -> Dynamic:
        """Give what the operation `int` gives."""
        return self.number(machine, value, int, "__int__")

    def do_float(self, machine: Machine, value: Dynamic) -> Dynamic:
        """Give what the operation `float` gives."""
        return self.number(machine, value, float, "__float__")

    def number(
        self, machine: Machine, value: Dynamic, convert: Callable[[Any], Any], method: str
    ) -> Dynamic:
        """Convert a value to a number, by a method where it is an object."""
        if isinstance(value, int | float | str):
            return self.native(lambda: convert(value))
        return self.item_method(machine, method, value)

    def do_round(self, machine: Machine, value: Dynamic, digits: Dynamic = None) -> Dynamic:
        """Give what the operation `round` gives."""
        if not isinstance(value, int | float):
            raise Unfollowed("rounding such a value", self.function)
        return self.native(lambda: round(value, digits))

    def do_chr(self, machine: Machine, value: Dynamic) -> Dynamic:
        """Give what the operation `chr` gives."""
        if not isinstance(value, int):
            raise self.error("TypeError")
        return self.native(lambda: chr(value))

    def do_ord(self, machine: Machine, value: Dynamic) -> Dynamic:
        """Give what the operation `ord` gives."""
        if not isinstance(value, str):
            raise self.error("TypeError")
        return self.native(lambda: ord(value))

    def do_index(self, machine: Machine, value: Dynamic, length: int) -> Dynamic:
        """Give what the operation `index` gives."""
        if not isinstance(value, int):
            value = self.item_method(machine, "__index__", value)
        return max(-length - 1, min(int(value), length + 1))
