"""Python's operators on symbolic values of any kind: numbers, comparison, truth, membership.

Place: paths/known_shapes/. Part of `operations`, on top of `items`.
"""

from __future__ import annotations

from heapwright.heaps.known_shape import (
    FloatRank,
    FloatTerm,
    HeapObject,
    NamedValue,
    SpelledText,
    Text,
    TextAtom,
    Value,
)
from heapwright.ir.core.operations import LARGEST_WORD, REFLECTED
from heapwright.paths.known_shapes.items import ItemOperations
from heapwright.paths.known_shapes.kinds import NOT_IMPLEMENTED
from heapwright.paths.runs.machine import FLOATS, TOLD_APART, Machine, RunStopped
from heapwright.paths.runs.text_demands import TextLength, note_compared
from heapwright.paths.values.any_kind import is_float, kind_of, known, known_int, number_of
from heapwright.paths.values.numbers import NoResult, computed, decided, ordered
from heapwright.paths.values.ranked_floats import ranked
from heapwright.terms import build
from heapwright.terms.sorts import BOOL
from heapwright.terms.term import Term

MOST_REPEATED = 100_000  # items of a tuple


class Operators(ItemOperations):
    """The operators of one instruction."""

    __slots__ = ()

    # --- Numbers and operators -----------------------------------------------------

    def binary(self, machine: Machine, name: str, lhs: Value, rhs: Value) -> Value:
        """Compute `lhs + rhs` and its like."""
        if name == "mod" and isinstance(lhs, Text):
            return self.text.interpolated(machine, lhs, rhs)
        if not self.is_object(lhs) and not self.is_object(rhs):
            first, second = number_of(lhs), number_of(rhs)
            if first is not None and second is not None:
                if name in ("and", "or", "xor") and kind_of(lhs) == kind_of(rhs) == "bool":
                    return self.on_bools(machine, name, lhs, rhs)
                try:
                    return computed(machine, name, first, second)
                except NoResult as no_result:
                    raise self.throw(no_result.class_name) from None
            return self.on_sequences(machine, name, lhs, rhs)
        if name == "mul" and any(isinstance(one, Text | tuple) for one in (lhs, rhs)):
            self.check_no_index(lhs, rhs)
        plain, reflected = f"__{name}__", f"__r{name}__"
        return self.by_methods(machine, lhs, plain, rhs, reflected)

    def summed(self, machine: Machine, total: Value, item: Value) -> Value:
        """Compute what `sum` makes of a total and one more item."""
        if machine.ranks is not None:
            first, second = number_of(total), number_of(item)
            if first is not None and second is not None and (is_float(first) or is_float(second)):
                return ranked(machine, "summed", first, second)
        return self.binary(machine, "add", total, item)

    def on_bools(self, machine: Machine, name: str, lhs: Value, rhs: Value) -> bool:
        """Compute with the bits of two bools, which is a bool again."""
        first, second = decided(machine, lhs), decided(machine, rhs)
        return {"and": first & second, "or": first | second, "xor": first ^ second}[name]

    def on_sequences(self, machine: Machine, name: str, lhs: Value, rhs: Value) -> Value:
        """Join and repeat strings and tuples."""
        if name == "add":
            if type(lhs) is tuple and type(rhs) is tuple:
                return (*lhs, *rhs)
            if isinstance(lhs, Text) and isinstance(rhs, Text):
                return self.text.joined("", [lhs, rhs])
        if name == "mul":
            for sequence, count in ((lhs, rhs), (rhs, lhs)):
                times = number_of(count)
                if isinstance(sequence, Text | tuple) and isinstance(times, int | Term):
                    n = known_int(machine, times, 0, 5)
                    if n is None:
                        if decided(machine, ordered(machine, "lt", times, 0)):
                            n = 0
                        else:
                            raise RunStopped("a sequence repeated an unknown number of times")
                    if not -LARGEST_WORD <= n + 1 <= LARGEST_WORD + 1:
                        raise self.throw("OverflowError")
                    if type(sequence) is tuple:
                        if len(sequence) * n > MOST_REPEATED:
                            raise RunStopped("a very long tuple")
                        return sequence * n
                    assert isinstance(sequence, Text)
                    return self.text.repeated(sequence, n)
        for side, method in ((lhs, f"__{name}__"), (rhs, f"__r{name}__")):
            if type(side) is NamedValue:
                raise self.lacks(side, method, "TypeError")
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
            elif self.is_object(receiver):
                self.lacks(receiver, name, "TypeError")
        raise self.throw("TypeError")

    def in_place(self, machine: Machine, name: str, lhs: Value, rhs: Value) -> Value:
        """Compute `lhs += rhs` and its like."""
        method = self.method(lhs, f"__i{name}__")
        if method is not None:
            result = self.call(machine, method, [lhs, rhs])
            if result != NOT_IMPLEMENTED:
                return result
        elif self.is_object(lhs):
            self.lacks(lhs, f"__i{name}__", "TypeError")
        return self.binary(machine, name, lhs, rhs)

    def unary(self, machine: Machine, name: str, value: Value) -> Value:
        """Compute `-value` and its like."""
        number = number_of(value)
        if number is None:
            method = self.method(value, f"__{name}__")
            if method is None:
                raise self.lacks(value, f"__{name}__", "TypeError")
            return self.call(machine, method, [value])
        match name:
            case "neg":
                return computed(machine, "mul", number, -1)
            case "invert":
                if is_float(number):
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
            if type(lhs) is TextLength or type(rhs) is TextLength:
                note_compared(machine, name, lhs, rhs)
            if name in ("gt", "ge"):
                first, second = second, first
            return ordered(machine, "lt" if name in ("lt", "gt") else "le", first, second)
        if isinstance(lhs, Text) and isinstance(rhs, Text):
            return self.text.ordered(machine, name, lhs, rhs)
        if type(lhs) is tuple and type(rhs) is tuple:
            return self.ordered_items(machine, name, lhs, rhs)
        if self.is_object(lhs) or self.is_object(rhs):
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
        if self.is_object(lhs) or self.is_object(rhs):
            for receiver, other in self.in_order(lhs, rhs):
                result = self.asked_equal(machine, receiver, other)
                if result != NOT_IMPLEMENTED:
                    return result
            return self.is_one_object(lhs, rhs)
        first, second = number_of(lhs), number_of(rhs)
        if first is not None and second is not None:
            if type(lhs) is TextLength or type(rhs) is TextLength:
                note_compared(machine, "eq", lhs, rhs)
            return ordered(machine, "eq", first, second)
        if isinstance(lhs, Text) and isinstance(rhs, Text):
            return self.text.equal(machine, lhs, rhs)
        if type(lhs) is tuple and type(rhs) is tuple:
            return len(lhs) == len(rhs) and all(
                self.same_or_equal(machine, a, b) for a, b in zip(lhs, rhs, strict=True)
            )
        if kind_of(lhs) != kind_of(rhs):
            return False
        return lhs == rhs

    def unequal(self, machine: Machine, lhs: Value, rhs: Value) -> Value:
        """Compare by `!=`; where a class does not define it, it is the opposite of its `==`."""
        if not self.is_object(lhs) and not self.is_object(rhs):
            return self.opposite(machine, self.equal(machine, lhs, rhs))
        for receiver, other in self.in_order(lhs, rhs):
            method = self.method(receiver, "__ne__")
            if method is not None:
                result = self.call(machine, method, [receiver, other])
            else:
                result = self.asked_equal(machine, receiver, other)
            if result != NOT_IMPLEMENTED:
                return result if method is not None else self.opposite(machine, result)
        return not self.is_one_object(lhs, rhs)

    def opposite(self, machine: Machine, value: Value) -> Value:
        """Give what is true where the value is not."""
        if isinstance(value, Term) and value.sort is BOOL:
            return known(build.not_(value))
        return not self.truth(machine, value)

    def in_order(self, lhs: Value, rhs: Value) -> list[tuple[Value, Value]]:
        """Say whom `==` or `!=` asks, and about whom: an object of a class below comes first."""
        pairs = [(lhs, rhs), (rhs, lhs)]
        left, right = kind_of(lhs), kind_of(rhs)
        if left != right and left in self.compiled.ancestors.get(right, ()):
            pairs.reverse()
        return pairs

    def asked_equal(self, machine: Machine, receiver: Value, other: Value) -> Value:
        """Ask one side whether it equals the other."""
        method = self.method(receiver, "__eq__")
        if method is not None:
            return self.call(machine, method, [receiver, other])
        if self.is_object(receiver) and not self.is_one_object(receiver, other):
            # What is one object is equal, whatever its class says by itself.
            self.lacks(receiver, "__eq__", "TypeError")
        return NOT_IMPLEMENTED

    def is_one_object(self, lhs: Value, rhs: Value) -> bool:
        """Say whether two values, one of which is an object, are the same one."""
        return lhs is rhs or (type(lhs) is NamedValue and lhs == rhs)

    def same_or_equal(self, machine: Machine, lhs: Value, rhs: Value) -> bool:
        """Say what containers ask of two items: identity counts before equality."""
        if lhs is rhs if type(lhs) is HeapObject else isinstance(lhs, NamedValue) and lhs == rhs:
            return True
        if isinstance(lhs, float) and lhs != lhs and isinstance(rhs, float) and rhs != rhs:
            raise RunStopped("which float values are one object is not known")
        return self.truth(machine, self.equal(machine, lhs, rhs))

    def identical(self, machine: Machine, lhs: Value, rhs: Value) -> Value:
        """Compare by `is`; of ints, strings and tuples nobody knows which are one object."""
        both = type(lhs) is HeapObject and type(rhs) is HeapObject
        if both and lhs in machine.given and rhs in machine.given:
            machine.met.add(TOLD_APART)
        if type(lhs) is HeapObject or type(rhs) is HeapObject or lhs is None or rhs is None:
            is_value = self.compiled.hierarchy.is_value(kind_of(lhs))
            if lhs is not rhs and kind_of(lhs) == kind_of(rhs) and is_value:
                raise RunStopped(f"which {kind_of(lhs)} values are one object is not known")
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
            case FloatRank(rank):
                return not decided(machine, known(build.equal(rank, build.integer(0))))
            case TextAtom() | SpelledText():
                return self.text.truth(machine, value)
            case NamedValue():
                return self.truth_of_object(machine, value) if self.is_object(value) else True
            case _:
                return bool(value)

    def truth_of_object(self, machine: Machine, value: HeapObject | NamedValue) -> bool:
        """Ask `__bool__`, then `__len__`; without either an object is true."""
        method = self.method(value, "__bool__")
        if method is not None:
            result = self.call(machine, method, [value])
            if kind_of(result) != "bool":
                raise self.throw("TypeError")
            return decided(machine, result)
        if self.method(value, "__len__") is None:
            self.lacks(value, "__len__", "TypeError")
            return True
        return self.truth(machine, self.length(machine, value))

    def contains(self, machine: Machine, container: Value, item: Value) -> Value:
        """Answer `item in container`."""
        if isinstance(container, Text):
            part = self.text_inside(machine, item)
            if not isinstance(part, Text):
                raise self.throw("TypeError")
            return self.text.contains(machine, container, part)
        if isinstance(container, NamedValue) and container.kind == "type":
            return self.has_member(machine, container, item)
        method = self.method(container, "__contains__")
        if method is not None:
            return self.truth(machine, self.call(machine, method, [container, item]))
        found = False

        def visit(one: Value) -> bool:
            nonlocal found
            found = self.same_or_equal(machine, one, item)
            return found

        # What comes behind the item is not asked for.
        self.each(machine, container, visit)
        return found


def _bool_term(value: Value) -> Term:
    if isinstance(value, Term):
        return value
    assert isinstance(value, bool)
    return build.boolean(value)
