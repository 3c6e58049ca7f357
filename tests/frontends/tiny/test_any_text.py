"""Whatever stands in a file, a parse ends with a tree and problems, never an exception."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from heapwright.frontends.tiny.syntax import tree
from heapwright.frontends.tiny.syntax.incremental import Edit, reparse
from heapwright.frontends.tiny.syntax.parse import Parsed, parse
from heapwright.frontends.tiny.syntax.show_tree import show_file

SOUP = (
    "class A { } ( ) [ ] ; , . := = == != < <= > >= + - * / % ~ ! @ && || a b x1 X0 12 null true"
    " this new let in if then else while do throw try catch assert instanceof extends private"
    ' static invariant hex spec scope test include int void // /* */ " # \n \r\n 😀 \0 aliases'
)


def check_any(text: str) -> Parsed:
    parsed = parse(text)
    show_file(parsed.tree)
    assert all(0 <= p.span.start <= p.span.end <= len(text) for p in parsed.problems)
    assert all("\n" not in p.message for p in parsed.problems)
    assert sum(unit.length for unit in parsed.units) == len(text)
    return parsed


@settings(max_examples=300)
@given(st.text())
def test_random_text_gives_a_tree(text: str) -> None:
    check_any(text)


@settings(max_examples=300)
@given(st.binary().map(lambda data: data.decode("utf-8", "surrogateescape")))
def test_random_bytes_give_a_tree(text: str) -> None:
    check_any(text)


@settings(max_examples=500)
@given(st.lists(st.sampled_from(SOUP.split(" ")), max_size=60), st.sampled_from([" ", "\n", ""]))
def test_a_soup_of_tokens_gives_a_tree(words: list[str], between: str) -> None:
    check_any(between.join(words))


N = 10_000


@pytest.mark.parametrize(
    "text",
    [
        "(" * N + "1" + ")" * N,
        "let x := 1 in " * N + "x",
        "if a then " * N + "x",
        "if a then b else " * N + "x",
        "a" + ".b" * N,
        "a" + ".m(1)" * N,
        "a.m[" * N + "1" + "]" * N,
        "f(" * N + "1" + ")" * N,
        "1" + " + 1" * N,
        "~" * N + "a",
        "!" * N + "a",
        "-" * N + "1",
        "{" * N + "1" + "}" * N,
        "a.b := " * N + "1",
        "while a do " * N + "1",
        "throw " * N,
        "try " * N + "1" + " catch 2" * N,
        "assert " * N + "1",
        "a" + " instanceof B" * N,
    ],
    ids=lambda text: text[:12],
)
def test_deep_nesting_is_refused_with_one_problem(text: str) -> None:
    (problem,) = check_any(text).problems
    assert problem.code == "HW105"
    parsed = check_any(f"class A {{ int m() := {text}; int n() := 2; }}")
    assert [p.code for p in parsed.problems] == ["HW105"]
    (placed,) = parsed.tree.declarations
    assert isinstance(placed.node, tree.ClassDecl)
    first, second = (member.node for member in placed.node.members)
    assert isinstance(first, tree.MethodDecl)
    assert first.body == tree.Missing()
    assert isinstance(second, tree.MethodDecl)
    assert second.body == tree.IntLiteral(2)


@pytest.mark.parametrize("unit", ["(", ")", "{", "}", "[", ";", "\0", "\ud800", "a ", ")a", "\0a"])
def test_many_of_one_kind_are_few_problems(unit: str) -> None:
    text = unit * 50_000
    assert 1 <= len(check_any(text).problems) <= 10
    assert len(check_any("class A {" + text).problems) <= 11


@pytest.mark.parametrize(
    ("before", "unit"),
    [("", "spec a( "), ("", "class "), ("class A {", "int x y;"), ("class A {", "int m() := (;")],
)
def test_broken_text_that_repeats_is_repaired_once(before: str, unit: str) -> None:
    # Problems are still reported for each place.
    text = before + unit * 1_000
    parsed = check_any(text)
    assert parsed.n_parsed <= 3
    assert len(parsed.problems) >= 1_000
    pasted = reparse(parse(before), Edit(len(before), len(before), unit * 1_000))
    assert pasted.n_parsed <= 3
    assert (pasted.tree, pasted.problems) == (parsed.tree, parsed.problems)
    last = parsed.problems[-1].span
    assert len(text) - len(unit) <= last.start <= last.end <= len(text)


def test_a_tree_stays_where_the_text_ends_in_the_middle() -> None:
    text = "class A { int m(A a) := let x := a.f(1, { b; c }) in if x then y else try z catch w; }"
    for end in range(len(text)):
        check_any(text[:end])
