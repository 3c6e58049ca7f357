"""What all visits of all heaps have met: for each word, what its reference led to.

Place: invariants/. `infer` looks for claims that nothing observed breaks.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeAlias

from heapwright.invariants.backbones import WholeHeap
from heapwright.invariants.visit import Visit, path_to
from heapwright.records import dataclass, field

Word: TypeAlias = "tuple[str, ...]"


@dataclass(frozen=True, slots=True)
class Alias:
    """A reference to an object met before: its class, its word, and all words of the visit."""

    class_name: str
    target: Word
    met: frozenset[Word]


@dataclass(slots=True)
class Observed:
    """By word of a reference: whether it was null, what it expanded to, what it aliased."""

    nulls: set[Word] = field(default_factory=set)
    expands: dict[Word, set[str]] = field(default_factory=dict)
    aliases: dict[Word, set[Alias]] = field(default_factory=dict)

    @property
    def words(self) -> set[Word]:
        """Give every word of a reference, that of the start included."""
        return self.nulls | self.expands.keys() | self.aliases.keys()

    @property
    def has_fields(self) -> bool:
        """Whether any object that was met has a reference."""
        return any(len(word) > 1 for word in self.words)


def observe(observed: Observed, heap: WholeHeap, visits: Iterable[Visit]) -> None:
    """Add what these whole visits of a heap met."""
    for visit in visits:
        words = {key: path_to(visit, key) for key in visit.labels}
        met = frozenset(words.values())
        for key, word in words.items():
            if visit.parents[key][0] is None:
                # The reference that the visit starts with leads to an object, met first.
                assert isinstance(key, int)
                observed.expands.setdefault(word, set()).add(heap.classes[key])
        for holder, before in words.items():
            assert isinstance(holder, int)
            for name, target in heap.references[holder]:
                word = (*before, name)
                if target is None:
                    observed.nulls.add(word)
                elif words[target] == word:
                    observed.expands.setdefault(word, set()).add(heap.classes[target])
                else:
                    alias = Alias(heap.classes[target], words[target], met)
                    observed.aliases.setdefault(word, set()).add(alias)
