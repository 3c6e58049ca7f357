"""What the user is told about broken text: one line per mistake, at its exact range."""

from __future__ import annotations

from heapwright.frontends.tiny.syntax import tree
from heapwright.frontends.tiny.syntax.parse import parse
from support.expect import Expectation, expect


def check_problems(text: str, expected: Expectation) -> None:
    """Compare problems, each with the text it points at and what explains it."""
    lines: list[str] = []
    for problem in parse(text).problems:
        span = problem.span
        place = f"{span.start}..{span.end} {text[span.start : span.end]!r}"
        lines.append(f"{problem.code} {place} {problem.message}")
        for related in problem.related:
            at = related.span
            shown = f"{at.start}..{at.end} {text[at.start : at.end]!r} {related.message}"
            lines.append(f"    {shown}")
    expected.check("\n".join(lines))


def test_an_expression_is_missing() -> None:
    check_problems(
        "class A { int m() := ; int n() := 1 + * 2; } spec T(A a) := f(, 1) && if then 1;",
        expect("""
        HW100 21..22 ';' expected an expression after `:=`, found `;`
        HW100 38..39 '*' expected an expression after `+`, found `*`
        HW100 62..63 ',' expected an expression after `(`, found `,`
        HW100 73..77 'then' expected an expression after `if`, found `then`
        """),
    )


def test_a_field_name_is_missing_and_the_target_stays() -> None:
    text = "spec T(Node o) := o."
    check_problems(text, expect("HW100 20..20 '' expected a field or method name after `.`"))
    (placed,) = parse(text).tree.declarations
    assert isinstance(placed.node, tree.SpecDecl)
    variable = tree.Variable(tree.Name("o"))
    assert placed.node.body == tree.FieldAccess(variable, tree.Name(""))


def test_names_are_missing() -> None:
    check_problems(
        "class { int ; new m(a) := new + let := 1 in x instanceof; } class B extends { }",
        expect("""
        HW100 6..7 '{' expected a class name after `class`, found `{`
        HW100 12..13 ';' expected a name after `int`, found `;`
        HW100 14..17 'new' expected a field or a method, found `new`
        HW100 19..20 '(' expected a name after `m`, found `(`
        HW100 21..22 ')' expected a name after `a`, found `)`
        HW100 30..31 '+' expected a class name after `new`, found `+`
        HW100 36..38 ':=' expected a variable name after `let`, found `:=`
        HW100 56..57 ';' expected a class name after `instanceof`, found `;`
        HW100 76..77 '{' expected a class name after `extends`, found `{`
        """),
    )


def test_a_bracket_is_not_closed() -> None:
    check_problems(
        "class A { int m(int a := 1; int n() := ((a + 1; int k() := f(a]; void b() := { a; }",
        expect("""
        HW106 6..7 'A' class `A` is not closed: `}` is missing
        HW101 22..24 ':=' missing `)` to close `(` before `:=`
            15..16 '(' `(` opened here
        HW101 46..47 ';' missing `)` to close `(` before `;`
            40..41 '(' `(` opened here
        HW100 62..63 ']' expected `,` or `)` after `a`, found `]`
        HW100 83..83 '' expected `;` after `}`
        """),
    )


def test_an_open_brace_costs_only_its_own_method() -> None:
    check_problems(
        """
class A {
    int one() := { a; b;
    int two(int x) := 2;
    private int three() := 3;
}
spec T() := true;
""",
        expect("""
        HW101 35..35 '' missing `}` to close `{`
            28..29 '{' `{` opened here
        """),
    )


def test_a_class_is_not_closed() -> None:
    check_problems(
        "class A { int x;\nspec T(A a) := true;\nclass B { int y;",
        expect("""
    HW106 6..7 'A' class `A` is not closed: `}` is missing
    HW106 44..45 'B' class `B` is not closed: `}` is missing
    """),
    )


def test_braces_and_semicolons_that_close_nothing() -> None:
    check_problems(
        "class A { ; int x;; } }\n}\nspec T() := 1;",
        expect("""
    HW107 10..11 ';' unexpected `;`: it closes nothing
    HW107 18..19 ';' unexpected `;`: it closes nothing
    HW107 22..25 '}\\n}' unexpected `}`: it closes nothing
    """),
    )


def test_keywords_in_the_middle_are_missing() -> None:
    check_problems(
        "test t { if (c) a else b; while (c) d; let x := 1; try a; let x = 2 in x; }",
        expect("""
        HW100 16..17 'a' expected `then` after `)`, found `a`
        HW100 36..37 'd' expected `do` after `)`, found `d`
        HW100 49..50 ';' expected `in` after `1`, found `;`
        HW100 56..57 ';' expected `catch` after `a`, found `;`
        HW100 64..65 '=' expected `:=` after `x`, found `=`
        """),
    )


def test_a_semicolon_is_missing() -> None:
    check_problems(
        "class A { int x }\nspec T() := 1\nscope A <= 3\ntest t { a b; c }",
        expect("""
        HW100 15..15 '' expected `;` after `x`
        HW100 31..31 '' expected `;` after `1`
        HW100 44..44 '' expected `;` after `3`
        HW100 56..57 'b' expected `;` after `a`, found `b`
        """),
    )


def test_a_method_in_the_style_of_other_languages() -> None:
    check_problems(
        "class A { int m() { 1; } int n(); int k() = 3; }",
        expect("""
    HW100 18..19 '{' expected `:=` after `)`, found `{`
    HW100 24..24 '' expected `;` after `}`
    HW100 32..33 ';' expected `:=` after `)`, found `;`
    HW100 42..43 '=' expected `:=` after `)`, found `=`
    """),
    )


def test_the_left_side_of_an_assignment() -> None:
    check_problems(
        "test t { a + 1 := 2; f(x) := 3; X0 := 4; 1 := 2; }",
        expect("""
    HW100 13..14 '1' only a variable or a field can stand on the left of `:=`
    HW100 21..25 'f(x)' only a variable or a field can stand on the left of `:=`
    HW100 32..34 'X0' only a variable or a field can stand on the left of `:=`
    HW100 41..42 '1' only a variable or a field can stand on the left of `:=`
    """),
    )


def test_two_names_side_by_side_are_one_mistake() -> None:
    check_problems(
        "spec T(A a) := a is not really b;",
        expect("HW100 17..19 'is' expected `;` after `a`, found `is`"),
    )


def test_modifiers_stand_once() -> None:
    check_problems(
        "class A { private private int x; static int y; }",
        expect("""
    HW100 18..25 'private' expected a name after `private`, found `private`
    HW100 45..46 ';' expected `(` after `y`, found `;`
    """),
    )


def test_bad_characters_and_an_open_comment() -> None:
    check_problems(
        "1 # + \0\x01 $2 /* never closed",
        expect("""
    HW103 2..3 '#' unexpected character `#`
    HW103 6..8 '\\x00\\x01' unexpected character U+0000 and 1 more
    HW103 9..10 '$' unexpected character `$`
    HW102 12..14 '/*' this comment is not closed: `*/` is missing
    """),
    )


def test_a_number_is_too_long() -> None:
    text = "1 + " + "9" * 4_001
    (problem,) = parse(text).problems
    assert (problem.code, problem.span.start, problem.span.end) == ("HW104", 4, len(text))
    assert problem.message == "a number has at most 4,000 digits, this one has 4,001"


def test_includes_without_a_file() -> None:
    check_problems(
        'include\ninclude "a\ninclude "b"\ninclude "";\n',
        expect("""
    HW108 0..7 'include' expected a file name after `include`
    HW108 16..18 '"a' missing `"` at the end of the file name
    HW108 30..30 '' expected `;` after `include "…"`
    HW108 31..42 'include "";' expected a file name after `include`
    """),
    )


def test_a_second_main_expression() -> None:
    check_problems(
        "1 + 1\nclass A { }\n2 + 2\n",
        expect("HW109 18..23 '2 + 2' a file has one main expression, and this is another"),
    )


def test_a_hex_block_keeps_its_good_formulas() -> None:
    text = "class A { hex { this.a aliases; this.b not null; this.c expands nothing } }"
    check_problems(
        text,
        expect("""
    HW120 30..31 ';' expected `nothing`, `some`, `max` or a path after `aliases`, found `;`
    HW120 64..71 'nothing' expected `to` after `expands`, found `nothing`
    """),
    )
    check_problems(
        "class A { hex { this.b not null;",
        expect("""
    HW106 6..7 'A' class `A` is not closed: `}` is missing
    HW101 32..32 '' missing `}` to close `{`
        14..15 '{' `{` opened here
    """),
    )


def test_a_chunk_has_at_most_ten_problems() -> None:
    assert len(parse("test t { " + "a + ; " * 50 + "}").problems) == 10


def test_five_mistakes_in_five_members_are_five_problems() -> None:
    check_problems(
        """
class A {
    int a
    int b() := 1 +;
    int c(int := 2;
    int d() := foo(1;
    int e() := 3 4;
    int f() := 5;
}
""",
        expect("""
        HW100 20..20 '' expected `;` after `a`
        HW100 39..40 ';' expected an expression after `+`, found `;`
        HW100 55..57 ':=' expected a name after `int`, found `:=`
        HW101 81..82 ';' missing `)` to close `(` before `;`
            79..80 '(' `(` opened here
        HW100 100..101 '4' expected `;` after `3`, found `4`
        """),
    )
