"""Operations on symbolic values of any kind: what they do depends on what they meet.

Place: paths/. `compile` makes one `Dynamic` per instruction and calls what `operation` gives.
What each operation means is in `ir.operations`; the plain interpreter has its own
version of all this, which shares nothing with it.

What cannot be followed (the identity of ints, the order of a set) stops the run with a
reason. That is never wrong: a stopped run makes a verdict "unknown".
Long because: one operation per method, and they call each other.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, TypeAlias

from heapwright.heaps.known_shape import (
    ABSENT,
    FloatTerm,
    HeapObject,
    NamedValue,
    TextAtom,
    Value,
)
from heapwright.heaps.text_codes import text_code
from heapwright.ir.operations import BINARY, COMPARISONS, KINDS, LIBRARY, REFLECTED
from heapwright.paths.binding import BadCall, bound_arguments
from heapwright.paths.dynamic_numbers import NoResult, computed, decided, ordered
from heapwright.paths.dynamic_text import TextOperations
from heapwright.paths.dynamic_values import (
    check_known,
    known,
    known_int,
    known_text,
    number_of,
    settled,
    text_equal,
)
from heapwright.paths.dynamic_values import kind_of as kind_of
from heapwright.paths.machine import (
    FLOATS,
    SET_ORDER,
    GeneratorLeft,
    Machine,
    RunStopped,
    SubjectThrow,
)
from heapwright.terms import build
from heapwright.terms.sorts import BOOL
from heapwright.terms.term import Term

if TYPE_CHECKING:  # which makes these
    from heapwright.paths.compile import CompiledFunction, CompiledProgram

Code: TypeAlias = "Callable[[Machine, Sequence[Value]], Value]"
NOT_IMPLEMENTED = NamedValue("constant", "NotImplemented")
GENERATOR = "generator"
METHOD = "method"
FUNCTION_FIELD, STATE_FIELD = "(function)", "(state)"
RECEIVER_FIELD = "(self)"
FRESH, LEFT, DONE = 0, 1, 2


class Dynamic:
    """The operations of one instruction: knows the program and where the instruction stands."""

    __slots__ = ("compiled", "function", "site", "text")

    def __init__(self, compiled: CompiledProgram, function: str, site: int) -> None:
        self.compiled = compiled
        self.function = function
        self.site = site
        self.text = TextOperations(self)

    def throw(self, class_name: str) -> SubjectThrow:
        """Make an exception of the program."""
        return SubjectThrow(class_name, None, self.function, self.site)

    def operation(self, name: str, extra: str) -> Code:
        """Give the code of an operation."""
        if name in BINARY:
            return lambda machine, v: self.binary(machine, name, v[0], v[1])
        if name[0] == "i" and name[1:] in BINARY:
            plain = name[1:]
            return lambda machine, v: self.in_place(machine, plain, v[0], v[1])
        if name in COMPARISONS:
            return lambda machine, v: self.compare(machine, name, v[0], v[1])
        return self.other_operation(name, extra)

    def other_operation(self, name: str, extra: str) -> Code:
        """Give the code of an operation that is no operator."""
        match name:
            case "truth":
                return lambda machine, v: self.truth(machine, v[0])
            case "is":
                return lambda machine, v: self.identical(v[0], v[1])
            case "contains":
                return lambda machine, v: self.contains(machine, v[0], v[1])
            case "neg" | "pos" | "invert" | "abs":
                return lambda machine, v: self.unary(machine, name, v[0])
            case "len":
                return lambda machine, v: self.length(machine, v[0])
            case "getattr":
                return lambda machine, v: self.get_attribute(machine, v[0], extra)
            case "setattr":
                return lambda machine, v: self.set_attribute(machine, v[0], extra, v[1])
            case "delattr":
                return lambda machine, v: self.delete_attribute(machine, v[0], extra)
            case "getitem":
                return lambda machine, v: self.get_item(machine, v[0], v[1])
            case "setitem":
                return lambda machine, v: self.item_method(machine, "__setitem__", v)
            case "delitem":
                return lambda machine, v: self.item_method(machine, "__delitem__", v)
            case "tuple":
                return lambda machine, v: tuple(v)
            case "list":
                return lambda machine, v: self.new_container(
                    machine, "list", [settled(machine, one) for one in v]
                )
            case "concat":
                return lambda machine, v: (*self.items(machine, v[0]), *self.items(machine, v[1]))
            case "gather":
                return lambda machine, v: tuple(self.items(machine, v[0]))
            case "unpack":
                return lambda machine, v: self.unpack(machine, v[0], extra)
            case "isinstance":
                return lambda machine, v: self.is_instance(v[0], extra)
            case "instance":
                return lambda machine, v: self.is_instance_of_value(machine, v[0], v[1])
            case "type":
                return lambda machine, v: NamedValue("type", kind_of(v[0]))
            case "cast":
                return lambda machine, v: self.cast(machine, v[0], extra)
            case "absent":
                return lambda machine, v: ABSENT
            case "missing":
                return lambda machine, v: v[0] is ABSENT
            case "bound":
                return lambda machine, v: self.bound(v[0], extra)
            case "require":
                return lambda machine, v: self.required(v[0], extra)
            case "stop":
                return lambda machine, v: self.stop(v[0])
            case "order":
                return lambda machine, v: self.order(machine, v[0])
            case "next":
                return lambda machine, v: self.advance(machine, v[0])
            case "size" | "entry" | "put" | "insert" | "remove" | "find" | "findkey":
                return self.entry_operation(name)
            case _:
                return self.text.operation(name, extra)

    # --- Numbers and operators -----------------------------------------------------

    def binary(self, machine: Machine, name: str, lhs: Value, rhs: Value) -> Value:
        """Compute `lhs + rhs` and its like."""
        if type(lhs) is not HeapObject and type(rhs) is not HeapObject:
            first, second = number_of(lhs), number_of(rhs)
            if first is not None and second is not None:
                if name in ("and", "or", "xor") and kind_of(lhs) == kind_of(rhs) == "bool":
                    return self.on_bools(machine, name, lhs, rhs)
                try:
                    return computed(machine, name, first, second)
                except NoResult as no_result:
                    raise self.throw(no_result.class_name) from None
            return self.on_sequences(machine, name, lhs, rhs)
        plain, reflected = f"__{name}__", f"__r{name}__"
        return self.by_methods(machine, lhs, plain, rhs, reflected)

    def on_bools(self, machine: Machine, name: str, lhs: Value, rhs: Value) -> bool:
        """Compute with the bits of two bools, which is a bool again."""
        first, second = decided(machine, lhs), decided(machine, rhs)
        return {"and": first & second, "or": first | second, "xor": first ^ second}[name]

    def on_sequences(self, machine: Machine, name: str, lhs: Value, rhs: Value) -> Value:
        """Join and repeat strings and tuples."""
        if name == "add":
            if type(lhs) is tuple and type(rhs) is tuple:
                return (*lhs, *rhs)
            if isinstance(lhs, str | TextAtom) and isinstance(rhs, str | TextAtom):
                return self.text.joined(machine, "", [lhs, rhs])
        if name == "mul":
            for sequence, count in ((lhs, rhs), (rhs, lhs)):
                times = number_of(count)
                if isinstance(sequence, str | TextAtom | tuple) and isinstance(times, int | Term):
                    n = known_int(machine, times, 0, 5)
                    if n is None:
                        if decided(machine, ordered(machine, "lt", times, 0)):
                            n = 0
                        else:
                            raise RunStopped("a sequence repeated an unknown number of times")
                    if type(sequence) is tuple:
                        return sequence * n
                    assert isinstance(sequence, str | TextAtom)
                    text = self.text.known(machine, sequence)
                    if n * len(text) > 10_000:
                        raise RunStopped("a very long string")
                    return text * n
        if name == "mod" and isinstance(lhs, str | TextAtom):
            return self.text.interpolated(machine, lhs, rhs)
        raise self.throw("TypeError")

    def by_methods(
        self, machine: Machine, lhs: Value, plain: str, rhs: Value, reflected: str
    ) -> Value:
        """Ask the left operand and then the right one; a class below asks first."""
        tries = [(lhs, plain, rhs), (rhs, reflected, lhs)]
        ancestors = self.compiled.ancestors
        if (
            type(rhs) is HeapObject
            and type(lhs) is HeapObject
            and rhs.class_name != lhs.class_name
            and lhs.class_name in ancestors[rhs.class_name]
            and self.method(rhs, reflected) is not self.method(lhs, reflected)
        ):
            tries.reverse()
        if kind_of(lhs) == kind_of(rhs) and plain != reflected and "__r" in reflected:
            tries = tries[:1]
        for receiver, name, other in tries:
            method = self.method(receiver, name)
            if method is not None:
                result = self.call(machine, method, [receiver, other])
                if result != NOT_IMPLEMENTED:
                    return result
        raise self.throw("TypeError")

    def in_place(self, machine: Machine, name: str, lhs: Value, rhs: Value) -> Value:
        """Compute `lhs += rhs` and its like."""
        method = self.method(lhs, f"__i{name}__")
        if method is not None:
            result = self.call(machine, method, [lhs, rhs])
            if result != NOT_IMPLEMENTED:
                return result
        return self.binary(machine, name, lhs, rhs)

    def unary(self, machine: Machine, name: str, value: Value) -> Value:
        """Compute `-value` and its like."""
        number = number_of(value)
        if number is None:
            method = self.method(value, f"__{name}__")
            if method is None:
                raise self.throw("TypeError")
            return self.call(machine, method, [value])
        match name:
            case "neg":
                return computed(machine, "mul", number, -1)
            case "invert":
                if isinstance(number, float | FloatTerm):
                    raise self.throw("TypeError")
                return computed(machine, "sub", -1, number)
            case "abs" if decided(machine, ordered(machine, "lt", number, 0)):
                return computed(machine, "mul", number, -1)
            case _:
                return number

    # --- Comparison ----------------------------------------------------------------

    def compare(self, machine: Machine, name: str, lhs: Value, rhs: Value) -> Value:
        """Compare two values."""
        if name == "eq":
            return self.equal(machine, lhs, rhs)
        if name == "ne":
            return self.unequal(machine, lhs, rhs)
        first, second = number_of(lhs), number_of(rhs)
        if first is not None and second is not None:
            if name in ("gt", "ge"):
                first, second = second, first
            return ordered(machine, "lt" if name in ("lt", "gt") else "le", first, second)
        if isinstance(lhs, str | TextAtom) and isinstance(rhs, str | TextAtom):
            return self.text.ordered(machine, name, lhs, rhs)
        if type(lhs) is tuple and type(rhs) is tuple:
            return self.ordered_items(machine, name, lhs, rhs)
        if type(lhs) is HeapObject or type(rhs) is HeapObject:
            return self.by_methods(machine, lhs, f"__{name}__", rhs, f"__{REFLECTED[name]}__")
        raise self.throw("TypeError")

    def ordered_items(
        self, machine: Machine, name: str, lhs: tuple[Value, ...], rhs: tuple[Value, ...]
    ) -> Value:
        """Compare by the first items that differ, else by length."""
        for first, second in zip(lhs, rhs, strict=False):
            if not self.same_or_equal(machine, first, second):
                return self.compare(machine, name, first, second)
        lengths = {"lt": len(lhs) < len(rhs), "le": len(lhs) <= len(rhs)}
        lengths |= {"gt": len(lhs) > len(rhs), "ge": len(lhs) >= len(rhs)}
        return lengths[name]

    def equal(self, machine: Machine, lhs: Value, rhs: Value) -> Value:
        """Compare by `==`."""
        if type(lhs) is HeapObject or type(rhs) is HeapObject:
            for receiver, other in ((lhs, rhs), (rhs, lhs)):
                method = self.method(receiver, "__eq__")
                if method is not None:
                    result = self.call(machine, method, [receiver, other])
                    if result != NOT_IMPLEMENTED:
                        return result
            return lhs is rhs
        first, second = number_of(lhs), number_of(rhs)
        if first is not None and second is not None:
            return ordered(machine, "eq", first, second)
        if isinstance(lhs, str | TextAtom) and isinstance(rhs, str | TextAtom):
            return text_equal(lhs, rhs)
        if type(lhs) is tuple and type(rhs) is tuple:
            return len(lhs) == len(rhs) and all(
                self.same_or_equal(machine, a, b) for a, b in zip(lhs, rhs, strict=True)
            )
        if kind_of(lhs) != kind_of(rhs):
            return False
        return lhs == rhs

    def unequal(self, machine: Machine, lhs: Value, rhs: Value) -> Value:
        """Compare by `!=`, which is the opposite of `==` unless a class says otherwise."""
        for receiver, other in ((lhs, rhs), (rhs, lhs)):
            method = self.method(receiver, "__ne__") if type(receiver) is HeapObject else None
            if method is not None:
                result = self.call(machine, method, [receiver, other])
                if result != NOT_IMPLEMENTED:
                    return result
        equal = self.equal(machine, lhs, rhs)
        if isinstance(equal, Term) and equal.sort is BOOL:
            return known(build.not_(equal))
        return not self.truth(machine, equal)

    def same_or_equal(self, machine: Machine, lhs: Value, rhs: Value) -> bool:
        """Say what containers ask of two items: identity counts before equality."""
        if type(lhs) is HeapObject and lhs is rhs:
            return True
        return self.truth(machine, self.equal(machine, lhs, rhs))

    def identical(self, lhs: Value, rhs: Value) -> Value:
        """Compare by `is`; of ints, strings and tuples nobody knows which are one object."""
        if type(lhs) is HeapObject or type(rhs) is HeapObject or lhs is None or rhs is None:
            return lhs is rhs
        kinds = (kind_of(lhs), kind_of(rhs))
        if kinds == ("bool", "bool"):
            if isinstance(lhs, Term) or isinstance(rhs, Term):
                return known(build.equal(_bool_term(lhs), _bool_term(rhs)))
            return lhs is rhs
        if kinds[0] != kinds[1]:
            return False
        if isinstance(lhs, NamedValue):
            return lhs == rhs
        raise RunStopped(f"which {kinds[0]} values are one object is not known")

    def truth(self, machine: Machine, value: Value) -> bool:
        """Say whether a value counts as true."""
        match value:
            case True | False:
                return value
            case None:
                return False
            case Term():
                if value.sort is BOOL:
                    return machine.decide(value)
                return not decided(machine, known(build.equal(value, build.integer(0))))
            case HeapObject():
                return self.truth_of_object(machine, value)
            case FloatTerm(numerator):
                machine.doubts[FLOATS] = None
                return not decided(machine, known(build.equal(numerator, build.integer(0))))
            case TextAtom(term):
                check_known(value)
                return not decided(machine, known(build.equal(term, build.integer(text_code("")))))
            case NamedValue():
                return True
            case _:
                return bool(value)

    def truth_of_object(self, machine: Machine, value: HeapObject) -> bool:
        """Ask `__bool__`, then `__len__`; without either an object is true."""
        method = self.method(value, "__bool__")
        if method is not None:
            result = self.call(machine, method, [value])
            if kind_of(result) != "bool":
                raise self.throw("TypeError")
            return decided(machine, result)
        if self.method(value, "__len__") is None:
            return True
        return self.truth(machine, self.length(machine, value))

    def contains(self, machine: Machine, container: Value, item: Value) -> Value:
        """Answer `item in container`."""
        if isinstance(container, str | TextAtom):
            if not isinstance(item, str | TextAtom):
                raise self.throw("TypeError")
            return self.text.known(machine, item) in self.text.known(machine, container)
        method = self.method(container, "__contains__")
        if method is not None:
            return self.truth(machine, self.call(machine, method, [container, item]))
        return any(self.same_or_equal(machine, one, item) for one in self.items(machine, container))

    # --- Attributes and calls ---------------------------------------------------------

    def method(self, value: Value, name: str) -> CompiledFunction | None:
        """Find what the class of a value has under a name."""
        table = self.compiled.dispatch.get(kind_of(value))
        return None if table is None else table.get(name)

    def get_attribute(self, machine: Machine, value: Value, name: str) -> Value:
        """Read `value.name`."""
        if isinstance(value, NamedValue) and value.kind == "type":
            return self.class_attribute(machine, value.name, name)
        getter = self.method(value, f"@{name}")
        if getter is not None:
            return self.call(machine, getter, [value])
        if type(value) is not HeapObject:
            return self.attribute_of_kind(value, name)
        if name in self.compiled.ignored:
            return self.compiled.ignored_default(name)
        found = value.fields[name] if self.has_field(value, name) else ABSENT
        if found is not ABSENT and value.fields.get(f"{name}?") is not False:
            return found
        constant = self.method(value, f"${name}")
        if constant is not None:
            return self.call(machine, constant, [value])
        if "BaseException" in self.compiled.ancestors.get(value.class_name, ()):
            raise RunStopped("attributes of exceptions are not followed")
        if name == "__class__":
            return NamedValue("type", value.class_name)
        return self.attribute_of_kind(value, name)

    def required(self, value: Value, name: str) -> Value:
        """Give a receiver that has an attribute; Python looks before it evaluates arguments."""
        if type(value) is HeapObject and self.has_field(value, name):
            return value
        kind = kind_of(value)
        if kind in ("str", "type") or self.compiled.static(kind, name) is not None:
            return value
        if all(self.method(value, f"{mark}{name}") is None for mark in ("", "@", "$")):
            raise self.throw("AttributeError")
        return value

    def stop(self, reason: Value) -> Value:
        """Stop the run."""
        raise RunStopped(f"{reason} is not followed")

    def order(self, machine: Machine, container: Value) -> bool:
        """Note that the order of a set matters, which we do not know."""
        assert type(container) is HeapObject
        if len(self.entries(container)) > 1:
            machine.doubts[SET_ORDER] = None
        return False

    def has_field(self, value: HeapObject, name: str) -> bool:
        """Say whether the class declares a field; a heap of which little is known has all."""
        declared = self.compiled.defaults.get(value.class_name)
        return name in value.fields if declared is None else name in declared

    def attribute_of_kind(self, value: Value, name: str) -> Value:
        """Give a method as a value; there is nothing else to find."""
        static = self.compiled.static(kind_of(value), name)
        if static is not None:
            return NamedValue("function", static.function.qualified_name)
        is_text = isinstance(value, str | TextAtom) and hasattr(str, name)
        if self.method(value, name) is None and not is_text:
            raise self.throw("AttributeError")
        return HeapObject(METHOD, {RECEIVER_FIELD: value, FUNCTION_FIELD: name})

    def class_attribute(self, machine: Machine, class_name: str, name: str) -> Value:
        """Read an attribute of a class: a value of its body, or a static method."""
        constant = self.compiled.dispatch.get(class_name, {}).get(f"${name}")
        if constant is not None:
            return self.call(machine, constant, [None])
        static = self.compiled.static(class_name, name)
        if static is not None:
            return NamedValue("function", static.function.qualified_name)
        if name == "__name__":
            return class_name.rpartition(".")[2]
        raise RunStopped(f"`{name}` of a class is not followed")

    def set_attribute(self, machine: Machine, value: Value, name: str, new: Value) -> None:
        """Assign `value.name = new`."""
        if type(value) is not HeapObject:
            raise self.throw("AttributeError")
        setter = self.method(value, f"@{name}=")
        if setter is not None:
            self.call(machine, setter, [value, new])
            return
        if self.method(value, f"@{name}") is not None:
            raise self.throw("AttributeError")
        if name in self.compiled.ignored:
            return
        if not self.has_field(value, name):
            raise RunStopped(f"`{name}` of `{value.class_name}` is set, which no class declares")
        wanted = self.compiled.field_casts.get((value.class_name, name))
        if wanted is not None:
            new = self.cast(machine, new, wanted)
        value.fields[name] = settled(machine, new)
        if f"{name}?" in value.fields:
            value.fields[f"{name}?"] = True
        machine.changed = True

    def delete_attribute(self, machine: Machine, value: Value, name: str) -> None:
        """Delete `value.name`."""
        if type(value) is not HeapObject or not self.has_field(value, name):
            raise self.throw("AttributeError")
        if value.fields[name] is ABSENT or value.fields.get(f"{name}?") is False:
            raise self.throw("AttributeError")
        if f"{name}?" in value.fields:
            value.fields[f"{name}?"] = False
            machine.changed = True
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
        try:
            arguments = bound_arguments(function, positional[receiver:], named or {})
        except BadCall:
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

    def call_value(
        self, machine: Machine, callee: Value, given: list[Value], names: Sequence[str | None]
    ) -> Value:
        """Call a value: a class, a function, a method, or an object with `__call__`."""
        positional, named = self.spread(machine, given, names)
        return self.call_spread(machine, callee, positional, named)

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
                method_name = fields[FUNCTION_FIELD]
                assert isinstance(method_name, str)
                receiver = fields[RECEIVER_FIELD]
                return self.call_found(machine, receiver, method_name, positional, named)
        method = self.method(callee, "__call__")
        if method is None:
            raise self.throw("TypeError")
        return self.call(machine, method, [callee, *positional], named)

    def call_method(
        self,
        machine: Machine,
        receiver: Value,
        name: str,
        given: list[Value],
        names: Sequence[str | None],
    ) -> Value:
        """Call `receiver.name(…)`."""
        positional, named = self.spread(machine, given, names)
        return self.call_found(machine, receiver, name, positional, named)

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
            if isinstance(receiver, str | TextAtom):
                return self.text.method(machine, receiver, name, positional, named)
            static = self.compiled.static(kind_of(receiver), name)
            if static is not None:
                return self.call(machine, static, positional, named)
        callee = self.get_attribute(machine, receiver, name)
        return self.call_spread(machine, callee, positional, named)

    def spread(
        self, machine: Machine, given: list[Value], names: Sequence[str | None]
    ) -> tuple[list[Value], dict[str, Value]]:
        """Put arguments apart: those by place, and those by name."""
        positional: list[Value] = []
        named: dict[str, Value] = {}
        for value, name in zip(given, names, strict=True):
            if name is None:
                positional.append(value)
            elif name == "*":
                positional.extend(self.items(machine, value))
            elif name == "**":
                if type(value) is not HeapObject or "dict" not in self.compiled.ancestors.get(
                    value.class_name, ()
                ):
                    raise RunStopped("`**` of what is no dict is not followed")
                for entry in self.entries(value):
                    assert type(entry) is tuple
                    key = entry[0]
                    if not isinstance(key, str | TextAtom):
                        raise self.throw("TypeError")
                    self.add_named(named, self.text.known(machine, key), entry[1])
            else:
                self.add_named(named, name, value)
        return positional, named

    def add_named(self, named: dict[str, Value], name: str, value: Value) -> None:
        """Take one more argument by name; each name comes once."""
        if name in named:
            raise self.throw("TypeError")
        named[name] = value

    def construct(
        self, machine: Machine, class_name: str, positional: list[Value], named: dict[str, Value]
    ) -> Value:
        """Make an object of a class that is only known when the call runs."""
        made = self.compiled.functions.get(f"{class_name}.__new__")
        if class_name in KINDS:
            made = self.compiled.functions.get(f"{LIBRARY}.new_{class_name}")
        if made is not None:
            return self.call(machine, made, positional, named)
        defaults = self.compiled.defaults.get(class_name)
        if defaults is None:
            raise RunStopped(f"making a `{class_name}` is not followed")
        is_exception = "BaseException" in self.compiled.ancestors[class_name]
        if (positional or named) and not is_exception:
            raise self.throw("TypeError")
        machine.changed = True
        return HeapObject(class_name, defaults.copy())

    # --- Kinds -----------------------------------------------------------------------

    def is_instance(self, value: Value, class_name: str) -> bool:
        """Say whether a value is of a class or of one below it."""
        kind = kind_of(value)
        if class_name in ("object", kind):
            return True
        if kind == "bool":
            return class_name == "int"
        if class_name == "function":
            return kind in (METHOD, "function")
        return class_name in self.compiled.ancestors.get(kind, ())

    def is_instance_of_value(self, machine: Machine, value: Value, classes: Value) -> bool:
        """Say whether a value is of a class that is a value, or of one of several."""
        if type(classes) is tuple:
            return any(self.is_instance_of_value(machine, value, one) for one in classes)
        if not isinstance(classes, NamedValue) or classes.kind != "type":
            raise self.throw("TypeError")
        return self.is_instance(value, classes.name)

    def cast(self, machine: Machine, value: Value, wanted: str) -> Value:
        """Give a value that fits a declared type, which typed code relies on."""
        kind = kind_of(value)
        match wanted:
            case "int!":
                if kind == "int":
                    return value
                if kind == "bool":
                    number = number_of(value)
                    assert isinstance(number, int | Term)
                    return number
            case "bool!":
                if kind == "bool":
                    return value
            case _:
                class_name = wanted.removeprefix("ref!")
                if value is None or class_name in self.compiled.ancestors.get(kind, ()):
                    return value
                if class_name in self.compiled.opaque and kind == "int":
                    return value
        shown = wanted.strip("!").removeprefix("ref!")
        raise RunStopped(f"a {kind} comes where `{shown}` is declared")

    def bound(self, value: Value, name: str) -> Value:
        """Give the value of a variable that may have none.

        What a function around has not given a value is no local of this one.
        """
        if value is ABSENT:
            raise self.throw("NameError" if name.startswith("free ") else "UnboundLocalError")
        return value

    # --- Items -----------------------------------------------------------------------

    def length(self, machine: Machine, value: Value) -> Value:
        """Give `len(value)`."""
        if type(value) is tuple:
            return len(value)
        if isinstance(value, str | TextAtom):
            return len(self.text.known(machine, value))
        method = self.method(value, "__len__")
        if method is None:
            raise self.throw("TypeError")
        length = self.call(machine, method, [value])
        if kind_of(length) not in ("int", "bool"):
            raise self.throw("TypeError")
        number = number_of(length)
        assert number is not None
        if decided(machine, ordered(machine, "lt", number, 0)):
            raise self.throw("ValueError")
        return number

    def get_item(self, machine: Machine, value: Value, index: Value) -> Value:
        """Read `value[index]`."""
        if isinstance(value, tuple | str | TextAtom):
            sequence = value if isinstance(value, tuple) else self.text.known(machine, value)
            if type(index) is HeapObject and index.class_name == "slice":
                return self.text.sliced(machine, sequence, index)
            position = number_of(index)
            if not isinstance(position, int | Term):
                raise self.throw("TypeError")
            n = len(sequence)
            place = known_int(machine, position, -n, n)
            if place is None or not -n <= place < n:
                raise self.throw("IndexError")
            return sequence[place]
        return self.item_method(machine, "__getitem__", (value, index))

    def item_method(self, machine: Machine, name: str, values: Sequence[Value]) -> Value:
        """Call the method behind `value[index]`."""
        method = self.method(values[0], name)
        if method is None:
            raise self.throw("TypeError")
        return self.call(machine, method, list(values))

    def items(self, machine: Machine, value: Value) -> list[Value]:
        """Give all items of a value."""
        if type(value) is tuple:
            return list(value)
        found: list[Value] = []

        def visit(item: Value) -> bool:
            found.append(item)
            return False

        self.each(machine, value, visit)
        return found

    def each(self, machine: Machine, value: Value, visit: Callable[[Value], bool]) -> None:
        """Visit the items of a value one by one; a visit that gives true is the last."""
        if isinstance(value, str | TextAtom):
            value = tuple(self.text.known(machine, value))
        if type(value) is tuple:
            for item in value:
                machine.tick()
                if visit(item):
                    return
            return
        if type(value) is HeapObject:
            if value.class_name == GENERATOR:
                self.each_yielded(machine, value, visit)
                return
            method = self.method(value, "__iter__")
            if method is not None:
                iterator = self.call(machine, method, [value])
                if iterator is value or self.method(iterator, "__next__") is not None:
                    self.each_next(machine, iterator, visit)
                elif type(iterator) is HeapObject and iterator.class_name == GENERATOR:
                    self.each_yielded(machine, iterator, visit)
                else:
                    raise self.throw("TypeError")
                return
            if self.method(value, "__getitem__") is not None:
                self.each_by_index(machine, value, visit)
                return
        raise self.throw("TypeError")

    def each_next(self, machine: Machine, iterator: Value, visit: Callable[[Value], bool]) -> None:
        """Visit what `__next__` gives until it raises StopIteration."""
        method = self.method(iterator, "__next__")
        if method is None:
            raise self.throw("TypeError")
        while True:
            machine.tick()
            depth = machine.depth
            try:
                item = self.call(machine, method, [iterator])
            except SubjectThrow as thrown:
                if "StopIteration" not in self.compiled.ancestors.get(thrown.class_name, ()):
                    raise
                machine.depth = depth
                return
            if visit(item):
                return

    def each_by_index(self, machine: Machine, value: Value, visit: Callable[[Value], bool]) -> None:
        """Visit the items 0, 1, … until there is none."""
        index = 0
        while True:
            machine.tick()
            depth = machine.depth
            try:
                item = self.item_method(machine, "__getitem__", (value, index))
            except SubjectThrow as thrown:
                if "IndexError" not in self.compiled.ancestors.get(thrown.class_name, ()):
                    raise
                machine.depth = depth
                return
            if visit(item):
                return
            index += 1

    def each_yielded(
        self, machine: Machine, generator: HeapObject, visit: Callable[[Value], bool]
    ) -> None:
        """Run a generator to its end, visiting what it yields, as long as visits want more.

        The generator runs below the loop and not beside it; a visit that is the last one,
        or that throws, leaves it by an exception that no handler of it sees.
        """
        fields = generator.fields
        if fields[STATE_FIELD] == DONE:
            return
        if fields[STATE_FIELD] == LEFT:
            raise RunStopped("a generator that goes on later is not followed")
        self.touch(machine, generator)
        fields[STATE_FIELD] = LEFT
        depth, token = machine.depth, object()

        def handler(item: Value) -> None:
            machine.tick()
            try:
                if visit(item):
                    raise GeneratorLeft(token, None)
            except SubjectThrow as thrown:
                raise GeneratorLeft(token, thrown) from None

        name = fields[FUNCTION_FIELD]
        assert isinstance(name, NamedValue)
        arguments = [value for key, value in fields.items() if type(key) is int]
        try:
            self.compiled.generators[name.name].run_yielding(machine, arguments, handler)
        except GeneratorLeft as left:
            if left.token is not token:
                raise
            machine.depth = depth
            if left.thrown is not None:
                raise left.thrown from None
            return
        fields[STATE_FIELD] = DONE

    def advance(self, machine: Machine, iterator: Value) -> Value:
        """Give `next(iterator)`."""
        if type(iterator) is HeapObject and iterator.class_name == GENERATOR:
            raise RunStopped("a generator that `next` advances is not followed")
        method = self.method(iterator, "__next__")
        if method is None:
            raise self.throw("TypeError")
        return self.call(machine, method, [iterator])

    def unpack(self, machine: Machine, value: Value, wanted: str) -> Value:
        """Give the items of a value as a tuple of the wanted length."""
        before, star, after = wanted.partition("*")
        items = self.items(machine, value)
        if not star:
            if len(items) != int(before):
                raise self.throw("ValueError")
            return tuple(items)
        n, m = int(before), int(after)
        if len(items) < n + m:
            raise self.throw("ValueError")
        rest = [settled(machine, item) for item in items[n : len(items) - m]]
        middle = self.new_container(machine, "list", rest)
        return (*items[:n], middle, *items[len(items) - m :])

    # --- Entries of containers ---------------------------------------------------------

    def new_container(self, machine: Machine, class_name: str, items: Sequence[Value]) -> Value:
        """Make a container with these entries."""
        fields = self.compiled.defaults[class_name].copy()
        fields.update(enumerate(items))
        made = HeapObject(class_name, fields)
        machine.fresh.add(made)
        return made

    def entries(self, container: HeapObject) -> list[Value]:
        """Give the entries of a container."""
        n_named = len(self.compiled.defaults[container.class_name])
        fields = container.fields
        return [fields[index] for index in range(len(fields) - n_named)]

    def touch(self, machine: Machine, value: HeapObject) -> None:
        """Note that an object changes; what is fresh cannot be missed by anyone."""
        if value not in machine.fresh:
            machine.changed = True

    def entry_operation(self, name: str) -> Code:
        """Give the code of an operation on entries; positions are always in range."""
        defaults = self.compiled.defaults

        def size(machine: Machine, v: Sequence[Value]) -> Value:
            container = v[0]
            assert type(container) is HeapObject
            return len(container.fields) - len(defaults[container.class_name])

        def entry(machine: Machine, v: Sequence[Value]) -> Value:
            container, index = v
            assert type(container) is HeapObject and type(index) is int
            return container.fields[index]

        def put(machine: Machine, v: Sequence[Value]) -> Value:
            container, index, value = v
            assert type(container) is HeapObject and type(index) is int
            container.fields[index] = settled(machine, value)
            self.touch(machine, container)
            return None

        def insert(machine: Machine, v: Sequence[Value]) -> Value:
            container, index, value = v
            assert type(container) is HeapObject and type(index) is int
            n = len(container.fields) - len(defaults[container.class_name])
            for place in range(n, index, -1):
                container.fields[place] = container.fields[place - 1]
            container.fields[index] = settled(machine, value)
            self.touch(machine, container)
            return None

        def remove(machine: Machine, v: Sequence[Value]) -> Value:
            container, index = v
            assert type(container) is HeapObject and type(index) is int
            n = len(container.fields) - len(defaults[container.class_name])
            for place in range(index, n - 1):
                container.fields[place] = container.fields[place + 1]
            del container.fields[n - 1]
            self.touch(machine, container)
            return None

        def find(machine: Machine, v: Sequence[Value]) -> Value:
            container, item = v
            assert type(container) is HeapObject
            for index, one in enumerate(self.entries(container)):
                if self.same_or_equal(machine, one, item):
                    return index
            return -1

        def find_key(machine: Machine, v: Sequence[Value]) -> Value:
            container, key = v
            assert type(container) is HeapObject
            self.text.check_hashable(machine, key)
            is_dict = "dict" in self.compiled.ancestors[container.class_name]
            for index, one in enumerate(self.entries(container)):
                if is_dict:
                    assert type(one) is tuple
                    one = one[0]
                if self.same_or_equal(machine, one, key):
                    return index
            return -1

        codes: dict[str, Code] = {"size": size, "entry": entry, "put": put, "insert": insert}
        codes |= {"remove": remove, "find": find, "findkey": find_key}
        return codes[name]

    def known_text(self, machine: Machine, text: str | TextAtom) -> str:
        """Give a string whose content matters."""
        return known_text(machine, self.compiled.texts, text)


def _bool_term(value: Value) -> Term:
    if isinstance(value, Term):
        return value
    assert isinstance(value, bool)
    return build.boolean(value)
