"""HEX formulas asked of every reachable heap: which hold, and what breaks the others."""

from __future__ import annotations

import textwrap

from heapwright.answers.search.ask import Effort
from heapwright.answers.structure.structure import (
    StructureAnswer,
    Violated,
    ask_structure,
    own_formulas,
)
from heapwright.editor.known.structures import shown_structure
from heapwright.limits import Limits
from heapwright.solver.chain import default_solver
from heapwright.text.source import Source
from heapwright.workspace.load import program_of
from support.engine import loaded, run_again
from support.expect import Expectation, expect

LIST = """
class Node { Node next; }
class List {
    private Node head; private Node tail; private int size;
    void add() := {
        let node := new Node in {
            if this.head = null then this.head := node else this.tail.next := node;
            this.tail := node
        };
        this.size := this.size + 1
    };
    void close() := if this.tail != null then this.tail.next := this.head else null;
    void forget() := this.size := 0;
    bool fits(int n) := n <= this.size;
    bool ends(Node from, Node to, int n) := to != null || from = this || this.tail = from;
    hex { FORMULA }
}
"""


def check_formula(formula: str, expectation: Expectation, *without: str) -> None:
    """Ask one formula of the list, some methods of which may be left out."""
    text = LIST.replace("FORMULA", formula)
    for name in without:
        text = "\n".join(line for line in text.split("\n") if f" {name}()" not in line)
    answer = asked(text, "List")
    program = loaded(text)
    shown = shown_structure(answer, program.program, program.source_map.classes["List"])
    lines = [shown.verdict, textwrap.fill(shown.reason, 88, break_on_hyphens=False)]
    if isinstance(answer.verdict, Violated):
        lines.append(answer.verdict.rendered.code)
        assert shown.problem is not None
        span = shown.problem.span
        assert text[span.start : span.end] == formula.rstrip(";")
    expectation.check("\n".join(lines))


def asked(text: str, class_name: str) -> StructureAnswer:
    program = loaded(text).program
    effort = Effort(default_solver(), Limits(objects=(("Node", 3),)))
    return ask_structure(program, effort, class_name, own_formulas(program, class_name))


def test_a_formula_holds_in_every_order_of_visiting() -> None:
    check_formula(
        "this.head(.next)* aliases this.tail;",
        expect("""
        holds
        `this.head(.next)* aliases this.tail` holds in every reachable state with up to 1 List,
        3 Node
        """),
        "close",
    )


def test_another_order_of_visiting_breaks_a_formula() -> None:
    check_formula(
        "this.head(.next)* aliases nothing;",
        expect("""
        violated
        `this.head(.next)* aliases nothing` does not hold after 2 calls: `this.head` leads to
        the object that `this.tail` led to before
        it := new List;
        it.add();
        """),
        "close",
    )


def test_the_offending_reference_is_named() -> None:
    check_formula(
        "this.head(.next)+ aliases max this.head(.next)*;",
        expect("""
        violated
        `this.head(.next)+ aliases max this.head(.next)*` does not hold after 3 calls:
        `this.head.next` leads to the object that `this.tail` led to before, which is not the
        end of `this.head(.next)*`
        it := new List;
        it.add();
        it.add();
        """),
    )
    check_formula(
        "this.head not null;",
        expect("""
        violated
        `this.head not null` does not hold after 1 call: `this.head` is null
        it := new List;
        """),
    )
    check_formula(
        "this.head(.next)* expands to nothing || !(this.head not null);",
        expect("""
        violated
        `this.head(.next)* expands to nothing || !this.head not null` does not hold after 2
        calls: `this.head` leads to an object not met before
        it := new List;
        it.add();
        """),
    )


def test_companions_are_asked_about_numbers() -> None:
    check_formula(
        "this.head(.next)* expands to Node with fits;",
        expect("""
        holds
        `this.head(.next)* expands to Node with fits` holds in every reachable state with up to
        1 List, 3 Node
        """),
        "forget",
    )
    check_formula(
        "this.head(.next)* expands to Node with fits;",
        expect("""
        violated
        `this.head(.next)* expands to Node with fits` does not hold after 3 calls: `fits`
        refuses `this.head`
        it := new List;
        it.add();
        it.forget();
        """),
    )


def test_companions_are_told_holder_and_target() -> None:
    check_formula(
        "this.head(.next)+ expands to Node with ends;",
        expect("""
        holds
        `this.head(.next)+ expands to Node with ends` holds in every reachable state with up to
        1 List, 3 Node
        """),
    )


def test_a_class_below_has_the_formulas_too() -> None:
    answer = asked(
        """
        class Node { Node next; }
        class Base { Node head; private new; hex { this.head not null; } }
        class Below extends Base { }
        """,
        "Base",
    )
    assert isinstance(answer.verdict, Violated)
    assert answer.verdict.rendered.code == "it := new Below;"


def test_an_object_that_no_client_holds_counts() -> None:
    text = """
        class Outer {
            private Inner inner;
            void fill() := { this.inner := new Inner; this.inner.own := this.inner };
        }
        class Inner { Inner own; hex { this.own aliases nothing; } }
        """
    answer = asked(text, "Inner")
    assert isinstance(answer.verdict, Violated)
    assert answer.verdict.rendered.arguments == (("this", "outer.inner"),)


def test_what_is_rendered_runs() -> None:
    text = LIST.replace("FORMULA", "this.head(.next)+ aliases nothing;")
    answer = asked(text, "List")
    assert isinstance(answer.verdict, Violated)
    whole = text.replace("bool fits", "invariant always() := true; bool fits")
    question = next(
        f for f in loaded(whole).program.class_named("List").functions if f.name == "always"
    )
    run_again(whole, answer.verdict.rendered, question, wanted=True)


def test_python_classes_are_asked_alike() -> None:
    text = """
from __future__ import annotations
from heapwright import structure

class Node:
    def __init__(self) -> None:
        self.next: Node | None = None

@structure("this.head(.next)* aliases nothing")
class Ring:
    def __init__(self) -> None:
        self.head: Node | None = None

    def push(self) -> None:
        node = Node()
        node.next = self.head
        self.head = node

    def close(self) -> None:
        if self.head is not None:
            self.head.next = self.head
"""
    program = program_of(Source("ring.py", text), "python").program
    effort = Effort(default_solver(), Limits(objects=(("Node", 3),)))
    answer = ask_structure(program, effort, "Ring", own_formulas(program, "Ring"))
    assert isinstance(answer.verdict, Violated)
    expect("""
        it = Ring()
        it.push()
        it.close()
    """).check(answer.verdict.rendered.code)
