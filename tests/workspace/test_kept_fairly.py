"""What a fair exploration found is asked again, and gives the answers that a cold start gives."""

from __future__ import annotations

from itertools import permutations
from pathlib import Path

import pytest

from heapwright.answers.calls.verdict import Found
from heapwright.answers.search.ask import Answer
from heapwright.cancellation import CancellationToken
from heapwright.graph.state import watch
from heapwright.limits import Limits
from heapwright.store.disk import open_store
from heapwright.workspace.branch_tests import branch_tests
from heapwright.workspace.decided_branches import UnderTest
from heapwright.workspace.paths import PathOptions, find_paths, reach_of
from heapwright.workspace.questions import Asking, ask_formulas, ask_question
from heapwright.workspace.shelf import Shelf
from support.engine import question_named, verdict_text
from support.python_engine import loaded_python
from support.turns import TokenWithTurns

# A breaker can be made in more than a million ways, and breadth first they all come first.
WIDE = """
from heapwright import invariant, spec, structure

@structure("this.spare aliases nothing")
class Breaker:
    def __init__(
        self,
        limit: int = 5,
        names: list[str] | None = None,
        groups: dict[str, int] | None = None,
        weights: list[int] | None = None,
        strict: bool = False,
    ) -> None:
        self.limit = limit
        self.names = names
        self.groups = groups
        self.weights = weights
        self.strict = strict
        self.n_failed = 0
        self.is_open = False
        self.spare: "Breaker | None" = None

    @invariant
    def at_most_once(self) -> bool:
        return self.n_failed < 2

    def fail(self) -> None:
        self.n_failed += 1
        if self.n_failed >= self.limit:
            self.is_open = True

    def reset(self) -> None:
        if self.is_open and self.strict:
            self.n_failed = 0
            self.is_open = False

    def back(self, spare: "Breaker") -> None:
        self.spare = spare

@spec
def OPEN(b: Breaker) -> bool:
    return b.is_open and b.n_failed == 2

@spec
def STRICT(b: Breaker) -> bool:
    return b.strict and b.n_failed == 1 and b.limit == 7

@spec
def NAMED(b: Breaker) -> bool:
    return b.names is not None and b.n_failed == 2 and b.strict
"""
NAMES = ("OPEN", "STRICT", "NAMED")


def asked(
    name: str,
    shelf: Shelf | None,
    limits: Limits | None = None,
    token: CancellationToken | None = None,
) -> Answer:
    program = loaded_python(WIDE).program
    asking = Asking(limits or Limits(), shelf=shelf, token=token)
    return ask_question(program, question_named(program, name), asking).answer


def code(answer: Answer) -> str:
    assert isinstance(answer.verdict, Found), verdict_text(answer.verdict)
    return answer.verdict.rendered.code


def check_explored_nothing(answer: Answer) -> None:
    """See that no path was run, neither breadth first nor fairly."""
    assert answer.is_cached
    assert answer.graph.counts.followed == 0


@pytest.mark.parametrize("name", [*NAMES, "Breaker.at_most_once"])
def test_the_same_question_explores_nothing_in_another_process(name: str, tmp_path: Path) -> None:
    first = asked(name, Shelf(open_store(tmp_path)))
    assert not first.is_cached
    again = asked(name, Shelf(open_store(tmp_path)))
    check_explored_nothing(again)
    assert code(again) == code(first)


def test_another_question_about_the_same_heaps_explores_nothing(tmp_path: Path) -> None:
    """Those for `NAMED` were found on the way to it; `STRICT` is among them."""
    asked("NAMED", Shelf(open_store(tmp_path)))
    again = asked("STRICT", Shelf(open_store(tmp_path)))
    check_explored_nothing(again)
    assert code(again) == code(asked("STRICT", None))


def test_the_same_question_explores_nothing_in_the_same_process() -> None:
    shelf = Shelf(None)
    first = asked("OPEN", shelf)
    check_explored_nothing(asked("OPEN", shelf))
    assert code(asked("OPEN", shelf)) == code(first)


@pytest.mark.parametrize("names", list(permutations(NAMES)))
def test_answers_do_not_depend_on_what_was_asked_before(
    names: tuple[str, ...], tmp_path: Path
) -> None:
    for name in names:
        answer = asked(name, Shelf(open_store(tmp_path)))
        assert code(answer) == code(asked(name, None)), names


def test_what_is_not_found_yet_is_looked_for_from_there_on(tmp_path: Path) -> None:
    """A graph that was cut off somewhere leads to the answer of one that was not."""
    for turns in (600, 900, 1_200):
        cut = asked("NAMED", Shelf(open_store(tmp_path)), token=TokenWithTurns(turns))
        assert verdict_text(cut.verdict).endswith("the work was cancelled")
    answer = asked("NAMED", Shelf(open_store(tmp_path)))
    assert not answer.is_cached
    assert answer.graph.counts.followed == 0  # breadth first
    assert code(answer) == code(asked("NAMED", None))


def test_another_bound_on_calls_is_another_exploration(tmp_path: Path) -> None:
    asked("OPEN", Shelf(open_store(tmp_path)))
    bounded = Limits(calls=3)
    assert not asked("OPEN", Shelf(open_store(tmp_path)), bounded).is_cached
    assert asked("OPEN", Shelf(open_store(tmp_path)), bounded).is_cached


@pytest.mark.parametrize(
    "damage",
    [b"", bytes(40), b"heapwright graph\n" + b"\xc1" * 99],
    ids=["empty", "zeros", "garbage"],
)
def test_a_damaged_entry_is_a_miss(
    damage: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = open_store(tmp_path)
    first = asked("OPEN", Shelf(store))
    monkeypatch.setattr(type(store), "get", lambda self, key: damage)
    again = asked("OPEN", Shelf(store))
    assert not again.is_cached
    assert code(again) == code(first)
    monkeypatch.undo()
    assert asked("OPEN", Shelf(store)).is_cached


def test_an_edit_of_the_class_is_never_answered_from_the_old_graph(tmp_path: Path) -> None:
    asked("OPEN", Shelf(open_store(tmp_path)))
    edited = loaded_python(WIDE.replace("self.n_failed += 1", "self.n_failed += 2")).program
    asking = Asking(Limits(), shelf=Shelf(open_store(tmp_path)))
    answer = ask_question(edited, question_named(edited, "OPEN"), asking).answer
    assert not answer.is_cached
    assert code(answer).count("fail()") == 1


def test_formulas_are_asked_of_kept_graphs(tmp_path: Path) -> None:
    program = loaded_python(WIDE).program
    formulas = program.class_named("Breaker").structure
    answers = [
        ask_formulas(
            program, "Breaker", formulas, Asking(Limits(), shelf=Shelf(open_store(tmp_path)))
        )[0]
        for _ in range(2)
    ]
    assert [answer.explored.is_cached for answer in answers] == [False, True]
    assert answers[0].verdict == answers[1].verdict


def test_paths_are_looked_for_in_kept_graphs(tmp_path: Path) -> None:
    program = loaded_python(WIDE).program
    method = next(
        function
        for function in program.class_named("Breaker").functions
        if function.name == "reset"
    )
    paths = find_paths(program, method, PathOptions())
    shelves = [Shelf(open_store(tmp_path)), Shelf(open_store(tmp_path))]
    reached = [reach_of(program, paths, Asking(Limits(), shelf=shelf)) for shelf in shelves]
    assert [explored.is_cached for _, explored in reached] == [False, True]
    assert reached[0][0] == reached[1][0]
    assert any(isinstance(one, Found) for one in reached[0][0])


def test_tests_are_generated_on_kept_graphs(tmp_path: Path) -> None:
    loaded = loaded_python(WIDE)
    shelves = [Shelf(open_store(tmp_path)), Shelf(open_store(tmp_path))]
    made = [
        branch_tests(loaded, UnderTest(("Breaker",)), Asking(Limits(), shelf=shelf))
        for shelf in shelves
    ]
    assert made[0].tests.region == made[1].tests.region
    assert [shelf.n_kept for shelf in shelves] == [1, 0]
    assert [graph.counts.followed for graph in made[1].decided.graphs] == [0]


def test_specs_and_tests_share_what_was_found(tmp_path: Path) -> None:
    asking = Asking(Limits(), shelf=Shelf(open_store(tmp_path)))
    branch_tests(loaded_python(WIDE), UnderTest(("Breaker",)), asking)
    check_explored_nothing(asked("STRICT", Shelf(open_store(tmp_path))))


def test_an_interrupted_graph_is_not_asked_again() -> None:
    class Impatient(TokenWithTurns):
        @property
        def cancelled(self) -> bool:
            if super().cancelled:
                raise KeyboardInterrupt
            return False

    shelf = Shelf(None)
    asked("OPEN", shelf)
    cut = asked("NAMED", shelf, token=Impatient(900))
    assert verdict_text(cut.verdict).endswith("interrupted")
    answer = asked("OPEN", shelf)
    assert not answer.is_cached
    assert code(answer) == code(asked("OPEN", None))


def test_what_took_too_long_once_is_not_begun_again_in_about_the_same_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ticks = iter(range(10**9))
    monkeypatch.setattr(watch, "monotonic", lambda: float(next(ticks)))
    short, longer, long = (Limits(seconds=seconds) for seconds in (11_000, 12_500, 120_000))
    first = asked("OPEN", Shelf(open_store(tmp_path)), short)
    assert 0 < first.graph.counts.followed < 200
    check_explored_nothing(asked("OPEN", Shelf(open_store(tmp_path)), longer))
    again = asked("OPEN", Shelf(open_store(tmp_path)), long)
    assert again.graph.counts.followed > 200
    assert code(again) == code(first)
    check_explored_nothing(asked("OPEN", Shelf(open_store(tmp_path)), short))


# An album is made in one way, and filled in more than a million.
WIDE_LATER = """
from heapwright import spec

class Album:
    def __init__(self) -> None:
        self.n = 0
        self.title: str | None = None

    def fill(
        self,
        title: str | None = None,
        names: list[str] | None = None,
        groups: dict[str, int] | None = None,
        weights: list[int] | None = None,
    ) -> None:
        self.title = title
        self.n = self.n + (1 if names is None else 2)

@spec
def NEW(a: Album) -> bool:
    return a.n == 0

@spec
def FULL(a: Album) -> bool:
    return a.n == 3

@spec
def TITLED(a: Album) -> bool:
    return a.n == 2 and a.title == "main"
"""


@pytest.mark.parametrize("names", list(permutations(("NEW", "FULL", "TITLED"))))
def test_what_is_found_breadth_first_before_comes_first_again(
    names: tuple[str, ...], tmp_path: Path
) -> None:
    program = loaded_python(WIDE_LATER).program
    answers = {}
    for name in (*names, *names):
        question = question_named(program, name)
        cold = ask_question(program, question, Asking(Limits())).answer
        shelf = Shelf(open_store(tmp_path))
        answers[name] = ask_question(program, question, Asking(Limits(), shelf=shelf)).answer
        assert code(answers[name]) == code(cold), names
    assert all(answer.is_cached for answer in answers.values())
