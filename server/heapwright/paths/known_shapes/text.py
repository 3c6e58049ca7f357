"""Operations on strings, and from other values to strings and back, on symbolic values.

Place: paths/known_shapes/. Part of `operations`. A string of which only equality matters is an
identity. One whose characters matter has a known length, and its letters may be open
(`spelled_text`, `stand_ins`); a run that looks into a mere identity starts over with letters.

Long because: a text is made of the texts of its parts, whatever their kinds.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import isfinite
from typing import TYPE_CHECKING, TypeAlias

from heapwright.heaps.known_shape import (
    ABSENT,
    FloatRank,
    FloatTerm,
    HeapObject,
    NamedValue,
    SpelledText,
    Text,
    TextAtom,
    Value,
)
from heapwright.heaps.spelling import FIRST, letters_of, spelled
from heapwright.heaps.text_codes import text_code
from heapwright.ir.reach.hashing import runs_hash
from heapwright.paths.runs.machine import FLOATS, Machine, RunStopped, TextLooked
from heapwright.paths.runs.text_demands import note_affixes, note_equal
from heapwright.paths.values import written_text
from heapwright.paths.values.any_kind import (
    UNKNOWN_TEXT,
    UNLOOKED_TEXT,
    WrittenText,
    check_known,
    float_value,
    fraction_of,
    int_term,
    is_float,
    is_unknown,
    kind_of,
    known,
    known_int,
    number_of,
    spelt,
)
from heapwright.paths.values.numbers import OPEN, computed, decided, ordered
from heapwright.paths.values.ranked_floats import float_of, monotone, rank_term, whole
from heapwright.paths.values.sought_text import cut_or_found, is_in
from heapwright.paths.values.spelled_text import (
    code_point,
    spelled_equal,
    spelled_int,
    spelled_order,
)
from heapwright.paths.values.stand_ins import FOLLOWED, called, is_within, laid_out
from heapwright.paths.values.text_checks import AFFIXED, checked
from heapwright.terms import build
from heapwright.terms.sorts import BOOL
from heapwright.terms.term import Term

if TYPE_CHECKING:  # which is made of this
    from heapwright.paths.known_shapes.operations import Dynamic

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
                return lambda machine, v: self.joined("", list(map(self.string_from, v)))
            case "method":
                return lambda machine, v: self.called(machine, extra, v)
            case _:
                raise RunStopped(f"the operation `{name}` is not known")

    def known(self, text: Text) -> str:
        """Give a string that must be known altogether."""
        text = spelt(text)
        if isinstance(text, SpelledText):
            raise RunStopped("what is done there with unknown characters")
        return text

    def joined(self, between: Text, parts: Sequence[Text]) -> Text:
        """Put strings together."""
        if is_unknown(between) or any(map(is_unknown, parts)):
            return written_text.written(between, parts)
        if isinstance(between, TextAtom) or any(isinstance(part, TextAtom) for part in parts):
            return UNLOOKED_TEXT
        letters: list[int | Term] = []
        for index, part in enumerate(parts):
            if index > 0:
                letters.extend(letters_of(spelt(between)))
            letters.extend(letters_of(spelt(part)))
        if len(letters) > LONGEST:
            raise RunStopped("a very long string")
        return spelled(letters)

    def repeated(self, text: Text, times: int) -> Text:
        """Give a string several times over."""
        letters = letters_of(spelt(text))
        if times * len(letters) > LONGEST:
            raise RunStopped("a very long string")
        return spelled(letters * times)

    def equal(self, machine: Machine, first: Text, second: Text) -> Value:
        """Compare two strings, known or not."""
        if isinstance(first, str) and isinstance(second, str):
            return first == second
        if isinstance(first, WrittenText) or isinstance(second, WrittenText):
            return written_text.written_equal(machine, first, second)
        check_known(first, second)
        if isinstance(first, SpelledText) or isinstance(second, SpelledText):
            ours, theirs = spelt(first), spelt(second)
            note_equal(machine, ours, theirs)
            return spelled_equal(ours, theirs)
        return known(build.equal(_code(first), _code(second)))

    def ordered(self, machine: Machine, name: str, lhs: Text, rhs: Text) -> bool:
        """Compare two strings by their characters."""
        if isinstance(lhs, TextAtom) or isinstance(rhs, TextAtom):
            check_known(lhs, rhs)
            if name in ("gt", "ge"):
                lhs, rhs = rhs, lhs
            compare = build.less if name in ("lt", "gt") else build.less_equal
            return decided(machine, known(compare(_code(lhs), _code(rhs))))
        return spelled_order(machine, name, lhs, rhs)

    def truth(self, machine: Machine, text: TextAtom | SpelledText) -> bool:
        """Say whether a string is not empty."""
        if isinstance(text, SpelledText | WrittenText):
            return True
        check_known(text)
        return not decided(machine, self.equal(machine, text, ""))

    def contains(self, machine: Machine, text: Text, part: Text) -> Value:
        """Answer `part in text`."""
        text, part = spelt(text), spelt(part)
        if isinstance(text, str) and isinstance(part, str):
            return part in text
        return is_in(machine, text, part)

    def items(self, text: Text) -> tuple[Value, ...]:
        """Give the characters of a string."""
        return tuple([spelled((letter,)) for letter in letters_of(spelt(text))])

    # --- From values to strings ---------------------------------------------------------

    def text_of(self, machine: Machine, value: Value) -> Text:
        """Give `str(value)`."""
        if isinstance(value, Text):
            return value
        if self.dynamic.is_object(value):
            method = self.dynamic.method(value, "__str__")
            if method is not None:
                return self.string_from(self.dynamic.call(machine, method, [value]))
        return self.repr_of(machine, value)

    def repr_of(self, machine: Machine, value: Value) -> Text:
        """Give `repr(value)`."""
        match value:
            case Term():
                is_bool = kind_of(value) == "bool"
                return str(decided(machine, value)) if is_bool else written_text.number_text(value)
            case FloatTerm() | FloatRank():
                return UNKNOWN_TEXT
            case TextAtom():
                return UNKNOWN_TEXT if is_unknown(value) else UNLOOKED_TEXT
            case SpelledText():
                return UNKNOWN_TEXT  # how it is quoted depends on its characters
            case tuple():
                parts = [self.repr_of(machine, inner) for inner in value]
                inside = self.joined(", ", parts)
                return self.joined("", ["(", inside, ",)" if len(parts) == 1 else ")"])
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

    def string_from(self, value: Value) -> Text:
        """Give a value that must be a string."""
        if not isinstance(value, Text):
            if "str" in self.dynamic.compiled.ancestors.get(kind_of(value), ()):
                raise RunStopped("an object that is a string too is not followed here")
            raise self.dynamic.throw("TypeError")
        return value

    def formatted(self, machine: Machine, value: Value, spec: Value) -> Text:
        """Give `format(value, spec)`."""
        assert isinstance(spec, Text)
        if is_unknown(spec):
            return UNKNOWN_TEXT
        wanted = self.known(spec)
        own = self.dynamic.method(value, "__format__") if self.dynamic.is_object(value) else None
        if own is not None:
            return self.string_from(self.dynamic.call(machine, own, [value, wanted]))
        if not wanted:
            return self.text_of(machine, value)
        if isinstance(value, HeapObject | NamedValue | tuple):
            raise RunStopped("a format of such a value is not followed")
        plain = self.plain(machine, value)
        if plain is UNKNOWN_TEXT:
            if not isinstance(value, Term):
                return UNKNOWN_TEXT
            plain = 1  # whether there is a text depends on the kind alone
        try:
            if isinstance(plain, SpelledText):
                return laid_out([plain], lambda texts: format(texts[0], wanted))
            text = format(plain, wanted)
            return written_text.number_text(value, wanted) if isinstance(value, Term) else text
        except (ValueError, TypeError) as problem:
            raise self.dynamic.throw(type(problem).__name__) from None

    def plain(self, machine: Machine, value: Value) -> object:
        """Give a value as Python's own; `UNKNOWN_TEXT` where it is not known."""
        match value:
            case Term() | FloatTerm() | FloatRank():
                return UNKNOWN_TEXT if kind_of(value) != "bool" else decided(machine, value)
            case TextAtom() | SpelledText():
                return UNKNOWN_TEXT if is_unknown(value) else spelt(value)
            case tuple():
                inner = [self.plain(machine, one) for one in value]
                return UNKNOWN_TEXT if UNKNOWN_TEXT in inner else tuple(inner)
            case HeapObject() | NamedValue():
                raise RunStopped("such an argument of a string is not followed")
            case _:
                return value

    def interpolated(self, machine: Machine, text: Text, values: Value) -> Value:
        """Give `text % values`."""
        if is_unknown(text):
            return UNKNOWN_TEXT
        items = values if type(values) is tuple else (values,)
        if type(values) is HeapObject and "tuple" in self.dynamic.compiled.ancestors.get(
            values.class_name, ()
        ):
            raise RunStopped("a named tuple as what a string takes is not followed")
        pattern = self.known(text)
        if type(values) is HeapObject and "%s" not in pattern.replace("%%", ""):
            # What has items may be left over; a dict is, and a set is not.
            raise RunStopped("such a format of an object is not followed")
        if any(isinstance(item, HeapObject | NamedValue | tuple) for item in items) and (
            "%" in pattern.replace("%%", "").replace("%s", "")
        ):
            raise RunStopped("such a format of an object is not followed")
        shown = [self.shown_item(machine, item) for item in items]
        made = self.computed_text(pattern, shown, lambda given: pattern % tuple(given))
        return written_text.interpolated(pattern, shown) if made is UNKNOWN_TEXT else made

    def shown_item(self, machine: Machine, item: Value) -> object:
        """Give a value as a string can take it: an object by its text."""
        if isinstance(item, HeapObject | NamedValue | tuple):
            return self.text_of(machine, item)
        if isinstance(item, Term) and item.sort is not BOOL:
            return item
        return (
            item
            if isinstance(item, FloatTerm | FloatRank | TextAtom)
            else self.plain(machine, item)
        )

    def computed_text(
        self, pattern: str, shown: list[object], compute: Callable[[list[object]], str]
    ) -> Text:
        """Give a text that is made of values; what is not known has a sample in its place.

        Whether there is a text at all depends on the kinds of values only.
        """
        is_open = any(isinstance(one, OPEN | TextAtom) for one in shown)
        samples: dict[type, object] = dict.fromkeys((TextAtom, WrittenText), "")
        samples |= dict.fromkeys((FloatTerm, FloatRank), 0.5)
        if is_open:
            samples[SpelledText] = ""
        given = [1 if isinstance(one, Term) else samples.get(type(one), one) for one in shown]
        try:
            text = _filled(pattern, given, compute)
        except (ValueError, TypeError, IndexError, KeyError, AttributeError) as problem:
            raise self.dynamic.throw(type(problem).__name__) from None
        if any(is_unknown(one) or isinstance(one, OPEN) for one in shown):
            return UNKNOWN_TEXT
        if is_open:
            return UNLOOKED_TEXT
        if len(letters_of(text)) > LONGEST:
            raise RunStopped("a very long string")
        return text

    # --- Methods -------------------------------------------------------------------------

    def called(self, machine: Machine, name: str, v: Sequence[Value]) -> Value:
        """Call a method of a string with arguments by place."""
        receiver = self.dynamic.text_inside(machine, v[0])
        if not isinstance(receiver, Text):
            raise self.dynamic.throw("TypeError")
        return self.method(machine, receiver, name, list(v[1:]), {})

    def method(
        self,
        machine: Machine,
        receiver: Text,
        name: str,
        positional: list[Value],
        named: dict[str, Value],
    ) -> Value:
        """Call a method of a string."""
        if name == "join":
            if len(positional) != 1 or named:
                raise self.dynamic.throw("TypeError")
            parts = self.dynamic.items(machine, positional[0])
            inside = [self.dynamic.text_inside(machine, part) for part in parts]
            return self.joined(receiver, [self.string_from(part) for part in inside])
        if name == "format":
            return self.format_method(machine, receiver, positional, named)
        if name not in METHODS:
            if hasattr(str, name):
                raise RunStopped(f"the method `{name}` of strings is not followed")
            raise self.dynamic.throw("AttributeError")
        text = spelt(receiver)
        if name in ("partition", "rpartition") and any(map(self.dynamic.is_object, positional)):
            # It is given back as it is.
            raise RunStopped("an object that is a string too is not followed here")
        plain = [self.plain_argument(machine, value) for value in positional]
        by_name = {key: self.plain_argument(machine, value) for key, value in named.items()}
        if UNKNOWN_TEXT in (*plain, *by_name.values()):
            raise RunStopped("the text of an unknown value matters")
        has_open = any(map(_has_open, (text, *plain, *by_name.values())))
        if name in AFFIXED:
            note_affixes(machine, text, plain[:1])
        if has_open and name not in FOLLOWED:
            raise RunStopped(f"`{name}` of unknown characters is not followed")
        try:
            if has_open and not by_name:
                answer: Value = checked(machine, text, name, plain)
                if answer is None:
                    answer = cut_or_found(machine, text, name, plain)
                if answer is not None:
                    return answer
            result = (
                called(machine, text, name, plain, by_name)
                if has_open
                else getattr(text, name)(*plain, **by_name)
            )
        except (ValueError, TypeError, OverflowError) as problem:
            raise self.dynamic.throw(type(problem).__name__) from None
        if isinstance(result, list):
            return self.dynamic.new_container(machine, "list", result)
        assert isinstance(result, str | SpelledText | int | bool | tuple)
        return result

    def plain_argument(self, machine: Machine, value: Value) -> object:
        """Give what a method of a string takes as Python's own value."""
        if type(value) is tuple:
            inside = tuple([self.dynamic.text_inside(machine, inner) for inner in value])
            return self.plain(machine, inside)
        return self.plain(machine, self.dynamic.text_inside(machine, value))

    def format_method(
        self,
        machine: Machine,
        receiver: Text,
        positional: list[Value],
        named: dict[str, Value],
    ) -> Value:
        """Give `receiver.format(…)`."""
        if is_unknown(receiver):
            return UNKNOWN_TEXT
        text = self.known(receiver)
        values = [*positional, *named.values()]
        if any(isinstance(value, HeapObject | NamedValue | tuple) for value in values):
            self.check_braces(text)
        shown = [
            self.formatted(machine, value, "")
            if self.dynamic.is_object(value)
            and self.dynamic.method(value, "__format__") is not None
            else self.shown_item(machine, value)
            for value in values
        ]
        n = len(positional)
        made = self.computed_text(
            text,
            shown,
            lambda given: text.format(*given[:n], **dict(zip(named, given[n:], strict=True))),
        )
        if made is not UNKNOWN_TEXT:
            return made
        return written_text.formatted(text, shown[:n], dict(zip(named, shown[n:], strict=True)))

    def check_braces(self, text: str) -> None:
        """Stop where a format looks into an object, or shows it in another way than `str`."""
        plain = text.replace("{{", "").replace("}}", "")
        for field in plain.split("{")[1:]:
            name = field.partition("}")[0]
            if not (name.isalnum() or name == "" or name.isidentifier()):
                raise RunStopped("such a format of an object is not followed")

    def sliced(
        self, machine: Machine, sequence: tuple[Value, ...], index: HeapObject
    ) -> tuple[Value, ...]:
        """Give a slice of a tuple."""
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
        if not isinstance(length, int):
            raise RunStopped("a place in what has an unknown length is not followed")
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
        if self.dynamic.method(value, "__int__") is None:
            value = self.dynamic.text_inside(machine, value)
        if isinstance(value, SpelledText):
            number = spelled_int(machine, value)
            if number is None:
                raise self.dynamic.throw("ValueError")
            return number
        if isinstance(value, Text):
            try:
                return int(self.known(value))
            except ValueError:
                raise self.dynamic.throw("ValueError") from None
        number = number_of(value)
        if isinstance(number, float):
            if number != number or number in (float("inf"), -float("inf")):
                name = "ValueError" if number != number else "OverflowError"
                raise self.dynamic.throw(name)
            return int(number)
        if isinstance(number, FloatRank):
            return whole(machine, "int", number)
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
        return self.asked_number(machine, value, "__int__") if number is None else number

    def asked_number(self, machine: Machine, value: Value, name: str) -> Value:
        """Give the number that an object says it is; an int counts as a float, too."""
        method = self.dynamic.method(value, name)
        if method is None:
            name = "__index__"
            method = self.dynamic.method(value, name)
        if method is None:
            raise self.dynamic.throw("TypeError")
        number = number_of(self.dynamic.call(machine, method, [value]))
        if number is None or is_float(number) != (name == "__float__"):
            raise self.dynamic.throw("TypeError")
        return number

    def to_float(self, machine: Machine, value: Value) -> Value:
        """Give `float(value)`."""
        if self.dynamic.method(value, "__float__") is None:
            value = self.dynamic.text_inside(machine, value)
        if isinstance(value, Text):
            try:
                return float(self.known(value))
            except ValueError:
                raise self.dynamic.throw("ValueError") from None
        number = number_of(value)
        if number is None:
            asked = self.asked_number(machine, value, "__float__")
            number = number_of(asked)
        if isinstance(number, int):
            try:
                return float(number)
            except OverflowError:
                raise self.dynamic.throw("OverflowError") from None
        if isinstance(number, Term):
            if machine.ranks is not None:
                return float_of(rank_term(machine, number))
            machine.doubts[FLOATS] = None
            return float_value(int_term(number), 1)
        return number

    def rounded(self, machine: Machine, v: Sequence[Value]) -> Value:
        """Give `round(value)` or `round(value, digits)`."""
        own = self.dynamic.method(v[0], "__round__")
        if own is not None:
            return self.dynamic.call(machine, own, [one for one in v if one is not None])
        number = number_of(v[0])
        digits = number_of(v[1]) if len(v) > 1 and v[1] is not None else None
        if isinstance(number, int | Term) and digits is None:
            return number
        if isinstance(number, FloatRank) and digits is None:
            return whole(machine, "round", number)
        if isinstance(number, FloatRank) and isinstance(digits, int):
            return monotone(machine, f"round {digits}", number, lambda one: round(one, digits))
        if isinstance(number, FloatTerm):
            _, denominator = fraction_of(number)
            if denominator == 1 and digits is not None:
                machine.doubts[FLOATS] = None
                return number
            raise RunStopped("rounding unknown floats is not followed")
        if number is None or isinstance(number, Term | FloatRank):
            raise RunStopped("rounding such values is not followed")
        if isinstance(number, float) and digits is None and not isfinite(number):
            raise self.dynamic.throw("ValueError" if number != number else "OverflowError")
        if digits is None:
            return round(number)
        if not isinstance(digits, int):
            raise RunStopped("rounding to an unknown number of digits is not followed")
        return round(number, digits)

    def character(self, machine: Machine, name: str, value: Value) -> Value:
        """Give `chr(value)` or `ord(value)`."""
        if name == "ord":
            value = self.dynamic.text_inside(machine, value)
            if not isinstance(value, Text):
                raise self.dynamic.throw("TypeError")
            letters = letters_of(spelt(value))
            if len(letters) != 1:
                raise self.dynamic.throw("TypeError")
            return code_point(machine, letters[0])
        if self.dynamic.is_object(value):
            raise RunStopped("the character of an object is not followed")
        number = number_of(value)
        if isinstance(number, Term):
            letter = build.add(number, build.integer(-FIRST))
            if not is_within(machine, letter, ((0, 0x10FFFF),)):
                raise self.dynamic.throw("ValueError")
            return spelled((letter,))
        if not isinstance(number, int):
            raise self.dynamic.throw("TypeError")
        if not 0 <= number < 0x110000:
            is_c_int = -(1 << 31) <= number < 1 << 31
            raise self.dynamic.throw("ValueError" if is_c_int else "OverflowError")
        return chr(number)

    def check_hashable(self, machine: Machine, value: Value) -> Value:
        """See that a value can be a key of a dict or an item of a set."""
        if type(value) is tuple:
            for inner in value:
                self.check_hashable(machine, inner)
        if self.dynamic.method(value, "__hash__") is not None:
            if self.own_hash(machine, value) is None:
                inner = self.dynamic.hashed(machine, value)
                if inner is not ABSENT:
                    self.check_hashable(machine, inner)
        elif type(value) is HeapObject:
            ancestors = self.dynamic.compiled.ancestors.get(value.class_name, frozenset())
            is_container = any(map(self.dynamic.compiled.hierarchy.is_container, ancestors))
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
        return self.hash_given(machine, self.dynamic.call(machine, method, [value]))

    def hash_given(self, machine: Machine, value: Value) -> int | Term:
        """Give the int that `__hash__` gave."""
        found = number_of(value)
        if not isinstance(found, int | Term):
            raise self.dynamic.throw("TypeError")
        return found


def _filled(
    pattern: str, values: list[object], work: Callable[[list[object]], str]
) -> str | SpelledText:
    """Put values into a pattern, which does not look into strings unless it quotes them."""
    open_texts = [value for value in values if isinstance(value, SpelledText)]
    if any(_has_open(value) for value in values if not isinstance(value, SpelledText)):
        raise RunStopped("tuples of unknown characters in a pattern are not followed")
    if open_texts and any(quoting in pattern for quoting in ("%r", "%a", "!r", "!a")):
        raise RunStopped("unknown characters in quotes are not followed")

    def fill(texts: Sequence[str]) -> str:
        known_texts = iter(texts)
        return work([next(known_texts) if isinstance(v, SpelledText) else v for v in values])

    return laid_out(open_texts, fill) if open_texts else work(values)


def _has_open(value: object) -> bool:
    if isinstance(value, tuple):
        return any(map(_has_open, value))
    return isinstance(value, SpelledText)


def _code(text: Text) -> Term:
    if isinstance(text, str):
        code = text_code(text)
        if code is None:
            raise TextLooked
        return build.integer(code)
    if isinstance(text, SpelledText):
        raise TextLooked
    return text.term
