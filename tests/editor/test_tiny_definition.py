"""Where names are declared and used."""

from support.expect import expect
from support.tiny_editor import check_definition, check_highlights, check_references


def test_a_field_of_a_field_is_found_through_its_type() -> None:
    check_definition(
        """
        class A { B b; }
        class B { int x; }
        spec T(A a) := a.b.x$0 = 1;
        """,
        expect("class B { int <x>; }"),
    )


def test_a_variable_is_the_innermost_one_of_its_name() -> None:
    check_definition(
        """
        class A {
            int m(int x) :=
                let x := x + 1 in
                x$0;
        }
        """,
        expect("let <x> := x + 1 in"),
    )


def test_the_value_of_a_let_sees_the_outer_variable() -> None:
    check_definition(
        """
        class A {
            int m(int x) := let x := x$0 + 1 in x;
        }
        """,
        expect("int m(int <x>) := let x := x + 1 in x;"),
    )


def test_a_method_is_that_of_the_nearest_class_above() -> None:
    check_definition(
        """
        class A { int m() := 1; }
        class B extends A { int m() := 2; }
        class C extends B { int n() := this.m$0(); }
        """,
        expect("class B extends A { int <m>() := 2; }"),
    )


def test_a_class_is_found_before_the_dot_of_a_static_call() -> None:
    check_definition(
        """
        class A { static A make() := new A; }
        spec T() := A$0.make() = null;
        """,
        expect("class <A> { static A make() := new A; }"),
    )


def test_a_name_in_an_included_file_is_found_there() -> None:
    check_definition(
        """
        include "base.tiny";
        spec T(A a) := a.x$0 = 1;
        """,
        expect("base.tiny: class A { int <x>; }"),
        {"base.tiny": "class A { int x; }"},
    )


def test_an_include_leads_to_the_file() -> None:
    check_definition(
        """
        include "ba$0se.tiny";
        """,
        expect("base.tiny: <>class A { int x; }"),
        {"base.tiny": "class A { int x; }"},
    )


def test_a_variable_that_starts_as_null_has_the_class_of_its_first_use() -> None:
    check_definition(
        """
        class A { int x; }
        class B { int x; }
        class C {
            int m(B b) := let a := null in { a := b; a.x$0 };
        }
        """,
        expect("class B { int <x>; }"),
    )


def test_a_symbol_is_of_the_class_that_declares_the_field() -> None:
    check_definition(
        """
        class A { int x; A next; }
        (Y0.next.x$0)
        """,
        expect("class A { int <x>; A next; }"),
    )


def test_names_are_found_in_a_text_that_is_half_typed() -> None:
    check_definition(
        """
        class A { A next; int x; }
        spec T(A a) := a.next.x$0 =  && (
        """,
        expect("class A { A next; int <x>; }"),
    )


def test_a_step_of_a_hex_path_leads_to_the_field_of_its_class() -> None:
    check_definition(
        """
        class Other { Other left; }
        class Tree { Leaf root; hex { this.root(.left$0|.right)* aliases nothing; } }
        class Leaf { Leaf left; Leaf right; }
        """,
        expect("class Leaf { Leaf <left>; Leaf right; }"),
    )


def test_a_hex_step_can_lead_to_several_fields() -> None:
    check_definition(
        """
        class Node { }
        class Leaf extends Node { Node up; }
        class Fork extends Node { Node up; }
        class Tree { Node root; hex { this.root.up$0 not null; } }
        """,
        expect("""
        class Leaf extends Node { Node <up>; }
        class Fork extends Node { Node <up>; }
        """),
    )


def test_types_and_companions_of_formulas_are_found() -> None:
    check_definition(
        """
        class A { A next; void look() := null; hex { this.next expands to A with look$0; } }
        """,
        expect(
            "class A { A next; void <look>() := null; hex { this.next expands to A with look; } }"
        ),
    )


def test_a_built_in_class_is_declared_nowhere() -> None:
    check_definition("spec T(Obj$0ect o) := true;", expect(""))


def test_uses_are_found_in_declarations_specs_and_tests() -> None:
    check_references(
        """
        class A {
            int x$0;
            void up() := this.x := this.x + 1;
            invariant ok() := this.x < 3;
        }
        class B { int x; int m() := this.x; }
        spec T(A a) := a.x = 2;
        test t { a := new A; assert a.x = 0; }
        """,
        expect("""
        int <x>;
        void up() := this.<x> := this.x + 1;
        void up() := this.x := this.<x> + 1;
        invariant ok() := this.<x> < 3;
        spec T(A a) := a.<x> = 2;
        test t { a := new A; assert a.<x> = 0; }
        """),
    )


def test_a_method_is_used_with_those_that_override_it() -> None:
    check_references(
        """
        class A { int m$0() := 1; }
        class B extends A { int m() := 2; }
        class C { int m() := 3; }
        spec T(A a, B b, C c) := a.m() = b.m() + c.m();
        """,
        expect("""
        class A { int <m>() := 1; }
        class B extends A { int <m>() := 2; }
        spec T(A a, B b, C c) := a.<m>() = b.m() + c.m();
        spec T(A a, B b, C c) := a.m() = b.<m>() + c.m();
        """),
    )


def test_uses_are_found_in_the_files_that_include_this_one() -> None:
    check_references(
        """
        class A { int m$0() := 1; }
        """,
        expect("""
        class A { int <m>() := 1; }
        below.tiny: class B extends A { int <m>() := 2; }
        spec.tiny: spec T(A a) := a.<m>() = 2;
        """),
        {
            "below.tiny": 'include "main.tiny";\nclass B extends A { int m() := 2; }',
            "spec.tiny": 'include "main.tiny";\nspec T(A a) := a.m() = 2;',
            "apart.tiny": "class A { int m() := 4; }",
        },
        ["below.tiny", "spec.tiny", "apart.tiny"],
    )


def test_reading_and_writing_are_told_apart() -> None:
    check_highlights(
        """
        class A {
            int m(int start) :=
                let at := start in {
                    while at$0 < 3 do at := at + 1;
                    at
                };
        }
        """,
        expect("""
        declares let <at> := start in {
        reads    while <at> < 3 do at := at + 1;
        writes   while at < 3 do <at> := at + 1;
        reads    while at < 3 do at := <at> + 1;
        reads    <at>
        """),
    )


def test_a_test_declares_its_variables_by_assigning_them() -> None:
    check_highlights(
        """
        class A { int x; }
        test t { a := new A; a := new A; assert a$0.x = 0; }
        """,
        expect("""
        declares test t { <a> := new A; a := new A; assert a.x = 0; }
        writes   test t { a := new A; <a> := new A; assert a.x = 0; }
        reads    test t { a := new A; a := new A; assert <a>.x = 0; }
        """),
    )
