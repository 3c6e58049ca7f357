"""What functions lead to where all objects of a world may be met.

Place: ir/reach/. `reach` asks this once code looks at values of any kind. Makes nothing but
answers; remembers what each function leads to.

The classes are there from the start, so what a name runs is known once and for all: following
a function needs no more than the functions right behind it. Sets of these are ints with one bit
for each function, because a public call of a large package leads to a thousand functions, and
there are hundreds of such calls.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import compress, count
from typing import TYPE_CHECKING

from heapwright.ir.reach.uses import Uses, fitting

if TYPE_CHECKING:  # which asks this
    from heapwright.ir.reach.reach import ReachIndex, World


class Meeting:
    """A world with the classes and fields that are there; lives as long as its index."""

    def __init__(
        self,
        index: ReachIndex,
        world: World,
        classes: frozenset[str],
        fields: frozenset[str],
    ) -> None:
        self._index = index
        self._classes = classes
        self._fields = fields
        self._values = frozenset(world.functions)
        self._value_methods = frozenset(world.methods)
        self._numbers = {name: place for place, name in enumerate(index.hierarchy.functions)}
        self._names = tuple(self._numbers)
        self._next: dict[int, int | None] = {}
        self._called: int | None = None
        self._whole: dict[str, bool] = {}
        self._named: dict[tuple[bool, str], int] = {}

    def functions_from(self, root: str) -> list[str] | None:
        """Name all that a run of a function leads to; None where it brings other classes in."""
        function = self._index.hierarchy.functions[root]
        if function.has_receiver and not self._has(function.owner or ""):
            return None
        found, fresh = 0, 1 << self._numbers[root]
        while fresh:
            found |= fresh
            reached = 0
            for place in compress(count(), _bits(fresh)):
                following = self._following(place)
                if following is None:
                    return None
                reached |= following
            fresh = reached & ~found
        return list(compress(self._names, _bits(found)))

    def _following(self, place: int) -> int | None:
        """Give the functions right behind one; None where it names what is not there."""
        if place not in self._next:
            uses = self._index.uses[self._names[place]]
            self._next[place] = self._behind(uses) if self._is_there(uses) else None
        return self._next[place]

    def _is_there(self, uses: Uses) -> bool:
        return (
            all(map(self._has, uses.classes))
            and self._classes.issuperset(uses.exact)
            and self._values.issuperset(uses.values)
            and self._value_methods.issuperset(uses.value_methods)
        )

    def _has(self, class_name: str) -> bool:
        """Say whether objects of a class and of those below are there already."""
        found = self._whole.get(class_name)
        if found is None:
            below = fitting(self._index.hierarchy, class_name)
            found = self._whole[class_name] = self._classes.issuperset(below)
        return found

    def _behind(self, uses: Uses) -> int:
        found = self._numbered(uses.functions)
        for name in uses.methods:
            found |= self._run_by(name, self._index.methods_named, is_static=False)
        for name in uses.statics:
            found |= self._run_by(name, self._index.statics_named, is_static=True)
        if uses.calls_values or not uses.called_fields.isdisjoint(self._fields):
            if self._called is None:
                self._called = self._numbered(self._values)
                for name in self._value_methods:
                    self._called |= self._run_by(name, self._index.methods_named, is_static=False)
            found |= self._called
        return found

    def _run_by(
        self, name: str, named: Mapping[str, Sequence[tuple[str, str]]], *, is_static: bool
    ) -> int:
        """Give what a name runs on the objects that are there, or on their classes."""
        found = self._named.get((is_static, name))
        if found is None:
            found = self._numbered(
                function for owner, function in named.get(name, ()) if owner in self._classes
            )
            self._named[is_static, name] = found
        return found

    def _numbered(self, names: Iterable[str]) -> int:
        found = 0
        for name in names:
            found |= 1 << self._numbers[name]
        return found


def _bits(number: int) -> Iterator[int]:
    """Give the bits of an int, the lowest first."""
    return map(int, bin(number)[:1:-1])
