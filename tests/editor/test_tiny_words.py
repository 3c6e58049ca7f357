"""What a hover says of words that are no questions."""

from support.expect import expect
from support.tiny_editor import check_words

PROGRAM = """
class Node {
    private Node next;
    private new;
    static Node make(int v) := let node := new Node in node;
    Node tail() := this.next;
    hex { this(.next)* aliases nothing; this.next not null || this.next aliases max this; }
}
"""


def test_a_field_has_its_type_and_first_value() -> None:
    check_words(
        PROGRAM.replace("this.next;", "this.ne$0xt;", 1),
        expect("""
    `next`
    private Node Node.next
    A field; null in a new object.
    """),
    )


def test_a_method_has_its_head() -> None:
    check_words(
        PROGRAM + "spec T(Node o) := o.ta$0il() = null;",
        expect("""
    `tail`
    Node Node.tail()
    A part of the public API.
    """),
    )


def test_a_class_has_its_public_methods() -> None:
    check_words(
        PROGRAM + "spec T(No$0de o) := true;",
        expect("""
    `Node`
    class Node
    Only its own code may say `new Node`. Public methods: `make`, `tail`.
    """),
    )


def test_a_variable_has_the_type_of_its_value() -> None:
    check_words(
        PROGRAM.replace("in node;", "in no$0de;"),
        expect("""
    `node`
    Node node
    A variable.
    """),
    )


def test_a_variable_that_starts_as_null_has_the_class_it_gets_later() -> None:
    check_words(
        """
        class A { A m() := let a$0 := null in { a := this; a }; }
        """,
        expect("""
        `a`
        A a
        A variable.
        """),
    )


def test_a_keyword_is_explained() -> None:
    check_words(
        "sp$0ec T() := true;",
        expect("""
        `spec`
        spec
        `spec NAME(T p, …) := e;` asks: can public calls build objects for which this is
            true?
        """),
    )


def test_a_soft_word_that_is_a_name_is_no_keyword() -> None:
    check_words(
        "spec T(int spec) := sp$0ec = 1;",
        expect("""
    `spec`
    int spec
    A parameter.
    """),
    )


def test_a_symbol_is_explained() -> None:
    check_words(
        "class A { int x; }\n(Y$00.x)",
        expect("""
    `Y0`
    Y0
    Stands for an unknown object, or null, the same one wherever `Y0` is written.
    """),
    )


def test_a_formula_is_put_into_words() -> None:
    check_words(
        PROGRAM.replace("aliases nothing", "ali$0ases nothing"),
        expect("""
        `this(.next)* aliases nothing`
        Visiting the heap from a `Node`: `this(.next)*` (`*`: any number of steps, also
            none) never leads to an object seen before: it is null or leads to a new one.
        """),
    )


def test_a_formula_of_several_parts_is_put_into_words() -> None:
    check_words(
        PROGRAM.replace("not null", "n$0ot null"),
        expect("""
        `this.next not null || this.next aliases max this`
        Visiting the heap from a `Node`: `this.next` is never null, or where `this.next`
            leads to an object seen before, that is one that `this` leads to where that goes
            no further.
        """),
    )


def test_a_step_of_a_formula_is_a_field_and_part_of_the_formula() -> None:
    check_words(
        PROGRAM.replace("this(.next)", "this(.ne$0xt)"),
        expect("""
        `next`
        private Node Node.next
        A field; null in a new object.

        Visiting the heap from a `Node`: `this(.next)*` (`*`: any number of steps, also
            none) never leads to an object seen before: it is null or leads to a new one.
        """),
    )


def test_there_is_nothing_to_say_about_punctuation() -> None:
    check_words("spec T() := 1 $0+ 1 = 2;", expect("nothing"))
