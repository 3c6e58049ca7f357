"""The printer writes what the parser reads back."""

from __future__ import annotations

from hypothesis import given, settings

from heapwright.deep_recursion import deep_recursion
from heapwright.frontends.tiny.syntax import tree
from heapwright.frontends.tiny.syntax.parse import parse
from support.expect import expect
from support.print_tiny import print_expression, print_file
from support.tiny_trees import expressions, files


@settings(max_examples=150)
@given(files())
def test_a_printed_file_parses_to_the_same_tree(file: tree.File) -> None:
    text = print_file(file)
    parsed = parse(text)
    assert parsed.problems == (), text
    assert parsed.tree == file, text
    assert print_file(parsed.tree) == text


def test_a_main_expression_that_looks_like_a_declaration_is_set_in_parentheses() -> None:
    text = "(spec)\n\nscope a <= 0;\n"
    parsed = parse(text)
    assert parsed.problems == ()
    assert print_file(parsed.tree) == text


@settings(max_examples=300)
@given(expressions())
def test_a_printed_expression_parses_to_the_same_tree(expression: tree.Expr) -> None:
    text = print_expression(expression)
    parsed = parse(f"spec T() := {text};")
    assert parsed.problems == (), text
    (placed,) = parsed.tree.declarations
    assert isinstance(placed.node, tree.SpecDecl)
    assert placed.node.body == expression, text


def test_a_tree_as_deep_as_allowed_is_printed_and_read() -> None:
    expression: tree.Expr = tree.IntLiteral(1)
    for _ in range(tree.MAX_DEPTH - 10):
        expression = tree.Binary("-", tree.IntLiteral(1), expression)
    with deep_recursion():
        text = print_expression(expression)
        assert print_expression(expression) == text
        parsed = parse(f"spec T() := {text};")
        assert parsed.problems == ()
        assert parsed.tree.declarations[0].node == tree.SpecDecl(tree.Name("T"), (), expression)


def test_a_file_is_formatted_in_the_canonical_way() -> None:
    text = """
    include lib
    class A extends B { int f; private new; private static int m(int a, B b) := a + b.f * 2;
      int far(int a) := let x := this.left.left.left.left in let y := this.right.right.right.right
      in if x.value < y.value && y.value = 1000 then { x.f := 1; y.g := 2; x }
      else while c do { f(a); };
      hex { this ( .left | .right ) * aliases nothing ; } }
    scope A <= 3; scope calls <= 4;
    test t { a := ((new A)); assert (a.f) = 1; }
    """
    expect("""
    include "lib";

    class A extends B {
        int f;
        private new;

        private static int m(int a, B b) := a + b.f * 2;

        int far(int a) :=
            let x := this.left.left.left.left in
            let y := this.right.right.right.right in
            if x.value < y.value && y.value = 1000 then
                { x.f := 1; y.g := 2; x }
            else
                while c do { f(a) };

        hex {
            this(.left|.right)* aliases nothing;
        }
    }

    scope A <= 3;
    scope calls <= 4;

    test t {
        a := new A;
        assert a.f = 1;
    }
    """).check(print_file(parse(text).tree))
