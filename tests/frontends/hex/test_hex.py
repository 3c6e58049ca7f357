"""HEX formulas: what they parse to, how they are printed, what is said about mistakes."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from heapwright.frontends.hex import tree
from heapwright.frontends.hex.parse import parse_formulas
from heapwright.frontends.hex.print_formula import print_formula
from support.expect import Expectation, expect
from support.tiny_trees import formulas

SOUP = "a . b ( ) | * + ? not null expands to aliases max && ! ; # with"


def check_printed(text: str, *printed: str) -> None:
    parsed, problems = parse_formulas(text)
    assert problems == ()
    assert tuple(print_formula(formula) for formula in parsed) == printed


def check_problems(text: str, expected: Expectation) -> None:
    _, problems = parse_formulas(text)
    expected.check(
        "\n".join(
            f"{p.code} {p.span.start}..{p.span.end} {text[p.span.start : p.span.end]!r} {p.message}"
            for p in problems
        )
    )


@pytest.mark.parametrize(
    "text",
    [
        "this.root not null",
        "this.root expands to nothing",
        "this.root expands to Node",
        "this.root(.left|.right)* aliases nothing",
        "this(.next)+ aliases some Node",
        "root.list(.next)+ aliases root.list",
        "this(.last)? aliases max this.first(.next)*",
        "this.next not null with sizeIsAtLeast",
        "!(a not null || b not null) && c aliases d",
        "this(.a.b|.c)*.d aliases nothing",
    ],
)
def test_every_formula_is_printed_as_it_is_written(text: str) -> None:
    check_printed(text, text)


def test_what_is_repeated_is_grouped() -> None:
    check_printed("this.next+ not null", "this(.next)+ not null")
    check_printed("this.a.b?** not null", "this.a(.b)?** not null")


def test_words_and_signs_connect_alike() -> None:
    check_printed(
        "a not null and b not null or ~c not null;", "a not null && b not null || !c not null"
    )


def test_formulas_are_separated_by_semicolons() -> None:
    check_printed("a not null; b not null;", "a not null", "b not null")
    check_printed("// nothing here\n")


def test_words_of_hex_are_names_too() -> None:
    check_printed("max.not.null not null with with", "max.not.null not null with with")
    check_printed("to expands to to", "to expands to to")


def test_ranges_count_from_the_offset() -> None:
    (formula,), _ = parse_formulas("this.next not null", 100)
    assert isinstance(formula, tree.NotNull)
    assert (formula.span.start, formula.span.end) == (100, 118)
    assert isinstance(formula.path, tree.Sequence)
    assert formula.path.parts[1].span.start == 104


def test_a_mistake_costs_one_formula() -> None:
    text = "a aliases; b not null; this.(c) not null; d expands nothing; ; # not null; (e not null"
    assert [print_formula(formula) for formula in parse_formulas(text)[0]] == ["b not null"]
    check_problems(
        text,
        expect("""
    HW120 9..10 ';' expected `nothing`, `some`, `max` or a path after `aliases`, found `;`
    HW120 28..29 '(' expected a name after `.`, found `(`
    HW120 52..59 'nothing' expected `to` after `expands`, found `nothing`
    HW120 61..62 ';' expected a formula, found `;`
    HW121 63..64 '#' unexpected character `#`
    HW120 86..86 '' expected `)` after `null`
    """),
    )


def test_too_deep_a_formula_is_refused() -> None:
    for text in (
        "!" * 10_000 + "a not null",
        "(" * 10_000,
        "a" + "(.b" * 10_000,
        "a.b" + "*" * 10_000,
    ):
        _, (problem,) = parse_formulas(text)
        assert problem.code == "HW122"


@settings(max_examples=300)
@given(st.lists(formulas(), max_size=3).map(tuple))
def test_printed_formulas_parse_to_the_same_trees(written: tuple[tree.Formula, ...]) -> None:
    text = ";\n".join(map(print_formula, written))
    assert parse_formulas(text) == (written, ())


@settings(max_examples=300)
@given(st.lists(st.sampled_from(SOUP.split())))
def test_a_soup_of_words_gives_formulas_or_problems(words: list[str]) -> None:
    text = " ".join(words)
    _, problems = parse_formulas(text)
    assert all(0 <= p.span.start <= p.span.end <= len(text) for p in problems)
