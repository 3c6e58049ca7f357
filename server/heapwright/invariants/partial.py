"""Heaps of which only some references are known: does one more keep all formulas possible?

Place: invariants/. The models of unknown heaps (`heaps/`) ask this whenever they are about to
assume where a reference leads.

A formula about the objects of a class speaks of each object on its own: of the part of the
heap that it leads to, in whatever order that is visited. So every object has a visit of its
own. A reference may make a stretch of the heap part of a visit that was known before by
another way; the visit then goes on through it. A formula that names parameters speaks of the
call: one visit starts at the environment.

Nothing is refused that a whole heap could still make right, for if a formula is true of
the whole heap in every order of visiting, it is not broken in this one.
Source: [HEX] section 3.3, where heaps have one environment only.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType

from heapwright.invariants.rules import Rules, rules_for
from heapwright.invariants.visit import (
    NOTHING_MET,
    Key,
    Reference,
    Visit,
    follow,
    is_permitted,
    n_met_along,
)
from heapwright.ir.core.hierarchy import Hierarchy
from heapwright.ir.core.program import Function
from heapwright.ir.core.structure import THIS, Formula, atoms_of, first_names, paths_of
from heapwright.ir.core.structure import speaks_of_this_alone as is_about_one_object
from heapwright.records import dataclass, field


@dataclass(frozen=True, slots=True, eq=False)
class Structures:
    """The formulas that the inputs of a function must satisfy."""

    by_class: Mapping[str, Rules]  # about each object of the class
    of_call: Rules | None  # about what the function is given
    owner: str | None = None  # the class whose companions those ask


def structures_for(hierarchy: Hierarchy, function: Function) -> Structures:
    """Collect the formulas about objects of every class, and about this function's inputs."""
    by_class: dict[str, Rules] = {}
    for name in hierarchy.classes:
        # What is said of a class holds for those below it.
        formulas = [f for c in hierarchy.line(name) for f in c.structure if is_about_one_object(f)]
        if formulas:
            by_class[name] = rules_for(hierarchy, formulas)
    owner = function.owner
    inputs = {p.name for p in function.parameters} | ({THIS} if function.has_receiver else set())
    line = () if owner is None else hierarchy.line(owner)
    of_call = [f for c in line for f in c.structure if _is_about(f, inputs)]
    return Structures(by_class, rules_for(hierarchy, of_call) if of_call else None, owner)


def _is_about(formula: Formula, inputs: set[str]) -> bool:
    starts = {
        name for atom in atoms_of(formula) for path in paths_of(atom) for name in first_names(path)
    }
    return starts <= inputs and not is_about_one_object(formula)


@dataclass(frozen=True, slots=True)
class CompanionCall:
    """A companion to ask: of which object, about which reference, with which count."""

    this: Key
    class_name: str
    method: str
    holder: Key | None
    target: Key | None
    count: int


@dataclass(frozen=True, slots=True)
class Known:
    """What was assumed so far, and the visits of it. Never changed in place."""

    references: Mapping[Key, tuple[Reference, ...]] = field(
        default_factory=lambda: MappingProxyType({})
    )
    """By object: those of its references that were assumed."""
    visits: Mapping[Key | None, tuple[Rules, str, Visit]] = field(
        default_factory=lambda: MappingProxyType({})
    )
    """By the object that it starts at, None for the environment; with the class it is for."""
    asked: tuple[CompanionCall, ...] = ()
    """The companions to ask about the last reference."""


NOTHING_KNOWN = Known()


def assume(
    structures: Structures, known: Known, reference: Reference, declared: str | None
) -> Known | None:
    """Assume one more reference; None if a formula is broken for good then.

    `declared` is the class that the target is known to be of, or below.
    """
    holder, target = reference.holder, reference.target
    references = dict(known.references)
    if holder is not None:
        references[holder] = (*references.get(holder, ()), reference)
    visits = dict(known.visits)
    if structures.of_call is not None and None not in visits:
        visits[None] = (structures.of_call, structures.owner or "", NOTHING_MET)
    asked: list[CompanionCall] = []
    for start, (rules, class_name, visit) in visits.items():
        if start is None if holder is None else holder in visit.labels:
            after = _extended(rules, visit, references, reference)
            if after.broken != visit.broken and not is_permitted(rules, after):
                return None
            visits[start] = (rules, class_name, after)
            asked += _companions(rules, class_name, start, after, reference)
    if (
        target is not None
        and declared is not None
        and declared in structures.by_class
        and target not in visits
    ):
        rules = structures.by_class[declared]
        first = Reference(None, THIS, target, reference.class_name)
        visit = _extended(rules, NOTHING_MET, references, first)
        if not is_permitted(rules, visit):
            return None
        visits[target] = (rules, declared, visit)
        asked += _companions(rules, declared, target, visit, first)
    return Known(references, visits, tuple(asked))


def _extended(
    rules: Rules,
    visit: Visit,
    references: Mapping[Key, Sequence[Reference]],
    reference: Reference,
) -> Visit:
    """Follow a reference and, where it leads to something new, what is known behind it."""
    queue = [reference]
    for one in queue:
        is_new = one.target is not None and one.target not in visit.labels
        visit = follow(rules, visit, one)
        if is_new and one.target is not None:
            queue.extend(references.get(one.target, ()))
    return visit


def _companions(
    rules: Rules, class_name: str, start: Key | None, visit: Visit, reference: Reference
) -> list[CompanionCall]:
    automaton = rules.automaton
    holder = reference.holder
    before = automaton.start if holder is None else visit.labels[holder]
    label = automaton.step(before, reference.name)
    this = start if start is not None else _receiver(visit)
    if this is None:
        return []
    return [
        CompanionCall(
            this,
            class_name,
            numbered.atom.companion,
            holder,
            reference.target,
            n_met_along(rules, visit, numbered.path),
        )
        for _, numbered in rules.at(label)
        if numbered.atom.companion is not None
    ]


def _receiver(visit: Visit) -> Key | None:
    """Give the object that `this` led to, in a visit of what a call is given."""
    return next((key for key, way in visit.parents.items() if way == (None, THIS)), None)
