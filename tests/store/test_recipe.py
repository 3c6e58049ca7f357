"""The digest of a recipe stays while the graph stays, and changes with it."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from heapwright.graph.setting.setting import Kept, setting_for
from heapwright.graph.state.state_graph import Setting
from heapwright.ir.core.program import Program
from heapwright.records import fields, replace
from heapwright.store.codec import encode_graph
from heapwright.store.recipe import recipe_digest
from heapwright.text.source import Source
from heapwright.workspace.load import program_of
from store.graphs import explored, program

STACK = [
    "class Node { int item; Node next; }",
    "class Stack { private Node top; private int count;"
    " void push(int x) := let n := new Node in { n.item := x; n.next := this.top; this.top := n };"
    " void pop() := if this.top != null then this.top := this.top.next;"
    " bool isEmpty() := this.top = null; }",
    "class Lamp { bool isOn; void press() := this.isOn := !this.isOn; }",
    "spec ONE(Stack s) := s.top != null;",
]


def setting(whole: Program, *, with_raising: bool = False) -> Setting:
    return setting_for(whole, ["Stack"], (), {"Node": 2}, with_raising=with_raising)


def digest(*declarations: str) -> bytes:
    return recipe_digest(setting(program("\n".join(declarations))))


def replaced(*edits: tuple[str, str]) -> list[str]:
    text = "\n".join(STACK)
    for old, new in edits:
        assert old in text
        text = text.replace(old, new)
    return [text]


SAME = {
    "a comment": ["// a stack", *STACK],
    "blank lines": ["\n\n".join(STACK)],
    "another parameter name": replaced(("int x", "int y"), (":= x;", ":= y;")),
    "another local name": replaced(("let n ", "let m "), (" n.", " m."), (":= n }", ":= m }")),
    "another spec": replaced(
        ("spec ONE(Stack s) := s.top != null", "spec NONE(Stack s) := s.top = null")
    ),
    "an edit of an unrelated class": replaced(("this.isOn := !this.isOn", "this.isOn := true")),
    "no unrelated class": [declaration for declaration in STACK if "Lamp" not in declaration],
    "one more empty class": [*STACK, "class Token { }"],
    "fields in another order": replaced(("int item; Node next;", "Node next; int item;")),
    "a bound on calls": [*STACK, "scope calls <= 3;"],
    "a bound on an unrelated class": [*STACK, "scope Lamp <= 3;"],
}

DIFFERENT = {
    "an edit of a method": replaced(("this.top := this.top.next", "this.top := null")),
    "a method that is no longer public": replaced(("void pop", "private void pop")),
    "a new method": replaced(("void pop", "void clear() := this.top := null; void pop")),
    "a new parameter": replaced(("int x", "int x, int y")),
    "a new field": replaced(("int item;", "int item; int other;")),
    "a field of another type": replaced(("int count;", "bool count;")),
    "a subclass of what appears": [*STACK, "class Special extends Node { }"],
    "a bound on a class that appears": [*STACK, "scope Stack <= 5;"],
}


@pytest.mark.parametrize("text", SAME.values(), ids=SAME)
def test_what_exploration_cannot_see_keeps_the_digest(text: list[str]) -> None:
    assert digest(*text) == digest(*STACK)


@pytest.mark.parametrize("text", DIFFERENT.values(), ids=DIFFERENT)
def test_what_exploration_can_see_changes_the_digest(text: list[str]) -> None:
    assert digest(*text) != digest(*STACK)


OWNER = "class Token { } class Owner { Token mine; void take(Token t) := this.mine := t; }"


def test_objects_raising_and_opaque_classes_are_part_of_the_recipe() -> None:
    whole = program("\n".join([*STACK, OWNER]))
    settings = [
        setting(whole),
        setting_for(whole, ["Stack"], (), {"Node": 3}),
        setting(whole, with_raising=True),
        replace(setting(whole), merges=False),
        replace(setting(whole), splits=not setting(whole).splits),
        replace(setting(whole), float_parts=100),
        replace(setting(whole), floats=(0.5,)),
        replace(setting(whole), ignored=frozenset({"count"})),
        setting_for(whole, ["Owner"]),
        setting_for(whole, ["Owner"], kept=Kept(with_opaque=False)),
        setting_for(whole, ["Owner"], kept=Kept(with_spelling=True)),
        setting_for(whole, ["Owner"], (), {"items": 2}),
    ]
    assert len({recipe_digest(one) for one in settings}) == len(settings)


def test_whether_clients_may_give_none_is_part_of_the_recipe() -> None:
    text = """class Card:
    pass

class Board:
    def put(self, card: "{}") -> None:
        self.card = card
"""
    programs = [
        program_of(Source("board.py", text.format(annotation)), "python").program
        for annotation in ("Card", "Card | None")
    ]
    digests = {recipe_digest(setting_for(one, ["Board"])) for one in programs}
    assert len(digests) == 2


def test_every_field_of_a_setting_was_considered() -> None:
    # Whoever adds one: put it into the recipe if a graph depends on it, then here.
    assert {field.name for field in fields(Setting)} == {
        "api",
        "appearing",  # follows from the code in reach
        "bounded",  # says what may grow, after which the scope is another
        "compiled",  # made of the program, opaque classes and ignored fields
        "fingerprint",
        "float_parts",
        "floats",
        "follows_unread",
        "hierarchy",  # made of the program
        "ignored",
        "is_fair",
        "is_loose",  # such a graph is not stored
        "layouts",
        "merges",
        "most_calls",
        "opaque",
        "program",
        "readable",
        "room",  # an entry of the scope
        "scope",
        "spelling",
        "splits",
        "told",  # follows from the API and the code in reach
        "useless",  # follows from the program and the API
        "with_raising",
        "world",  # follows from the code in reach
    }


def test_the_engine_and_the_format_are_part_of_the_recipe(monkeypatch: pytest.MonkeyPatch) -> None:
    digests = {digest(*STACK)}
    for name, value in (("ENGINE_VERSION", 1_000), ("FORMAT_VERSION", 1_000), ("__version__", "?")):
        with monkeypatch.context() as patch:
            patch.setattr(f"heapwright.store.recipe.{name}", value)
            digests.add(digest(*STACK))
    assert len(digests) == 4


@given(st.randoms(use_true_random=False))
def test_declarations_in_any_order_share_one_graph(random: Random) -> None:
    shuffled = list(STACK)
    random.shuffle(shuffled)
    methods = ["void a() := this.n := 1;", "void b(Box x) := this.other := x;"]
    members = ["int n;", "Box other;", "Box first;", *methods]
    random.shuffle(members)
    whole = program("\n".join(["class Box {", *members, "}", *shuffled]))
    reference = program(
        "\n".join(["class Box { int n; Box first; Box other;", *methods, "}", *STACK])
    )
    for name in ("Box", "Stack"):
        one, other = (setting_for(p, [name], (), {"Node": 2, "Box": 2}) for p in (whole, reference))
        assert recipe_digest(one) == recipe_digest(other)
        assert encode_graph(explored(one, 3)) == encode_graph(explored(other, 3))


def test_settings_that_lay_heaps_out_differently_never_share_a_graph() -> None:
    texts = [
        "class P { P a; P b; void f(P x) := this.a := x; }",
        "class P { P b; P a; void f(P x) := this.a := x; }",
    ]
    # As written, not brought into canonical order.
    settings = [setting_for(program_of(Source("a.tiny", text)).program, ["P"]) for text in texts]
    if settings[0].layouts != settings[1].layouts:
        assert recipe_digest(settings[0]) != recipe_digest(settings[1])
    else:
        assert recipe_digest(settings[0]) == recipe_digest(settings[1])
