"""Problems point to the other places that explain them."""

from __future__ import annotations

from collections.abc import Mapping

from support.expect import Expectation, expect
from support.tiny import lowered


def check_related(
    program: str, expectation: Expectation, others: Mapping[str, str] | None = None
) -> None:
    """Compare each problem with the text at its range and at its related ranges."""
    result = lowered(program, others=others)
    texts = {file.source.path: file.source.text for file in result.files}
    lines = []
    for path, problems in result.problems.items():
        for problem in problems:
            shown = texts[path][problem.span.start : problem.span.end]
            lines.append(f"{path} `{shown}`: {problem.message}")
            for related in problem.related:
                other = related.path or path
                shown = texts[other][related.span.start : related.span.end]
                lines.append(f"  {other} `{shown}`: {related.message}")
    expectation.check("\n".join(lines))


def test_a_second_declaration_points_to_the_first() -> None:
    check_related(
        """
        include "a.tiny";
        class A { int f; bool f; }
        """,
        expect("""
        a.tiny `A`: `A` is declared twice
          a.tiny `A`: the first one is here
        program.tiny `A`: `A` is declared twice
          a.tiny `A`: the first one is here
        """),
        {"a.tiny": "class A { int g; } class A { }"},
    )


def test_a_private_member_points_to_its_declaration() -> None:
    check_related(
        "class A { private int f; } class B { int m(A a) := a.f; }",
        expect("""
    program.tiny `f`: `f` is private: only the code of `A` can use it
      program.tiny `f`: `f` is declared here
    """),
    )


def test_a_circle_of_classes_points_to_all_of_them() -> None:
    check_related(
        "class A extends C { } class B extends A { } class C extends B { }",
        expect("""
    program.tiny `C`: classes in a circle: `A` extends `C` extends `B` extends `A`
      program.tiny `B`: `C` extends `B` here
      program.tiny `A`: `B` extends `A` here
    """),
    )


def test_a_circle_of_includes_points_to_all_of_them() -> None:
    check_related(
        'include "a";',
        expect("""
        d/c `../a`: files include each other in a circle: `a` includes `b` includes `c` includes `a`
          a `d/b`: `b` is included here
          d/b `c`: `c` is included here
        """),
        {"a": '/* a */ include "d/b";', "d/b": 'include "c";', "d/c": 'include "../a";'},
    )


def test_a_circle_of_specs_points_to_all_of_them() -> None:
    check_related(
        "class C { } spec a(C c) := b(c); spec b(C c) := d(c); spec d(C c) := a(c);",
        expect("""
        program.tiny `b(c)`: specs in a circle: `a` asks `b` asks `d` asks `a`
          program.tiny `d(c)`: `b` asks on here
          program.tiny `a(c)`: `d` asks on here
        """),
    )


def test_a_wrong_override_points_to_the_inherited_method() -> None:
    check_related(
        "class A { int m() := 1; } class B extends A { bool m() := true; }",
        expect("""
        program.tiny `m`: `m` differs from the one in `A`: it gives a bool here and an int there
          program.tiny `m`: `m` is declared here
        """),
    )
