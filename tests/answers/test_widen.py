"""Going beyond the scope toward the question: long structures in few steps."""

from __future__ import annotations

from heapwright.answers.calls.verdict import Found, Nowhere
from heapwright.answers.search.ask import Answer, Effort, ask_spec, specs_of
from heapwright.limits import Limits
from heapwright.solver.chain import default_solver
from heapwright.text.source import Source
from heapwright.workspace.load import program_of
from support.repo import ROOT

SUBJECTS = ROOT / "benchmarks" / "subjects" / "tiny"

SORTED_LIST = """
class Cell { int value; Cell next; }
class List {
    private Cell head; private Cell last; private int size;
    void add(int x) := let cell := new Cell in {
        cell.value := x;
        if this.last = null then this.head := cell else this.last.next := cell;
        this.last := cell;
        this.size := this.size + 1
    };
    void removeFirst() := if this.head != null then {
        this.head := this.head.next;
        if this.head = null then this.last := null;
        this.size := this.size - 1
    };
    private bool ascends(Cell cell) :=
        cell = null || cell.next = null
        || (cell.value < cell.next.value && this.ascends(cell.next));
}
spec SIXTY(List l) := l.size = 60 && l.ascends(l.head);
"""


def widened(text: str, spec_name: str) -> Answer:
    program = program_of(Source("wide.tiny", text)).program
    spec = next(spec for spec in specs_of(program) if spec.name == spec_name)
    return ask_spec(program, Effort(default_solver(), Limits(), widens=True), spec)


def n_calls(answer: Answer) -> int:
    assert isinstance(answer.verdict, Found)
    return len(answer.verdict.rendered.calls)


def test_sixty_elements_in_ascending_order_are_added_one_by_one() -> None:
    answer = widened(SORTED_LIST, "SIXTY")
    assert n_calls(answer) == 61
    assert answer.objects == {"Cell": 60, "List": 1}
    # The work grows with the length of the list, not with its square.
    assert answer.graph.counts.paths < 200


def test_a_stack_of_a_hundred_is_found() -> None:
    text = (SUBJECTS / "kiasan_stack.tiny").read_text(encoding="utf-8")
    spec = "\nspec HUNDRED(StackLi s) := s.sizeBelow(s.topOfStack) = 100;"
    assert n_calls(widened(text + spec, "HUNDRED")) == 101


def test_a_full_cache_of_twenty_nodes_is_found() -> None:
    text = (SUBJECTS / "sushi_clist.tiny").read_text(encoding="utf-8")
    spec = "\nspec FULL(NodeCachingLinkedList l) := l.cacheSize = 20 && l.size = 1;"
    # One call to make the list, 21 to fill it, 20 to empty it again but for one.
    assert n_calls(widened(text + spec, "FULL")) == 42


def test_what_the_scope_reaches_is_still_answered_by_a_shortest_sequence() -> None:
    text = SORTED_LIST + "spec TWO(List l) := l.size = 2;"
    assert n_calls(widened(text, "TWO")) == 3


def test_a_closed_class_stays_unreachable() -> None:
    text = "class A { private int n; void set() := this.n := 1; } spec S(A a) := a.n = 2;"
    assert isinstance(widened(text, "S").verdict, Nowhere)


def test_calls_that_the_answer_does_not_need_are_left_out() -> None:
    text = """
    class Counter {
        private int x;
        void inc() := if this.x < 3 then this.x := this.x + 1;
        void jump() := if this.x = 3 then this.x := 100;
    }
    scope Counter <= 1;
    spec PAIR(Counter a, Counter b) := a != b && a.x + b.x = 102;
    """
    answer = widened(text, "PAIR")
    assert n_calls(answer) == 8


BOARD = """
class Task { private bool done; bool isDone() := this.done; void finish() := this.done := true; }
class Board {
    private Task first; private Task second;
    void add(Task task) :=
        if this.first = null then this.first := task
        else if this.first != task then this.second := task;
}
spec BOTH(Board b) := b.first.isDone() && b.second.isDone();
"""


def test_one_more_of_what_is_given_to_others_is_tried_first() -> None:
    program = program_of(Source("board.tiny", BOARD)).program
    (spec,) = specs_of(program)
    without = ask_spec(program, Effort(default_solver(), Limits()), spec)
    assert isinstance(without.verdict, Nowhere) and without.objects == {"Board": 1, "Task": 1}
    answer = widened(BOARD, "BOTH")
    assert n_calls(answer) == 7
    assert answer.objects == {"Board": 1, "Task": 2}
