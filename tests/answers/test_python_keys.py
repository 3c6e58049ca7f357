"""Objects as keys: what their hash tells, and when it tells nothing."""

from __future__ import annotations

from support.python_engine import check_python_verdicts

KEY = """
class Key:
    def __init__(self, n: int) -> None:
        self.n = n
        self.uses = 0

    def __hash__(self) -> int:
        return hash(self.n)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Key) and self.n == other.n
"""
TABLE = """
class Table:
    def __init__(self) -> None:
        self.rows: dict[Key, int] = {}
        self.last: Key | None = None
        self.is_lost = False

    def put(self, n: int) -> None:
        self.last = Key(n)
        self.rows[self.last] = 1

    def use(self) -> None:
        if self.last is not None:
            self.last.CHANGED += 1
            self.is_lost = self.last not in self.rows

@spec
def LOST(t: Table) -> bool:
    return t.is_lost
"""

REASON = "keys whose hash may have changed are not followed"
CHANGED = f"undecided: `Table.put`, `Table.use`: {REASON}"


def test_a_key_whose_hash_changed_is_not_taken_to_be_found() -> None:
    # In CPython `put(0); use()` loses the key: it still stands where its old hash belongs.
    text = KEY + TABLE.replace("CHANGED", "n")
    check_python_verdicts(text, {"LOST": CHANGED})


def test_a_key_may_change_where_its_hash_does_not_look() -> None:
    text = KEY + TABLE.replace("CHANGED", "uses")
    check_python_verdicts(text, {"LOST": "nowhere"}, scope={"items": 2})


def test_a_hash_changes_with_that_of_an_object_inside() -> None:
    inner = KEY.replace("Key", "Inner")
    outer = """
class Key:
    def __init__(self, n: int) -> None:
        self.inner = Inner(n)

    def __hash__(self) -> int:
        return hash((1, self.inner))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Key) and self.inner == other.inner
"""
    text = inner + outer + TABLE.replace("CHANGED", "inner.n")
    check_python_verdicts(text, {"LOST": CHANGED})


def test_a_class_with_an_unknown_base_contradicts_nothing() -> None:
    unknown = "its base `Shelf` is not known"
    text = """
from elsewhere import Shelf

class Stack(Shelf):
    def push(self, x: int) -> None:
        self.append(x)

class Owner:
    def __init__(self, stack: Stack) -> None:
        self.stack = stack

@spec
def TWO(s: Stack) -> bool:
    return len(s) == 2

@spec
def INSIDE(o: Owner) -> bool:
    return len(o.stack) == 2
"""
    check_python_verdicts(
        text,
        dict.fromkeys(("TWO", "INSIDE"), f"undecided: `Stack.__init__`, `Stack.push`: {unknown}"),
    )


def test_equal_keys_of_different_values_are_not_taken_to_be_found() -> None:
    text = (
        KEY.replace(" and self.n == other.n", "")
        + """
class Table:
    def __init__(self) -> None:
        self.rows: dict[Key, int] = {}

    def put(self, n: int) -> None:
        self.rows[Key(n)] = n

@spec
def TWO(t: Table) -> bool:
    return len(t.rows) == 2
"""
    )
    doubt = "equal keys were taken to have equal hashes"
    check_python_verdicts(text, {"TWO": f"undecided: `Table.put`: {doubt}"})
