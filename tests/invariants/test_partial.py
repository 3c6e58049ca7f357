"""Assuming references one by one never refuses a heap of which all formulas are true."""

from __future__ import annotations

import random

import pytest

from heapwright.invariants.backbones import WholeHeap
from heapwright.invariants.partial import NOTHING_KNOWN, Known, Structures, assume
from heapwright.invariants.rules import rules_for
from heapwright.invariants.visit import Reference
from heapwright.ir.core import structure as ir
from heapwright.records import replace
from invariants.definition import holds, matches
from invariants.test_visit import (
    as_partial,
    random_formula,
    random_path,
    random_whole,
    two_classes,
)


def seen_from(heap: WholeHeap, start: int) -> WholeHeap:
    """Number the objects so that `start` comes first."""
    order = [start, *(n for n in range(len(heap.classes)) if n != start)]
    new = {old: number for number, old in enumerate(order)}
    return WholeHeap(
        tuple(heap.classes[old] for old in order),
        tuple(
            tuple((n, None if t is None else new[t]) for n, t in heap.references[old])
            for old in order
        ),
    )


def explored(
    rng: random.Random, structures: Structures, heap: WholeHeap, n_roots: int
) -> Known | None:
    """Assume the references of a heap in a random order, from one or two held objects."""
    known: Known | None = NOTHING_KNOWN
    roots = [rng.randrange(len(heap.classes)) for _ in range(n_roots)]
    waiting = [
        Reference(None, name, root, heap.classes[root])
        for name, root in zip(("this", "p"), roots, strict=False)
    ]
    met: set[int] = set()
    while waiting and known is not None:
        reference = waiting.pop(rng.randrange(len(waiting)))
        target = reference.target
        known = assume(structures, known, reference, reference.class_name)
        if isinstance(target, int) and target not in met:
            met.add(target)
            waiting += (
                Reference(target, name, t, None if t is None else heap.classes[t])
                for name, t in heap.references[target]
            )
    return known


@pytest.mark.parametrize("seed", range(4))
def test_no_heap_is_refused_of_which_the_formulas_are_true(seed: int) -> None:
    rng = random.Random(2_000 + seed)
    n_true = n_refused = 0
    for _ in range(400):
        formulas = [f for f in (random_formula(rng, 1) for _ in range(2)) if is_own(f)]
        structures = Structures({"A": rules_for(two_classes(), formulas)}, None)
        heap = random_whole(rng)
        are_true = all(
            holds(as_partial(seen_from(heap, start)), formula)
            for start, name in enumerate(heap.classes)
            if name == "A"
            for formula in formulas
        )
        known = explored(rng, structures, heap, rng.choice([1, 2]))
        if are_true:
            n_true += 1
            assert known is not None, ([*map(ir.formula_text, formulas)], heap)
        n_refused += known is None
    assert n_true > 100 and n_refused > 20


def is_own(formula: ir.Formula) -> bool:
    return ir.speaks_of_this_alone(formula)


def test_two_inputs_have_visits_of_their_own() -> None:
    (tree,) = [ir.Atom(ir.Sequence((ir.Step("this"), ir.Step("a"))), ir.AliasesNothing())]
    structures = Structures({"A": rules_for(two_classes(), [tree])}, None)
    known: Known | None = NOTHING_KNOWN
    for reference in (
        Reference(None, "this", 0, "A"),
        Reference(None, "p", 1, "A"),
        Reference(0, "a", 2, "B"),
        # Shared by two inputs, but met once by each of them.
        Reference(1, "a", 2, "B"),
    ):
        assert known is not None
        known = assume(structures, known, reference, reference.class_name)
    assert known is not None
    cyclic = assume(structures, NOTHING_KNOWN, Reference(None, "this", 0, "A"), "A")
    assert cyclic is not None
    assert assume(structures, cyclic, Reference(0, "a", 0, "A"), "A") is None


def test_what_lies_behind_a_reference_is_visited_with_it() -> None:
    chain = ir.Sequence((ir.Step("this"), ir.Repeat(ir.Step("a"), "*")))
    tree = ir.Atom(chain, ir.AliasesNothing())
    structures = Structures({"A": rules_for(two_classes(), [tree])}, None)
    known: Known | None = NOTHING_KNOWN
    for reference in (
        Reference(None, "this", 0, "A"),
        Reference(None, "p", 1, "B"),
        Reference(1, "a", 0, "A"),
    ):
        assert known is not None
        known = assume(structures, known, reference, reference.class_name)
    assert known is not None
    # `this.a` leads to what `p` led to, and from there back to `this`.
    assert assume(structures, known, Reference(0, "a", 1, "B"), "B") is None


def test_formulas_about_parameters_speak_of_the_call() -> None:
    apart = ir.Atom(ir.Step("p"), ir.AliasesNothing())
    structures = Structures({}, rules_for(two_classes(), [apart]), "A")
    known = assume(structures, NOTHING_KNOWN, Reference(None, "this", 0, "A"), "A")
    assert known is not None
    assert assume(structures, known, Reference(None, "p", 0, "A"), "A") is None
    assert assume(structures, known, Reference(None, "p", 1, "A"), "A") is not None


def test_companions_are_asked_with_the_count() -> None:
    chain = ir.Sequence((ir.Step("this"), ir.Repeat(ir.Step("a"), "+")))
    counted = replace(ir.Atom(chain, ir.ExpandsTo("B")), companion="fits")
    structures = Structures({"A": rules_for(two_classes(), [counted])}, None)
    known = assume(structures, NOTHING_KNOWN, Reference(None, "this", 0, "A"), "A")
    assert known is not None and known.asked == ()
    counts = []
    for holder, target in ((0, 1), (1, 2), (2, None)):
        known = assume(structures, known, Reference(holder, "a", target, "B"), "B")
        assert known is not None
        counts.append([(c.method, c.holder, c.target, c.count) for c in known.asked])
    assert counts == [[("fits", 0, 1, 1)], [("fits", 1, 2, 2)], [("fits", 2, None, 2)]]


@pytest.mark.parametrize("seed", range(3))
def test_companions_are_asked_about_every_reference_on_their_path(seed: int) -> None:
    rng = random.Random(5_000 + seed)
    n_asked = 0
    for _ in range(400):
        atoms = [
            ir.Atom(path, ir.NotNull(), companion=f"m{number}")
            for number, path in enumerate([random_path(rng) for _ in range(3)])
            if is_own(ir.Atom(path, ir.NotNull()))
        ]
        # A denied choice with something that is never broken refuses nothing.
        permitting = [ir.Or(atom, ir.Not(ir.And(atom, atom))) for atom in atoms]
        structures = Structures({"A": rules_for(two_classes(), permitting)}, None)
        heap = random_whole(rng)
        heap = replace(heap, classes=("A", *("B" for _ in heap.references[1:])))
        known: Known | None = NOTHING_KNOWN
        words: dict[int, tuple[str, ...]] = {}
        waiting = [Reference(None, "this", 0, "A")]
        while waiting:
            reference = waiting.pop(rng.randrange(len(waiting)))
            holder, target = reference.holder, reference.target
            word = (*(() if holder is None else words[int(str(holder))]), reference.name)
            if isinstance(target, int) and target not in words:
                words[target] = word
                waiting += (
                    Reference(target, name, t, None if t is None else heap.classes[t])
                    for name, t in heap.references[target]
                )
            assert known is not None
            known = assume(structures, known, reference, reference.class_name)
            assert known is not None
            # By the definition: whole words, matched from the root.
            expected = [
                (atom.companion, holder, target, sum(matches(atom.path, w) for w in words.values()))
                for atom in atoms
                if matches(atom.path, word)
            ]
            asked = [(c.method, c.holder, c.target, c.count) for c in known.asked]
            assert asked == expected, (ir.formula_text(permitting[0]), word)
            n_asked += len(asked)
    assert n_asked > 400
