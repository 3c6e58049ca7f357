"""What the editor says and proposes in Python files: marks and formulas, nothing else."""

from __future__ import annotations

import random
from itertools import pairwise

import pytest

from heapwright.editor.features.python_completion import python_completion
from heapwright.editor.features.python_words import python_words_at
from heapwright.editor.features.semantic_tokens import KINDS, python_tokens
from heapwright.editor.features.symbols import outline
from heapwright.frontends.python.syntax.parse import parse
from support.cursor import split_at_cursor
from support.expect import Expectation, expect
from support.repo import ROOT
from support.tiny_editor import shown_completion, wrapped


def check_words(marked: str, expected: Expectation) -> None:
    cursor = split_at_cursor(marked)
    found = python_words_at(cursor.text, parse(cursor.text), cursor.offset)
    if found is None:
        expected.check("nothing")
        return
    about = cursor.text[found.span.start : found.span.end]
    expected.check(f"`{about}`\n{wrapped(found.text)}")


def check_completion(marked: str, expected: Expectation) -> None:
    cursor = split_at_cursor(marked)
    found = python_completion(cursor.text, parse(cursor.text), cursor.offset)
    expected.check(shown_completion(cursor.text, cursor.offset, found))


def test_a_formula_in_a_string_is_explained() -> None:
    check_words(
        """
        @structure("this.next not null; this.ne$0xt aliases nothing")
        class Ring: ...
        """,
        expect("""
        `this.next aliases nothing`
        Visiting the heap from a `Ring`: `this.next` never leads to an object seen before:
            it is null or leads to a new one.
        """),
    )


def test_a_mark_is_explained_as_comment_and_as_decorator() -> None:
    check_words(
        "# heapwright: inv$0ariant\ndef f(self): ...",
        expect("""
    `invariant`
    Must be true for every object of the class that public calls can lead to.
    """),
    )
    check_words(
        "@sp$0ec\ndef f(o): ...",
        expect("""
    `spec`
    Asks: can public calls build objects for which this function is true?
    """),
    )


def test_ordinary_python_is_not_ours_to_explain() -> None:
    check_words("@sp$0lendid\ndef spec(o): ...", expect("nothing"))
    check_words("def sp$0ec(o): ...", expect("nothing"))


def test_fields_are_those_that_self_sets() -> None:
    check_completion(
        """
        class Node:
            below: "Node"

            def __init__(self):
                self.next = None


        @structure("this.root.n$0")
        class Tree:
            def __init__(self):
                self.root = Node()
        """,
        expect("""
        replaces `n`
        field    root  [of Tree]
        field    below  [of Node]
        field    next  [of Node]
        """),
    )


def test_a_path_may_begin_with_a_parameter() -> None:
    check_completion(
        """
        @structure("!$0")
        class Tree:
            def meets(self, other, n: int): ...
        """,
        expect("""
        keyword  this  [the object]
        variable other  [a parameter]
        """),
    )


def test_a_comment_mark_is_completed_from_its_first_letter() -> None:
    check_completion(
        "# he$0\ndef f(o): ...",
        expect("""
    replaces `he`
    snippet  heapwright: invariant  [must hold for every object of the class]
             heapwright: invariant$0
    snippet  heapwright: private  [not part of the public API]
             heapwright: private$0
    snippet  heapwright: scope  [how many objects of a class]
             heapwright: scope ${1:Class}=${2:3}$0
    snippet  heapwright: spec  [can calls make this function true?]
             heapwright: spec$0
    snippet  heapwright: structure  [structural invariant]
             heapwright: structure ${1:this(.next)*} aliases nothing$0
    """),
    )


def test_decorators_are_completed_behind_the_sign() -> None:
    check_completion(
        "class A: ...\n\n@scope($0",
        expect("""
    class    A
             A=${1:3}$0
    keyword  calls  [how many calls]
             calls=${1:8}$0
    """),
    )


FILES = sorted((ROOT / "examples").glob("*.py"))


@pytest.mark.parametrize("seed", range(40))
def test_no_feature_raises_on_mutilated_python(seed: int) -> None:
    chance = random.Random(seed)
    text = chance.choice(FILES).read_text(encoding="utf-8")[: chance.randrange(3_000)]
    for _ in range(3):
        at = chance.randrange(len(text) + 1)
        text = text[:at] + chance.choice(ODD) + text[at + chance.randrange(10) :]
    parsed = parse(text)
    for symbol in outline(parsed, {}):
        assert 0 <= symbol.span.start <= symbol.name_span.start <= symbol.name_span.end
    tokens = python_tokens(text, parsed)
    assert all(a.start < a.end <= b.start for a, b in pairwise(tokens))
    assert all(token.kind < len(KINDS) for token in tokens)
    for offset in (0, len(text), *(chance.randrange(len(text) + 1) for _ in range(8))):
        assert 0 <= python_completion(text, parsed, offset).start <= offset
        python_words_at(text, parsed, offset)


ODD = (
    *("# heapwright: ", "# heapwright: scope A=", "@structure(", '@structure("this.', "@", "😀"),
    *("class A:\n", "self.x = ", '"""', "(", "\\", "\n", "\t", "def f(", "@spec\n", "\ufeff", "'"),
)
