"""The incremental decision agrees with the definition, whatever is visited in which order."""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import lru_cache

import pytest

from heapwright.invariants.backbones import WholeHeap, visits
from heapwright.invariants.rules import Rules, is_true, rules_for
from heapwright.invariants.visit import (
    NOTHING_MET,
    Reference,
    Visit,
    first_false,
    follow,
    is_permitted,
)
from heapwright.ir.core import structure as ir
from heapwright.ir.core.hierarchy import Hierarchy
from heapwright.ir.core.program import ClassDef
from invariants.definition import NULL, ROOT, Edge, Partial, backbones, holds, holds_for

NAMES = ("a", "b", "c")
CLASSES = ("A", "B")
N_RANDOM = 3_000


@lru_cache(maxsize=1)
def two_classes() -> Hierarchy:
    classes = {name: ClassDef(name, None, (), (), True) for name in CLASSES}
    return Hierarchy(classes, dict.fromkeys(CLASSES, ()), {})


def random_path(rng: random.Random) -> ir.Path:
    starts = ["this", "this", "this", "p"]
    parts = [ir.Step(rng.choice(starts)), *(random_part(rng, 2) for _ in range(rng.randrange(4)))]
    if rng.random() < 0.1:
        parts = [ir.Step("root"), ir.Choice((ir.Step("this"), ir.Step("p"))), *parts[1:]]
    return parts[0] if len(parts) == 1 else ir.Sequence(tuple(parts))


def random_part(rng: random.Random, depth: int, names: Sequence[str] = NAMES) -> ir.Path:
    kind = rng.randrange(5) if depth else 0
    if kind <= 1:
        return ir.Step(rng.choice(names))
    if kind == 2:
        return ir.Repeat(random_part(rng, depth - 1, names), rng.choice("*+?"))
    several = tuple(random_part(rng, depth - 1, names) for _ in range(2))
    return ir.Choice(several) if kind == 3 else ir.Sequence(several)


def random_formula(rng: random.Random, depth: int = 2) -> ir.Formula:
    match rng.randrange(6) if depth else 0:
        case 3:
            return ir.Not(random_formula(rng, depth - 1))
        case 4:
            return ir.And(random_formula(rng, depth - 1), random_formula(rng, depth - 1))
        case 5:
            return ir.Or(random_formula(rng, depth - 1), random_formula(rng, depth - 1))
    claims: list[ir.Claim] = [
        ir.NotNull(),
        ir.ExpandsTo(None),
        ir.ExpandsTo(rng.choice(CLASSES)),
        ir.AliasesNothing(),
        ir.AliasesSome(rng.choice(CLASSES)),
        ir.Aliases(random_path(rng)),
        ir.Aliases(random_path(rng), is_max=True),
    ]
    return ir.Atom(random_path(rng), rng.choice(claims))


def random_visits(rng: random.Random, rules: Rules) -> tuple[list[Visit], Partial, frozenset[Edge]]:
    """Refine a heap step by step at random; gives also the heap and backbone that came out."""
    classes: dict[int, str] = {}
    edges: list[Edge] = []
    backbone: list[Edge] = []
    open_ends = [(ROOT, "this"), (ROOT, "p")]
    found = [NOTHING_MET]
    for _ in range(rng.randrange(1, 10)):
        if not open_ends:
            break
        source, name = open_ends.pop(rng.randrange(len(open_ends)))
        targets = [NULL, *classes]
        if len(classes) < 4:
            targets += [len(classes)] * 3
        target = rng.choice(targets)
        edge = Edge(source, name, target)
        edges.append(edge)
        if target == len(classes):
            classes[target] = rng.choice(CLASSES)
            open_ends += ((target, field) for field in NAMES)
        if target == NULL or target not in [e.target for e in edges[:-1]]:
            backbone.append(edge)
        holder = None if source == ROOT else source
        if target == NULL:
            reference = Reference(holder, name, None)
        else:
            reference = Reference(holder, name, target, classes[target])
        found.append(follow(rules, found[-1], reference))
    return found, Partial(dict(classes), tuple(edges)), frozenset(backbone)


@pytest.mark.parametrize("seed", range(6))
def test_following_references_agrees_with_the_definition(seed: int) -> None:
    rng = random.Random(seed)
    n_false = 0
    for _ in range(N_RANDOM // 6):
        formulas = [random_formula(rng) for _ in range(3)]
        rules = rules_for(two_classes(), formulas)
        (*_, visit), heap, backbone = random_visits(rng, rules)
        for formula, truth in zip(formulas, rules.truths, strict=True):
            expected = holds_for(heap, backbone, formula)
            assert is_true(truth, visit.broken) == expected, (ir.formula_text(formula), heap)
            n_false += not expected
    assert n_false > 100  # so that something was tested


def test_a_refused_heap_stays_refused() -> None:
    rng = random.Random(7)
    n_refused = 0
    for _ in range(1_000):
        rules = rules_for(two_classes(), [random_formula(rng)])
        found, _, _ = random_visits(rng, rules)
        refused = [not is_permitted(rules, visit) for visit in found]
        assert refused == sorted(refused)
        if refused[-1]:
            n_refused += 1
            assert first_false(rules, found[-1]) == 0
    assert n_refused > 30


def random_whole(rng: random.Random) -> WholeHeap:
    n_objects = rng.randrange(1, 5)
    return WholeHeap(
        tuple(rng.choice(CLASSES) for _ in range(n_objects)),
        tuple(
            tuple((name, rng.choice([None, *range(n_objects)])) for name in NAMES[:2])
            for _ in range(n_objects)
        ),
    )


def as_partial(heap: WholeHeap) -> Partial:
    """Give what object 0 leads to, as the definition wants it."""
    found = [0]
    edges = [Edge(ROOT, "this", 0)]
    for number in found:
        for name, target in heap.references[number]:
            edges.append(Edge(number, name, NULL if target is None else target))
            if target is not None and target not in found:
                found.append(target)
    return Partial({number: heap.classes[number] for number in found}, tuple(edges))


@pytest.mark.parametrize("seed", range(3))
def test_every_backbone_is_visited_once_and_judged_as_defined(seed: int) -> None:
    rng = random.Random(100 + seed)
    verdicts = [0, 0]
    for _ in range(300):
        formulas = [random_formula(rng) for _ in range(2)]
        rules = rules_for(two_classes(), formulas)
        heap = random_whole(rng)
        partial = as_partial(heap)
        expected = all(holds(partial, formula) for formula in formulas)
        actual = all(first_false(rules, visit) is None for visit in visits(rules, heap, 0))
        assert actual == expected, ([ir.formula_text(f) for f in formulas], heap)
        verdicts[actual] += 1
        free = rules_for(two_classes(), [])
        trees = [frozenset(v.parents.items()) for v in visits(free, heap, 0)]
        assert len(set(trees)) == len(trees) == len(list(backbones(partial)))
    assert min(verdicts) > 50
