"""Colours, folds and growing selections of a tiny file."""

from heapwright.text.span import Span
from support.expect import expect
from support.tiny_editor import check_folds, check_selection, check_tokens


def test_names_are_coloured_by_what_they_mean() -> None:
    check_tokens(
        """
        include "base.tiny";
        class Node { // a comment
            int value;
            static Node make(int v) :=
                let node := new Node in { node.value := v; node };
            hex { this.next not null; }
        }
        spec T(Node o) := Node.make(1).value = 1 && o instanceof Object;
        (@ here)
        """,
        expect("""
        include:keyword  "base.tiny":string
        class:keyword  Node:class.declaration  // a comment:comment
        int:type.defaultLibrary  value:property.declaration
        static:keyword  Node:class  make:method.declaration.static  int:type.defaultLibrary
            v:parameter.declaration  :=:operator
        let:keyword  node:variable.declaration  :=:operator  new:keyword  Node:class
            in:keyword  node:variable  value:property.modification  :=:operator  v:parameter
            node:variable
        hex:keyword  this:keyword  not:keyword  null:keyword
        spec:keyword  T:function.declaration  Node:class  o:parameter.declaration
            :=:operator  Node:class  make:method.static  1:number  value:property
            =:operator  1:number  &&:operator  o:parameter  instanceof:keyword
            Object:class.defaultLibrary
        here:macro
        """),
    )


def test_a_comment_over_several_lines_is_one_token_a_line() -> None:
    check_tokens(
        "/* one\n\n   two */ spec T() := true;",
        expect("""
    /* one:comment
       two */:comment  spec:keyword  T:function.declaration  :=:operator  true:keyword
    """),
    )


def test_soft_words_are_coloured_by_what_they_mean() -> None:
    check_tokens(
        "spec spec(int test) := test = 1;",
        expect(
            """
            spec:keyword  spec:function.declaration  int:type.defaultLibrary
                test:parameter.declaration  :=:operator  test:parameter  =:operator  1:number
            """
        ),
    )


def test_only_tokens_of_the_range_are_given() -> None:
    check_tokens(
        "spec A() := true;\nspec B() := false;",
        expect("B:function.declaration  :=:operator"),
        Span(23, 30),
    )


def test_braces_bodies_comments_and_includes_fold() -> None:
    check_folds(
        """
        include "a.tiny";
        include "b.tiny";
        // About A,
        // and more.
        class A {
            int m() := {
                1;
                2
            };
            /* one line */
            int n() :=
                if true then 1
                else 2;
        }
        spec T() :=
            true;
        """,
        expect("""
        ▾i     include "a.tiny";
        │      include "b.tiny";
         ▾c    // About A,
         │     // and more.
          ▾    class A {
          │▾       int m() := {
          ││           1;
          ││           2
          ││       };
          │        /* one line */
          │ ▾      int n() :=
          │ │          if true then 1
          │ │          else 2;
               }
             ▾ spec T() :=
             │     true;
        """),
    )


def test_what_is_not_closed_does_not_fold_away_the_rest() -> None:
    check_folds(
        """
        class A {
            int m() := {
                1;
        class B {
            int x;
        }
        """,
        expect("""
           class A {
        ▾      int m() := {
        │          1;
         ▾ class B {
         │     int x;
           }
        """),
    )


def test_a_selection_grows_from_the_word_to_the_declaration() -> None:
    check_selection(
        """
        class A {
            int m(int x) := if x < 1 + x$0 * 2 then 1 else 2;
        }
        """,
        expect("""
        x
        x * 2
        1 + x * 2
        x < 1 + x * 2
        if x < 1 + x * 2 then 1 else 2
        int m(int x) := if x < 1 + x * 2 then 1 else 2;
        class A { int m(int x) := if x < 1 + x * 2 then 1 else 2; }
        """),
    )


def test_a_selection_grows_out_of_a_comment() -> None:
    check_selection("class A { /* ab$0c */ int x; }", expect("/* abc */"))
