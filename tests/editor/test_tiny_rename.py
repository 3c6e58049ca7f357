"""Renaming: everywhere, or not at all and with a reason."""

from support.expect import expect
from support.tiny_editor import check_rename


def test_a_field_is_renamed_everywhere_but_not_its_namesakes() -> None:
    check_rename(
        """
        class A { int x$0; A next; hex { this.next aliases nothing; } }
        class B { int x; int m(A x) := x.x + this.x; }
        spec T(A a) := a.next.x = 1; // x stays
        """,
        "value",
        expect("""
        class A { int value; A next; hex { this.next aliases nothing; } }
        class B { int x; int m(A x) := x.value + this.x; }
        spec T(A a) := a.next.value = 1; // x stays
        """),
    )


def test_a_field_is_renamed_in_formulas() -> None:
    check_rename(
        """
        class A { A next$0; hex { this(.next)* aliases nothing; } }
        """,
        "tail",
        expect("class A { A tail; hex { this(.tail)* aliases nothing; } }"),
    )


def test_a_class_is_renamed_in_types_and_calls() -> None:
    check_rename(
        """
        class Node$0 { Node next; static Node make() := new Node; }
        class Leaf extends Node { }
        scope Node <= 3;
        spec T(Node o) := o instanceof Node && Node.make() != null;
        """,
        "Cell",
        expect("""
        class Cell { Cell next; static Cell make() := new Cell; }
        class Leaf extends Cell { }
        scope Cell <= 3;
        spec T(Cell o) := o instanceof Cell && Cell.make() != null;
        """),
    )


def test_overriding_methods_are_renamed_together() -> None:
    check_rename(
        """
        class A { int m() := 1; }
        class B extends A { int m$0() := 2; }
        spec T(A a, B b) := a.m() = b.m();
        """,
        "size",
        expect("""
        class A { int size() := 1; }
        class B extends A { int size() := 2; }
        spec T(A a, B b) := a.size() = b.size();
        """),
    )


def test_a_variable_is_renamed_in_its_scope_only() -> None:
    check_rename(
        """
        class A {
            int m(int x) := let x$0 := x + 1 in x * x;
        }
        """,
        "y",
        expect("""
        class A {
            int m(int x) := let y := x + 1 in y * y;
        }
        """),
    )


def test_a_rename_reaches_included_and_including_files() -> None:
    check_rename(
        """
        include "base.tiny";
        class B extends A { int m$0() := 2; }
        """,
        "size",
        expect("""
        --- base.tiny
        class A { int size() := 1; }
        include "base.tiny";
        class B extends A { int size() := 2; }

        --- other.tiny
        include "base.tiny";
        class C extends A { int size() := 3; }
        """),
        {
            "base.tiny": "class A { int m() := 1; }",
            "other.tiny": 'include "base.tiny";\nclass C extends A { int m() := 3; }',
        },
        ["other.tiny", "base.tiny"],
    )


def test_a_soft_word_can_be_given_a_better_name() -> None:
    check_rename("spec T(int spec$0) := spec = 1;", "n", expect("spec T(int n) := n = 1;"))


def test_a_keyword_is_refused() -> None:
    check_rename(
        "spec T(int x$0) := x = 1;", "while", expect("refused: `while` is a word of the language")
    )


def test_what_is_no_name_is_refused() -> None:
    check_rename(
        "spec T(int x$0) := x = 1;",
        "1x",
        expect("refused: `1x` is not a name: letters, digits and `_`, no digit first"),
    )


def test_a_symbol_is_refused() -> None:
    check_rename(
        "spec T(int x$0) := x = 1;",
        "X1",
        expect("refused: `X1` stands for an unknown value, so it cannot be a name"),
    )


def test_a_taken_field_name_is_refused_also_below() -> None:
    check_rename(
        """
        class A { int x$0; }
        class B extends A { int y; }
        """,
        "y",
        expect("refused: `B` has a field `y` already"),
    )


def test_a_taken_method_name_is_refused() -> None:
    check_rename(
        """
        class A { int m$0() := 1; invariant ok() := true; }
        """,
        "ok",
        expect("refused: `A` has an invariant `ok` already"),
    )


def test_a_taken_class_name_is_refused() -> None:
    check_rename("class A$0 { } class B { }", "B", expect("refused: there is a class `B` already"))


def test_a_name_that_the_language_brings_along_is_refused() -> None:
    check_rename("class A$0 { }", "Error", expect("refused: there is a class `Error` already"))


def test_a_built_in_class_is_not_renamed() -> None:
    check_rename(
        "spec T(Obj$0ect o) := true;", "Thing", expect("refused: `Object` belongs to the language")
    )


def test_a_capture_is_refused() -> None:
    check_rename(
        """
        class A {
            int m(int x$0) :=
                let y := 1 in
                x + y;
        }
        """,
        "y",
        expect(
            "refused: if `x` were `y`, then `y` in line 4 of main.tiny would mean something else"
        ),
    )


def test_hiding_an_outer_variable_is_refused() -> None:
    check_rename(
        """
        class A {
            int m(int y) := let x$0 := 1 in x + y;
        }
        """,
        "y",
        expect(
            "refused: if `x` were `y`, then `y` in line 2 of main.tiny would mean something else"
        ),
    )


def test_a_variable_that_would_hide_a_class_is_refused() -> None:
    check_rename(
        """
        class A { static A make() := new A; }
        class B { A m(int x$0) := A.make(); }
        """,
        "A",
        expect(
            "refused: if `x` were `A`, then `A` in line 2 of main.tiny would mean something else"
        ),
    )


def test_a_hex_step_that_means_several_fields_is_refused() -> None:
    check_rename(
        """
        class Node { }
        class Leaf extends Node { Node up; }
        class Fork extends Node { Node up; }
        class Tree { Node root; hex { this.root.up$0 not null; } }
        """,
        "above",
        expect("refused: this means `Leaf.up` and `Fork.up`: rename them where they are declared"),
    )


def test_renaming_one_of_several_fields_of_a_step_is_refused() -> None:
    check_rename(
        """
        class Node { }
        class Leaf extends Node { Node up$0; }
        class Fork extends Node { Node up; }
        class Tree { Node root; hex { this.root.up not null; } }
        """,
        "u",
        expect(
            "refused: if `up` were `u`, then `u` in line 4 of main.tiny would mean something else"
        ),
    )


def test_where_no_name_stands_there_is_nothing_to_rename() -> None:
    check_rename(
        "spec T() := 1 $0 = 1;", "x", expect("refused: there is no name here that could be changed")
    )


def test_a_parameter_that_a_formula_begins_at_is_refused() -> None:
    check_rename(
        """
        class A { A next; hex { tree(.next)* aliases nothing; }
                  A m(A tree$0, A other) := tree; }
        """,
        "root",
        expect("refused: a HEX formula begins at `tree`, which may mean several parameters"),
    )
