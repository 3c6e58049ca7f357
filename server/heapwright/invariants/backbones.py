"""All the ways to visit a heap of which everything is known.

Place: invariants/. A formula is true of a heap when it is true for every backbone, and each
backbone is the result of one way to visit it. Where all references to an object but one are
passed over until the object was met, that one expands; so a visit is a choice, for each
object, of the reference that is followed first.
Source: [HEX] Definition 3.4.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

from heapwright.invariants.rules import Rules
from heapwright.invariants.visit import NOTHING_MET, Reference, Visit, follow, is_permitted
from heapwright.ir.core.structure import THIS
from heapwright.records import dataclass

# One heap can have exponentially many backbones. Those of the benchmark subjects have a few
# dozen.
MOST_VISITS = 20_000


class TooManyVisits(Exception):
    """A heap has more backbones than we look at; callers turn this into a doubt."""


@dataclass(frozen=True, slots=True)
class WholeHeap:
    """Objects by number: the class of each, and its references by name; None is null."""

    classes: tuple[str, ...]
    references: tuple[tuple[tuple[str, int | None], ...], ...]


# The visit so far, what to look at next, and what is passed over for now.
_Going: TypeAlias = "tuple[Visit, tuple[Reference, ...], tuple[Reference, ...]]"


def visits(rules: Rules, heap: WholeHeap, start: int) -> Iterator[Visit]:
    """Give one whole visit per backbone of what the object `start` leads to.

    A visit that breaks a formula for good is given as soon as it does.
    """
    first = Reference(None, THIS, start, heap.classes[start])
    stack: list[_Going] = [(NOTHING_MET, (first,), ())]
    n_visits = 0
    while stack:
        visit, queue, passed = stack.pop()
        while queue and is_permitted(rules, visit):
            reference, queue = queue[0], queue[1:]
            target = reference.target
            if isinstance(target, int) and target not in visit.labels:
                without = (*passed, reference)
                if _can_meet(heap, visit, queue, without, target):
                    stack.append((visit, queue, without))
                queue += _references(heap, target)
            visit = follow(rules, visit, reference)
        if is_permitted(rules, visit):
            for reference in passed:
                visit = follow(rules, visit, reference)
        n_visits += 1
        if n_visits > MOST_VISITS:
            raise TooManyVisits
        yield visit


def _references(heap: WholeHeap, holder: int) -> tuple[Reference, ...]:
    return tuple(
        Reference(holder, name, target, None if target is None else heap.classes[target])
        for name, target in heap.references[holder]
    )


def _can_meet(
    heap: WholeHeap,
    visit: Visit,
    queue: tuple[Reference, ...],
    passed: tuple[Reference, ...],
    wanted: int,
) -> bool:
    """Say whether an object can still be met if these references are passed over."""
    seen = set(visit.labels)
    waiting = list(queue)
    while waiting:
        reference = waiting.pop()
        target = reference.target
        if isinstance(target, int) and target not in seen and reference not in passed:
            if target == wanted:
                return True
            seen.add(target)
            waiting.extend(_references(heap, target))
    return False
