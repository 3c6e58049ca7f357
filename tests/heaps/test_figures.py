"""The programs of [POSE] Figures 1-3, [HEX] Figure 1, as the papers count them."""

from __future__ import annotations

from pathlib import Path

import pytest

from support.expect import expect
from support.symbolic import check_counts, check_paths, paths_of

CORE = Path(__file__).parent.parent / "core_programs"


def core(name: str, change: tuple[str, str] = ("", "")) -> str:
    return (CORE / f"{name}.tiny").read_text(encoding="utf-8").replace(*change)


def test_swap_has_two_paths_and_lazy_initialization_makes_21_of_them() -> None:
    check_counts(
        core("swap"), {"pose": (2, 0), "summary": (2, 0), "lazier": (3, 0), "lazy": (21, 0)}
    )


def test_sum_has_one_path_and_lazy_initialization_makes_23_with_the_errors() -> None:
    check_counts(
        core("sum"), {"pose": (1, 3), "summary": (1, 3), "lazier": (15, 8), "lazy": (15, 8)}
    )


@pytest.mark.parametrize(
    ("most", "n_paths", "n_lazier", "n_lazy"), [(4, 6, 16, 21), (10, 12, 67, 78)]
)
def test_has_null_has_a_path_per_length_and_lazy_ones_grow_with_its_square(
    most: int, n_paths: int, n_lazier: int, n_lazy: int
) -> None:
    text = core("has_null", (":= 4)", f":= {most})"))
    check_counts(
        text,
        {
            "pose": (n_paths, 0),
            "summary": (n_paths, 0),
            "lazier": (n_lazier, 0),
            "lazy": (n_lazy, 0),
        },
    )


def test_a_method_run_directly_has_the_same_paths_as_a_main_that_calls_it() -> None:
    check_counts(core("swap"), {"pose": (2, 0), "lazier": (3, 0), "lazy": (21, 0)}, "Sample.swap")
    check_counts(core("sum"), {"pose": (1, 3), "lazy": (15, 8)}, "Sample.sum")


def test_a_loop_that_looks_at_its_bound_last_has_a_path_per_length() -> None:
    text = """
        class Sample {
            Sample next;
            bool hasNull() := let s := this.next in let i := 1 in {
                while s != null && i <= 4 do { s := s.next; i := i + 1 };
                s = null
            };
        }
        """
    check_counts(text, {"pose": (6, 0), "lazier": (16, 0), "lazy": (21, 0)}, "Sample.hasNull")


def test_reading_three_references_forks_only_where_the_program_does() -> None:
    """[POSE] Figure 2: `a0.f != a1.f` needs two objects, whatever `a2` is."""
    check_paths(
        """
        class A { int f; }
        class P {
            int p1(A a0, A a1, A a2) :=
                let v := a0.f + a1.f + a2.f in
                if a0.f != a1.f then 0 - 1 else v - a1.f - a2.f;
        }
        """,
        expect(
            """
            a0 = null: error NullDereference
            a0 != null && a1 = null: error NullDereference
            a0 != null && a1 != null && a2 = null: error NullDereference
            a0 != null && a1 != null && a2 != null && a0.f != a1.f: returned -1
            a0 != null && a1 != null && a2 != null && a0.f = a1.f: returned a0.f
            """
        ),
        "P.p1",
    )


def test_a_sum_of_what_was_written_is_zero_for_one_object_only() -> None:
    """[POSE] Figure 3."""
    summed = "(if b0 = b1 then 0 else 1) + (if b0 = b2 then 0 else (if b1 = b2 then 1 else 2))"
    check_paths(
        """
        class B { int f; }
        class P {
            bool p2(B b0, B b1, B b2) := {
                b2.f := 2;
                b1.f := 1;
                b0.f := 0;
                if b0.f + b1.f + b2.f = 0 then true else false
            };
        }
        """,
        expect(
            """
            b2 = null: error NullDereference
            b2 != null && b1 = null: error NullDereference
            b2 != null && b1 != null && b0 = null: error NullDereference
            ALL && SUM = 0: returned true
            ALL && SUM != 0: returned false
            """.replace("ALL", "b2 != null && b1 != null && b0 != null").replace("SUM", summed)
        ),
        "P.p2",
    )


def test_the_list_of_hex_figure_1_is_read_three_times() -> None:
    text = """
        class List { List next; }
        class P {
            List getList(List list, int foo) :=
                if foo < 0 then
                    let first := list in
                    let second := first.next in
                    second.next
                else if foo > 10 then null
                else if foo > 5 then new List
                else list;
        }
        """
    # [HEX] Figure 2: the list is null or not; its second node is null, the first one or new;
    # after a new one the third is null, either of the two or new.
    check_counts(text, {"pose": (4, 2), "summary": (4, 2), "lazy": (9, 2)}, "P.getList")
    check_paths(
        text,
        expect("""
    foo <= -1 && list = null: error NullDereference
    foo >= 11: returned null
    foo <= -1 && list != null && list.next = null: error NullDereference
    foo <= 10 && foo >= 6: returned new List
    foo <= -1 && list != null && list.next != null: returned list.next.next
    foo >= 0 && foo <= 5: returned list
    """),
        "P.getList",
    )


def test_bounds_that_meet_are_shown_as_an_equality() -> None:
    check_paths(
        "class P { int m(int n) := if n < 1 then 0 else if n < 2 then 1 else 2; }",
        expect(
            """
            n <= 0: returned 0
            n = 1: returned 1
            n >= 2: returned 2
            """
        ),
        "P.m",
    )


def test_what_stands_in_a_condition_several_times_is_written_once_below_it() -> None:
    text = """
        class B { int f; }
        class P {
            int m(B a, B b, B c) := {
                c.f := 3;
                b.f := 2;
                a.f := 1;
                let s := b.f + c.f in if s < 5 then (if 2 < s then s * s else 0) else 1
            };
        }
        """
    found = paths_of(text, "pose", "P.m").paths
    path = next(p for p in found if p.outcome == "returned" and p.value not in ("0", "1"))
    inner, outer = "if a = c then 1 else (if b = c then 2 else 3)", "(if a = b then 1 else 2)"
    objects = "c != null && b != null && a != null"
    assert path.condition == (
        f"{objects} && {outer} + v1 <= 4 && {outer} + v1 >= 3\nwhere v1 := {inner}"
    )
    assert path.value == f"w1 * w1\nwhere w1 := {outer} + ({inner})"
