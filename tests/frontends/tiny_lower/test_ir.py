"""The IR of small programs, as a listing."""

from __future__ import annotations

from heapwright.ir.checks.validate import validate
from heapwright.ir.core.program import Role
from heapwright.ir.core.structure import formula_text
from heapwright.ir.core.walk import children
from heapwright.ir.written.show import show_function
from support.expect import Expectation, expect
from support.tiny import lowered


def check_ir(program: str, name: str, expectation: Expectation) -> None:
    """Lower a program and compare the listing of one of its functions."""
    result = lowered(program)
    assert validate(result.program) == ()
    expectation.check(show_function(result.function(name), result.source_map))
    check_sites(result.function(name).body)


def check_sites(body: tuple[object, ...]) -> None:
    """Sites must follow from the IR alone: parts first, without gaps."""
    sites: list[int] = []
    stack: list[tuple[object, bool]] = [(node, False) for node in reversed(body)]
    while stack:
        node, is_done = stack.pop()
        if not is_done:
            stack.append((node, True))
            stack.extend((part, False) for part in reversed(children(node)))  # type: ignore[arg-type]
        elif getattr(node, "site", -1) >= 0:
            sites.append(node.site)  # type: ignore[attr-defined]
    assert sites == list(range(len(sites)))


def test_the_cores_sequencing_becomes_statements() -> None:
    check_ir(
        """
        class Node { Node next; int v;
          Node add(int x) := let n := new Node in let foo := (n.v := x) in
                             let foo := (n.next := this) in n; }
        """,
        "Node.add",
        expect("""
        method Node add(int x)
          n := new Node
          n.v := x
          n.next := this
          return n
        """),
    )


def test_an_if_at_the_end_returns_in_both_branches() -> None:
    check_ir(
        "class C { int m(bool c) := if c then 1 else let x := 2 in { x := x + 1; x }; }",
        "C.m",
        expect("""
        method int m(bool c)
          if c
            return 1
          else
            x := 2
            x := x + 1
            return x
        """),
    )


def test_an_if_inside_an_expression_chooses() -> None:
    check_ir(
        "class C { int m(bool c) := 1 + (if c then 1 else 2); }",
        "C.m",
        expect("""
    method int m(bool c)
      return 1 + (if c then 1 else 2)
    """),
    )


def test_a_dropped_if_needs_no_value_and_no_branch_without_effect() -> None:
    check_ir(
        """
        class C { int f; void m(bool c) :=
          { if c then this.f := 1 else 2; if c then 1 else null; if this.f = 1 then 1; 5 } ; }
        """,
        "C.m",
        expect("""
        method void m(bool c)
          if c
            this.f := 1
          do this.f == 1
        """),
    )


def test_an_assignment_that_is_used_evaluates_its_value_once() -> None:
    check_ir(
        "class C { C c; C m(C o) := this.c := o.c := new C; C n(C o) := this.c := o; }",
        "C.m",
        expect("""
        method C m(C o)
          this.c := {
            o.c := {
              v2 := new C
              give v2
            }
            give v2
          }
          return v2
        """),
    )


def test_an_assigned_local_needs_no_copy() -> None:
    check_ir(
        "class C { C c; C n(C o) := this.c := o; }",
        "C.n",
        expect("""
    method C n(C o)
      this.c := o
      return o
    """),
    )


def test_statements_before_an_operand_stay_behind_the_operands_left_of_it() -> None:
    check_ir(
        "class C { int f; int m(int x) := x + { x := 2; x } * { this.f := 3; x }; }",
        "C.m",
        expect("""
        method int m(int x)
          return x + {
            x := 2
            give x * {
              this.f := 3
              give x
            }
          }
        """),
    )


def test_reversed_comparisons_keep_the_order_of_evaluation() -> None:
    check_ir(
        "class C { bool m(int a, int b) := a > b && a >= b && a != b; }",
        "C.m",
        expect("""
    method bool m(int a, int b)
      return not a <= b and not a < b and not a == b
    """),
    )


def test_a_loop_evaluates_all_of_its_condition_each_time() -> None:
    check_ir(
        "class C { int f; void m() := while { this.f := this.f - 1; this.f } > 0 do this.f; }",
        "C.m",
        expect("""
        method void m()
          while {
            this.f := this.f - 1
            give not this.f <= 0
          }
            do this.f
        """),
    )


def test_try_returns_from_both_parts() -> None:
    check_ir(
        "class C { int f; int m(C o) := try o.f catch 0 - 1; }",
        "C.m",
        expect("""
    method int m(C o)
      try
        return o.f
      catch anything
        return 0 - 1
    """),
    )


def test_try_inside_an_expression_uses_a_slot() -> None:
    check_ir(
        "class C { int f; int m(C o) := 1 + try o.f catch 2; }",
        "C.m",
        expect("""
    method int m(C o)
      return 1 + {
        try
          v2 := o.f
        catch anything
          v2 := 2
        give v2
      }
    """),
    )


def test_throw_and_assert_throw_built_in_exceptions() -> None:
    check_ir(
        "class C { int m(int n) := { assert n > 0; if n = 1 then throw else 1 + throw this }; }",
        "C.m",
        expect("""
        method int m(int n)
          if not not n <= 0
            throw new AssertionFailed
          if n == 1
            throw new Error
          else
            return 1 + {
              throw this
              give false
            }
        """),
    )


def test_what_stands_after_a_throw_is_checked_but_not_in_the_ir() -> None:
    check_ir(
        "class C { int f; int m(int n) := if n = 1 then { throw; this.f := 2; 3 } else n; }",
        "C.m",
        expect("""
        method int m(int n)
          if n == 1
            throw new Error
          else
            return n
        """),
    )


def test_static_calls_and_specs_are_called_exactly_and_invariants_as_methods() -> None:
    check_ir(
        """
        class A { static A make(int n) := null; invariant ok() := true; bool m() := true; }
        class B extends A { bool m() := false; }
        spec s(A a) := a.ok() && a.m() && t(B.make(1));
        spec t(A a) := true;
        """,
        "s",
        expect("""
        spec bool s(A a)
          return a.ok() and a.m() and exactly t(exactly A.make(1))
        """),
    )


def test_a_test_declares_variables_by_assigning_them() -> None:
    check_ir(
        "class C { int f; } test t { c := new C; c.f := 1; d := c; d := null; assert c.f = 1; }",
        "t",
        expect("""
        test void t()
          c := new C
          c.f := 1
          d := c
          d := null
          if not c.f == 1
            throw new AssertionFailed
        """),
    )


def test_a_symbol_gets_its_class_from_a_later_use() -> None:
    check_ir(
        """
        class A { int a; } class B { B b; int c() := 1; }
        let y := Y0 in let z := if X0 = 1 then y else Y1 in let u := Y2 in
        if y = null then 0 else z.b.c()
        """,
        "(main)",
        expect("""
        main int (main)()
          y := input B Y0
          z := if input int X0 == 1 then y else input B Y1
          if y is null
            return 0
          else
            return z.b.c()
        """),
    )


def test_a_variable_that_starts_as_null_passes_its_class_on_to_symbols() -> None:
    check_ir(
        """
        class A { int a; } class B { int b; }
        let x := null in { x := Y0; x.b }
        """,
        "(main)",
        expect("""
        main int (main)()
          x := null
          x := input B Y0
          return x.b
        """),
    )


def test_main_without_a_common_type_gives_nothing() -> None:
    check_ir(
        "class C { int f; } if 1 = 2 then new C else new C.f",
        "(main)",
        expect("""
    main void (main)()
      if 1 == 2
        do new C
      else
        do (new C).f
    """),
    )


def test_a_function_with_a_mistake_is_left_out_and_its_callers_are_not() -> None:
    result = lowered(
        """
        class C { int f; Nope g;
          int bad() := this.x; int caller() := this.bad(); int uses() := this.g.h; }
        """
    )
    functions = {f.name: f for c in result.program.classes for f in c.functions}
    assert functions["bad"].left_out == "`C` has no field `x`"
    assert functions["bad"].body == ()
    assert functions["caller"].left_out is None
    assert functions["uses"].left_out == "it depends on something that has a mistake"


def test_a_function_whose_text_is_broken_is_left_out() -> None:
    result = lowered("class C { int f; int m() := this.f this.f; int n() := this.f; }")
    assert result.function("C.m").left_out == "its text has a syntax error"
    assert result.function("C.n").left_out is None


def test_built_in_classes_stand_behind_their_parents() -> None:
    result = lowered("class Error { int code; } class B extends A { } class A { private new; }")
    assert [(c.name, c.parent, c.is_constructible) for c in result.program.classes] == [
        ("Object", None, True),
        ("Error", "Object", True),
        ("A", "Object", False),
        ("B", "A", True),
        ("NullDereference", "Error", False),
        ("DivisionByZero", "Error", False),
        ("AssertionFailed", "Error", False),
    ]


def test_roles_follow_from_the_declaration() -> None:
    result = lowered(
        """
        class C { int m() := 1; static int s() := 1; private int p() := 1; invariant i() := true; }
        test t { assert true; }
        spec q(C c) := true;
        1
        """
    )
    functions = [f for c in result.program.classes for f in c.functions]
    assert [(f.name, f.role, f.is_public) for f in (*functions, *result.program.functions)] == [
        ("m", Role.METHOD, True),
        ("s", Role.STATIC, True),
        ("p", Role.METHOD, False),
        ("i", Role.INVARIANT, True),
        ("t", Role.TEST, True),
        ("q", Role.SPEC, True),
        ("(main)", Role.MAIN, True),
    ]


def test_structure_is_kept_without_places() -> None:
    result = lowered(
        "class C { C next; hex { this . next  aliases nothing; this.nowhere not null; } }"
    )
    formulas = result.program.class_named("C").structure
    assert [formula_text(formula) for formula in formulas] == ["this.next aliases nothing"]
