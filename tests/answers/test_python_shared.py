"""What all objects share: attributes of classes, names of modules, defaults that change."""

from __future__ import annotations

from support.engine import verdict_text
from support.expect import expect
from support.python_engine import (
    ask_python,
    check_python_problems,
    check_python_sequence,
    check_python_verdicts,
)


def test_objects_that_leave_an_argument_out_share_its_default() -> None:
    text = """
class Bag:
    def __init__(self, items=[]):
        self.items = items

    def add(self, x: int) -> None:
        self.items.append(x)

@spec
def SHARED(a: Bag, b: Bag) -> bool:
    return a is not b and a.items is b.items and a.items == [4]
"""
    check_python_sequence(
        text,
        expect(
            """
            a = Bag()
            b = Bag()
            a.add(4)
            """
        ),
    )


def test_what_follows_an_argument_that_is_left_out_is_named() -> None:
    text = """
class Bag:
    def __init__(self, items=[], limit: int = 0):
        items.append(limit)
        self.items = items

@spec
def TWO(a: Bag, b: Bag) -> bool:
    return a is not b and a.items is b.items and b.items == [5, 7]
"""
    check_python_sequence(
        text,
        expect(
            """
            a = Bag(limit=5)
            b = Bag(limit=7)
            """
        ),
    )


COUNTER = """
class Ticket:
    issued = 0
    log = []

    def __init__(self) -> None:
        Ticket.issued += 1
        self.number = Ticket.issued

    def note(self) -> None:
        if self.number < 3:
            self.log.append(self.number)

@spec
def THIRD(t: Ticket) -> bool:
    return t.number == 3

@spec
def LOGGED(t: Ticket) -> bool:
    return Ticket.log == [1, 2]
"""


def test_a_counter_of_a_class() -> None:
    check_python_verdicts(COUNTER, {"THIRD": "found in 3", "LOGGED": "found in 4"}, calls=4)


def test_what_a_class_holds_stays_when_its_objects_are_gone() -> None:
    text = """
class Flag:
    is_up = False

    @classmethod
    def lift(cls) -> None:
        cls.is_up = True

class Mast:
    def __init__(self) -> None:
        self.was_up = Flag.is_up

@spec
def ONCE(m: Mast) -> bool:
    return Flag.is_up and not m.was_up

@spec
def TWICE(m: Mast) -> bool:
    return m.was_up and not Flag.is_up
"""
    check_python_verdicts(text, {"TWICE": "nowhere", "ONCE": "found in 2"})


def test_a_name_that_a_function_sets_by_global() -> None:
    text = """
last = None

class Node:
    def __init__(self, value: int) -> None:
        self.value = value

def make(value: int) -> Node:
    global last
    last = Node(value)
    return last

@spec
def NEWEST(a: Node, b: Node) -> bool:
    return last is b and a.value == 1 and b.value == 2

@spec
def STRANGE(a: Node) -> bool:
    return last is not None and last.value != last.value
"""
    check_python_verdicts(text, {"NEWEST": "found in 2", "STRANGE": "nowhere"})


def test_a_table_that_is_only_read_is_no_part_of_the_state() -> None:
    text = """
class Machine:
    allowed = {"a": ["b", "c"], "b": ["c"], "c": [], "d": [], "e": []}

    def __init__(self) -> None:
        self.state = "a"

    def move(self, to: str) -> None:
        if to in self.allowed[self.state]:
            self.state = to

@spec
def LAST(m: Machine) -> bool:
    return m.state == "c"
"""
    check_python_verdicts(text, {"LAST": "found in 2"})


def test_a_function_that_only_changes_what_is_shared_can_be_called() -> None:
    text = """
seen: list[int] = []

def _put(x: int) -> None:
    seen.append(x)

def remember(x: int) -> None:
    _put(x)

class Reader:
    def __init__(self) -> None:
        self.n = len(seen)

@spec
def FIVE(r: Reader) -> bool:
    return r.n == 2 and seen[1] == 5
"""
    check_python_sequence(
        text,
        expect(
            """
            remember(0)
            remember(5)
            r = Reader()
            """
        ),
    )


def test_what_was_computed_before_a_change_is_not_computed_again_after_it() -> None:
    text = """
ITEMS = [1]
COPY = ITEMS + [5]
_n = 0
LIMIT = _n + 5

class Config:
    depth = 1

DEPTH = Config.depth

class Box:
    def __init__(self) -> None:
        self.seen = 0

    def grow(self) -> None:
        global _n
        ITEMS[0] = 7
        _n = 1
        Config.depth = 9

    def look(self) -> None:
        self.seen = (COPY[0], LIMIT, DEPTH)

@spec
def SEEN(b: Box) -> bool:
    return ITEMS[0] == 7 and b.seen == (1, 5, 1)

@spec
def OTHER(b: Box) -> bool:
    return b.seen != 0 and b.seen != (1, 5, 1)
"""
    check_python_verdicts(text, {"SEEN": "found in 3", "OTHER": "nowhere"})


def test_of_a_value_made_of_what_changes_nothing_is_known_where_it_began_in_no_known_way() -> None:
    text = """
from heapwright import spec
ROWS = [[1]]
COPY = ROWS + [[5]]

class Box:
    def __init__(self) -> None:
        self.seen = 0

    def grow(self) -> None:
        ROWS[0].append(3)

    def look(self) -> None:
        self.seen = len(COPY[0])

@spec
def SEEN(b: Box) -> bool:
    return b.seen == 3
"""
    answer = verdict_text(ask_python(text, "SEEN", calls=4).verdict)
    assert "`.module.COPY` is not read" in answer
    check_python_problems(
        text,
        expect(
            """
            HW034 information at `COPY`
                `COPY` is not followed: the value of `COPY` is made of `ROWS`, which
                changes; what it gives is an input
            """
        ),
    )


def test_a_list_of_a_second_base_is_one_for_all_classes_below() -> None:
    text = """
class Plain:
    pass

class Registry:
    entries = []

    def add(self, x: int) -> None:
        self.entries.append(x)

class Box(Plain, Registry):
    pass

class Crate(Plain, Registry):
    pass

@spec
def SHARED(a: Box, b: Crate) -> bool:
    return a.entries is b.entries and a.entries == [4]

@spec
def APART(a: Box, b: Crate) -> bool:
    return len(a.entries) != len(b.entries)
"""
    check_python_verdicts(text, {"SHARED": "found in 3", "APART": "not found in 3"}, calls=3)


def test_until_an_object_has_a_list_of_its_own_it_has_that_of_its_class() -> None:
    text = """
class Log:
    lines = []

    def add(self, x: int) -> None:
        self.lines.append(x)

    def reset(self) -> None:
        self.lines = []

@spec
def SHARED(a: Log, b: Log) -> bool:
    return a is not b and a.lines is b.lines and a.lines == [5]
"""
    check_python_sequence(
        text,
        expect(
            """
            a = Log()
            b = Log()
            a.add(5)
            """
        ),
    )


COUNTED = """
import itertools
from itertools import count

_numbers = count()

class Ticket:
    _ids = itertools.count(1)

    def __init__(self) -> None:
        self.id = next(Ticket._ids)
        self.number = 0

    def draw(self) -> None:
        self.number = next(_numbers)

class Other(Ticket):
    def another(self) -> None:
        self.id = next(self._ids)

@spec
def SECOND(a: Ticket, b: Other) -> bool:
    return a.id == 1 and b.id == 2

@spec
def AGAIN(a: Other) -> bool:
    return a.id == 3 and a.number == 1
"""


def test_objects_draw_their_numbers_from_one_counter() -> None:
    check_python_verdicts(COUNTED, {"SECOND": "found in 2", "AGAIN": "found in 5"})


def test_a_counter_that_is_set_anew_begins_anew() -> None:
    text = """
import itertools

_numbers = itertools.cycle([1, 2])

def reset() -> None:
    global _numbers
    _numbers = itertools.cycle([1, 2])

class Ticket:
    def __init__(self) -> None:
        self.id = next(_numbers)

@spec
def ONES(a: Ticket, b: Ticket) -> bool:
    return a is not b and a.id == b.id == 1

@spec
def THREE(a: Ticket) -> bool:
    return a.id == 3
"""
    check_python_verdicts(text, {"ONES": "found in 3", "THREE": "nowhere"})


def test_a_counter_that_a_module_draws_from_is_not_followed() -> None:
    drawn = (
        "FIRST = next(_ids)",
        "_same = _ids\nFIRST = next(_same)",
        "def draw(ids=_ids):\n    return next(ids)\ndraw()",
        "FIRST = next(iter([_ids][0]))",
        "FIRST = 0 in _ids",
    )
    for statement in drawn:
        for maker in ("_Own(0)", "itertools.count(1)"):
            text = f"""
import itertools

class _Own:
    def __init__(self, n):
        self.n = n

    def __iter__(self):
        return self

    def __next__(self):
        self.n += 1
        return self.n

_ids = {maker}
{statement}

class Ticket:
    def __init__(self) -> None:
        self.id = next(_ids)

@spec
def FIRST_OF_ALL(a: Ticket) -> bool:
    return a.id == 1
"""
            told = verdict_text(ask_python(text, "FIRST_OF_ALL").verdict)
            assert told.startswith("undecided"), (statement, told)


def test_a_counter_that_modules_only_hand_on_is_followed() -> None:
    text = """
import itertools

_ids = itertools.count(1)
_same = _ids
_pair = (_ids, 5)

class Ticket:
    def __init__(self, ids=_ids) -> None:
        self.first = next(_same)
        self.second = next(_pair[0])
        self.third = next(ids)

@spec
def THREE(a: Ticket) -> bool:
    return a.first == 1 and a.second == 2 and a.third == 3
"""
    check_python_verdicts(text, {"THREE": "found in 1"})


def test_an_object_of_a_module_may_be_set_up_by_the_class_above() -> None:
    text = """
from dataclasses import dataclass, field

@dataclass(frozen=True, slots=True)
class _Item:
    key: int
    more: list = field(default_factory=list)

class _Deleted(_Item):
    def __init__(self) -> None:
        super().__init__(0)

    def __bool__(self) -> bool:
        return False

_deleted = _Deleted()

class Slot:
    def __init__(self) -> None:
        self.item: _Item | None = None

    def put(self, k: int) -> None:
        self.item = _Item(k)

    def drop(self) -> None:
        self.item = _deleted

@spec
def TOMB(s: Slot) -> bool:
    return s.item is _deleted and not s.item and s.item.key == 0 and s.item.more == []

@spec
def ONE_TOMB(a: Slot, b: Slot) -> bool:
    return a is not b and a.item is not None and a.item is b.item

@spec
def OTHER(a: Slot, b: Slot) -> bool:
    return a is not b and a.item is not None and a.item is b.item and a.item.key != 0
"""
    check_python_verdicts(
        text, {"TOMB": "found in 2", "ONE_TOMB": "found in 4", "OTHER": "nowhere"}
    )


def test_an_object_of_a_module_that_is_set_up_by_other_code_is_not_followed() -> None:
    bodies = (
        "    def __init__(self) -> None:\n        super().__init__(print(1))",
        "    def __init__(self) -> None:\n        super().__init__(0)\n        self.key = 1",
    )
    for body in bodies:
        text = f"""
from dataclasses import dataclass

@dataclass(frozen=True)
class _Item:
    key: int = 0

class _Deleted(_Item):
{body}

_deleted = _Deleted()

class Slot:
    def __init__(self) -> None:
        self.item = _deleted

@spec
def TOMB(s: Slot) -> bool:
    return s.item is _deleted
"""
        told = verdict_text(ask_python(text, "TOMB").verdict)
        assert told.startswith("undecided"), (body, told)
