"""What a client can do with an object depends on the type by which it got hold of it."""

from __future__ import annotations

from support.engine import check_sequence, check_verdicts
from support.expect import expect
from support.python_engine import check_python_sequence

HIDDEN = """
    class A { int x; }
    class B extends A { private new; static A hidden() := new B; void set() := this.x := 5; }
"""


def test_a_method_of_the_real_class_cannot_be_called_by_who_knows_the_class_above() -> None:
    check_verdicts(
        HIDDEN + "spec five(A a) := a.x = 5; spec real(A a) := a instanceof B;",
        {"five": "nowhere", "real": "found in 1"},
    )


def test_a_spec_about_the_real_class_cannot_be_asked_by_who_knows_the_class_above() -> None:
    check_verdicts(HIDDEN + "spec some(B b) := b != null;", {"some": "nowhere"})


def test_a_call_that_promises_the_real_class_lets_its_methods_be_called() -> None:
    check_sequence(
        """
        class A { int x; B real() := null; }
        class B extends A {
            private new;
            static A hidden() := new B;
            B real() := this;
            void set() := this.x := 5;
        }
        spec five(A a) := a.x = 5;
        """,
        expect(
            """
            b := B.hidden();
            a := b.real();
            a.set();
            """
        ),
    )


def test_a_method_that_stands_in_promises_more_only_to_who_knows_its_class() -> None:
    check_verdicts(
        """
        class A { int x; A self() := this; }
        class B extends A {
            private new;
            static A hidden() := new B;
            B self() := this;
            void set() := this.x := 5;
        }
        spec five(A a) := a.x = 5;
        """,
        {"five": "nowhere"},
    )


def test_an_inner_object_is_known_by_the_type_of_its_getter() -> None:
    check_verdicts(
        """
        class A { int x; }
        class B extends A { void set() := this.x := 5; }
        class Box { private A a; void put(A a) := this.a := a; A get() := this.a; }
        spec five(Box b) := b.a.x = 5;
        spec kept(Box b, B held) := b.a = held && held.x = 5;
        """,
        {"five": "found in 4", "kept": "found in 4"},
        scope={"A": 1, "B": 1, "Box": 1},
    )


def test_in_python_no_declared_type_stands_in_the_way() -> None:
    check_python_sequence(
        """
class A:
    def __init__(self) -> None:
        self.x = 0

class B(A):
    # heapwright: private
    def __init__(self) -> None:
        self.x = 1

    def set(self) -> None:
        self.x = 5

def hidden() -> A:
    return B()

@spec
def five(a: A) -> bool:
    return a.x == 5
""",
        expect(
            """
            a = hidden()
            a.set()
            """
        ),
    )
