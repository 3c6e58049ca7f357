"""Inferred formulas: the ones that a person would write, strong, and none to spare."""

from __future__ import annotations

import random
from functools import lru_cache

import pytest

from heapwright.answers.calls.verdict import Nowhere
from heapwright.answers.search.ask import Effort
from heapwright.answers.structure.infer_structure import Inferred, infer_structure
from heapwright.frontends.hex.lower import lower_formula
from heapwright.frontends.hex.parse import parse_formulas
from heapwright.invariants.candidates import Fields, fields_of
from heapwright.invariants.entails import entails
from heapwright.ir.core import structure as ir
from heapwright.ir.core.hierarchy import hierarchy_of
from heapwright.ir.core.program import ClassDef, Faults, Field, Program
from heapwright.ir.core.types import RefType
from heapwright.limits import Limits
from heapwright.records import replace
from heapwright.solver.chain import default_solver
from invariants.definition import holds
from invariants.test_visit import NAMES, as_partial, random_formula, random_whole
from subjects.catalogue import BY_NAME
from subjects.plain_client import subject_text
from support.engine import loaded
from support.expect import Expectation, expect


def check_inferred(text: str, class_name: str, expectation: Expectation, **scope: int) -> None:
    found = infer(text, class_name, **scope)
    assert found.checked is not None and isinstance(found.checked.verdict, Nowhere)
    expectation.check("\n".join(ir.formula_text(formula) for formula in found.formulas))


def infer(text: str, class_name: str, **scope: int) -> Inferred:
    effort = Effort(default_solver(), Limits(objects=tuple(scope.items())))
    return infer_structure(loaded(text).program, effort, class_name)


def check_subject(name: str, expectation: Expectation, **scope: int) -> None:
    check_inferred(subject_text(name), BY_NAME[name].structure, expectation, **scope)


def test_a_binary_tree() -> None:
    check_subject(
        "kiasan_bst",
        expect("""
            this.root(.left|.right)* aliases nothing
        """),
        BinaryNode=4,
    )


def test_a_circular_list_with_a_sentinel() -> None:
    check_subject(
        "sir_dlist",
        expect("""
            this.header(.next|.previous)* not null
            this.header aliases nothing
            this.header(.next)* aliases max this.header(.previous)*
            this.header(.previous)* aliases max this.header(.next)*
            this.header(.next)*.previous aliases this.header(.next)*
            this.header(.previous)*.next aliases this.header(.previous)*
            this.header(.next)+.previous expands to nothing
            this.header(.previous)+.next expands to nothing
        """),
        Entry=4,
    )


def test_a_tree_with_links_to_parents() -> None:
    check_subject(
        "sushi_avl",
        expect("""
            this.root(.left|.right)+.parent not null
            this.root(.parent)* aliases nothing
            this.root(.left|.right)* aliases nothing
            this.root(.left|.parent)* aliases this.root(.left)*
            this.root(.parent|.right)* aliases this.root(.right)*
            this.root(.left|.right)*.parent expands to nothing
        """),
        AvlNode=4,
    )


def test_a_sentinel_that_leads_to_itself() -> None:
    check_subject(
        "kiasan_aatree",
        expect("""
            this.root(.left|.right)* not null
            this.lastNode(.left|.right)+ not null
            this.nullNode(.left|.right)* not null
            this.deletedNode(.left|.right)+ not null
            this.nullNode(.left|.right)+ aliases this.nullNode
            this.nullNode(.left|.right)+ expands to nothing
        """),
        AANode=4,
    )


def test_links_of_the_object_itself() -> None:
    # `this` is on the path `this(.other)*` as well, and expands.
    check_inferred(
        """
        class Node {
            Node next; Node other;
            void grow() := if this.next = null then this.next := new Node;
        }
        """,
        "Node",
        expect("""
            this(.next|.other)* aliases nothing
            this(.next)*.other expands to nothing
        """),
    )


def test_classes_that_a_field_is_narrowed_to() -> None:
    check_inferred(
        """
        class Shape { }
        class Circle extends Shape { }
        class Square extends Shape { }
        class Page {
            private Shape first; private Shape second; private int n;
            void draw() := { this.first := new Circle; this.second := new Square };
            void swap() := this.second := this.first;
        }
        """,
        "Page",
        expect("""
        this.first aliases some Circle
        this.first aliases this.second
        this.second aliases this.first
        this.first expands to Circle
        """),
    )


def test_nothing_is_inferred_of_a_class_without_references() -> None:
    found = infer("class Counter { private int n; void up() := this.n := 1; }", "Counter")
    assert found.formulas == () and found.doubt is not None


@lru_cache(maxsize=1)
def world() -> Fields:
    """Objects of class A with two fields that lead to such objects."""
    fields = tuple(Field(name, RefType("A"), True) for name in NAMES[:2])
    return fields_of(
        hierarchy_of(
            Program(
                (ClassDef("A", None, fields, (), True), ClassDef("B", "A", (), (), True)),
                (),
                (),
                Faults("A", "A"),
            )
        ),
        (),
    )


@pytest.mark.parametrize("seed", range(4))
def test_what_is_implied_holds_wherever_the_rest_does(seed: int) -> None:
    rng = random.Random(1_000 + seed)
    n_implied = n_used = 0
    for _ in range(400):
        several = [f for f in (random_formula(rng, 0) for _ in range(3)) if isinstance(f, ir.Atom)]
        own = [atom for atom in several if ir.speaks_of_this_alone(atom)]
        if not own or not entails(world(), "A", own[:-1], own[-1]):
            continue
        *given, claim = own
        n_implied += 1
        for _ in range(15):
            heap = random_whole(rng)
            # The definition knows no classes below others, so all objects have one class.
            heap = replace(heap, classes=("A",) * len(heap.classes))
            partial = as_partial(heap)
            if all(holds(partial, atom) for atom in given):
                n_used += 1
                assert holds(partial, claim), ([*map(ir.formula_text, [*given, claim])], heap)
    assert n_implied > 20 and n_used > 100


def test_implication_sees_through_paths() -> None:
    def atom(text: str) -> ir.Atom:
        (formula,), _ = parse_formulas(text)
        lowered = lower_formula(formula)
        assert isinstance(lowered, ir.Atom)
        return lowered

    tree = atom("this(.a|.b)* aliases nothing")
    assert entails(world(), "A", [tree], atom("this.a(.b)+ aliases nothing"))
    assert entails(world(), "A", [tree], atom("this.a aliases this"))
    assert not entails(world(), "A", [tree], atom("this.a not null"))
    assert not entails(world(), "A", [atom("this(.a)* aliases nothing")], tree)
    # What cannot be met needs no claim.
    assert entails(world(), "A", [atom("this.a expands to nothing")], atom("this.a(.b)+ not null"))
    # Where the end of a chain cannot go on, `max` says nothing more.
    ends = [atom("this(.b)+ expands to nothing"), atom("this.a aliases this")]
    assert not entails(world(), "A", ends, atom("this.a aliases max this(.a)*"))
    assert entails(world(), "A", ends, atom("this.a aliases max this(.b)*"))
