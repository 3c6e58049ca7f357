"""Python's operators on plain values: numbers, comparison, truth, membership.

Place: paths/plain/. Part of `dynamic`, on top of `text`.
"""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any

from heapwright.ir.core.operations import BINARY, COMPARISONS, LARGEST_WORD, REFLECTED
from heapwright.paths.plain.heap import Input, InputMatters, Named, Reference
from heapwright.paths.plain.kinds import MAX_BITS, MAX_TEXT, NOT_IMPLEMENTED
from heapwright.paths.plain.machine import Dynamic, Machine, Stopped, Unfollowed
from heapwright.paths.plain.text import PlainText

_NUMBERS = (int, float)
MOST_BESIDE_INPUTS = 2**200  # what becomes a float without an error
_OPERATORS: dict[str, Callable[[Any, Any], Any]] = {
    name: getattr(operator, {"and": "and_", "or": "or_"}.get(name, name))
    for name in (*BINARY, *COMPARISONS)
}
UNARY: dict[str, Callable[[Any], Any]] = {
    "neg": operator.neg,
    "pos": operator.pos,
    "invert": operator.invert,
    "abs": operator.abs,
}


class PlainOperators(PlainText):
    """The operators of one instruction."""

    def binary(self, machine: Machine, name: str, lhs: Dynamic, rhs: Dynamic) -> Dynamic:
        """Compute `lhs + rhs` and its like."""
        if isinstance(lhs, Input) or isinstance(rhs, Input):
            return _of_inputs(name, lhs, rhs)
        if name == "mod" and isinstance(lhs, str):
            return self.interpolated(machine, lhs, rhs)
        if self.is_object(lhs) or self.is_object(rhs):
            if name == "mul" and any(isinstance(side, str | tuple) for side in (lhs, rhs)):
                self.check_no_index(machine, lhs, rhs)
            return self.by_methods(machine, f"__{name}__", lhs, f"__r{name}__", rhs)
        for side, method in ((lhs, f"__{name}__"), (rhs, f"__r{name}__")):
            if isinstance(side, Named):
                raise self.lacks(machine, side, method, "TypeError")
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
                if is_repeated and not -LARGEST_WORD - 1 <= times <= LARGEST_WORD:
                    raise self.error("OverflowError")
                if is_repeated and len(sequence) * times > MAX_TEXT:
                    raise Unfollowed("a very long sequence", self.function)

    def check_no_index(self, machine: Machine, *values: Dynamic) -> None:
        """Stop where an object would count as the number that it gives for itself."""
        for value in values:
            if self.find(machine, value, "__index__") is not None:
                raise Unfollowed("an object in the place of a number", self.function)

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
            elif self.is_object(receiver):
                self.lacks(machine, receiver, name, "TypeError")
        raise self.error("TypeError")

    def augmented(self, machine: Machine, name: str, lhs: Dynamic, rhs: Dynamic) -> Dynamic:
        """Compute `lhs += rhs` and its like."""
        callee = self.find(machine, lhs, f"__{name}__")
        if callee is not None:
            answer = self.invoke(machine, callee, [lhs, rhs])
            if not (isinstance(answer, Named) and answer == NOT_IMPLEMENTED):
                return answer
        elif self.is_object(lhs):
            self.lacks(machine, lhs, f"__{name}__", "TypeError")
        return self.binary(machine, name[1:], lhs, rhs)

    def unary(self, machine: Machine, name: str, value: Dynamic) -> Dynamic:
        """Compute `-value` and its like."""
        callee = self.find(machine, value, f"__{name}__")
        if callee is not None:
            return self.invoke(machine, callee, [value])
        if not isinstance(value, _NUMBERS):
            raise self.lacks(machine, value, f"__{name}__", "TypeError")
        return self.native(lambda: UNARY[name](value))

    # --- Comparison ----------------------------------------------------------------------

    def compare(self, machine: Machine, name: str, lhs: Dynamic, rhs: Dynamic) -> Dynamic:
        """Compare two values."""
        if isinstance(lhs, Input) or isinstance(rhs, Input):
            raise InputMatters
        if name == "eq":
            return self.equal(machine, lhs, rhs)
        if name == "ne":
            return self.unequal(machine, lhs, rhs)
        if self.is_object(lhs) or self.is_object(rhs):
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

    def in_order(
        self, machine: Machine, lhs: Dynamic, rhs: Dynamic
    ) -> list[tuple[Dynamic, Dynamic]]:
        """Say whom `==` or `!=` asks, and about whom: an object of a class below comes first."""
        pairs = [(lhs, rhs), (rhs, lhs)]
        left, right = self.kind(machine, lhs), self.kind(machine, rhs)
        classes = self.loaded.hierarchy.classes
        if left != right and left in classes and right in self.loaded.hierarchy.below(left):
            pairs.reverse()
        return pairs

    def equal(self, machine: Machine, lhs: Dynamic, rhs: Dynamic) -> Dynamic:
        """Compare by `==`."""
        if isinstance(lhs, Input) or isinstance(rhs, Input):
            raise InputMatters
        if self.is_object(lhs) or self.is_object(rhs):
            for receiver, other in self.in_order(machine, lhs, rhs):
                answer = self.asked_equal(machine, receiver, other)
                if not (isinstance(answer, Named) and answer == NOT_IMPLEMENTED):
                    return answer
            return lhs == rhs if type(lhs) is type(rhs) else False
        if isinstance(lhs, tuple) and isinstance(rhs, tuple):
            if len(lhs) != len(rhs):
                return False
            return all(self.matches(machine, a, b) for a, b in zip(lhs, rhs, strict=True))
        return bool(lhs == rhs)

    def asked_equal(self, machine: Machine, receiver: Dynamic, other: Dynamic) -> Dynamic:
        """Ask one side whether it equals the other."""
        callee = self.find(machine, receiver, "__eq__")
        if callee is not None:
            return self.invoke(machine, callee, [receiver, other])
        if receiver != other and self.is_object(receiver):
            # What is one object is equal, whatever its class says by itself.
            self.lacks(machine, receiver, "__eq__", "TypeError")
        return NOT_IMPLEMENTED

    def unequal(self, machine: Machine, lhs: Dynamic, rhs: Dynamic) -> Dynamic:
        """Compare by `!=`; where a class does not define it, it is the opposite of its `==`."""
        if not self.is_object(lhs) and not self.is_object(rhs):
            return not self.do_truth(machine, self.equal(machine, lhs, rhs))
        for receiver, other in self.in_order(machine, lhs, rhs):
            callee = self.find(machine, receiver, "__ne__")
            if callee is not None:
                answer = self.invoke(machine, callee, [receiver, other])
            else:
                answer = self.asked_equal(machine, receiver, other)
            if not (isinstance(answer, Named) and answer == NOT_IMPLEMENTED):
                return answer if callee is not None else not self.do_truth(machine, answer)
        return not (type(lhs) is type(rhs) and lhs == rhs)

    def matches(self, machine: Machine, lhs: Dynamic, rhs: Dynamic) -> bool:
        """Say whether two items count as the same one in a container."""
        if isinstance(lhs, Reference | Named) and lhs == rhs:
            return True
        if isinstance(lhs, float) and lhs != lhs and isinstance(rhs, float) and rhs != rhs:
            raise Unfollowed("which values are one object is not known", self.function)
        return bool(self.do_truth(machine, self.equal(machine, lhs, rhs)))

    def do_is(self, machine: Machine, lhs: Dynamic, rhs: Dynamic) -> bool:
        """Give what the operation `is` gives."""
        if lhs is None or rhs is None or type(lhs) is not type(rhs):
            return lhs is rhs
        if isinstance(lhs, Reference) and lhs != rhs:
            kinds = (self.kind(machine, lhs), self.kind(machine, rhs))
            if kinds[0] == kinds[1] and self.loaded.hierarchy.is_value(kinds[0]):
                raise Unfollowed("which of these are one object is not known", self.function)
        if isinstance(lhs, Reference | Named | bool):
            return bool(lhs == rhs)
        raise Unfollowed("which values are one object is not known", self.function)

    def do_truth(self, machine: Machine, value: Dynamic) -> bool:
        """Give what the operation `truth` gives."""
        if not self.is_object(value):
            return isinstance(value, Named) or bool(value)
        callee = self.find(machine, value, "__bool__")
        if callee is not None:
            answer = self.invoke(machine, callee, [value])
            if type(answer) is not bool:
                raise self.error("TypeError")
            return answer
        if self.find(machine, value, "__len__") is None:
            self.lacks(machine, value, "__len__", "TypeError")
            return True
        return bool(self.do_len(machine, value) != 0)

    def do_contains(self, machine: Machine, container: Dynamic, item: Dynamic) -> bool:
        """Give what the operation `contains` gives."""
        if isinstance(container, str):
            part = self.text_inside(machine, item)
            if not isinstance(part, str):
                raise self.error("TypeError")
            return part in container
        if isinstance(container, Named) and container.kind == "type":
            return self.is_among(machine, container, item)
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


def _of_inputs(name: str, lhs: Dynamic, rhs: Dynamic) -> Input:
    """Compute with values that nobody knows, where that raises nothing whatever they are."""
    kinds = {_number_kind(lhs), _number_kind(rhs)}
    unknown = {side.kind for side in (lhs, rhs) if isinstance(side, Input)}
    if None in kinds or (len(kinds) > 1 and "int" in unknown):
        raise InputMatters  # an int that nobody knows may be too large for a float
    if name in ("add", "sub", "mul"):
        return Input("float" if "float" in kinds else "int")
    if name in ("floordiv", "mod") and kinds == {"int"} and isinstance(rhs, int) and rhs != 0:
        return Input("int")
    raise InputMatters


def _number_kind(value: Dynamic) -> str | None:
    if isinstance(value, Input):
        return value.kind if value.kind in ("int", "float") else None
    if isinstance(value, int):
        return "int" if abs(value) < MOST_BESIDE_INPUTS else None
    return "float" if isinstance(value, float) else None
