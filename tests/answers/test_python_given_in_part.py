"""Parameters for which clients could give more than is tried: nothing is proved by what is."""

from __future__ import annotations

from support.engine import verdict_text
from support.expect import expect
from support.python_engine import ask_python, check_python_sequence, check_python_verdicts

POOL = """
import logging
from types import TracebackType
from typing import Any, Optional, Type, Union

class Node:
    def __init__(self, v: int) -> None:
        self.v = v

class Leaf(Node):
    pass

Kind = Union[Type[Node], None]

class Pool:
    def __init__(self, kind: Kind, log: logging.Handler) -> None:
        self.kind = kind
        self.log = log
        self.made: Optional[Node] = None
        self.known: tuple = ()

    def make(self) -> None:
        self.made = self.kind(3)

    def learn(self, *kinds: type[Node]) -> None:
        self.known = kinds

    def __exit__(
        self,
        kind: Optional[Type[BaseException]],
        value: Optional[BaseException],
        trace: Optional[TracebackType],
    ) -> None:
        if kind is not None:
            self.made = None
            self.log = None
"""


def test_classes_are_given_where_a_class_is_wanted() -> None:
    check_python_sequence(
        POOL
        + """
@spec
def LEAF(p: Pool) -> bool:
    return isinstance(p.made, Leaf) and len(p.known) == 1 and p.known[0] is Leaf
""",
        expect(
            """
            p = Pool(Leaf, 0)
            p.learn(Leaf)
            p.make()
            """
        ),
    )


def test_the_end_of_a_with_statement_may_be_told_an_exception() -> None:
    check_python_sequence(
        POOL
        + """
@spec
def LEFT(p: Pool) -> bool:
    return p.log is None
""",
        expect(
            """
            p = Pool(Node, 0)
            p.__exit__(Exception, None, None)
            """
        ),
    )


def test_nothing_is_proved_with_some_of_the_classes_and_objects_that_there_are() -> None:
    text = (
        POOL
        + """
@spec
def FOUR(p: Pool) -> bool:
    return p.made is not None and p.made.v == 4
"""
    )
    said = verdict_text(ask_python(text, "FOUR").verdict)
    assert said.startswith("undecided: `Pool.__init__`: of all that a client could give, only "), (
        said
    )
    assert "only `Node`, `Leaf` and `None` are given for `kind`" in said, said
    assert "only ints are given for `log`" in said, said
    assert "only `Exception` and `None` are given for `kind`" in said, said
    assert "only `None` is given for `trace`" in said, said


def test_a_foreign_object_that_is_taken_apart_is_given_but_not_in_all_its_forms() -> None:
    text = """
import logging

class Keeper:
    def __init__(self) -> None:
        self.level = 0

    def keep(self, log: logging.Handler) -> None:
        self.level = log.level

@spec
def ONE(k: Keeper) -> bool:
    return k.level == 1
"""
    reason = (
        "undecided: `Keeper.keep`: `logging.Handler` is not read; `Keeper.keep`: of all that a"
        " client could give, only a `logging.Handler` that knows no other objects is given for"
        " `log`"
    )
    check_python_verdicts(text, {"ONE": reason})


def test_nothing_is_proved_where_a_client_could_give_an_exception() -> None:
    text = """
class Watch:
    def __init__(self) -> None:
        self.bad = False

    def tell(self, error: ValueError | None) -> None:
        if error is not None:
            self.bad = True

@spec
def BAD(w: Watch) -> bool:
    return w.bad
"""
    reason = "undecided: `Watch.tell`: of all that a client could give, only `None` is given for "
    check_python_verdicts(text, {"BAD": reason + "`error`"})


def test_what_makes_a_value_of_a_type_is_given_for_a_function_that_gives_one() -> None:
    text = """
from typing import Callable

class Limiter:
    def __init__(self, limit: int, clock: Callable[[], float], name: Callable[[int], str]) -> None:
        self.limit = limit
        self.clock = clock
        self.hits = []
        self.name = name(7)

    def hit(self) -> None:
        now = self.clock()
        self.hits = [one for one in self.hits if one > now - 60]
        if len(self.hits) < self.limit:
            self.hits.append(now)
        else:
            self.name = "refused"

@spec
def REFUSED(x: Limiter) -> bool:
    return x.name == "refused" and x.limit == 1

@spec
def NAMED(x: Limiter) -> bool:
    return x.name == "7"
"""
    check_python_verdicts(text, {"REFUSED": "found in 3", "NAMED": "found in 1"})
