"""Interned terms: one object per structure, compared by identity.

Place: terms/. `build` is the only module that creates terms; everyone else
reads their fields or takes them apart with `match`. A term has no operators
and no truth value, so engine code cannot fork by accident.

Interning uses weak references: a term that nobody holds leaves its table, so a
worker that lives for days does not grow. Each table maps the fields of a term
to a weak reference that remembers that key. Measured: a hit costs 0.22 µs, with
a WeakValueDictionary 0.20, with a plain dict that leaks 0.13; making and dropping
a term costs 1.8, 2.3 and 0.7 µs. Unlike a WeakValueDictionary, two threads that
make the same term at once get one object.

Order is by `order`, a text made of the structure alone: never by identity or
hash, so that it is the same in every process. Long texts are cut to a digest.
Everything that may stand inside a sum, and every part of a conjunction or
disjunction, knows its order when it is built, so the text of a new term only
ever looks one or two levels down, however deep the term is.
"""

from __future__ import annotations

import weakref
from collections.abc import Callable
from threading import RLock
from typing import ClassVar, NoReturn, TypeAlias, TypeVar

from heapwright.digests import blake2b
from heapwright.terms.sorts import BOOL, INT, Sort

Parts: TypeAlias = "tuple[tuple[Term, int], ...]"
Key: TypeAlias = "tuple[object, ...]"
Difference: TypeAlias = "tuple[Variable | None, Variable | None, int]"

LONGEST_ORDER = 160

# Difference bounds mix integers with the float infinity, which cannot be added
# to integers beyond 10**308. Literals with larger numbers stay out of them.
LARGEST_BOUND = 10**200


class Term:
    """An integer or Boolean expression."""

    __slots__ = ("__weakref__", "_free", "_order")
    sort: Sort
    _free: tuple[Variable, ...] | None
    _order: str | None

    def __bool__(self) -> NoReturn:
        """Refuse: a term is not a truth value; ask a solver or a constraint."""
        raise TypeError("a term has no truth value")

    def __repr__(self) -> str:
        """Show the structural order text with readable separators."""
        return f"<{type(self).__name__} {self.order}>"

    @property
    def order(self) -> str:
        """Give a text by which terms sort the same way in every process."""
        order = self._order
        if order is None:
            order = self._order = _shortened(self._describe())
        return order

    def _describe(self) -> str:
        raise NotImplementedError


class IntegerConstant(Term):
    """A number."""

    __slots__ = ("value",)
    __match_args__ = ("value",)
    sort = INT

    def __init__(self, value: int) -> None:
        """Keep the number."""
        self.value = value
        self._free = ()
        self._order = None

    def _describe(self) -> str:
        return f"0{self.value}"


class BooleanConstant(Term):
    """True or false."""

    __slots__ = ("value",)
    __match_args__ = ("value",)
    sort = BOOL

    def __init__(self, value: bool) -> None:
        """Keep the truth value."""
        self.value = value
        self._free = ()
        self._order = "0true" if value else "0false"


class Variable(Term):
    """An unknown of either sort."""

    # The order of variables is asked for all the time, and a slot is read
    # without the call that the property of other terms costs.
    __slots__ = ("name", "order", "sort")
    __match_args__ = ("name", "sort")
    order: str

    def __init__(self, name: str, sort: Sort) -> None:
        """Keep the name and the sort."""
        self.name = name
        self.sort = sort
        self._free = (self,)
        self.order = self._order = ("1i" if sort is INT else "1b") + name


class Linear(Term):
    """A sum of coefficient times atom, plus a constant; sorted, no zero coefficient."""

    __slots__ = ("constant", "parts")
    __match_args__ = ("parts", "constant")
    sort = INT

    def __init__(self, parts: Parts, constant: int) -> None:
        """Keep the sum."""
        self.parts = parts
        self.constant = constant
        self._free = None
        self._order = None

    def _describe(self) -> str:
        return "2" + describe_parts(self.parts, self.constant)


class Product(Term):
    """A product of two or more terms that are not constant, sorted."""

    __slots__ = ("factors",)
    __match_args__ = ("factors",)
    sort = INT

    def __init__(self, factors: tuple[Term, ...]) -> None:
        """Keep the factors."""
        self.factors = factors
        self._free = None
        self._order = _shortened("3" + _listed(factors))


class Quotient(Term):
    """What both sides of a division give: `FloorDivision` or `FloorModulo`."""

    __slots__ = ("dividend", "divisor")
    __match_args__ = ("dividend", "divisor")
    sort = INT
    mark: ClassVar[str]

    def __init__(self, dividend: Term, divisor: Term) -> None:
        """Keep both sides."""
        self.dividend = dividend
        self.divisor = divisor
        self._free = None
        self._order = _shortened(self.mark + _listed((dividend, divisor)))


class FloorDivision(Quotient):
    """The quotient rounded toward minus infinity, as Python's `//`."""

    __slots__ = ()
    mark = "4"


class FloorModulo(Quotient):
    """The remainder that has the divisor's sign, as Python's `%`."""

    __slots__ = ()
    mark = "5"


class Choice(Term):
    """One of two terms, by a condition."""

    __slots__ = ("condition", "otherwise", "sort", "then")
    __match_args__ = ("condition", "then", "otherwise")

    def __init__(self, condition: Term, then: Term, otherwise: Term) -> None:
        """Keep the condition and both values."""
        self.condition = condition
        self.then = then
        self.otherwise = otherwise
        self.sort = then.sort
        self._free = None
        self._order = _shortened("6" + _listed((condition, then, otherwise)))


class SumLiteral(Term):
    """A literal about a sum: `AtMostZero`, `EqualsZero` or `DiffersFromZero`."""

    __slots__ = ("constant", "difference", "parts")
    __match_args__ = ("parts", "constant")
    sort = BOOL
    mark: ClassVar[str]

    def __init__(self, parts: Parts, constant: int) -> None:
        """Keep the sum, and its reading as one about `x - y` when it has one."""
        self.parts = parts
        self.constant = constant
        self.difference = _difference(parts, constant)
        self._free = None
        self._order = None

    def _describe(self) -> str:
        return self.mark + describe_parts(self.parts, self.constant)


class AtMostZero(SumLiteral):
    """The literal `sum <= 0`, coefficients without a common divisor."""

    __slots__ = ()
    mark = "7"


class EqualsZero(SumLiteral):
    """The literal `sum = 0`, first coefficient positive, none in common."""

    __slots__ = ()
    mark = "8"


class DiffersFromZero(SumLiteral):
    """The literal `sum != 0`, first coefficient positive, none in common."""

    __slots__ = ()
    mark = "9"


class Negation(Term):
    """The negation of a Boolean variable; all other negations are pushed inward."""

    __slots__ = ("operand",)
    __match_args__ = ("operand",)
    sort = BOOL

    def __init__(self, operand: Term) -> None:
        """Keep the variable."""
        self.operand = operand
        self._free = None
        self._order = "1b" + operand.order[2:] + "\x01!"


class Junction(Term):
    """Two or more different terms, sorted, put together: `Conjunction` or `Disjunction`."""

    __slots__ = ("parts",)
    __match_args__ = ("parts",)
    sort = BOOL
    mark: ClassVar[str]

    def __init__(self, parts: tuple[Term, ...]) -> None:
        """Keep the parts."""
        self.parts = parts
        self._free = None
        self._order = None

    def _describe(self) -> str:
        return self.mark + _listed(self.parts)


class Conjunction(Junction):
    """All of the parts, none itself a conjunction."""

    __slots__ = ()
    mark = "A"


class Disjunction(Junction):
    """At least one of the parts, none itself a disjunction."""

    __slots__ = ()
    mark = "B"


AnyTerm = TypeVar("AnyTerm", bound=Term)


class Remembered(weakref.ref[Term]):
    """A weak reference to a term that knows where its table keeps it."""

    __slots__ = ("key", "table")
    key: Key
    table: Table


# The living terms of one kind, by their fields.
Table: TypeAlias = dict[Key, Remembered]


def interned(table: Table, kind: Callable[..., AnyTerm], key: Key) -> AnyTerm:
    """Give the one term of this kind with these fields, making it at first."""
    remembered = table.get(key)
    if remembered is not None:
        term = remembered()
        if term is not None:
            return term  # type: ignore[return-value]  # A table holds one kind only.
    with _lock:
        remembered = table.get(key)
        if remembered is not None:
            term = remembered()
            if term is not None:
                return term  # type: ignore[return-value]
        fresh = kind(*key)
        remembered = Remembered(fresh, _forget)
        remembered.key = key
        remembered.table = table
        table[key] = remembered
        return fresh


def describe_parts(parts: Parts, constant: int) -> str:
    """Write a sum as an order text."""
    written = "".join([f"{atom.order}\x02{coefficient}\x03" for atom, coefficient in parts])
    return f"{written}{constant}"


# Reentrant, since the collector may call `_forget` while a term is being made.
_lock = RLock()


def _forget(remembered: Remembered, lock: RLock = _lock) -> None:
    # The lock is bound here: names of modules are gone when the interpreter ends.
    with lock:
        # An equal term may have been made since: its entry must stay.
        if remembered.table.get(remembered.key) is remembered:
            del remembered.table[remembered.key]


def _shortened(order: str) -> str:
    if len(order) <= LONGEST_ORDER:
        return order
    return order[:16] + "\x06" + blake2b(order.encode(), digest_size=20).hexdigest()


def _listed(terms: tuple[Term, ...]) -> str:
    return "\x04" + "\x03".join([term.order for term in terms]) + "\x05"


def _difference(parts: Parts, constant: int) -> Difference | None:
    """Read `parts + constant ⋈ 0` as `x - y ⋈ bound`, None standing for zero."""
    if len(parts) == 2:
        (first, one), (second, two) = parts
        if type(first) is not Variable or type(second) is not Variable:
            return None
        if not -LARGEST_BOUND < constant < LARGEST_BOUND:
            return None
        if one == 1 and two == -1:
            return first, second, -constant
        if one == -1 and two == 1:
            return second, first, -constant
        return None
    if len(parts) == 1:
        first, one = parts[0]
        if type(first) is not Variable or not -LARGEST_BOUND < constant < LARGEST_BOUND:
            return None
        if one == 1:
            return first, None, -constant
        if one == -1:
            return None, first, -constant
    return None
