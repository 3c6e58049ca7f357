"""What each construct of the tiny language parses to, shown as the printer writes it."""

from __future__ import annotations

import pytest

from heapwright.frontends.tiny.syntax import tree
from heapwright.frontends.tiny.syntax.parse import parse
from heapwright.frontends.tiny.syntax.show_tree import show_file
from support.expect import Expectation, expect
from support.print_tiny import print_file


def check_printed(text: str, expected: str) -> None:
    """Parse an expression without problems and compare it as the printer writes it."""
    parsed = parse(text)
    assert parsed.problems == ()
    assert print_file(parsed.tree) == expected + "\n"
    assert parse(expected).tree == parsed.tree


def check_same_tree(text: str, other: str) -> None:
    """Both texts have no problems and mean the same."""
    one, two = parse(text), parse(other)
    assert (one.problems, two.problems) == ((), ())
    assert one.tree == two.tree


def check_shown(text: str, expected: Expectation) -> None:
    parsed = parse(text)
    assert parsed.problems == ()
    expected.check(show_file(parsed.tree))


def main_expression(text: str) -> tree.Expr:
    parsed = parse(text)
    assert parsed.problems == ()
    (placed,) = parsed.tree.declarations
    assert isinstance(placed.node, tree.MainDecl)
    return placed.node.body


@pytest.mark.parametrize(
    ("text", "printed"),
    [
        ("((pInsert.arg) = null)", "pInsert.arg = null"),
        ("((x.f) := (new Foo))", "x.f := new Foo"),
        ("(a.m[(let x := 1 in x)])", "a.m(let x := 1 in x)"),
        ("(a.m[1, 2])", "a.m(1, 2)"),
        ("(f.x := if c then a else b)", "f.x := if c then a else b"),
        ("(@ name)", "@ name"),
        ("(~ (X0 < X1))", "~(X0 < X1)"),
        ("(Y0 instanceof C)", "Y0 instanceof C"),
        ("let foo := (a.f := 1) in let foo := 2 in a", "let foo := a.f := 1 in let foo := 2 in a"),
        ("((new C).m(1))", "(new C).m(1)"),
        ("new C.f", "(new C).f"),
    ],
)
def test_the_core_is_read_with_and_without_its_parentheses(text: str, printed: str) -> None:
    check_printed(text, printed)


@pytest.mark.parametrize(
    ("text", "same"),
    [
        ("a || b && c = d < e + f * -g", "a || (b && (c = (d < (e + (f * (-g))))))"),
        ("a - b - c", "(a - b) - c"),
        ("a / b * c % d", "((a / b) * c) % d"),
        ("a = b != c", "(a = b) != c"),
        ("a < b + 1 instanceof C", "a < ((b + 1) instanceof C)"),
        ("a == b", "a = b"),
        ("!a", "~a"),
        ("-a.f.g(1)", "-((a.f).g(1))"),
        ("a.b := c.d := e", "a.b := (c.d := e)"),
        ("a && let x := e in x || c", "a && (let x := e in (x || c))"),
        ("a + if c then 1 else 2 + 3", "a + (if c then 1 else (2 + 3))"),
        ("- throw e - 1", "-(throw (e - 1))"),
        ("a = b.f := c = d", "a = (b.f := (c = d))"),
        ("if a then if b then c else d", "if a then (if b then c else d)"),
        ("if a then throw else b", "if a then (throw) else b"),
        ("try a.f catch b + c", "try (a.f) catch (b + c)"),
        ("try try a catch b catch c", "try (try a catch b) catch c"),
        ("while a < b do a := a + 1", "while (a < b) do (a := (a + 1))"),
        ("assert a && b", "assert (a && b)"),
        ("{ a; b; }", "{ a; b }"),
        ("{ a }.f", "({ a }).f"),
        ("// c\na /* b */ + /* * / */ b", "a + b"),
    ],
)
def test_operators_bind_and_far_reaching_forms_reach_far(text: str, same: str) -> None:
    check_same_tree(text, same)


def test_an_assignment_without_a_dot_assigns_a_variable() -> None:
    assert main_expression("(x) := 1") == tree.VariableAssign(tree.Name("x"), tree.IntLiteral(1))


def test_only_x_and_y_with_digits_are_symbols() -> None:
    assert main_expression("X10") == tree.Symbol("X10")
    assert main_expression("Y") == tree.Variable(tree.Name("Y"))
    assert main_expression("X1a") == tree.Variable(tree.Name("X1a"))


SOFT_WORDS = (
    "spec scope invariant hex test include static private void int bool calls try catch assert"
)


@pytest.mark.parametrize("word", SOFT_WORDS.split())
def test_a_soft_word_is_a_name_wherever_a_name_fits(word: str) -> None:
    text = f"""
    class A {{
        int {word};
        bool other;
        int m(int {word}) := let {word} := {word} + 1 in this.{word} := {word}.{word}({word});
        A {word}() := ({word});
    }}
    x.{word} = {word}.f
    """
    assert parse(text).problems == ()


def test_every_declaration_has_its_node_and_its_range() -> None:
    check_shown(
        """include lib/base.tiny
class A extends B { private int f; static private A m(A a, int b) := a;
  private new; invariant ok() := true; hex { this.f not null; } }
spec T(A a) := a.f = 1;
scope A <= 3;
test t { a := new A; }
X0
""",
        expect(
            """
            IncludeDecl 0..21
              path: Name 'lib/base.tiny' 8..21
            ClassDecl 22..159
              name: Name 'A' 28..29
              parent: Name 'B' 38..39
              members: FieldDecl is_private 42..56
                type_name: Name 'int' 50..53
                name: Name 'f' 54..55
              members: MethodDecl is_private is_static 57..93
                result: Name 'A' 72..73
                name: Name 'm' 74..75
                parameters: Parameter 76..79
                  type_name: Name 'A' 76..77
                  name: Name 'a' 78..79
                parameters: Parameter 81..86
                  type_name: Name 'int' 81..84
                  name: Name 'b' 85..86
                body: Variable 91..92
                  name: Name 'a' 91..92
              members: PrivateNew 96..108
              members: InvariantDecl 109..132
                name: Name 'ok' 119..121
                body: BoolLiteral value 127..131
              members: HexDecl 133..157
                formulas: NotNull 139..154
                  path: Sequence 139..145
                    parts: Start 'this' 139..143
                    parts: Step 'f' 143..145
            SpecDecl 160..183
              name: Name 'T' 165..166
              parameters: Parameter 167..170
                type_name: Name 'A' 167..168
                name: Name 'a' 169..170
              body: Binary '=' 175..182
                lhs: FieldAccess 175..178
                  target: Variable 175..176
                    name: Name 'a' 175..176
                  field_name: Name 'f' 177..178
                rhs: IntLiteral 1 181..182
            ScopeDecl 184..197
              target: Name 'A' 190..191
              bound: IntLiteral 3 195..196
            TestDecl 198..220
              name: Name 't' 203..204
              body: Block 205..220
                body: VariableAssign 207..217
                  name: Name 'a' 207..208
                  value: New 212..217
                    class_name: Name 'A' 216..217
            MainDecl 221..223
              body: Symbol 'X0' 221..223
            """
        ),
    )


def test_a_range_counts_characters_whatever_they_are() -> None:
    parsed = parse("/* 😀𝒳 */\r\nspec é(A a) := a.ß;")
    (placed,) = parsed.tree.declarations
    assert parsed.problems == ()
    assert isinstance(placed.node, tree.SpecDecl)
    span = placed.node.name.span.shifted(placed.offset)
    assert parsed.text[span.start : span.end] == "é"


@pytest.mark.parametrize(
    ("text", "path"),
    [
        ("include base", "base"),
        ("include ../lib/a b.tiny \r\nclass A { }", "../lib/a b.tiny"),
        ("// first\ninclude base.tiny // why\n1", "base.tiny"),
        ('include "a.tiny";class A { }', "a.tiny"),
    ],
)
def test_an_include_names_its_file(text: str, path: str) -> None:
    parsed = parse(text)
    assert parsed.problems == ()
    assert parsed.tree.declarations[0].node == tree.IncludeDecl(tree.Name(path))


def test_a_variable_named_include_is_no_include() -> None:
    check_printed("include + include.f", "include + include.f")


def test_a_core_program_with_tabs_and_no_final_newline_is_read() -> None:
    text = (
        "class Object { }\nclass Node extends Object {\n\tint value;\n\tNode next;\n"
        "\tint sum(int acc) := (if ((this.next) = null) then (acc + (this.value))"
        " else ((this.next).sum[(acc + (this.value))]));\n}\n"
        "let n := (new Node) in let foo := (n.value := X0) in (n.sum[0])"
    )
    parsed = parse(text)
    assert parsed.problems == ()
    assert [type(p.node).__name__ for p in parsed.tree.declarations] == [
        "ClassDecl",
        "ClassDecl",
        "MainDecl",
    ]
