"""What `heapwright tests` finds worth a test, and what it records."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from heapwright.cli.main import main
from support.expect import expect
from support.generated_tests import check_tests, check_tests_pass, generated
from support.repo import ROOT


def test_strings_and_containers_are_recorded(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = """
class Basket:
    def __init__(self) -> None:
        self._names: list[str] = []

    def put(self, name: str) -> None:
        self._names.append(name)

    def names(self) -> list[str]:
        return list(self._names)

    def first(self) -> tuple[str, int]:
        return (self._names[0], 1) if self._names else ("", 0)

    def label(self) -> str:
        return "full" if len(self._names) > 1 else "free"
"""
    check_tests(
        capsys,
        tmp_path,
        text,
        expect("""
        def test_basket() -> None:
            basket = Basket()

            # Recorded: what the code did when this was generated.
            assert basket.first() == ("", 0)
            assert basket.label() == "free"
            assert basket.names() == []


        def test_first_when_not_names() -> None:
            basket = Basket()
            assert basket.first() == ("", 0)

            # Recorded: what the code did when this was generated.
            assert basket.label() == "free"
            assert basket.names() == []


        def test_label_when_size_names_is_at_most_1() -> None:
            basket = Basket()
            assert basket.label() == "free"

            # Recorded: what the code did when this was generated.
            assert basket.first() == ("", 0)
            assert basket.names() == []


        def test_names() -> None:
            basket = Basket()
            assert basket.names() == []

            # Recorded: what the code did when this was generated.
            assert basket.first() == ("", 0)
            assert basket.label() == "free"


        def test_put() -> None:
            basket = Basket()
            basket.put("a")

            # Recorded: what the code did when this was generated.
            assert basket.first() == ("a", 1)
            assert basket.label() == "free"
            assert basket.names() == ["a"]


        def test_first_when_names() -> None:
            basket = Basket()
            basket.put("a")
            assert basket.first() == ("a", 1)

            # Recorded: what the code did when this was generated.
            assert basket.label() == "free"
            assert basket.names() == ["a"]


        def test_label_when_size_names_is_above_1() -> None:
            basket = Basket()
            basket.put("a")
            basket.put("b")
            assert basket.label() == "full"

            # Recorded: what the code did when this was generated.
            assert basket.first() == ("a", 1)
            assert basket.names() == ["a", "b"]
        """),
    )


def test_what_public_fields_lead_to_is_recorded(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = """
from __future__ import annotations


class Link:
    # heapwright: private
    def __init__(self, value: int, rest: Link | None) -> None:
        self.value = value
        self.rest = rest


class Chain:
    def __init__(self) -> None:
        self.head: Link | None = None

    def add(self, value: int) -> None:
        self.head = Link(value, self.head)
"""
    check_tests(
        capsys,
        tmp_path,
        text,
        expect("""
    def test_chain() -> None:
        chain = Chain()

        # Recorded: what the code did when this was generated.
        assert chain.head is None


    def test_add() -> None:
        chain = Chain()
        chain.add(1)

        # Recorded: what the code did when this was generated.
        assert chain.head is not None
        assert chain.head.value == 1
        assert chain.head.rest is None
    """),
    )


def test_objects_that_calls_give_are_looked_at(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = """
from __future__ import annotations


class Leaf:
    # heapwright: private
    def __init__(self, value: int) -> None:
        self._value = value

    def value(self) -> int:
        return self._value


class Twig:
    def __init__(self) -> None:
        self._leaf: Leaf | None = None

    def leaf(self) -> Leaf | None:
        return self._leaf

    def grow(self, value: int) -> None:
        self._leaf = Leaf(value)
"""
    check_tests(
        capsys,
        tmp_path,
        text,
        expect("""
    def test_twig() -> None:
        twig = Twig()

        # Recorded: what the code did when this was generated.
        assert twig.leaf() is None


    def test_grow() -> None:
        twig = Twig()
        twig.grow(1)

        # Recorded: what the code did when this was generated.
        leaf = twig.leaf()
        assert leaf is not None
        assert leaf.value() == 1


    def test_value() -> None:
        twig = Twig()
        twig.grow(1)
        leaf = twig.leaf()
        assert leaf is not None
        assert leaf.value() == 1
    """),
    )


def test_objects_that_calls_make_are_not_what_was_there(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = """
from __future__ import annotations


class Link:
    def __init__(self) -> None:
        self._rest: Link | None = None

    def rest(self) -> Link | None:
        return self._rest

    def before(self) -> Link:
        link = Link()
        link._rest = self
        return link
"""
    check_tests(
        capsys,
        tmp_path,
        text,
        expect("""
    def test_link() -> None:
        link = Link()

        # Recorded: what the code did when this was generated.
        assert link.rest() is None


    def test_before() -> None:
        link = Link()
        new_link = link.before()

        # Recorded: what the code did when this was generated.
        assert link.rest() is None
        assert new_link.rest() is link
    """),
    )


def test_functions_of_a_module_get_tests_and_private_ones_do_not(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = """
def grade(points: int) -> str:
    return _word(points)


def _word(points: int) -> str:
    if points < 50:
        return "failed"
    return "passed"


# heapwright: private
def helper(n: int) -> int:
    return n


def total(numbers: list[int]) -> int:
    found = 0
    for number in numbers:
        if number < 0:
            break
        found += number
    else:
        found += 100
    return found
"""
    check_tests(
        capsys,
        tmp_path,
        text,
        expect("""
        @pytest.mark.parametrize(
            ("number", "expected"),
            [
                pytest.param(0, 100, id="when numbers ends"),
                pytest.param(-1, 0, id="when number is below 0"),
            ],
        )
        def test_total(number: int, expected: int) -> None:
            assert total([number]) == expected


        @pytest.mark.parametrize(
            ("points", "expected"),
            [
                pytest.param(1, "failed", id="when points is below 50"),
                pytest.param(50, "passed", id="when points is at least 50"),
            ],
        )
        def test_grade(points: int, expected: str) -> None:
            assert grade(points) == expected
        """),
    )


def test_a_function_takes_objects_that_are_built_for_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = """
class Box:
    def __init__(self, size: int) -> None:
        self.size = size


def fits(inner: Box, outer: Box) -> bool:
    if inner.size < outer.size:
        return True
    return False
"""
    found = generated(capsys, tmp_path, "shop.py", text, "::fits")
    assert found["branches"]["covered"] == found["branches"]["total"] == 2
    assert found["tests"] == [
        "test_fits_returns_false_when_inner_size_is_at_least_outer_size",
        "test_fits_returns_true_when_inner_size_is_below_outer_size",
    ]


def test_functions_see_counters_that_no_method_looks_at(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = """
class Counter:
    def __init__(self) -> None:
        self._n = 0

    def up(self) -> None:
        self._n += 1


def drain(counter: Counter) -> None:
    if counter._n > 2:
        counter._n = 0


def move(one: Counter, other: Counter) -> None:
    if one._n == 2 and other._n == 1:
        one._n = 0
"""
    found = generated(capsys, tmp_path, "shop.py", text)
    assert found["branches"]["covered"] == found["branches"]["total"] == 4


def test_a_function_of_the_module_brings_a_branch_about(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = """
class Box:
    def __init__(self) -> None:
        self._n = 0

    def is_broken(self) -> bool:
        if self._n < 0:
            return True
        return False


def spoil(box: Box) -> None:
    box._n = -1
"""
    found = generated(capsys, tmp_path, "shop.py", text)
    assert found["problems"] == []
    assert found["open"] == []
    assert "spoil(box)" in found["code"]


def test_none_is_given_only_where_an_annotation_allows_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = """
from __future__ import annotations


class Job:
    def __init__(self, cost: int, after: Job | None) -> None:
        self.cost = cost
        self.after = after


class Plan:
    def __init__(self) -> None:
        self._jobs: list[Job] = []

    def add(self, job: Job) -> None:
        self._jobs.append(job)

    def cost(self) -> int:
        return sum(job.cost for job in self._jobs)
"""
    code = generated(capsys, tmp_path, "shop.py", text)["code"]
    assert "add(None)" not in code
    assert "Job(1, None)" in code
    assert "test_cost_raises" not in code


def test_branches_of_nested_functions_and_patterns_count(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = """
def scaled(n: int) -> int:
    def clipped(k: int) -> int:
        if k > 9:
            return 9
        return k

    return clipped(n) * 10


def kind(value: int | str | tuple[int, int]) -> str:
    match value:
        case 1 | 2:
            return "small"
        case int() if value > 10:
            return "large"
        case (_, _):
            return "pair"
        case str():
            return "text"
        case _:
            return "other"
"""
    found = generated(capsys, tmp_path, "shop.py", text)
    assert found["branches"]["covered"] == found["branches"]["total"] == 10


def test_a_branch_that_is_only_guessed_never_taken_is_not_called_dead(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = """
def odd(x: float) -> bool:
    if x * 0.1 + x * 0.2 != x * 0.3 and x * 10.0 / 10.0 != x:
        return True
    return False
"""
    found = generated(capsys, tmp_path, "shop.py", text)
    assert found["problems"] == []
    assert found["branches"]["unreachable"] == 0
    assert all("fractions" in one["reason"] for one in found["open"])
    assert found["branches"]["unknown"] == 1


def test_larger_heaps_are_tried_where_the_scope_is_too_small(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = """
class Stack {
    private Node top;
    private int size;
    void push() := { let n := new Node in { n.below := this.top; this.top := n };
                     this.size := this.size + 1 };
    bool isTall() := if this.size > 9 then true else false;
}
class Node { Node below; }
"""
    narrow = generated(capsys, tmp_path, "stack.tiny", text, "::Stack")["branches"]
    assert (narrow["covered"], narrow["unreachable"]) == (1, 1)
    wide = generated(capsys, tmp_path, "stack.tiny", text, "::Stack", "--scope", "auto")["branches"]
    assert (wide["covered"], wide["unreachable"]) == (2, 0)


def test_a_graph_from_the_cache_gives_the_same_tests(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    tiny = str(ROOT / "benchmarks" / "subjects" / "tiny" / "kiasan_leftist.tiny")
    texts = []
    for _ in range(2):
        assert main(["tests", tiny]) == 0
        texts.append(capsys.readouterr().out)
    assert texts[0] == texts[1]


def test_tests_of_examples_cover_what_is_claimed_and_satisfy_ruff_and_mypy() -> None:
    script = ROOT / "benchmarks" / "tests.py"
    names = ["bank", "event_queue", "lru_cache", "search_tree"]
    command = [sys.executable, str(script), "--examples", *names]
    ended = subprocess.run(command, capture_output=True, check=False, cwd=ROOT)
    assert ended.returncode == 0, ended.stdout.decode() + ended.stderr.decode()


def test_a_class_beside_one_that_can_be_made_in_countless_ways_has_its_tests(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = """
class Counter:
    def __init__(self) -> None:
        self.n = 0

    def up(self) -> None:
        if self.n < 2:
            self.n += 1

class Breaker:
    def __init__(
        self,
        counter: Counter | None = None,
        names: list[str] | None = None,
        groups: dict[str, int] | None = None,
        weights: list[int] | None = None,
    ) -> None:
        self.counter = counter
        self.names = names
        self.groups = groups
        self.weights = weights
"""
    package = tmp_path / "shop"
    package.mkdir()
    report = generated(capsys, package, "__init__.py", text, "::Counter")
    assert (report["branches"]["total"], report["branches"]["covered"]) == (2, 2)
    assert "from shop import Counter\n" in report["code"]


def test_a_lambda_in_the_place_of_a_default_gets_no_test_of_its_own(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = """
from typing import Callable

class Tree:
    def __init__(self, fn: Callable[[int, int], int] = lambda a, b: a + b) -> None:
        self.fn = fn
"""
    report = generated(capsys, tmp_path, "shop.py", text)
    assert report["tests"] == ["test_tree"]
    check_tests_pass(report["code"], tmp_path)


def test_what_other_tests_may_have_changed_is_not_asserted(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = """
class Ticket:
    _next_id = 1

    def __init__(self, title: str) -> None:
        self.id = Ticket._next_id
        Ticket._next_id += 1
        self.title = title

    def number(self) -> int:
        return self.id
"""
    check_tests(
        capsys,
        tmp_path,
        text,
        expect(
            """
            def test_ticket() -> None:
                ticket = Ticket("a")

                # Recorded: what the code did when this was generated.
                assert ticket.title == "a"


            def test_number() -> None:
                ticket = Ticket("a")
                ticket.number()

                # Recorded: what the code did when this was generated.
                assert ticket.title == "a"
            """
        ),
    )
