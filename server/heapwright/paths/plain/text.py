"""Strings and numbers made of plain values, and their methods.

Place: paths/plain/. Part of `dynamic`, on top of `items`. Python's own strings and
numbers do the work.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from string import Formatter

from heapwright.paths.plain.heap import Input, InputMatters, Named, Reference
from heapwright.paths.plain.items import PlainItems
from heapwright.paths.plain.kinds import STRING_METHODS
from heapwright.paths.plain.machine import Callee, Dynamic, Machine, Unfollowed

# What `%` replaces: the sign, what stands between, the letter.
_PERCENT = re.compile(r"%(?:\([^)]*\))?[^a-zA-Z%]*[a-zA-Z%]")


class PlainText(PlainItems):
    """The operations of one instruction that make strings and numbers."""

    def do_text(self, machine: Machine, value: Dynamic) -> str:
        """Give what the operation `text` gives."""
        if isinstance(value, str):
            return value
        has_methods = self.is_object(value)
        callee = self.find(machine, value, "__str__") if has_methods else None
        return (
            self.do_repr(machine, value) if callee is None else self.shown(machine, callee, value)
        )

    def do_repr(self, machine: Machine, value: Dynamic) -> str:
        """Give what the operation `repr` gives."""
        if isinstance(value, Input):
            raise InputMatters
        if isinstance(value, tuple):
            inside = ", ".join(self.do_repr(machine, inner) for inner in value)
            return f"({inside},)" if len(value) == 1 else f"({inside})"
        if isinstance(value, Reference):
            callee = self.find(machine, value, "__repr__")
            if callee is None:
                raise Unfollowed("the text of an object has an address in it", self.function)
            return self.shown(machine, callee, value)
        if isinstance(value, Named):
            callee = self.find(machine, value, "__repr__") if self.is_object(value) else None
            if callee is None:
                raise Unfollowed("the text of a class or function", self.function)
            return self.shown(machine, callee, value)
        return repr(value)

    def shown(self, machine: Machine, callee: Callee, value: Dynamic) -> str:
        """Give the string that a method must give."""
        return self.string_from(machine, self.invoke(machine, callee, [value]))

    def string_from(self, machine: Machine, text: Dynamic) -> str:
        """Give a value that must be a string; of an input nobody knows which one it is."""
        if isinstance(text, Input):
            raise InputMatters
        if not isinstance(text, str):
            if self.fits(machine, text, "str"):
                raise Unfollowed("an object that is a string too", self.function)
            raise self.error("TypeError")
        return text

    def do_format(self, machine: Machine, value: Dynamic, spec: str) -> str:
        """Give what the operation `format` gives."""
        own = self.find(machine, value, "__format__") if self.is_object(value) else None
        if own is not None:
            return self.string_from(machine, self.invoke(machine, own, [value, spec]))
        if not spec:
            return self.do_text(machine, value)
        if isinstance(value, Reference | Named | tuple):
            raise Unfollowed("a format of such a value", self.function)
        return str(self.native(lambda: format(value, spec)))

    def interpolated(self, machine: Machine, text: str, values: Dynamic) -> Dynamic:
        """Give `text % values`."""
        items = values if isinstance(values, tuple) else (values,)
        if isinstance(values, Reference) and self.fits(machine, values, "tuple"):
            raise Unfollowed("a named tuple as what a string takes", self.function)
        has_objects = any(isinstance(item, Reference | Named | tuple) for item in items)
        if isinstance(values, Reference) and "%s" not in _PERCENT.findall(text):
            # What has items may be left over; a dict is, and a set is not.
            raise Unfollowed("such a format of an object", self.function)
        if has_objects and set(_PERCENT.findall(text)) - {"%s", "%%"}:
            raise Unfollowed("such a format of an object", self.function)
        return self.native(lambda: text % self.shown_items(machine, items))

    def shown_items(self, machine: Machine, items: Sequence[Dynamic]) -> tuple[Dynamic, ...]:
        """Give values as a string can take them: objects by their text."""
        return tuple(
            self.do_text(machine, item)
            if isinstance(item, Reference | Named | Input | tuple)
            else item
            for item in items
        )

    def check_braces(self, text: str) -> None:
        """Stop where a format looks into an object, or shows it in another way than `str`."""
        try:
            fields = list(Formatter().parse(text))
        except ValueError:
            return  # which `format` itself will say
        for _, name, spec, conversion in fields:
            if spec or (conversion or "s") != "s" or any(c in (name or "") for c in ".["):
                raise Unfollowed("such a format of an object", self.function)

    def do_joined(self, machine: Machine, *parts: str) -> Dynamic:
        """Give what the operation `joined` gives."""
        return self.native(lambda: "".join(parts))

    def do_method(self, machine: Machine, name: str, text: Dynamic, *given: Dynamic) -> Dynamic:
        """Give what the operation `method` gives."""
        text = self.text_inside(machine, text)
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
        if any(isinstance(one, Input) for one in (*given, *named.values())):
            raise InputMatters
        if name == "join":
            if len(given) != 1 or named:
                raise self.error("TypeError")
            parts = self.listed(machine, given[0])
            if any(isinstance(part, Input) for part in parts):
                raise InputMatters
            parts = [self.text_inside(machine, part) for part in parts]
            if not all(isinstance(part, str) for part in parts):
                raise self.error("TypeError")
            return self.native(lambda: text.join(parts))
        if name == "format":
            objects = (*given, *named.values())
            if any(isinstance(one, Reference | Named | tuple) for one in objects):
                self.check_braces(text)
                if any(self.shows_otherwise(machine, one) for one in objects) and "!" in text:
                    raise Unfollowed("such a format of an object", self.function)
            shown = self.formatted_items(machine, given)
            by_name = dict(
                zip(named, self.formatted_items(machine, list(named.values())), strict=True)
            )
            return self.native(lambda: text.format(*shown, **by_name))
        if name not in STRING_METHODS:
            raise self.error("AttributeError")
        if name in ("partition", "rpartition") and any(map(self.is_object, given)):
            raise Unfollowed("an object that is a string too", self.function)  # it is given back
        given = [self.plain_argument(machine, one) for one in given]
        named = {key: self.plain_argument(machine, one) for key, one in named.items()}
        result = self.native(lambda: getattr(text, name)(*given, **named))
        return self.container(machine, "list", result) if isinstance(result, list) else result

    def plain_argument(self, machine: Machine, value: Dynamic) -> Dynamic:
        """Give what a method of a string takes, or a tuple of this."""
        if isinstance(value, tuple):
            return tuple(self.plain_argument(machine, inner) for inner in value)
        value = self.text_inside(machine, value)
        if isinstance(value, Reference | Named):
            raise Unfollowed("such an argument of a string's method", self.function)
        return value

    def shows_otherwise(self, machine: Machine, value: Dynamic) -> bool:
        """Say whether `format` may show a value in another way than `str`."""
        return self.is_object(value) and self.find(machine, value, "__format__") is not None

    def formatted_items(self, machine: Machine, items: Sequence[Dynamic]) -> list[Dynamic]:
        """Give values as `format` takes them: objects by what they say themselves."""
        return [
            self.do_format(machine, item, "")
            if self.shows_otherwise(machine, item)
            else self.shown_items(machine, (item,))[0]
            for item in items
        ]

    # --- Numbers -----------------------------------------------------------------------

    def do_int(self, machine: Machine, value: Dynamic) -> Dynamic:
        """Give what the operation `int` gives."""
        return self.number(machine, value, int, "__int__")

    def do_float(self, machine: Machine, value: Dynamic) -> Dynamic:
        """Give what the operation `float` gives."""
        return self.number(machine, value, float, "__float__")

    def number(
        self, machine: Machine, value: Dynamic, convert: type[int] | type[float], method: str
    ) -> Dynamic:
        """Convert a value to a number, by a method where it is an object."""
        if self.is_object(value) and self.find(machine, value, method) is None:
            value = self.text_inside(machine, value)
        if isinstance(value, int | float | str):
            return self.native(lambda: convert(value))
        if self.find(machine, value, method) is None:
            method = "__index__"
        given = self.item_method(machine, method, value)
        if not isinstance(given, convert if method == "__float__" else int):
            raise self.error("TypeError")
        return self.native(lambda: convert(given))

    def do_round(self, machine: Machine, value: Dynamic, digits: Dynamic = None) -> Dynamic:
        """Give what the operation `round` gives."""
        own = self.find(machine, value, "__round__") if self.is_object(value) else None
        if own is not None:
            return self.invoke(machine, own, [value] if digits is None else [value, digits])
        if not isinstance(value, int | float):
            raise Unfollowed("rounding such a value", self.function)
        return self.native(lambda: round(value, digits))

    def do_chr(self, machine: Machine, value: Dynamic) -> Dynamic:
        """Give what the operation `chr` gives."""
        if not isinstance(value, int):
            if self.is_object(value):
                raise Unfollowed("the character of an object", self.function)
            raise self.error("TypeError")
        return self.native(lambda: chr(value))

    def do_ord(self, machine: Machine, value: Dynamic) -> Dynamic:
        """Give what the operation `ord` gives."""
        value = self.text_inside(machine, value)
        if not isinstance(value, str):
            raise self.error("TypeError")
        return self.native(lambda: ord(value))

    def do_index(self, machine: Machine, value: Dynamic, length: int) -> Dynamic:
        """Give what the operation `index` gives."""
        if not isinstance(value, int):
            value = self.item_method(machine, "__index__", value)
            if not isinstance(value, int):
                raise self.error("TypeError")
        return max(-length - 1, min(int(value), length + 1))
