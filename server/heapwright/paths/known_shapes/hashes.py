"""The hash of a symbolic value, as CPython computes it.

Place: paths/known_shapes/. `library` comes here for the operation `hash`.

Numbers have hashes that everybody knows: that of an int is its rest by a prime, and most ints are
smaller than that. What larger ones come to is exact, too, but as a part of a heap it is too much
for the domain: calls with unknown ints beyond `MOST_HASHED` are out of scope. (A table of three
buckets: 5 s for a proof, none within 20 s with larger ones.) A class may compute the hash of its
objects. Any other hash is an input of the run.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from heapwright.heaps.known_shape import ABSENT, FloatTerm, HeapObject, Value
from heapwright.ir.core.program import HASHED_SIZE
from heapwright.paths.runs.machine import FLOATS, Machine, ScopeLeft
from heapwright.paths.values.any_kind import int_term, known, number_of
from heapwright.paths.values.numbers import decided
from heapwright.terms import build
from heapwright.terms.term import Term

if TYPE_CHECKING:  # which is made of this
    from heapwright.paths.known_shapes.operations import Dynamic

_MODULUS = sys.hash_info.modulus
MOST_HASHED = (_MODULUS + 1) // 2  # unknown ints beyond this are not hashed in heaps
_MOST_OWN = sys.maxsize  # what a class gives is taken as it is up to here
_RESERVED = -1  # stands for an error in CPython; a hash that would be it is the one below


def hash_of(dynamic: Dynamic, machine: Machine, value: Value) -> Value:
    """Give the hash of a value; ABSENT where only a real run has one."""
    number = number_of(value)
    if isinstance(number, FloatTerm) and number.denominator == 1:
        machine.doubts[FLOATS] = None
        number = number.numerator
    if isinstance(number, float) and number == number:
        return hash(number)
    if isinstance(number, int | Term):
        return hash_of_int(machine, number)
    method = dynamic.method(value, "__hash__") if type(value) is HeapObject else None
    if (
        method is None
        or method.function.left_out is not None
        or dynamic.compiled.hierarchy.is_of_library(method.function)
    ):
        dynamic.text.check_hashable(machine, value)
        return ABSENT
    given = dynamic.text.hash_given(machine, dynamic.call(machine, method, [value]))
    if _lies_between(machine, given, -_MOST_OWN - 2, _MOST_OWN + 1):
        return _unreserved(machine, given)
    return hash_of_int(machine, given)


def hash_of_int(machine: Machine, number: int | Term) -> Value:
    """Give the hash of an int."""
    if not isinstance(number, Term):
        return hash(number)
    if _lies_between(machine, number, -MOST_HASHED - 1, MOST_HASHED + 1):
        return _unreserved(machine, number)
    if machine.most_entries is not None:
        raise ScopeLeft(HASHED_SIZE)
    modulus = build.integer(_MODULUS)
    if decided(machine, known(build.less(number, build.integer(0)))):
        rest = build.floor_mod(build.negate(number), modulus)
        return _unreserved(machine, build.negate(rest))
    return known(build.floor_mod(number, modulus))


def _lies_between(machine: Machine, number: int | Term, low: int, high: int) -> bool:
    term = int_term(number)
    return decided(machine, known(build.less(term, build.integer(high)))) and decided(
        machine, known(build.less(build.integer(low), term))
    )


def _unreserved(machine: Machine, number: int | Term) -> Value:
    is_reserved = build.equal(int_term(number), build.integer(_RESERVED))
    # Most are not, and the first of two ways is looked at first.
    if decided(machine, known(build.not_(is_reserved))):
        return number
    return _RESERVED - 1
