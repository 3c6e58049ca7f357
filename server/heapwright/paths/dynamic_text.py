"""Operations on strings, and from other values to strings and back, on symbolic values.

Place: paths/. Part of `dynamic`. A string whose content matters is made known first (see
`known_text`); then Python's own strings do the work.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, TypeAlias

from heapwright.heaps.known_shape import FloatTerm, HeapObject, NamedValue, TextAtom, Value
from heapwright.ir.hashing import runs_hash
from heapwright.ir.operations import CONTAINERS
from heapwright.paths.dynamic_numbers import computed, decided, ordered
from heapwright.paths.dynamic_values import (
    UNKNOWN_TEXT,
    float_value,
    fraction_of,
    int_term,
    kind_of,
    known_int,
    number_of,
)
from heapwright.paths.machine import FLOATS, Machine, RunStopped
from heapwright.terms.sorts import BOOL
from heapwright.terms.term import Term

if TYPE_CHECKING:  # which is made of this
    from heapwright.paths.dynamic import Dynamic

Code: TypeAlias = "Callable[[Machine, Sequence[Value]], Value]"
LONGEST = 10_000

# Methods of strings that take and give plain values only.
METHODS = frozenset(
    (
        *("lower", "upper", "strip", "lstrip", "rstrip", "startswith", "endswith", "find"),
        *("rfind", "index", "rindex", "count", "replace", "isdigit", "isalpha", "isalnum"),
        *("isspace", "isupper", "islower", "title", "capitalize", "split", "rsplit", "ljust"),
        *("rjust", "center", "zfill", "splitlines", "partition", "rpartition", "swapcase"),
        *("casefold", "removeprefix", "removesuffix", "isidentifier", "isnumeric", "isdecimal"),
        *("expandtabs", "istitle", "isprintable", "isascii"),
    )
)


class TextOperations:
    """The operations on strings of one instruction."""

    __slots__ = ("dynamic",)

    def __init__(self, dynamic: Dynamic) -> None:
        self.dynamic = dynamic

    def operation(self, name: str, extra: str) -> Code:
        """Give the code of an operation."""
        match name:
            case "text":
                return lambda machine, v: self.text_of(machine, v[0])
            case "repr":
                return lambda machine, v: self.repr_of(machine, v[0])
            case "format":
                return lambda machine, v: self.formatted(machine, v[0], v[1])
            case "int":
                return lambda machine, v: self.to_int(machine, v[0])
            case "float":
                return lambda machine, v: self.to_float(machine, v[0])
            case "round":
                return lambda machine, v: self.rounded(machine, v)
            case "chr" | "ord":
                return lambda machine, v: self.character(machine, name, v[0])
            case "hashable":
                return lambda machine, v: self.check_hashable(machine, v[0])
            case "index":
                return lambda machine, v: self.index(machine, v)
            case "joined":
                return lambda machine, v: self.joined(machine, "", list(map(self.string_from, v)))
            case "method":
                return lambda machine, v: self.called(machine, extra, v)
            case _:
                raise RunStopped(f"the operation `{name}` is not known")

    def known(self, machine: Machine, text: str | TextAtom) -> str:
        """Give a string whose content matters."""
        return self.dynamic.known_text(machine, text)

    def joined(
        self, machine: Machine, between: str | TextAtom, parts: Sequence[str | TextAtom]
    ) -> str | TextAtom:
        """Put strings together."""
        if between is UNKNOWN_TEXT or any(part is UNKNOWN_TEXT for part in parts):
            return UNKNOWN_TEXT
        whole = self.known(machine, between).join([self.known(machine, p) for p in parts])
        if len(whole) > LONGEST:
            raise RunStopped("a very long string")
        return whole

    def ordered(
        self, machine: Machine, name: str, lhs: str | TextAtom, rhs: str | TextAtom
    ) -> bool:
        """Compare two strings by their characters."""
        first, second = self.known(machine, lhs), self.known(machine, rhs)
        results = {"lt": first < second, "le": first <= second}
        return (results | {"gt": first > second, "ge": first >= second})[name]

    # --- From values to strings ---------------------------------------------------------

    def text_of(self, machine: Machine, value: Value) -> str | TextAtom:
        """Give `str(value)`."""
        if isinstance(value, str | TextAtom):
            return value
        if self.dynamic.is_object(value):
            method = self.dynamic.method(value, "__str__")
            if method is not None:
                return self.string_from(self.dynamic.call(machine, method, [value]))
        return self.repr_of(machine, value)

    def repr_of(self, machine: Machine, value: Value) -> str | TextAtom:
        """Give `repr(value)`."""
        match value:
            case Term():
                return str(decided(machine, value)) if kind_of(value) == "bool" else UNKNOWN_TEXT
            case FloatTerm():
                return UNKNOWN_TEXT
            case TextAtom():
                return UNKNOWN_TEXT if value is UNKNOWN_TEXT else repr(self.known(machine, value))
            case tuple():
                parts = [self.repr_of(machine, inner) for inner in value]
                inside = self.joined(machine, ", ", parts)
                return self.joined(machine, "", ["(", inside, ",)" if len(parts) == 1 else ")"])
            case HeapObject():
                method = self.dynamic.method(value, "__repr__")
                # Without one the text has an address in it.
                return (
                    UNKNOWN_TEXT
                    if method is None
                    else self.string_from(self.dynamic.call(machine, method, [value]))
                )
            case NamedValue() if self.dynamic.is_object(value):
                method = self.dynamic.method(value, "__repr__")
                if method is not None:
                    return self.string_from(self.dynamic.call(machine, method, [value]))
                return UNKNOWN_TEXT
            case NamedValue():
                return UNKNOWN_TEXT
            case _:
                return repr(value)

    def string_from(self, value: Value) -> str | TextAtom:
        """Give a value that must be a string."""
        if not isinstance(value, str | TextAtom):
            if "str" in self.dynamic.compiled.ancestors.get(kind_of(value), ()):
                raise RunStopped("an object that is a string too is not followed here")
            raise self.dynamic.throw("TypeError")
        return value

    def formatted(self, machine: Machine, value: Value, spec: Value) -> str | TextAtom:
        """Give `format(value, spec)`."""
        assert isinstance(spec, str | TextAtom)
        if spec is UNKNOWN_TEXT:
            return UNKNOWN_TEXT
        wanted = self.known(machine, spec)
        own = self.dynamic.method(value, "__format__") if self.dynamic.is_object(value) else None
        if own is not None:
            return self.string_from(self.dynamic.call(machine, own, [value, wanted]))
        if not wanted:
            return self.text_of(machine, value)
        if isinstance(value, HeapObject | NamedValue | tuple):
            raise RunStopped("a format of such a value is not followed")
        plain = self.plain(machine, value)
        if plain is UNKNOWN_TEXT:
            return UNKNOWN_TEXT
        try:
            return format(plain, wanted)
        except (ValueError, TypeError) as problem:
            raise self.dynamic.throw(type(problem).__name__) from None

    def plain(self, machine: Machine, value: Value) -> object:
        """Give a value as Python's own; `UNKNOWN_TEXT` where it is not known."""
        match value:
            case Term() | FloatTerm():
                return UNKNOWN_TEXT if kind_of(value) != "bool" else decided(machine, value)
            case TextAtom():
                return value if value is UNKNOWN_TEXT else self.known(machine, value)
            case tuple():
                inner = [self.plain(machine, one) for one in value]
                return UNKNOWN_TEXT if UNKNOWN_TEXT in inner else tuple(inner)
            case HeapObject() | NamedValue():
                raise RunStopped("such an argument of a string is not followed")
            case _:
                return value

    def interpolated(self, machine: Machine, text: str | TextAtom, values: Value) -> Value:
        """Give `text % values`."""
        if text is UNKNOWN_TEXT:
            return UNKNOWN_TEXT
        items = values if type(values) is tuple else (values,)
        known = self.known(machine, text)
        if any(isinstance(item, HeapObject | NamedValue | tuple) for item in items) and (
            "%" in known.replace("%%", "").replace("%s", "")
        ):
            raise RunStopped("such a format of an object is not followed")
        shown = [self.shown_item(machine, item) for item in items]
        return self.computed_text(shown, lambda given: known % tuple(given))

    def shown_item(self, machine: Machine, item: Value) -> object:
        """Give a value as a string can take it: an object by its text."""
        if isinstance(item, HeapObject | NamedValue | tuple):
            return self.text_of(machine, item)
        if isinstance(item, Term) and item.sort is not BOOL:
            return item
        return item if isinstance(item, FloatTerm) else self.plain(machine, item)

    def computed_text(
        self, shown: list[object], compute: Callable[[list[object]], str]
    ) -> str | TextAtom:
        """Give a text that is made of values; what is not known has a sample in its place.

        Whether there is a text at all depends on the kinds of values only.
        """
        samples: dict[type, object] = {TextAtom: "", FloatTerm: 0.5}
        given = [1 if isinstance(one, Term) else samples.get(type(one), one) for one in shown]
        try:
            text = compute(given)
        except (ValueError, TypeError, IndexError, KeyError, AttributeError) as problem:
            raise self.dynamic.throw(type(problem).__name__) from None
        if any(isinstance(one, Term | TextAtom | FloatTerm) for one in shown):
            return UNKNOWN_TEXT
        if len(text) > LONGEST:
            raise RunStopped("a very long string")
        return text

    # --- Methods -------------------------------------------------------------------------

    def called(self, machine: Machine, name: str, v: Sequence[Value]) -> Value:
        """Call a method of a string with arguments by place."""
        receiver = v[0]
        if not isinstance(receiver, str | TextAtom):
            raise self.dynamic.throw("TypeError")
        return self.method(machine, receiver, name, list(v[1:]), {})

    def method(
        self,
        machine: Machine,
        receiver: str | TextAtom,
        name: str,
        positional: list[Value],
        named: dict[str, Value],
    ) -> Value:
        """Call a method of a string."""
        if name == "join" and len(positional) == 1 and not named:
            parts = self.dynamic.items(machine, positional[0])
            return self.joined(machine, receiver, [self.string_from(part) for part in parts])
        if name == "format":
            return self.format_method(machine, receiver, positional, named)
        if name not in METHODS:
            if hasattr(str, name):
                raise RunStopped(f"the method `{name}` of strings is not followed")
            raise self.dynamic.throw("AttributeError")
        text = self.known(machine, receiver)
        plain = [self.plain(machine, value) for value in positional]
        by_name = {key: self.plain(machine, value) for key, value in named.items()}
        if UNKNOWN_TEXT in (*plain, *by_name.values()):
            raise RunStopped("the text of an unknown value matters")
        try:
            result = getattr(text, name)(*plain, **by_name)
        except (ValueError, TypeError, OverflowError) as problem:
            raise self.dynamic.throw(type(problem).__name__) from None
        if isinstance(result, list):
            return self.dynamic.new_container(machine, "list", result)
        assert isinstance(result, str | int | bool | tuple)
        return result

    def format_method(
        self,
        machine: Machine,
        receiver: str | TextAtom,
        positional: list[Value],
        named: dict[str, Value],
    ) -> Value:
        """Give `receiver.format(…)`."""
        if receiver is UNKNOWN_TEXT:
            return UNKNOWN_TEXT
        text = self.known(machine, receiver)
        values = [*positional, *named.values()]
        if any(isinstance(value, HeapObject | NamedValue | tuple) for value in values):
            self.check_braces(text)
        shown = [self.shown_item(machine, value) for value in values]
        n = len(positional)
        return self.computed_text(
            shown,
            lambda given: text.format(*given[:n], **dict(zip(named, given[n:], strict=True))),
        )

    def check_braces(self, text: str) -> None:
        """Stop where a format looks into an object, or shows it in another way than `str`."""
        plain = text.replace("{{", "").replace("}}", "")
        for field in plain.split("{")[1:]:
            name = field.partition("}")[0]
            if not (name.isalnum() or name == "" or name.isidentifier()):
                raise RunStopped("such a format of an object is not followed")

    def sliced(
        self, machine: Machine, sequence: str | tuple[Value, ...], index: HeapObject
    ) -> Value:
        """Give a slice of a string or tuple."""
        bounds: list[int | None] = []
        n = len(sequence)
        for name in ("start", "stop", "step"):
            value = index.fields[name]
            number = number_of(value)
            if value is None:
                bounds.append(None)
            elif not isinstance(number, int | Term):
                self.dynamic.check_no_index(value)
                raise self.dynamic.throw("TypeError")
            else:
                bounds.append(self.clamped(machine, number, n))
        if bounds[2] == 0:
            raise self.dynamic.throw("ValueError")
        return sequence[slice(*bounds)]

    def clamped(self, machine: Machine, number: int | Term, n: int) -> int:
        """Give a known int that cuts a sequence of length n where this one does."""
        place = known_int(machine, number, -n, n + 1)
        if place is not None:
            return place
        return -n - 1 if decided(machine, ordered(machine, "lt", number, 0)) else n + 1

    def index(self, machine: Machine, v: Sequence[Value]) -> Value:
        """Give a known int for a place in -n … n; -n - 1 and n + 1 stand for all beyond."""
        value, length = number_of(v[0]), v[1]
        assert type(length) is int
        if not isinstance(value, int | Term):
            method = self.dynamic.method(v[0], "__index__")
            if method is None:
                raise self.dynamic.throw("TypeError")
            value = number_of(self.dynamic.call(machine, method, [v[0]]))
            if not isinstance(value, int | Term):
                raise self.dynamic.throw("TypeError")
        if isinstance(value, int):
            return max(-length - 1, min(value, length + 1))
        return self.clamped(machine, value, length)

    # --- Numbers and strings ---------------------------------------------------------------

    def to_int(self, machine: Machine, value: Value) -> Value:
        """Give `int(value)`."""
        if isinstance(value, str | TextAtom):
            try:
                return int(self.known(machine, value))
            except ValueError:
                raise self.dynamic.throw("ValueError") from None
        number = number_of(value)
        if isinstance(number, float):
            if number != number or number in (float("inf"), -float("inf")):
                name = "ValueError" if number != number else "OverflowError"
                raise self.dynamic.throw(name)
            return int(number)
        if isinstance(number, FloatTerm):
            # Rounds toward zero.
            machine.doubts[FLOATS] = None
            numerator, denominator = number.numerator, number.denominator
            if decided(machine, ordered(machine, "lt", numerator, 0)):
                up = computed(machine, "mul", numerator, -1)
                assert isinstance(up, int | Term)
                down = computed(machine, "floordiv", up, denominator)
                assert isinstance(down, int | Term)
                return computed(machine, "mul", down, -1)
            return computed(machine, "floordiv", numerator, denominator)
        if number is None:
            method = self.dynamic.method(value, "__int__")
            if method is None:
                raise self.dynamic.throw("TypeError")
            return self.dynamic.call(machine, method, [value])
        return number

    def to_float(self, machine: Machine, value: Value) -> Value:
        """Give `float(value)`."""
        if isinstance(value, str | TextAtom):
            try:
                return float(self.known(machine, value))
            except ValueError:
                raise self.dynamic.throw("ValueError") from None
        number = number_of(value)
        if number is None:
            method = self.dynamic.method(value, "__float__")
            if method is None:
                raise self.dynamic.throw("TypeError")
            return self.dynamic.call(machine, method, [value])
        if isinstance(number, int):
            try:
                return float(number)
            except OverflowError:
                raise self.dynamic.throw("OverflowError") from None
        if isinstance(number, Term):
            machine.doubts[FLOATS] = None
            return float_value(int_term(number), 1)
        return number

    def rounded(self, machine: Machine, v: Sequence[Value]) -> Value:
        """Give `round(value)` or `round(value, digits)`."""
        number = number_of(v[0])
        digits = number_of(v[1]) if len(v) > 1 and v[1] is not None else None
        if isinstance(number, int | Term) and digits is None:
            return number
        if isinstance(number, FloatTerm):
            _, denominator = fraction_of(number)
            if denominator == 1 and digits is not None:
                machine.doubts[FLOATS] = None
                return number
            raise RunStopped("rounding unknown floats is not followed")
        if number is None or isinstance(number, Term):
            raise RunStopped("rounding such values is not followed")
        if digits is None:
            return round(number)
        if not isinstance(digits, int):
            raise RunStopped("rounding to an unknown number of digits is not followed")
        return round(number, digits)

    def character(self, machine: Machine, name: str, value: Value) -> Value:
        """Give `chr(value)` or `ord(value)`."""
        if name == "ord":
            if not isinstance(value, str | TextAtom):
                raise self.dynamic.throw("TypeError")
            text = self.known(machine, value)
            if len(text) != 1:
                raise self.dynamic.throw("TypeError")
            return ord(text)
        if self.dynamic.is_object(value):
            raise RunStopped("the character of an object is not followed")
        number = number_of(value)
        if isinstance(number, Term):
            raise RunStopped("the character of an unknown int is not followed")
        if not isinstance(number, int):
            raise self.dynamic.throw("TypeError")
        if not 0 <= number < 0x110000:
            raise self.dynamic.throw("ValueError")
        return chr(number)

    def check_hashable(self, machine: Machine, value: Value) -> Value:
        """See that a value can be a key of a dict or an item of a set."""
        if type(value) is tuple:
            for inner in value:
                self.check_hashable(machine, inner)
        if self.dynamic.method(value, "__hash__") is not None:
            self.own_hash(machine, value)
        elif type(value) is HeapObject:
            ancestors = self.dynamic.compiled.ancestors.get(value.class_name, frozenset())
            is_container = not ancestors.isdisjoint(CONTAINERS)
            if "frozenset" not in ancestors and (
                is_container or self.dynamic.method(value, "__eq__")
            ):
                raise self.dynamic.throw("TypeError")
        return None

    def own_hash(self, machine: Machine, value: Value) -> int | Term | None:
        """Give the hash that the class of a key computes; None where it does not."""
        method = self.dynamic.method(value, "__hash__") if self.dynamic.is_object(value) else None
        if method is None or not runs_hash(method.function):
            return None
        found = number_of(self.dynamic.call(machine, method, [value]))
        if not isinstance(found, int | Term):
            raise self.dynamic.throw("TypeError")
        return found
