"""What clients may give to calls of Python code: no verdict claims more than was tried."""

from __future__ import annotations

import pytest

from heapwright.answers.calls.verdict import Nowhere, Undecided
from support.expect import expect
from support.python_engine import ask_python, check_python_sequence, check_python_verdicts

KEPT = "it keeps a container that its caller may share with another object"


def test_a_list_has_as_many_entries_as_the_scope_allows() -> None:
    check_python_sequence(
        """
class Bag:
    def __init__(self, items: list[int]) -> None:
        self.n = len(items)
@spec
def THREE(b: Bag) -> bool:
    return b.n == 3
""",
        expect("b = Bag([0, 0, 0])"),
    )


def test_a_list_that_is_kept_may_be_shared_with_another_object() -> None:
    check_python_verdicts(
        """
class Bag:
    def __init__(self, items: list[int]) -> None:
        self.items = items
@spec
def SHARED(a: Bag, b: Bag) -> bool:
    return a is not b and a.items is b.items
""",
        {"SHARED": f"undecided: `Bag.__init__`: {KEPT}"},
    )


def test_a_list_that_is_copied_is_shared_with_nobody() -> None:
    check_python_verdicts(
        """
class Bag:
    def __init__(self, items: list[int]) -> None:
        self.items = list(items)
@spec
def SHARED(a: Bag, b: Bag) -> bool:
    return a is not b and a.items is b.items
""",
        {"SHARED": "nowhere"},
        scope={"Bag": 2, "items": 2},
    )


def test_a_spec_is_asked_about_none_where_its_annotation_allows_it() -> None:
    check_python_verdicts(
        """
class Node:
    def __init__(self, v: int) -> None:
        self.v = v
@spec
def NODE(n: Node) -> bool:
    return n is None
@spec
def SECOND(n: Node, m: Node) -> bool:
    return n.v == 2 and m is None
@spec
def ENTRY(n: Node, ns: list[Node]) -> bool:
    return n.v == 2 and ns[0] is None
@spec
def UNION(n: Node | None) -> bool:
    return n is None
@spec
def OPEN(n) -> bool:
    return n is None
""",
        {
            "NODE": "contradiction",
            "SECOND": "contradiction",
            "ENTRY": "nowhere",
            "UNION": "found in 0",
            "OPEN": "found in 0",
        },
        scope={"Node": 2, "items": 2},
    )


def test_a_literal_type_allows_the_values_that_it_names() -> None:
    check_python_verdicts(
        """
import typing
from enum import Enum
from typing import Literal, Optional
from typing_extensions import Literal as Named

class Kind(Enum):
    NEW = 1
    OLD = 2

Mode = Literal["fast", "slow"]

class Engine:
    def __init__(self, mode: Literal["fast", "slow"]) -> None:
        self.mode = mode
        self.level = 1
        self.kind = None

    def set_level(self, level: typing.Literal[-2, True]) -> None:
        self.level = level

    def set_kind(self, kind: Optional[Named[Kind.OLD]] | Mode = "fast") -> None:
        self.kind = kind

@spec
def SLOW(e: Engine) -> bool:
    return e.mode == "slow"
@spec
def MEDIUM(e: Engine) -> bool:
    return e.mode == "medium"
@spec
def BELOW(e: Engine) -> bool:
    return e.level == -2
@spec
def TRUE(e: Engine) -> bool:
    return e.level is True
@spec
def ABOVE(e: Engine) -> bool:
    return e.level > 1
@spec
def OLD(e: Engine) -> bool:
    return e.kind is Kind.OLD
@spec
def TEXT(e: Engine) -> bool:
    return e.kind == "slow"
@spec
def NEW(e: Engine) -> bool:
    return e.kind is Kind.NEW or e.kind == "new"
@spec
def ASKED(e: Engine, mode: Mode) -> bool:
    return mode == e.mode == "slow"
@spec
def ASKED_ELSE(e: Engine, mode: Mode) -> bool:
    return mode == "medium"
""",
        {
            "SLOW": "found in 1",
            "MEDIUM": "nowhere",
            "BELOW": "found in 2",
            "TRUE": "found in 2",
            "ABOVE": "nowhere",
            "OLD": "found in 2",
            "TEXT": "found in 2",
            "NEW": "nowhere",
            "ASKED": "found in 1",
            "ASKED_ELSE": "nowhere",
        },
    )


def test_entries_may_be_of_several_kinds() -> None:
    check_python_sequence(
        """
class Bag:
    def __init__(self, items: list[int | None]) -> None:
        self.hole = len(items) == 2 and items[0] is None and items[1] == 7
@spec
def HOLE(b: Bag) -> bool:
    return b.hole
""",
        expect("b = Bag([None, 7])"),
    )


def test_what_a_star_takes_is_written_one_by_one() -> None:
    text = """
class Bag:
    def __init__(self, first: int, *more: int) -> None:
        self.n = first + len(more)
@spec
def NONE(b: Bag) -> bool:
    return b.n == 4
@spec
def TWO(b: Bag) -> bool:
    return b.n == 4
"""
    check_python_sequence(text, expect("b = Bag(4)"))
    check_python_sequence(
        text.replace("first + len(more)", "len(more)").replace("== 4", "== 2"),
        expect("b = Bag(0, 0, 0)"),
    )


def test_a_default_of_another_kind_can_be_left_out() -> None:
    check_python_sequence(
        """
class Bag:
    def __init__(self, start: int = "none") -> None:
        self.is_text = isinstance(start, str)
@spec
def TEXT(b: Bag) -> bool:
    return b.is_text
""",
        expect("b = Bag()"),
    )


def test_a_default_tuple_is_among_the_tuples() -> None:
    check_python_sequence(
        """
class Bag:
    def __init__(self, items=()) -> None:
        self.n = 0
        for item in items:
            self.n += 1
@spec
def EMPTY(b: Bag) -> bool:
    return b.n == 0
""",
        expect("b = Bag(())"),
    )


def test_a_constructor_that_takes_what_we_cannot_make_is_left_out() -> None:
    reason = "`f` takes values that are not supported as arguments"
    check_python_verdicts(
        """
class Bag:
    def __init__(self, f: bytearray) -> None:
        self.n = len(f)
@spec
def SEVEN(b: Bag) -> bool:
    return b.n == 7
""",
        {"SEVEN": f"undecided: `Bag.__init__`: {reason}"},
    )


def test_an_object_of_an_unknown_class_may_be_given() -> None:
    check_python_verdicts(
        """
class Bag:
    def __init__(self) -> None:
        self.n = 0
    def put(self, item):
        self.n = item.size
@spec
def FIVE(b: Bag) -> bool:
    return b.n == 5
""",
        {
            "FIVE": "undecided: `Bag.put`: objects of unknown classes for `item` are not tried",
        },
    )


def test_beside_an_operator_there_may_be_a_number() -> None:
    check_python_sequence(
        """
class Sum:
    def __init__(self) -> None:
        self.n = 0
    def __iadd__(self, by):
        self.n += by
        return self
@spec
def FIVE(s: Sum) -> bool:
    return s.n == 5
""",
        expect("""
            s = Sum()
            s.__iadd__(5)
        """),
    )


def test_what_is_put_into_a_container_may_be_an_object_that_code_expects_there() -> None:
    text = """
class Counter:
    def __init__(self):
        self.n = 0

    def _notify(self, by):
        self.n = by

class Bus:
    def __init__(self):
        self.listeners = []
        self.last = {}

    def join(self, who):
        self.listeners.append(who)

    def name(self, who):
        self.last["x"] = who

    def send(self):
        for one in self.listeners:
            one._notify(7)

    def tell(self):
        self.last["x"]._notify(9)

@spec
def SEVEN(c: Counter) -> bool:
    return c.n == 7

@spec
def NINE(c: Counter) -> bool:
    return c.n == 9

@spec
def EIGHT(c: Counter) -> bool:
    return c.n == 8
"""
    check_python_verdicts(text, {"SEVEN": "found in 4", "NINE": "found in 4", "EIGHT": "nowhere"})


def test_a_spec_on_objects_that_no_client_can_make_is_not_answered() -> None:
    reason = "undecided: `{}` is left out: `{}` takes values that are not supported as arguments"
    check_python_verdicts(
        """
from nowhere import Chain
class Bag:
    def __init__(self) -> None:
        self.n = 0
@spec
def LONG(c: Chain) -> bool:
    return c.size() == 2
@spec
def THERE(b: Bag, cs: list[Chain]) -> bool:
    return b.n == 0
""",
        {"LONG": reason.format("LONG", "c"), "THERE": reason.format("THERE", "cs")},
    )


def test_what_is_gone_through_may_be_a_list_and_something_else() -> None:
    text = """
class Bag:
    def __init__(self):
        self.n = 0

    def {method}

    def _each(self, items):
        for item in items:
            self.n = 7

@spec
def SEVEN(b: Bag) -> bool:
    return b.n == 7

@spec
def EIGHT(b: Bag) -> bool:
    return b.n == 8
"""
    for method in (
        "fill(self, items): self.n = 7 if list(items) else 0",
        "fill(self, items): self.n = 7 if dict(items) else 0",
        "fill(self, items): self.n = 7 if 3 in items else 0",
        "fill(self, items): self.n = 7 if [x for x in items] else 0",
        "fill(self, items): first, self.n = items",
        "fill(self, items): self.n = max(*items)",
        "fill(self, items): self._each(items)",
        "fill(self, items): self._each(items=items)",
        "fill(self, items): Bag._each(self, items)",
    ):
        filled = text.format(method=method)
        unknown = "undecided: `Bag.fill`: objects of unknown classes for `items` are not tried"
        seven = unknown if "dict" in method else "found in 2"
        eight = unknown if "7" in method or "_each" in method else "found in 2"
        check_python_verdicts(filled, {"SEVEN": seven, "EIGHT": eight})


def test_a_number_that_is_only_handed_on_is_still_a_number() -> None:
    text = """
class Box:
    def __init__(self):
        self.n = 0

    def put(self, n):
        self._put(n)

    def _put(self, n):
        self.n = 5 if n == 4 else 3

@spec
def FOUR(b: Box) -> bool:
    return b.n == 4
"""
    check_python_verdicts(text, {"FOUR": "nowhere"})


def test_a_typed_dict_and_a_name_for_a_type_are_what_they_stand_for() -> None:
    text = """
from typing import TypedDict, Union

class Move(TypedDict):
    name: str
    n: int

Key = Union[str, int]

class Log:
    def __init__(self) -> None:
        self.moves: list[Move] = []
        self.key = None

    def put(self, move: Move, key: Key) -> None:
        self.moves.append(move)
        self.key = key

@spec
def NAMED(log: Log) -> bool:
    return log.moves[0]["name"] == "e4" and log.key == "k"

@spec
def COUNTED(log: Log) -> bool:
    return log.moves[0]["n"] == 7 and log.key == 3
"""
    check_python_verdicts(text, {"NAMED": "found in 2", "COUNTED": "found in 2"})


def test_values_that_a_question_sends_elsewhere_are_given() -> None:
    text = """
class Box:
    def __init__(self) -> None:
        self.n = 0

    def put(self, x):
        if isinstance(x, int):
            self.n = 1
        else:
            self.n = 7

class Strict:
    def __init__(self) -> None:
        self.n = 0

    def put(self, x):
        if not isinstance(x, int):
            raise TypeError
        self.n = 1

@spec
def SEVEN(b: Box) -> bool:
    return b.n == 7

@spec
def NEVER(s: Strict) -> bool:
    return s.n == 7
"""
    check_python_verdicts(text, {"SEVEN": "found in 2", "NEVER": "nowhere"})


@pytest.mark.parametrize(
    ("type_", "value", "reason"),
    [
        ("bytearray", "len(f)", "takes values that are not supported as arguments"),
        ("range", "len(f)", "takes values that are not supported as arguments"),
        ("slice", "f.start", "takes values that are not supported as arguments"),
        ("object", "7 if isinstance(f, bytes) else 0", "are not tried"),
        ("Any", "7 if isinstance(f, bytes) else 0", "are not tried"),
        ("list", "7 if f and isinstance(f[0], bytes) else 0", "only ints are tried as entries of"),
        ("dict", 'f.get("a", 0)', "only ints are tried as entries of"),
    ],
)
def test_what_an_annotation_allows_and_nobody_tries_is_not_excluded(
    type_: str, value: str, reason: str
) -> None:
    text = f"""
from typing import Any
class Bag:
    def __init__(self, f: {type_}) -> None:
        self.n = {value}
@spec
def SEVEN(b: Bag) -> bool:
    return b.n == 7
"""
    verdict = ask_python(text, "SEVEN").verdict
    assert isinstance(verdict, Undecided), verdict
    assert reason in verdict.reason


def test_a_bound_on_containers_that_clients_make_is_named() -> None:
    text = """
class Bag:
    def __init__(self, f: list[int]) -> None:
        self.n = len(f)
@spec
def SEVEN(b: Bag) -> bool:
    return b.n == 7
"""
    answer = ask_python(text, "SEVEN")
    assert isinstance(answer.verdict, Nowhere)
    assert answer.objects == {"Bag": 6, "items": 4}


@pytest.mark.parametrize(
    ("parameter", "verdict"),
    [
        ("card: Card", "nowhere"),
        ('card: "Card"', "nowhere"),
        ("card: Card | None", "found in 2"),
        ('card: "Card | None"', "found in 2"),
        ("card: Card = None", "found in 2"),
        ("card: Optional[Card]", "found in 2"),
        ("card: Union[Card, None]", "found in 2"),
        ("card", "found in 2"),
        ("*card: Card", "nowhere"),
        ("card: list[Card]", "nowhere"),
        ("card: list[Card | None]", "found in 2"),
    ],
)
def test_none_is_given_where_the_annotation_allows_it(parameter: str, verdict: str) -> None:
    text = f"""
from typing import Optional, Union

class Card:
    def __init__(self) -> None:
        self.n = 1

class Board:
    def __init__(self) -> None:
        self.has_none = False

    def put(self, {parameter}) -> None:
        self.has_none = card is None or (isinstance(card, (list, tuple)) and None in card)

@spec
def NONE(board: Board) -> bool:
    return board.has_none
"""
    check_python_verdicts(text, {"NONE": verdict})
