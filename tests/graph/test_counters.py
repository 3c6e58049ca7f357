"""Fields that only count are left out, and nothing else is."""

from __future__ import annotations

from support.engine import ask, check_verdict, check_verdicts, explore
from support.python_engine import check_python_verdicts


def test_a_field_that_only_counts_does_not_keep_us_from_a_proof() -> None:
    check_verdict(
        """
        class List {
            private int modCount;
            private int size;
            void add() := { this.modCount := this.modCount + 1;
                            if this.size < 3 then this.size := this.size + 1 };
            int count() := this.modCount;
        }
        spec four(List l) := l.size = 4;
        """,
        "nowhere",
    )


def test_a_counter_that_is_asked_for_is_kept() -> None:
    text = """
        class List { private int modCount; void add() := this.modCount := this.modCount + 1; }
        spec three(List l) := l.modCount = 3;
        spec negative(List l) := l.modCount = -1;
        spec large(List l) := l.modCount = 1000;
        """
    expected = {"three": "found in 4", "negative": "nowhere", "large": "not found in 256"}
    check_verdicts(text, expected)


def test_a_counter_that_decides_a_branch_is_kept() -> None:
    text = """
        class C { private int n; private bool late;
                  void up() := this.n := this.n + 1;
                  void look() := if this.n > 2 then this.late := true; }
        spec late(C c) := c.late;
        """
    check_verdict(text, "found in 5")


def test_a_counter_that_a_static_method_of_another_class_looks_at_is_kept() -> None:
    check_verdict(
        """
        class C { int n; int x; void up() := this.n := this.n + 1; }
        class Other { static void bump(C c) := if c.n >= 2 then c.x := 1; }
        spec bumped(C c) := c.x = 1;
        """,
        "found in 4",
    )


def test_a_counter_that_only_an_overriding_invariant_looks_at_is_kept() -> None:
    text = """
        class A { invariant ok() := true; }
        class B extends A { int n;
                void up() := this.n := this.n + 1; invariant ok() := this.n < 3; }
        """
    check_verdicts(text, {"A.ok": "found in 4", "B.ok": "found in 4"})


def test_what_is_computed_from_a_counter_is_left_out_with_it() -> None:
    graph = explore(
        """
        class C { int n; int half; bool many; int mark;
                  void up() := { this.n := this.n + 1; this.half := this.n / 2;
                                 this.many := this.half > 3 };
                  void set(int v) := this.mark := v; }
        """,
        "C",
    ).graph
    assert sorted(graph.setting.ignored) == ["half", "many", "n"]
    assert graph.is_complete


def test_a_boolean_that_only_toggles_is_left_out() -> None:
    text = """
        class C { bool b; int x; void flip() := { this.b := this.x = 1 || this.b; this.x := 1 }; }
        spec one(C c) := c.x = 1;
        """
    answer = ask(text, "one")
    assert sorted(answer.graph.setting.ignored) == ["b"]
    check_verdict(text, "found in 2")


def test_fields_of_one_name_but_of_different_types_are_kept() -> None:
    graph = explore(
        """
        class A { int f; A other; void up() := this.f := this.f + 1;
                void take(A o) := this.other := o; }
        class B { bool f; B other; void flip() := this.f := !this.f; }
        """,
        "A",
        calls=3,
    ).graph
    assert graph.setting.ignored == frozenset()


def test_an_int_that_grows_without_end_is_never_called_unreachable() -> None:
    text = """
        class C { int n; void up() := this.n := this.n + 1; void down() := this.n := this.n - 1; }
        spec far(C c) := c.n = 1000;
        spec half(C c) := c.n * 2 = 7;
        """
    check_verdicts(text, {"far": "not found in 128", "half": "contradiction"})


COUNTING = """
class Stats:
    def __init__(self) -> None:
        self.seen: list[int] = []
        {before}
        self.count = 0
        {after}

class Log:
    def __init__(self) -> None:
        self.stats = Stats()
        self.state = ""

    def hit(self) -> None:
        try:
            self.stats.count += 1
            self.state = "counted"
        except AttributeError:
            self.state = "lacking"

    def look(self) -> None:
        self.state = "there" if hasattr(self.stats, "count") else "gone"

    def forget(self) -> None:
        del self.stats.count

@spec
def STATE(log: Log) -> bool:
    return log.state == "{state}"
"""


def test_an_attribute_that_only_counts_is_there_once_it_is_set() -> None:
    verdicts = {"counted": "found in 2", "there": "found in 2"}
    for state, verdict in {**verdicts, "gone": "found in 3", "lacking": "found in 3"}.items():
        text = COUNTING.format(before="", after="", state=state)
        check_python_verdicts(text, {"STATE": verdict})


def test_an_attribute_that_only_counts_may_be_missing() -> None:
    text = COUNTING.format(before="if not self.seen: return", after="", state="{}")
    verdicts = {"counted": "nowhere", "there": "nowhere"}
    for state, verdict in {**verdicts, "gone": "found in 2", "lacking": "found in 2"}.items():
        check_python_verdicts(text.format(state), {"STATE": verdict})


def test_an_attribute_that_only_counts_is_one_of_its_class_alone() -> None:
    text = """
class Plain:
    pass

class Stats:
    def __init__(self) -> None:
        self.count = 0

class Log:
    def __init__(self, has_stats: bool) -> None:
        self.stats = Stats() if has_stats else Plain()
        self.state = 0

    def hit(self) -> None:
        try:
            self.stats.count += 1
            self.state = 1
        except AttributeError:
            self.state = 2

@spec
def STATE(log: Log) -> bool:
    return log.state == {state} and {condition}
"""
    for state, kind, verdict in (
        (1, "Stats", "found in 2"),
        (2, "Stats", "nowhere"),
        (2, "Plain", "found in 2"),
        (1, "Plain", "nowhere"),
    ):
        condition = f"isinstance(log.stats, {kind})"
        check_python_verdicts(text.format(state=state, condition=condition), {"STATE": verdict})
