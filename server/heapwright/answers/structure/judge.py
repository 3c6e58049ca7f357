"""What HEX formulas say about one object of a heap of which everything is known.

Place: answers/structure/. `structure` asks this of the shapes of a graph and of replayed heaps.
"""

from __future__ import annotations

from collections.abc import Iterator

from heapwright.graph.state.shape import NULL, Shape
from heapwright.graph.state.state_graph import Setting
from heapwright.invariants.backbones import TooManyVisits, WholeHeap, visits
from heapwright.invariants.rules import Rules
from heapwright.invariants.visit import Key, Reference, Visit, first_false, path_to
from heapwright.ir.core.hierarchy import Hierarchy
from heapwright.ir.core.program import Function
from heapwright.ir.core.structure import Claim, atoms_of
from heapwright.ir.core.types import AnyType, IntType, RefType
from heapwright.paths.plain import heap as plain_heap
from heapwright.records import dataclass


@dataclass(frozen=True, slots=True)
class Broken:
    """A formula that is false, and the reference that makes it so, where it is a single one."""

    formula: int
    claim: Claim | None = None
    holder: int | None = None
    name: str = ""
    target: int | None = None
    path: tuple[str, ...] = ()  # to the reference
    target_path: tuple[str, ...] = ()  # by which the target was met
    companion: str | None = None  # the method that refused


@dataclass(frozen=True, slots=True)
class Asked:
    """A companion method that must give true: about which reference, and the count."""

    method: str
    holder: int | None
    target: int | None
    count: int
    broken: Broken  # what to say if it does not


@dataclass(frozen=True, slots=True)
class Judged:
    """A broken formula if there is one; else what must be asked of companion methods."""

    broken: Broken | None
    asked: tuple[Asked, ...]
    doubt: str | None = None


def judged(rules: Rules, heap: WholeHeap, this: int) -> Judged:
    """Judge the object with this number in every order of visiting what it leads to."""
    asked: dict[Asked, None] = {}
    has_companions = any(numbered.atom.companion for numbered in rules.atoms)
    try:
        for visit in visits(rules, heap, this):
            number = first_false(rules, visit)
            if number is not None:
                return Judged(_broken(rules, visit, number), ())
            if has_companions:
                asked.update(dict.fromkeys(_companion_calls(rules, heap, visit)))
    except TooManyVisits:
        return Judged(None, tuple(asked), "a heap can be visited in too many ways")
    return Judged(None, tuple(asked))


def whole_heap(setting: Setting, shape: Shape) -> WholeHeap:
    """Give the references of a shape."""
    references = []
    for class_name, _, labels in shape.objects:
        layout = setting.layouts[class_name]
        n_typed = len(layout.reference_names) + len(layout.value_names)
        found: list[tuple[str, int | None]] = []
        for name, label in zip(layout.reference_names, labels, strict=False):
            assert isinstance(label, int)
            found.append((name, None if label == NULL else label))
        for name, label in zip(layout.any_names, labels[n_typed:], strict=False):
            match label:
                case ("object", int(position)):
                    found.append((name, position))
                case _:
                    found.append((name, None))
        references.append(tuple(found))
    return WholeHeap(tuple(name for name, _, _ in shape.objects), tuple(references))


def plain_heap_of(
    hierarchy: Hierarchy, opaque: frozenset[str], heap: plain_heap.PlainHeap
) -> WholeHeap:
    """Give the references of a plain heap, but for those to mere identities."""
    references = []
    for class_name, row in zip(heap.class_names, heap.rows, strict=True):
        fields = hierarchy.fields(class_name)
        references.append(
            tuple(
                (field.name, value.number if isinstance(value, plain_heap.Reference) else None)
                for field, value in zip(fields, row, strict=False)
                if isinstance(field.type, AnyType)
                or (isinstance(field.type, RefType) and field.type.class_name not in opaque)
            )
        )
    return WholeHeap(heap.class_names, tuple(references))


def companion_arguments(method: Function, this: int, asked: Asked) -> list[plain_heap.Value]:
    """Give what a companion takes: the receiver, and of holder, target and count its own."""
    types = [parameter.type for parameter in method.parameters]
    n_objects = sum(isinstance(type_, RefType) for type_ in types)
    objects: list[plain_heap.Value] = [
        None if number is None else plain_heap.Reference(number)
        for number in (asked.holder, asked.target)
    ]
    arguments = objects[2 - n_objects :]
    if types and isinstance(types[-1], IntType):
        arguments.append(asked.count)
    return [plain_heap.Reference(this), *arguments]


def _broken(rules: Rules, visit: Visit, number: int) -> Broken:
    own = set(atoms_of(rules.formulas[number]))
    for index, reference in visit.culprits:
        atom = rules.atoms[index].atom
        if atom in own:
            return _about(visit, number, atom.claim, reference, None)
    return Broken(number)


def _about(
    visit: Visit, number: int, claim: Claim, reference: Reference, companion: str | None
) -> Broken:
    return Broken(
        number,
        claim,
        _number(reference.holder),
        reference.name,
        _number(reference.target),
        (*path_to(visit, reference.holder), reference.name),
        # A visit stops where it is refused, so a target may not have been met.
        path_to(visit, reference.target) if reference.target in visit.labels else (),
        companion,
    )


def _companion_calls(rules: Rules, heap: WholeHeap, visit: Visit) -> Iterator[Asked]:
    """Give every question to a companion that some order with this backbone leads to.

    The order of following references is free but for the backbone, so the number of
    objects met so far along a path can be anything between those that must have been met
    and all but those that cannot.
    """
    automaton = rules.automaton
    references = [
        Reference(holder, name, target, None if target is None else heap.classes[target])
        for holder in visit.labels
        if isinstance(holder, int)
        for name, target in heap.references[holder]
    ]
    start = next(key for key, (holder, _) in visit.parents.items() if holder is None)
    references.insert(0, Reference(None, visit.parents[start][1], start))
    for index, formula in enumerate(rules.formulas):
        own = set(atoms_of(formula))
        for numbered in rules.atoms:
            companion = numbered.atom.companion
            if companion is None or numbered.atom not in own:
                continue
            matching = {
                key
                for key, label in visit.labels.items()
                if automaton.accepts(label, numbered.path)
            }
            for reference in references:
                holder, target = reference.holder, reference.target
                before = automaton.start if holder is None else visit.labels[holder]
                if not automaton.accepts(automaton.step(before, reference.name), numbered.path):
                    continue
                met = {*_line(visit, holder), *_line(visit, target)}
                expands = target is not None and visit.parents[target] == (holder, reference.name)
                beyond = {
                    key for key in visit.labels if expands and target in _line(visit, key)[1:]
                }
                about = _about(visit, index, numbered.atom.claim, reference, companion)
                for count in range(len(matching & met), len(matching - beyond) + 1):
                    yield Asked(companion, _number(holder), _number(target), count, about)


def _line(visit: Visit, key: Key | None) -> list[Key]:
    """Give an object that was met and those on the backbone path to it, itself first."""
    line: list[Key] = []
    while key is not None:
        line.append(key)
        key = visit.parents[key][0]
    return line


def _number(key: Key | None) -> int | None:
    return key if isinstance(key, int) else None
