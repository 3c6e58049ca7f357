"""What a Python client gives for a parameter: all kinds of values that its annotation allows.

Place: tests/oracle, in the process of `client_worker`. What is held is given where it fits, also
twice; `Iterable` is a list or an iterator, `Sequence` a tuple too, `Mapping` a `Counter`, `float`
an int, a `Protocol` each class of the module that fits, a `Callable` a function that gives such a
value, raises, or calls back. A parameter without an annotation gets any of these.
A value is an expression; one that shall be given twice gets a name by a step before.
"""

from __future__ import annotations

import collections
import collections.abc as abc
import enum
import inspect
import types
import typing
from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from oracle.client_holds import PLAIN, Reference, references
from oracle.python_clients import KNOWN, MODULE, Client, Step, Thing, is_of_module, is_public

MOST_DEEP = 3
MOST_INNER = 2  # entries of a container inside of one that a client gives
LARGE = (10**30, 2**63, -(2**63) - 1)
ANYTHING = (int, str, bool, float, type(None), list, tuple, dict, object, type, abc.Callable)
ITERATED = (abc.Iterable, abc.Iterator, abc.Generator, abc.Collection, abc.Container)
SEQUENCES = (abc.Sequence, abc.MutableSequence, abc.Reversible, abc.Sized, collections.deque, list)
MAPPINGS = (
    *(abc.Mapping, abc.MutableMapping, dict, collections.OrderedDict, collections.Counter),
    collections.defaultdict,
)
SETS = (abc.Set, abc.MutableSet, set, frozenset)
# Values of classes of the library; imported where they are written.
LIBRARY = {
    "date": ("__import__('datetime').date(2024, 2, 29)", "__import__('datetime').date(2023, 1, 2)"),
    "datetime": ("__import__('datetime').datetime(2024, 2, 29, 12)",),
    "timedelta": ("__import__('datetime').timedelta(1)", "__import__('datetime').timedelta(0)"),
    "Decimal": ("__import__('decimal').Decimal('1.50')", "__import__('decimal').Decimal(2)"),
    "Fraction": ("__import__('fractions').Fraction(1, 2)",),
    "bytes": ("b''", "b'a'"),
    "range": ("range(0)", "range(2)", "range(1, 3)"),
    "slice": ("slice(None)", "slice(0, 1)", "slice(1, None)"),
}


class NoValue(Exception):
    """There is nothing that a client could give."""


@dataclass
class Giver:
    """Gives values to one call of a client; steps that name some of them come before the call."""

    client: Client
    random: Random
    with_large: bool = False

    def arguments(self, function: Thing, *, skip: int = 0, depth: int = 0) -> str:
        """Give the arguments of a call as text."""
        try:
            signature = inspect.signature(function)
        except (TypeError, ValueError):
            raise NoValue from None
        hints = hints_of(function)
        given = []
        keyword_only = False
        for parameter in list(signature.parameters.values())[skip:]:
            hint = hints.get(parameter.name)
            if parameter.kind is parameter.VAR_POSITIONAL:
                given += [self.value(hint, depth) for _ in range(self.random.randint(0, 2))]
                keyword_only = True
                continue
            if parameter.kind is parameter.VAR_KEYWORD:
                given += [f"x={self.value(hint, depth)}"] * self.random.randint(0, 1)
                continue
            if parameter.default is not parameter.empty and self.random.random() < 0.4:
                keyword_only = True
                continue
            by_name = keyword_only or parameter.kind is parameter.KEYWORD_ONLY
            if by_name and parameter.kind is parameter.POSITIONAL_ONLY:
                continue
            text = self.value(hint, depth)
            given.append(f"{parameter.name}={text}" if by_name else text)
        return ", ".join(given)

    def value(self, hint: Thing, depth: int = 0) -> str:
        """Give an expression for a value that an annotation allows."""
        if depth > MOST_DEEP:
            raise NoValue
        text = self._value(hint, depth)
        if text.isidentifier():
            self.client.declared.setdefault(text, str(hint))
        return text

    def _value(self, hint: Thing, depth: int) -> str:
        if self.random.random() < 0.6:
            fitting = [one for one in references(self.client) if self.may_give(one, hint)]
            if fitting:
                return self.random.choice(fitting[:12]).text
        return self._made(hint, depth)

    def may_give(self, one: Reference, hint: Thing) -> bool:
        """Say whether a held value may be given; plain ones are easier written down."""
        if isinstance(one.value, PLAIN) and self.random.random() < 0.7:
            return False
        # What an empty container or an iterator is for, only its annotation tells.
        is_open = isinstance(one.value, abc.Iterator) or one.value in ([], {}, set())
        if is_open and not is_of_module(one.value):
            return self.client.declared.get(one.text) == str(hint)
        return fits(one.value, hint, self.client)

    def _made(self, hint: Thing, depth: int) -> str:
        if hint in (None, typing.Any, inspect.Parameter.empty, object):
            return self._any(depth)
        if hint is type(None):
            return "None"
        if isinstance(hint, typing.TypeVar):
            choices = hint.__constraints__ or (hint.__bound__,)
            return self.value(self.random.choice(choices), depth + 1)
        if isinstance(hint, typing.NewType):
            return self.value(hint.__supertype__, depth)
        origin, inner = taken_apart(hint)
        if origin in (typing.Annotated, typing.Final, typing.ClassVar):
            return self._value(inner[0], depth)
        if origin in (typing.Union, types.UnionType):
            return self.value(self.random.choice(inner), depth)
        if origin is typing.Literal:
            return repr(self.random.choice(inner))
        if origin is type:
            return self._class(inner[0] if inner else None)
        if origin in (abc.Callable, types.FunctionType):
            return self._function(inner[-1] if inner else None, depth)
        if isinstance(origin, type):
            return self._of_class(origin, inner, depth)
        raise NoValue

    def _any(self, depth: int) -> str:
        kind = self.random.choice((*ANYTHING, int, str))
        if kind is object:
            held = [o for o in references(self.client) if not isinstance(o.value, PLAIN)]
            return self.random.choice(held).text if held else "None"
        return self.value(kind, depth + 1)

    def _of_class(self, origin: type, inner: Sequence[Thing], depth: int) -> str:
        random = self.random
        if origin is bool:
            return random.choice(("True", "False"))
        if origin is int:
            if self.with_large and random.random() < 0.1:
                return str(random.choice((*LARGE, True)))
            return str(random.choice(self.client.world.source.ints))
        if origin is float:
            return random.choice(("0.0", "0.5", "1.0", "2.5", "-1.5", self.value(int, depth + 1)))
        if origin is str:
            return repr(random.choice(self.client.world.source.texts))
        if origin.__name__ in LIBRARY and origin.__module__ != MODULE:
            return random.choice(LIBRARY[origin.__name__])
        if origin in (*ITERATED, *SEQUENCES):
            return self._sequence(origin, inner[0] if inner else None, depth)
        if origin in SETS:
            return self._set(origin, inner[0] if inner else None, depth)
        if origin in MAPPINGS:
            return self._mapping(origin, inner, depth)
        if origin is tuple:
            return self._tuple(inner, depth)
        if issubclass(origin, enum.Enum) and origin.__module__ == MODULE:
            return f"{origin.__name__}.{random.choice(list(origin)).name}"
        if origin is abc.Hashable:
            return self.value(random.choice((int, str)), depth + 1)
        return self._object(origin, depth)

    def _items(self, item: Thing, depth: int) -> list[str]:
        most = MOST_INNER if depth else 3
        n_items = self.random.randint(0, most)
        items = [self.value(item, depth + 1) for _ in range(n_items)]
        if n_items > 1 and self.random.random() < 0.4:
            # One thing in two places, which has to be one and the same.
            items[1] = items[0] = self._named(items[0])
        return items

    def _sequence(self, origin: type, item: Thing, depth: int) -> str:
        items = self._items(item, depth)
        listed = f"[{', '.join(items)}]"
        of_tuple = f"({''.join(i + ', ' for i in items)})"
        forms = {"list": listed, "tuple": of_tuple, "iterator": f"iter({listed})"}
        forms["generator"] = f"(x for x in {listed})"
        if item in (None, int):
            forms["range"] = self.random.choice(LIBRARY["range"])
        if item is str:
            forms["text"] = repr(self.random.choice((*self.client.world.source.texts, "ab")))
        if item in (int, str) and items:
            forms["set"] = f"{{{', '.join(items)}}}"
            forms["dict"] = f"{{{', '.join(f'{key}: 0' for key in items)}}}"
        allowed: Sequence[str]
        if origin is collections.deque:
            return f"__import__('collections').deque({listed})"
        if origin in (list, abc.MutableSequence):
            allowed = ("list",)
        elif origin in (abc.Iterator, abc.Generator):
            allowed = ("generator",) if origin is abc.Generator else ("iterator", "generator")
        elif origin in (abc.Iterable, abc.Container):
            allowed = tuple(forms) if origin is abc.Iterable else ("list", "tuple")
        elif origin in (abc.Collection, abc.Sized):
            allowed = tuple(form for form in forms if form not in ("iterator", "generator"))
        else:
            allowed = tuple(form for form in ("list", "tuple", "range", "text") if form in forms)
        return self._maybe_named(forms[self.random.choice(allowed)])

    def _set(self, origin: type, item: Thing, depth: int) -> str:
        items = [i for i in self._items(item or int, depth) if not i.startswith(("[", "{"))]
        text = f"{{{', '.join(items)}}}" if items else "set()"
        return f"frozenset({text})" if origin is frozenset else self._maybe_named(text)

    def _mapping(self, origin: type, inner: Sequence[Thing], depth: int) -> str:
        key, item = inner if len(inner) == 2 else (inner[0] if inner else None, None)
        items = self._items(int if origin is collections.Counter else item, depth)
        keys = dict.fromkeys(self.value(key or str, depth + 1) for _ in items)
        pairs = ", ".join(f"{k}: {v}" for k, v in zip(keys, items, strict=False))
        plain = f"{{{pairs}}}"
        classes = {
            collections.OrderedDict: f"__import__('collections').OrderedDict({plain})",
            collections.defaultdict: f"__import__('collections').defaultdict(lambda: 0, {plain})",
            collections.Counter: f"__import__('collections').Counter({plain})",
        }
        allowed = [text for cls, text in classes.items() if issubclass(cls, origin)]
        if item not in (None, int):
            allowed = [text for text in allowed if "Counter" not in text and "default" not in text]
        if origin in classes:
            return self._maybe_named(classes[origin])
        return self._maybe_named(self.random.choice((plain, plain, *allowed)))

    def _tuple(self, inner: Sequence[Thing], depth: int) -> str:
        if not inner:
            return f"({''.join(i + ', ' for i in self._items(None, depth))})"
        if len(inner) == 2 and inner[1] is Ellipsis:
            return f"({''.join(i + ', ' for i in self._items(inner[0], depth))})"
        if inner == ((),):
            return "()"
        return f"({''.join(self.value(one, depth + 1) + ', ' for one in inner)})"

    def _class(self, hint: Thing) -> str:
        names = self.client.world.names
        classes = [
            name
            for name in self.client.world.public
            if isinstance(names[name], type)
            and not inspect.isabstract(names[name])
            and not is_protocol(names[name])
            and (not isinstance(hint, type) or _fits_class(names[name], hint))
        ]
        if not classes:
            raise NoValue
        return self.random.choice(classes)

    def _object(self, origin: type, depth: int) -> str:
        """Make an object of a class of the module, or of one that fits a protocol."""
        names = self.client.world.names
        try:
            name = self._class(origin)
        except NoValue:
            if is_protocol(origin):
                return self._structural(origin, depth)
            raise
        if self.random.random() < 0.3 and depth:
            raise NoValue
        cls = names[name]
        if not may_be_made(self.client, cls):
            raise NoValue
        return self._named(f"{name}({self.arguments(cls)})")

    def _structural(self, protocol: type, depth: int) -> str:
        """Bring an object that fits a protocol, where no class of the module does."""
        members = []
        for name in protocol_members(protocol):
            member = getattr(protocol, name, None)
            if not callable(member):
                hint = hints_of(protocol).get(name)
                members.append(f"{name!r}: {self.value(hint, depth + 1)}")
                continue
            result = self.value(hints_of(member).get("return"), depth + 1)
            members.append(f"{name!r}: lambda *_: {result}")
        return self._named(f"type('Brought', (), {{{', '.join(members)}}})()")

    def _function(self, result: Thing, depth: int) -> str:
        what = self.random.randrange(8)
        made = self._maker(result)
        if made and what >= 6:
            return self.random.choice(made)
        value = "None" if result is type(None) else self.value(result, depth + 1)
        if what == 0:
            raises = "(_ for _ in ()).throw(ValueError())"
            return self._named(f"lambda *_: {raises}")
        if what <= 2:
            call = self._callback(depth)
            if call:
                return self._named(f"lambda *_: ({call}, {value})[1]")
        if what == 3 and result not in (type(None), None):
            another = self.value(result, depth + 1)
            turns = f"iter([{value}, {another}] * 4)"
            return self._named(f"lambda *_, turns={turns}: next(turns)")
        if what == 3:
            return f"{self._named('[]')}.append"
        return self._named(f"lambda *_: {value}")

    def _maker(self, result: Thing) -> list[str]:
        """Name the classes that may be called for such a value."""
        names = self.client.world.names
        if not isinstance(result, type) or result.__module__ != MODULE:
            return []
        classes = [name for name in self.client.world.public if isinstance(names[name], type)]
        return [name for name in classes if issubclass(names[name], result)]

    def _callback(self, depth: int) -> str:
        """Give a call of a method of what is held, "" if there is none."""
        methods = [
            (one, name, member)
            for one in references(self.client)
            if is_of_module(one.value)
            for name, member in vars(type(one.value)).items()
            if isinstance(member, types.FunctionType)
            and is_public(name)
            and f"{type(one.value).__name__}.{name}" not in self.client.world.source.asked
        ]
        if not methods or depth:
            return ""
        one, name, member = self.random.choice(methods)
        # What it is given was made before, so that it has a name.
        return f"{one.text}.{name}({self.arguments(member, skip=1, depth=1)})"

    def _maybe_named(self, text: str) -> str:
        return self._named(text) if self.random.random() < 0.4 else text

    def _named(self, text: str) -> str:
        """Give a value a name of its own; no step where it has one."""
        if text.isidentifier() or not text:
            return text
        is_call = "(" in text and not text.startswith(("(", "lambda", "iter("))
        name = self.client.new_name()
        if not self.client.do(Step(text, name, is_call=is_call)):
            raise NoValue
        if self.client.steps[-1].catches:
            raise NoValue
        return name


def hints_of(function: Thing) -> dict[str, Thing]:
    """Give the annotations of what is called, where they can be read."""
    key = (hints_of, id(function))
    if key not in KNOWN:
        # Kept together, so that nothing else has this id.
        KNOWN[key] = function, _hints_of(function)
    found: dict[str, Thing] = KNOWN[key][1]
    return found


def _hints_of(function: Thing) -> dict[str, Thing]:
    if isinstance(function, type):
        # A NamedTuple is made by `__new__`, as its only function.
        name = "__new__" if issubclass(function, tuple) else "__init__"
        function = getattr(function, name)
    while isinstance(function, types.MethodType):
        function = function.__func__
    names = getattr(function, "__globals__", {})
    try:
        return typing.get_type_hints(function, names)
    except Exception:  # noqa: BLE001 - what cannot be read is not there
        return dict(getattr(function, "__annotations__", {}) or {})


def taken_apart(hint: Thing) -> tuple[Thing, tuple[Thing, ...]]:
    """Give what an annotation is made of: `list[int]` is `list` and `int`."""
    origin: Thing = typing.get_origin(hint)
    return (hint if origin is None else origin), typing.get_args(hint)


def may_be_made(client: Client, cls: type) -> bool:
    """Say whether clients may call a class."""
    made = vars(cls).get("__init__")
    code = getattr(made, "__code__", None)
    if code is not None and code.co_firstlineno in client.world.source.private:
        return False
    return not issubclass(cls, enum.Enum)


def is_of_module_class(cls: type) -> bool:
    """Say whether a class is of the module."""
    return cls.__module__ == MODULE


def is_protocol(cls: Thing) -> bool:
    """Say whether a class of the module is a protocol itself."""
    return getattr(cls, "_is_protocol", False) is True and cls.__module__ == MODULE


def protocol_members(cls: type) -> list[str]:
    """Name what an object has to have to fit a protocol."""
    own = [level for level in cls.__mro__ if is_protocol(level)]
    names = [n for level in own for n in (*vars(level), *vars(level).get("__annotations__", ()))]
    dunders = ("__call__", "__len__", "__iter__", "__getitem__", "__contains__", "__lt__")
    return [n for n in dict.fromkeys(names) if is_public(n) or n in dunders]


def _fits_class(cls: type, hint: type) -> bool:
    if not is_protocol(hint):
        return _is_below(cls, hint)
    wanted = protocol_members(hint)
    return is_of_module_class(cls) and all(_has_member(cls, hint, name) for name in wanted)


def _has_member(cls: type, protocol: type, name: str) -> bool:
    """Say whether a class has a member of a protocol, which takes the same."""
    mine, its = getattr(cls, name, None), getattr(protocol, name, None)
    if not callable(its):
        return hasattr(cls, name) or name in hints_of_fields(cls)
    if not callable(mine):
        return False
    both = [inspect.signature(one).parameters.values() for one in (mine, its)]
    hints = [
        [hints_of(one).get(p.name) for p in ps] for one, ps in zip((mine, its), both, strict=True)
    ]
    return hints[0] == hints[1]


def hints_of_fields(cls: type) -> set[str]:
    """Name the fields that a class and those above declare."""
    return {name for level in cls.__mro__ for name in vars(level).get("__annotations__", ())}


def _is_below(cls: type, hint: type) -> bool:
    try:
        return issubclass(cls, hint)
    except TypeError:
        return False  # a protocol of the library that cannot be asked


def fits(value: Thing, hint: Thing, client: Client) -> bool:
    """Say whether a value is one that an annotation allows; False where that is not sure."""
    if hint in (None, typing.Any, inspect.Parameter.empty, object):
        return not isinstance(value, types.FunctionType | type)
    if isinstance(hint, typing.TypeVar):
        return not hint.__constraints__ and fits(value, hint.__bound__, client)
    if isinstance(hint, typing.NewType):
        return fits(value, hint.__supertype__, client)
    origin, inner = taken_apart(hint)
    if origin in (typing.Union, types.UnionType):
        return any(fits(value, one, client) for one in inner)
    if origin is typing.Literal:
        return value in inner
    if origin is type:
        return isinstance(value, type) and (not inner or _fits_class(value, inner[0]))
    if origin is abc.Callable:
        return _fits_callable(value, inner)
    if not isinstance(origin, type):
        return False
    if origin is float:
        return type(value) in (int, float)
    if origin is int:
        return type(value) is int
    if is_protocol(origin):
        return is_of_module(value) and _fits_class(type(value), origin)
    if not _is_below(type(value), origin):
        return False
    return not inner or _items_fit(value, inner, client)


def _fits_callable(value: Thing, inner: Sequence[Thing]) -> bool:
    if not isinstance(value, types.FunctionType | types.MethodType):
        return False
    n_wanted = len(inner[0]) if inner and isinstance(inner[0], list) else None
    try:
        parameters = inspect.signature(value).parameters.values()
    except (TypeError, ValueError):
        return False
    needed = [p for p in parameters if p.default is p.empty and p.kind is not p.VAR_POSITIONAL]
    result = hints_of(value).get("return")
    is_result = not inner or inner[-1] in (None, type(None), typing.Any, result)
    return is_result and (n_wanted is None or len(needed) == n_wanted)


def _items_fit(value: Thing, inner: Sequence[Thing], client: Client) -> bool:
    if isinstance(value, tuple):
        hints = [inner[0]] * len(value) if len(inner) < 2 or inner[1] is Ellipsis else inner
        return len(hints) == len(value) and all(
            fits(item, hint, client) for item, hint in zip(value, hints, strict=True)
        )
    if isinstance(value, abc.Mapping):
        both = inner if len(inner) == 2 else (inner[0], int)
        return all(fits(k, both[0], client) and fits(v, both[1], client) for k, v in value.items())
    if isinstance(value, list | set | frozenset | collections.deque | range):
        return all(fits(item, inner[0], client) for item in value)
    # Going through an iterator to see would use it up.
    return isinstance(value, abc.Iterator) and inner[0] in (None, typing.Any)
