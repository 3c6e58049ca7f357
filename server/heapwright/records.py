"""Records: the `dataclass` of the standard library, as far as we use it, made quickly.

Place: top of the package; every module that has records imports `dataclass`, `field`,
`fields`, `replace` and `is_dataclass` from here. Type checkers see the ones of `dataclasses`.

`dataclasses` writes the text of six methods per class and compiles each, and imports `inspect`
and all that it needs: measured, 0.5 ms per class, so 0.3 s of every start for the six hundred
classes of ours. Two classes with as many fields differ by the names of the fields only. So a
method is compiled once per number of fields, and its code object is renamed for each class that
is asked for it:

    def __eq__(self, other): … (self.f0, self.f1) == (other.f0, other.f1)    compiled for two fields
    co_names ("f0", "f1") -> ("left", "right")                               for a class of two

What such a class does is what `dataclass` makes it do, with the same order of fields, equality,
hash, text and errors; a test holds both beside each other. What we do not use is not there:
`InitVar`, `KW_ONLY`, `hash=…` and the like.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache, partial
from reprlib import recursive_repr
from types import CodeType, FunctionType, MemberDescriptorType
from typing import TYPE_CHECKING, Any, TypeAlias

if TYPE_CHECKING:
    from dataclasses import dataclass as dataclass
    from dataclasses import field as field
    from dataclasses import fields as fields
    from dataclasses import is_dataclass as is_dataclass
    from dataclasses import replace as replace

# Whatever the fields of a record hold, and whatever class a record is of.
Thing: TypeAlias = Any
Class: TypeAlias = Any

FIELDS = "__record_fields__"
MISSING = object()
ORDER = {"__lt__": "<", "__le__": "<=", "__gt__": ">", "__ge__": ">="}
COMPARISONS = {"__eq__": "==", **ORDER}


class FrozenRecordError(AttributeError):
    """A field of a record that never changes was to be changed."""


class Field:
    """One field: its name, what it starts with if nothing is given, and where it takes part."""

    __slots__ = ("compare", "default", "default_factory", "init", "name", "repr", "type")

    def __init__(
        self,
        default: Thing = MISSING,
        default_factory: Thing = MISSING,
        init: bool = True,
        compare: bool = True,
        repr: bool = True,
    ) -> None:
        self.name = ""
        self.type = ""
        self.default = default
        self.default_factory = default_factory
        self.init = init
        self.compare = compare
        self.repr = repr


def _fields(record: Thing) -> tuple[Field, ...]:
    """Give the fields of a record or of its class, in order."""
    return tuple(getattr(record, FIELDS).values())


def _is_dataclass(thing: object) -> bool:
    """Say whether something is a record, or the class of records."""
    return hasattr(thing, FIELDS)


def _replace(record: Thing, **changes: Thing) -> Thing:
    """Give a record with some fields changed."""
    for name, one in getattr(record, FIELDS).items():
        if one.init and name not in changes:
            changes[name] = getattr(record, name)
    return record.__class__(**changes)


def _dataclass(
    *, frozen: bool = False, slots: bool = False, eq: bool = True, order: bool = False
) -> Callable[[Class], Class]:
    """Make a class one of records; see `dataclasses.dataclass`."""

    methods: dict[str, Thing] = {
        "__init__": _LATE_FROZEN_INIT if frozen else _LATE_INIT,
        "__repr__": _repr,
    }
    if frozen:
        methods |= {"__setattr__": _refuse_change, "__delattr__": _refuse_removal}
    if eq:
        methods |= {"__eq__": _LATE_EQ, "__hash__": _LATE_HASH if frozen else None}
    if order:
        methods |= _LATE_ORDER

    def made(cls: Class) -> Class:
        own = cls.__dict__
        declared = _declared(cls)
        inherited: dict[str, Field] = {}
        for base in cls.__mro__[-2:0:-1]:
            inherited |= base.__dict__.get(FIELDS, {})
        found = inherited | declared
        members = {name: method for name, method in methods.items() if name not in own}
        # A class with its own `__eq__` and no `__hash__` has None there, put by Python.
        if eq and own.get("__hash__") is None:
            members["__hash__"] = methods["__hash__"]
        members[FIELDS] = found
        members["__match_args__"] = tuple([name for name, one in found.items() if one.init])
        if slots:
            # Members that a class is made with take a third of the time of those set later.
            members["__slots__"] = tuple([name for name in declared if name not in inherited])
            return _again(cls, declared, members)
        for name, value in members.items():
            setattr(cls, name, value)
        return cls

    return made


def _declared(cls: Class) -> dict[str, Field]:
    """Give the fields that the body of a class declares, by their annotations."""
    own = cls.__dict__
    declared: dict[str, Field] = {}
    for name, annotation in own.get("__annotations__", {}).items():
        if str(annotation).removeprefix("typing.").startswith("ClassVar"):
            continue
        default = own.get(name, MISSING)
        if isinstance(default, MemberDescriptorType):
            default = MISSING
        one = default if isinstance(default, Field) else Field(default)
        one.name = name
        one.type = annotation
        declared[name] = one
    return declared


def _again(cls: Class, declared: Mapping[str, Field], members: Mapping[str, Thing]) -> Class:
    """Make a class once more with further members; slots are laid out when a class is made."""
    body = {
        name: value
        for name, value in cls.__dict__.items()
        if name not in declared and name not in ("__dict__", "__weakref__")
    }
    again = type(cls)(cls.__name__, cls.__bases__, {**body, **members})
    again.__qualname__ = cls.__qualname__
    return again


def _late(name: str, make: Callable[[Class], FunctionType]) -> Callable[..., Thing]:
    """Give what stands for a method in every class until an object is asked for it.

    Of the classes that a command imports it uses a third, and most of them through few methods.
    """

    made: dict[Class, FunctionType] = {}

    def stand_in(self: Thing, *given: Thing, **named: Thing) -> Thing:
        for cls in type(self).__mro__:
            if cls.__dict__.get(name) is stand_in:
                made[cls] = make(cls)
                setattr(cls, name, made[cls])
                return made[cls](self, *given, **named)
        # Another thread has made it since this one looked it up.
        cls = next(cls for cls in type(self).__mro__ if cls in made)
        return made[cls](self, *given, **named)

    stand_in.__name__ = name
    return stand_in


def _init(cls: Class, frozen: bool) -> FunctionType:
    """Give `__init__`, which sets the fields in order."""
    around: dict[str, Thing] = {"MISSING": MISSING}
    defaults: list[Thing] = []
    kinds: list[str] = []
    for place, one in enumerate(_fields(cls)):
        kinds.append(_kind(one))
        around[f"d{place}"] = one.default
        around[f"m{place}"] = one.default_factory
        member: Thing = getattr(cls, one.name, None)
        is_slot = isinstance(member, MemberDescriptorType)
        around[f"s{place}"] = member.__set__ if is_slot else _setter(one.name)
        if one.init and (one.default is not MISSING or one.default_factory is not MISSING):
            defaults.append(one.default)
        elif one.init and defaults:
            raise TypeError(f"{one.name} has no default and follows a field that has one")
    code = _init_code(tuple(kinds), frozen, hasattr(cls, "__post_init__"))
    code = code.replace(co_qualname=f"{cls.__qualname__}.__init__")
    return _renamed(code, tuple(getattr(cls, FIELDS)), around, tuple(defaults))


def _compared(cls: Class) -> tuple[str, ...]:
    return tuple(one.name for one in _fields(cls) if one.compare)


def _kind(one: Field) -> str:
    """Say what `__init__` does about a field: see `_init_code`."""
    if one.init:
        return "given" if one.default_factory is MISSING else "made"
    return "left" if one.default is MISSING else "default"


def _setter(name: str) -> Callable[[Thing, Thing], None]:
    def set_it(record: Thing, value: Thing) -> None:
        object.__setattr__(record, name, value)

    return set_it


def _renamed(
    code: CodeType,
    names: tuple[str, ...],
    around: dict[str, Thing] | None = None,
    defaults: tuple[Thing, ...] = (),
) -> FunctionType:
    """Give a method whose code says `f0`, `f1`, … where it means these fields."""
    new = {f"f{place}": name for place, name in enumerate(names)}
    code = code.replace(
        co_names=tuple(new.get(name, name) for name in code.co_names),
        co_varnames=tuple(new.get(name, name) for name in code.co_varnames),
    )
    return FunctionType(code, {"__builtins__": __builtins__, **(around or {})}, None, defaults)


@cache
def _init_code(kinds: tuple[str, ...], frozen: bool, checks: bool) -> CodeType:
    parameters = ["self"]
    lines = []
    set_one = "s{0}(self, {1})" if frozen else "self.f{0} = {1}"
    for place, kind in enumerate(kinds):
        if kind in ("given", "made"):
            parameters.append(f"f{place}")
        if kind == "made":
            lines.append(f"if f{place} is MISSING: f{place} = m{place}()")
        if kind != "left":
            lines.append(set_one.format(place, f"d{place}" if kind == "default" else f"f{place}"))
    lines += ["self.__post_init__()"] * checks
    return _code("__init__", ", ".join(parameters), lines or ["pass"])


def _comparison(cls: Class, name: str) -> FunctionType:
    names = _compared(cls)
    return _renamed(_comparison_code(name, len(names)), names)


@cache
def _comparison_code(name: str, n: int) -> CodeType:
    lines = [
        "if other.__class__ is self.__class__:",
        f"  return {_tuple('self', n)} {COMPARISONS[name]} {_tuple('other', n)}",
        "return NotImplemented",
    ]
    return _code(name, "self, other", lines)


def _hash(cls: Class) -> FunctionType:
    names = _compared(cls)
    return _renamed(_hash_code(len(names)), names)


@cache
def _hash_code(n: int) -> CodeType:
    return _code("__hash__", "self", [f"return hash({_tuple('self', n)})"])


def _tuple(holder: str, n: int) -> str:
    return "(" + "".join(f"{one}, " for one in _numbered(f"{holder}.f", n)) + ")"


def _numbered(name: str, n: int) -> list[str]:
    return [f"{name}{place}" for place in range(n)]


def _code(name: str, parameters: str, lines: list[str]) -> CodeType:
    text = f"def {name}({parameters}):\n" + "".join(f" {line}\n" for line in lines)
    module = compile(text, f"<{name} of a record>", "exec")
    return next(one for one in module.co_consts if isinstance(one, CodeType))


@recursive_repr()
def _repr(self: Thing) -> str:
    shown = [one.name for one in _fields(self) if one.repr]
    told = ", ".join(f"{name}={getattr(self, name)!r}" for name in shown)
    return f"{self.__class__.__qualname__}({told})"


def _refuse_change(self: Thing, name: str, value: Thing) -> None:
    raise FrozenRecordError(f"cannot assign to field {name!r}")


def _refuse_removal(self: Thing, name: str) -> None:
    raise FrozenRecordError(f"cannot delete field {name!r}")


_LATE_INIT = _late("__init__", partial(_init, frozen=False))
_LATE_FROZEN_INIT = _late("__init__", partial(_init, frozen=True))
_LATE_HASH = _late("__hash__", _hash)
_LATE_EQ = _late("__eq__", partial(_comparison, name="__eq__"))
_LATE_ORDER = {name: _late(name, partial(_comparison, name=name)) for name in ORDER}

if not TYPE_CHECKING:
    dataclass = _dataclass
    field = Field
    fields = _fields
    is_dataclass = _is_dataclass
    replace = _replace
