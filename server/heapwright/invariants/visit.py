"""The incremental decision: follow one more reference, and see which claims it breaks.

Place: invariants/. The heap models and `holds` call this for one reference after the other.

A *visit* follows the references of a heap one by one, each once, starting from the
environment. A reference leads to null, to an object met before (it *aliases*), or to a new
one (it *expands*); the latter make up the backbone. Each object met carries the label of
its backbone path, so whether a path expression leads to a reference is one step of the
automaton away. A broken atom stays broken.
Source: [HEX] Definition 3.5 and Theorem 3.6. We differ in two points. `aliases max` is not
over-approximated: an alias to the last object of a path is remembered, and broken as soon as
another object is met beyond it. And paths that end in null do not count for `max`; otherwise
no list that ends in null could say where its last node is.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from typing import TypeAlias

from heapwright.invariants.rules import Numbered, Rules, is_refuted, is_true
from heapwright.ir.core.structure import Aliases, AliasesNothing, AliasesSome, ExpandsTo, NotNull
from heapwright.records import dataclass

Key: TypeAlias = Hashable  # an object, by whatever tells it from others


@dataclass(frozen=True, slots=True)
class Reference:
    """A named reference; the holder is None for the environment, the target for null."""

    holder: Key | None
    name: str
    target: Key | None
    class_name: str | None = None  # of the target; None if it is not known exactly


@dataclass(frozen=True, slots=True)
class Visit:
    """What was met so far."""

    labels: Mapping[Key, int]
    parents: Mapping[Key, tuple[Key | None, str]]  # the backbone: holder and name
    broken: int = 0  # a bit for each atom
    culprits: tuple[tuple[int, Reference], ...] = ()  # atoms, and what broke them first
    # Aliases that `max` permitted: the atom, the alias, and beyond what nothing may come.
    ends: tuple[tuple[int, Reference], ...] = ()


NOTHING_MET = Visit({}, {})


def follow(rules: Rules, visit: Visit, reference: Reference) -> Visit:
    """Follow a reference whose holder was met."""
    automaton = rules.automaton
    holder, target = reference.holder, reference.target
    before = automaton.start if holder is None else visit.labels[holder]
    label = automaton.step(before, reference.name)
    expands = target is not None and target not in visit.labels
    broken: list[tuple[int, Reference]] = []
    ends = visit.ends
    for index, numbered in rules.at(label):
        if _breaks(rules, visit, numbered, reference, expands):
            broken.append((index, reference))
        elif target is not None and not expands and _claims_max(numbered):
            ends = (*ends, (index, reference))
    if not expands:
        return _with(visit, visit.labels, visit.parents, broken, ends)
    parents = {**visit.parents, target: (holder, reference.name)}
    for index, alias in visit.ends:
        path = rules.atoms[index].target
        assert path is not None
        if automaton.accepts(label, path) and _is_beyond(parents, alias.target, target):
            broken.append((index, alias))
    return _with(visit, {**visit.labels, target: label}, parents, broken, ends)


def is_permitted(rules: Rules, visit: Visit) -> bool:
    """Say whether more of the heap could still make every formula true.

    A heap that is not permitted stays so, however much more of it becomes known.
    """
    return not any(is_refuted(truth, visit.broken) for truth in rules.truths)


def first_false(rules: Rules, visit: Visit) -> int | None:
    """Give the number of the first formula that is false if this is the whole heap."""
    for index, truth in enumerate(rules.truths):
        if not is_true(truth, visit.broken):
            return index
    return None


def n_met_along(rules: Rules, visit: Visit, path: int) -> int:
    """Count the objects that the visit met along a path of the automaton."""
    return sum(rules.automaton.accepts(label, path) for label in visit.labels.values())


def path_to(visit: Visit, key: Key | None) -> tuple[str, ...]:
    """Give the names on the backbone path to an object that was met."""
    names: list[str] = []
    while key is not None:
        key, name = visit.parents[key]
        names.append(name)
    return tuple(reversed(names))


def _breaks(
    rules: Rules, visit: Visit, numbered: Numbered, reference: Reference, expands: bool
) -> bool:
    target = reference.target
    match numbered.atom.claim:
        case NotNull():
            return target is None
        case ExpandsTo(None):
            return expands
        case ExpandsTo(str(class_name)):
            return expands and _is_outside(rules, reference, class_name)
    if target is None or expands:
        return False
    match numbered.atom.claim:
        case AliasesNothing():
            return True
        case AliasesSome(class_name):
            return _is_outside(rules, reference, class_name)
        case Aliases(_, is_max):
            path = numbered.target
            assert path is not None
            if not rules.automaton.accepts(visit.labels[target], path):
                return True
            return is_max and any(
                rules.automaton.accepts(label, path) and _is_beyond(visit.parents, target, other)
                for other, label in visit.labels.items()
            )
    return False


def _is_outside(rules: Rules, reference: Reference, class_name: str) -> bool:
    """Say whether the target is known not to be of the class."""
    found = reference.class_name
    return found is not None and found not in rules.below[class_name]


def _claims_max(numbered: Numbered) -> bool:
    return isinstance(numbered.atom.claim, Aliases) and numbered.atom.claim.is_max


def _is_beyond(
    parents: Mapping[Key, tuple[Key | None, str]], start: Key | None, key: Key | None
) -> bool:
    """Say whether the backbone path to `key` goes through `start` and further."""
    while key is not None:
        key = parents[key][0]
        if key is not None and key == start:
            return True
    return False


def _with(
    visit: Visit,
    labels: Mapping[Key, int],
    parents: Mapping[Key, tuple[Key | None, str]],
    broken: list[tuple[int, Reference]],
    ends: tuple[tuple[int, Reference], ...],
) -> Visit:
    bits, culprits = visit.broken, visit.culprits
    if not broken and labels is visit.labels and ends is visit.ends:
        return visit
    for index, reference in broken:
        if not bits >> index & 1:
            bits |= 1 << index
            culprits = (*culprits, (index, reference))
    return Visit(labels, parents, bits, culprits, ends)
