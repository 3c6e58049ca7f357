"""Objects that can only be stored and compared, where some class has nothing."""

from __future__ import annotations

from support.engine import check_sequence, check_verdict, check_verdicts
from support.expect import expect

BOX = (
    "class Box { private Object a; private Object b; void setA(Object o) := this.a := o;\n"
    " void setB(Object o) := this.b := o; void self() := this.b := this; }\n"
)


def test_they_are_made_before_they_are_used() -> None:
    check_sequence(
        "class Box { private Object a; private Object b;"
        " void put(Object o) := if this.a = null then this.a := o else this.b := o; }"
        "spec twice(Box x) := x.a != null && x.b = x.a;",
        expect(
            """
            x := new Box;
            object := new Object;
            x.put(object);
            x.put(object);
            """
        ),
    )


def test_one_that_only_the_spec_is_asked_about_is_made_too() -> None:
    check_sequence(
        "class Box { private Object a; void put(Object o) := this.a := o; }"
        "spec other(Box x, Object o) := x.a != null && o != null && o != x.a;",
        expect(
            """
            x := new Box;
            object := new Object;
            x.put(object);
            o := new Object;
            """
        ),
    )


def test_objects_of_other_classes_may_be_stored_among_them() -> None:
    text = f"""{BOX}
    spec some(Box x) := x.b != null;
    spec own(Box x) := x.b = x;
    spec given(Box x, Box y) := x != y && x.a = y && y.b = y;
    """
    check_verdicts(text, {"some": "found in 2", "own": "found in 2", "given": "found in 4"})


def test_two_such_classes_do_not_mix() -> None:
    text = """
    class A { }
    class B { }
    class Box { private A a; private B b; void setA(A x) := this.a := x;
            void setB(B x) := this.b := x; }
    spec both(Box b) := b.a != null && b.b != null;
    """
    check_verdict(text, "found in 3")


def test_an_object_of_a_class_below_is_one_of_the_class_above() -> None:
    text = """
    class A { }
    class B extends A { }
    class C extends A { }
    class Box { private A a; private A b; void setA(B x) := this.a := x;
            void setB(C x) := this.b := x;
                void setAny(A x) := this.a := x; }
    spec same(Box b) := b.a != null && b.a = b.b;
    spec other(Box b) := b.a != null && b.b != null && b.a != b.b;
    """
    check_verdicts(text, {"same": "found in 4", "other": "found in 5"})


def test_a_class_that_nobody_can_make_has_no_objects() -> None:
    text = """
    class Token { private new; }
    class Box { private Token t; void put(Token t) := this.t := t; }
    spec some(Box b) := b.t != null;
    """
    check_verdict(text, "nowhere")


def test_a_class_that_only_classes_below_make_has_those() -> None:
    text = """
    class Token { private new; }
    class Coin extends Token { }
    class Box { private Token t; void put(Token t) := this.t := t; }
    spec some(Box b) := b.t != null;
    """
    check_verdict(text, "found in 3")


def test_an_object_that_the_program_makes_itself_is_no_mere_item() -> None:
    text = """
    class Tag { }
    class Box { private Object o; void put(Tag t) := this.o := t;
            void fresh() := this.o := new Object; }
    spec some(Box b) := b.o != null;
    spec same(Box b, Tag t) := b.o = t && t != null;
    """
    check_verdicts(text, {"some": "found in 2", "same": "found in 3"})
