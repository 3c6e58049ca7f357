"""Do some claims already say what another claim says?

Place: invariants/. `infer` drops what the rest implies.

All claims here are atoms, and an atom speaks of each reference by its word. A word can be
met only if every reference before its last one may expand. So walk the words that the
given claims allow, in all classes that may be met, with the label of the automaton; each
label with a class is looked at once. The claim is implied if at each label where its path
ends, what the others allow (null, expanding, aliasing an object at an allowed label) it
allows as well. Sound: what is said to be implied is. Not complete, as it looks at one
reference at a time.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from heapwright.invariants.candidates import Fields
from heapwright.invariants.rules import Numbered, Rules, rules_for
from heapwright.ir.core import structure as ir
from heapwright.records import dataclass


def entails(fields: Fields, class_name: str, given: Sequence[ir.Atom], claim: ir.Atom) -> bool:
    """Say whether the given atoms imply the claim for objects of the class."""
    rules = rules_for(fields.hierarchy, [*given, claim])
    wanted = next(n for n in rules.atoms if n.atom == claim)
    others = tuple(n for n in rules.atoms if n.atom != claim)
    start = rules.automaton.step(rules.automaton.start, ir.THIS)
    # The first reference of all is neither null nor an alias.
    if (
        isinstance(claim.claim, ir.ExpandsTo)
        and rules.automaton.accepts(start, wanted.path)
        and not _is_implied(rules, _World((), {}), others, wanted, start, class_name)
    ):
        return False
    world = _world(fields, class_name, rules, others)
    return all(
        _is_implied(rules, world, others, wanted, label, target)
        for label, target in world.references
        if rules.automaton.accepts(label, wanted.path)
    )


@dataclass(frozen=True, slots=True)
class _World:
    """Labels of references with their declared class, and of objects with their class.

    Of each object also which others can be met next from it.
    """

    references: tuple[tuple[int, str], ...]
    objects: Mapping[tuple[int, str], list[tuple[int, str]]]


def _world(fields: Fields, class_name: str, rules: Rules, others: tuple[Numbered, ...]) -> _World:
    automaton = rules.automaton
    start = automaton.step(automaton.start, ir.THIS)
    references: dict[tuple[int, str], None] = {}
    objects: dict[tuple[int, str], list[tuple[int, str]]] = {
        (start, below): [] for below in fields.hierarchy.below(class_name)
    }
    queue = list(objects)
    for label, here in queue:
        for name, declared in _own_fields(fields, here):
            after = automaton.step(label, name)
            references[after, declared] = None
            for below in fields.hierarchy.below(declared):
                met = (after, below)
                if not _may_expand(rules, others, after, below):
                    continue
                objects[label, here].append(met)
                if met not in objects:
                    objects[met] = []
                    queue.append(met)
    return _World(tuple(references), objects)


def _own_fields(fields: Fields, class_name: str) -> list[tuple[str, str]]:
    own = {field.name for field in fields.hierarchy.fields(class_name)}
    return [pair for pair in dict.fromkeys(fields.by_class[class_name]) if pair[0] in own]


def _may_expand(rules: Rules, atoms: tuple[Numbered, ...], label: int, class_name: str) -> bool:
    for numbered in atoms:
        match numbered.atom.claim:
            case ir.ExpandsTo(wanted) if rules.automaton.accepts(label, numbered.path):
                if wanted is None or class_name not in rules.below[wanted]:
                    return False
            case _:
                pass
    return True


def _may_alias(
    rules: Rules, atoms: tuple[Numbered, ...], label: int, target: tuple[int, str]
) -> bool:
    """Say whether a reference with this label may lead to such an object met before."""
    for numbered in atoms:
        if not rules.automaton.accepts(label, numbered.path):
            continue
        match numbered.atom.claim:
            case ir.AliasesNothing():
                return False
            case ir.AliasesSome(wanted):
                if target[1] not in rules.below[wanted]:
                    return False
            case ir.Aliases():
                assert numbered.target is not None
                if not rules.automaton.accepts(target[0], numbered.target):
                    return False
            case _:
                pass
    return True


def _is_implied(
    rules: Rules,
    world: _World,
    others: tuple[Numbered, ...],
    wanted: Numbered,
    label: int,
    declared: str,
) -> bool:
    fitting = rules.below[declared]
    match wanted.atom.claim:
        case ir.NotNull():
            return any(
                isinstance(n.atom.claim, ir.NotNull) and rules.automaton.accepts(label, n.path)
                for n in others
            )
        case ir.ExpandsTo():
            return not any(
                _may_expand(rules, others, label, name)
                and not _may_expand(rules, (wanted,), label, name)
                for name in sorted(fitting)
            )
        case ir.Aliases(is_max=True):
            ends = [
                n.target
                for n in others
                if isinstance(n.atom.claim, ir.Aliases)
                and n.atom.claim.is_max
                and rules.automaton.accepts(label, n.path)
            ]
            return not any(
                met[1] in fitting
                and _may_alias(rules, others, label, met)
                and (
                    not _may_alias(rules, (wanted,), label, met)
                    or _goes_on(rules, world, met, wanted.target, ends)
                )
                for met in world.objects
            )
        case _:
            return not any(
                met[1] in fitting
                and _may_alias(rules, others, label, met)
                and not _may_alias(rules, (wanted,), label, met)
                for met in world.objects
            )


def _goes_on(
    rules: Rules,
    world: _World,
    start: tuple[int, str],
    path: int | None,
    ends: Sequence[int | None],
) -> bool:
    """Say whether objects can be met beyond one along a path, where it is the end of others."""
    automaton = rules.automaton
    seen = {start}
    queue = [start]
    for met in queue:
        for after in world.objects[met]:
            if after in seen or any(
                automaton.accepts(after[0], end) for end in ends if end is not None
            ):
                continue
            if path is not None and automaton.accepts(after[0], path):
                return True
            seen.add(after)
            queue.append(after)
    return False
