"""Records behave as the dataclasses of the standard library do, in all that we use."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from functools import cached_property
from typing import Any, ClassVar, Generic, TypeAlias, TypeVar

import pytest

from heapwright import records

Namespace: TypeAlias = dict[str, Any]
T = TypeVar("T")

CLASSES = '''
from __future__ import annotations

@dataclass(frozen=True, slots=True)
class Base:
    """A record."""

    a: int
    b: str = "x"
    kinds: ClassVar[int] = 3

    def twice(self):
        return self.a * 2

@dataclass(frozen=True, slots=True)
class Below(Base):
    c: tuple[int, ...] = ()
    a: int = 7

@dataclass(slots=True)
class Loose:
    n: int
    entries: list[int] = field(default_factory=list)
    names: dict[str, int] = field(default_factory=lambda: {"one": 1})

@dataclass(frozen=True, slots=True, eq=False)
class Alone:
    n: int

@dataclass(frozen=True, slots=True, order=True)
class Ordered:
    major: int
    minor: int

@dataclass(frozen=True, slots=True)
class Nothing:
    pass

@dataclass(frozen=True)
class Open:
    n: int

    @cached_property
    def doubled(self):
        return self.n * 2

@dataclass(slots=True)
class Checked:
    n: int

    def __post_init__(self):
        assert self.n > 0

@dataclass(frozen=True, slots=True)
class Own:
    n: int

    def __eq__(self, other):
        return True

    def __hash__(self):
        return 5

    def __repr__(self):
        return "own"

@dataclass(frozen=True, slots=True)
class OwnEquality:
    n: int

    def __eq__(self, other):
        return self.n == other.n

@dataclass(frozen=True, slots=True)
class Of(Generic[T]):
    one: T

@dataclass(frozen=True, slots=True)
class Placed:
    n: int
    site: int = field(default=-1, compare=False)
    note: str = field(default="", compare=False, repr=False)

@dataclass(frozen=True, slots=True)
class Planned:
    n: int
    plan: object = field(default=None, init=False, compare=False, repr=False)
    rest: int = 4

@dataclass(slots=True)
class Later:
    n: int
    found: int = field(init=False)

@dataclass(slots=True)
class Circle:
    other: object = None
'''


def declared(module: Any) -> Namespace:  # noqa: ANN401 - one of two modules
    """Declare the classes above with the decorators of a module."""
    around: Namespace = {
        "__name__": __name__,
        "dataclass": module.dataclass,
        "field": module.field,
        "fields": module.fields,
        "replace": module.replace,
        "is_dataclass": module.is_dataclass,
        "cached_property": cached_property,
        "ClassVar": ClassVar,
        "Generic": Generic,
        "T": T,
        "circle": circle,
    }
    exec(CLASSES, around)  # noqa: S102 - the text above
    return around


def circle(kind: Callable[[], Any]) -> Any:  # noqa: ANN401
    """Make a record that holds itself."""
    made = kind()
    made.other = made
    return made


OURS, USUAL = declared(records), declared(dataclasses)


@pytest.mark.parametrize(
    "text",
    [
        "repr([Base(1), Below(1, c=(2,)), Loose(3), Nothing(), Own(1), Of('x'), Ordered(1, 2)])",
        "repr(circle(Circle))",
        "[Base(1) == Base(1), Base(1) == Base(2), Base(1) == Below(1, 'x'), Base(1) == 1]",
        "[Loose(1) == Loose(1), Loose(1) == Loose(1, [2]), Nothing() == Nothing()]",
        "[Alone(1) == Alone(1), Own(1) == Own(2), OwnEquality(1) == OwnEquality(1)]",
        "[hash(Base(1)) == hash((1, 'x')), hash(Nothing()) == hash(()), hash(Own(1))]",
        "[Placed(1, 2) == Placed(1, 3), hash(Placed(1, 2)) == hash((1,)), Placed(1, 2, 'x')]",
        "[Planned(1), Planned(1, 5).rest, Planned(1).plan, Planned(1) == Planned(1)]",
        "[replace(Planned(1, 2), n=3), Planned.__match_args__, Planned.__slots__]",
        "Planned(1, plan=3)",
        "Later(1).found",
        "hash(OwnEquality(4)) == hash((4,))",
        "hash(Alone(1)) == hash(Alone(1))",
        "hash(Loose(1))",
        "[Ordered(1, 2) < Ordered(1, 3), Ordered(2, 0) <= Ordered(1, 9)]",
        "[Ordered(1, 2) > Ordered(1, 3), Ordered(1, 1) >= Ordered(1, 1)]",
        "Ordered(1, 2) > 3",
        "Base(1) < Base(2)",
        "[f.name for f in fields(Below)] + [f.name for f in fields(Loose(1))]",
        "[is_dataclass(Base), is_dataclass(Base(1)), is_dataclass(int), is_dataclass(3)]",
        "[replace(Below(1), c=(5,)), replace(Loose(1, [2]), n=4), replace(Base(1))]",
        "replace(Base(1), z=3)",
        "[Base.kinds, Base(4).twice(), Below(4).twice(), Open(4).doubled, Base.__doc__]",
        "[Base.__match_args__, Below.__match_args__, Nothing.__match_args__]",
        "Base()",
        "Base(1, 2, 3)",
        "Base(1, d=2)",
        "Base(1, b='y', a=2)",
        "[Loose(1).entries is Loose(1).entries, Loose(1).names, Loose(1, names={}).names]",
        "Checked(0)",
        "Checked(1)",
        "setattr(Base(1), 'a', 2)",
        "delattr(Base(1), 'a')",
        "setattr(Open(1), 'n', 2)",
        "setattr(Loose(1), 'n', 2)",
        "setattr(Loose(1), 'new', 2)",
        "[hasattr(one, '__dict__') for one in (Base(1), Below(1), Open(1))]",
        "[Base.__slots__, Below.__slots__, Base.__qualname__, Base.__module__]",
    ],
)
def test_a_record_does_what_a_dataclass_does(text: str) -> None:
    for _ in ("the first time", "later"):
        assert outcome(OURS, text) == outcome(USUAL, text)


def outcome(around: Namespace, text: str) -> tuple[str, str]:
    """Evaluate a text; give the value as text, or what kind of error it ends with."""
    try:
        return ("value", repr(eval(text, around)))  # noqa: S307 - a text above
    except Exception as error:  # noqa: BLE001 - whatever it is, it is compared
        kind = AttributeError if isinstance(error, AttributeError) else type(error)
        return (kind.__name__, str(error))


def test_nothing_else_is_set_on_a_record_that_never_changes() -> None:
    # `dataclasses` ends with a TypeError of its own here.
    with pytest.raises(AttributeError):
        OURS["Base"](1).new = 2
    assert OURS["Of"][int]("x").one == "x"


def test_a_field_without_a_default_cannot_follow_one_with() -> None:
    @records.dataclass(slots=True)
    class Wrong:
        a: int = 1
        b: str  # type: ignore[misc]  # what is refused

    with pytest.raises(TypeError, match="no default"):
        Wrong(1, "x")


def test_methods_of_a_class_below_are_made_apart_from_those_above() -> None:
    base: Any = OURS["Base"]

    class Above(base):  # type: ignore[misc]  # made from text
        def __init__(self) -> None:
            super().__init__(4)

    first, second = Above(), Above()
    assert (first.a, first == second, hash(first)) == (4, True, hash((4, "x")))
    assert base(4) != first


def test_a_method_that_another_thread_has_made_meanwhile_is_called() -> None:
    late = declared(records)["Base"]
    looked_up = late.__init__, late.__eq__, late.__hash__
    first, second = late(1), late(2)
    assert first != second and hash(first) != hash(second)
    init, equal, hashed = looked_up
    init(second, 1)
    assert equal(first, second) and hashed(first) == hashed(second)
