"""What a constructor makes by itself fits, however large it is."""

from __future__ import annotations

from pathlib import Path

from heapwright.answers.search.ask import specs_of
from heapwright.graph.explore.breadth_first import explore
from heapwright.graph.explore.explore import new_graph
from heapwright.graph.explore.room import NoRoom
from heapwright.graph.setting.setting import setting_for
from heapwright.graph.state.watch import Watch
from heapwright.limits import Limits
from heapwright.solver.chain import default_solver
from heapwright.store.disk import open_store
from heapwright.workspace.questions import Asking, ask_question
from heapwright.workspace.shelf import Shelf
from support.engine import verdict_text
from support.python_engine import ask_python, check_python_verdicts, loaded_python
from support.turns import TokenWithTurns

DECK = """
class Deck:
    def __init__(self) -> None:
        self.cards = [suit + kind for suit in "shdc" for kind in "A23456789TJQK"]
        self.hand = []

    def draw(self) -> None:
        self.hand.append(self.cards.pop())

class Table:
    def __init__(self, deck: Deck) -> None:
        self.deck = deck

@spec
def TWO(d: Deck) -> bool:
    return d.hand == ["cK", "cQ"]

@spec
def LOST(d: Deck) -> bool:
    return len(d.hand) == 1 and len(d.cards) == 50

@spec
def LAID(t: Table) -> bool:
    return len(t.deck.hand) == 1
"""


def test_a_deck_has_all_its_cards() -> None:
    check_python_verdicts(DECK, {"TWO": "found in 3", "LOST": "nowhere", "LAID": "found in 3"})
    assert dict(ask_python(DECK, "LOST").objects) == {"Deck": 1, "Table": 6, "items": 52}


def test_a_bound_that_was_asked_for_is_kept() -> None:
    assert verdict_text(ask_python(DECK, "TWO", scope={"items": 10}).verdict) == "nowhere"
    scoped = "# heapwright: scope items=10\n" + DECK
    assert verdict_text(ask_python(scoped, "TWO").verdict) == "nowhere"


def test_what_a_client_makes_for_a_call_does_not_grow() -> None:
    text = """
class Board:
    def __init__(self, marks: list[int]) -> None:
        self.squares = [0] * 9
        self.marks = marks

@spec
def MARKED(b: Board) -> bool:
    return b.squares[8] == 0 and b.marks[{n}] == 0
"""
    check_python_verdicts(text.format(n=3), {"MARKED": "found in 1"})
    found = verdict_text(ask_python(text.format(n=4), "MARKED").verdict)
    assert found.startswith("nowhere")


def test_a_question_has_room_for_the_lengths_that_it_names() -> None:
    text = """
class Log:
    def __init__(self) -> None:
        self.lines: list[int] = []

    def add(self, line: int) -> None:
        self.lines.append(line)

    def take(self, lines: list[int]) -> None:
        self.lines = list(lines)

    @invariant
    def short(self) -> bool:
        return len(self.lines) <= 5

@spec
def SEVEN(log: Log) -> bool:
    return 7 == len(log.lines)

@spec
def NEGATIVE(log: Log) -> bool:
    return len(log.lines) > 5 and len(log.lines) < 0
"""
    check_python_verdicts(text, {"SEVEN": "found in 2", "Log.short": "found in 2"})
    assert dict(ask_python(text, "NEGATIVE").objects) == {"Log": 1, "items": 6}
    # A bound that was asked for is kept.
    assert verdict_text(ask_python(text, "SEVEN", scope={"items": 5}).verdict) == "nowhere"


def test_it_is_told_that_clients_give_less_than_there_is_room_for() -> None:
    text = """
class Board:
    def __init__(self, marks: list[int]) -> None:
        self.squares = [0] * 9
        self.n_marks = len(marks)

@spec
def FULL(b: Board) -> bool:
    return b.n_marks == 9
"""
    answer = ask_python(text, "FULL")
    assert verdict_text(answer.verdict) == "nowhere"
    assert dict(answer.objects) == {"Board": 6, "items": 9, "items of arguments": 4}


def test_many_objects_of_a_class_fit_as_well() -> None:
    text = """
class Square:
    def __init__(self) -> None:
        self.is_taken = False

class Board:
    def __init__(self) -> None:
        self.squares = [Square() for _ in range(9)]

    def take(self, n: int) -> None:
        self.squares[n].is_taken = True

@spec
def TAKEN(b: Board) -> bool:
    return b.squares[8].is_taken and b.squares[0].is_taken
"""
    check_python_verdicts(text, {"TAKEN": "found in 3"})


def test_a_structure_that_fits_keeps_its_bound() -> None:
    text = """
class Row:
    def __init__(self, is_long: bool) -> None:
        self.seats = [0] * 20 if is_long else []

@spec
def LONG(r: Row) -> bool:
    return r.seats[19] == 0

@spec
def TAKEN(r: Row) -> bool:
    return r.seats[19] == 1
"""
    check_python_verdicts(text, {"TAKEN": "nowhere"})
    assert ask_python(text, "TAKEN").objects["items"] == 4
    # It is among the larger heaps that are tried then.
    check_python_verdicts(text, {"LONG": "found in 1"})


def test_whoever_explores_hears_of_no_watch_that_stopped() -> None:
    program = loaded_python(DECK).program
    setting = setting_for(program, ["Table"])
    outcomes: set[str | None] = set()
    for turns in range(0, 200, 3):
        graph = new_graph(setting)
        watch = Watch(Limits(), token=TokenWithTurns(turns))
        try:
            explore(graph, default_solver(), None, watch)
        except NoRoom as lacking:
            assert lacking.needed == {"items": 52}
            outcomes.add("no room")
        else:
            outcomes.add(graph.stopped_by)
    assert outcomes == {"no room", "the work was cancelled"}


def test_what_is_kept_of_other_questions_hides_no_lack_of_room(tmp_path: Path) -> None:
    """The graph around a table and the one around a deck have the same calls."""
    program = loaded_python(DECK).program
    for _ in range(2):
        shelf = Shelf(open_store(tmp_path))
        for spec in reversed(specs_of(program)):
            answer = ask_question(program, spec, Asking(Limits(), shelf=shelf)).answer
            expected = ask_python(DECK, spec.name)
            assert verdict_text(answer.verdict) == verdict_text(expected.verdict)
            assert answer.objects == expected.objects
