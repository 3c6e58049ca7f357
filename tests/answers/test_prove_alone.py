"""Proofs about objects of one class, without those that keep and call them."""

from __future__ import annotations

import pytest

from heapwright.answers.absence.prove_alone import proved_alone
from heapwright.answers.absence.prove_loosely import Proof
from heapwright.answers.calls.question import Question
from heapwright.answers.search.ask import invariants_of, question_classes, specs_of
from heapwright.answers.search.schedule import MOST_IN_LOOPS, ONE_CLASS
from heapwright.graph.setting.setting import setting_for
from heapwright.graph.state.watch import Watch
from heapwright.ir.core.program import Role
from heapwright.limits import Limits
from heapwright.solver.chain import default_solver
from heapwright.text.source import Source
from heapwright.workspace.load import program_of

ROOM = """
class Room:
    def __init__(self, rate: int) -> None:
        if rate <= 0:
            raise ValueError(rate)
        self.rate = rate
        self.guests: list[str] = []

    def raise_rate(self, by: int) -> None:
        if by < 0:
            raise ValueError(by)
        self.rate += by

    def _set(self, rate: int) -> None:
        self.rate = rate

    @classmethod
    def made(cls, rate: int) -> "Room":
        room = cls(1)
        room.raise_rate(rate)
        return room

# heapwright: spec
def FREE(r: Room) -> bool:
    return r.rate <= 0
"""


def proved(text: str) -> list[str]:
    """Name the questions of a text that are proved of the class alone that they are about."""
    program = program_of(Source("module.py", text), "python").program
    found = []
    for question in (*specs_of(program), *invariants_of(program)):
        setting = setting_for(
            program, question_classes(program, question), [question.qualified_name]
        )
        asked = Question(program, question, wanted=question.role is Role.SPEC)
        watch = ONE_CLASS.of(Watch(Limits()))
        proof = proved_alone(setting, default_solver(), asked, watch, MOST_IN_LOOPS)
        if isinstance(proof, Proof):
            found.append(question.name)
    return found


def hotel(body: str, before: str = "") -> str:
    """Give rooms and a hotel with one method."""
    lines = "\n".join(f"        {line}" for line in body.splitlines())
    return f"""{before}{ROOM}
class Hotel:
    def __init__(self, room: Room) -> None:
        self.room = room
        self.rooms: list[Room] = [room]

    def act(self, n: int, name: str) -> None:
{lines}
"""


# --- What is proved ------------------------------------------------------------------------


def test_a_field_that_only_its_class_writes_is_proved_whoever_keeps_the_object() -> None:
    text = """
class Hotel:
    def __init__(self) -> None:
        self.rooms: dict[int, Room] = {}
        self.sold: list[Room] = []

    def add(self, number: int, rate: int) -> Room:
        self.rooms[number] = Room(rate)
        return self.rooms[number]

    def rooms_of(self) -> list[Room]:
        return list(self.rooms.values())

    def season(self, by: int) -> int:
        n_raised = 0
        for room in self.rooms.values():
            try:
                room.raise_rate(by)
                n_raised += 1
            except ValueError:
                self.sold.append(room)
        return n_raised
"""
    assert proved(ROOM + text) == ["FREE"]


def test_what_a_method_does_with_other_objects_does_not_matter() -> None:
    assert proved("""
class Entry:
    def __init__(self, account: "Account", amount: int) -> None:
        self.account = account
        self.amount = amount

class Account:
    def __init__(self, limit: int) -> None:
        self.limit = max(0, limit)
        self.balance = 0
        self.entries: list[Entry] = []

    def book(self, amount: int) -> int:
        if self.balance + amount < -self.limit:
            raise ValueError(amount)
        self.balance += amount
        for entry in self.entries:
            if entry.amount == amount:
                return len(self.entries)
        self.entries.append(Entry(self, amount))
        return sum(entry.amount for entry in self.entries)

    # heapwright: invariant
    def within_limit(self) -> bool:
        return self.balance >= -self.limit
""") == ["within_limit"]


def test_properties_members_of_enumerations_and_helpers_of_a_question_are_followed() -> None:
    assert proved("""
from enum import Enum

class State(Enum):
    NEW = 1
    PAID = 2
    SENT = 3

class Order:
    def __init__(self) -> None:
        self._state = State.NEW
        self._paid = 0

    @property
    def state(self) -> State:
        return self._state

    def pay(self, amount: int) -> None:
        if self._state is not State.NEW or amount <= 0:
            raise ValueError(amount)
        self._paid = amount
        self._state = State.PAID

    def send(self) -> None:
        if self.state is State.PAID:
            self._state = State.SENT

class Shop:
    def __init__(self) -> None:
        self.orders: list[Order] = []

    def order(self) -> Order:
        self.orders.append(Order())
        return self.orders[-1]

def unpaid(o: Order) -> bool:
    return o._paid <= 0

# heapwright: spec
def GIVEN_AWAY(o: Order) -> bool:
    return o.state is State.SENT and unpaid(o)

# heapwright: spec
def SENT(o: Order) -> bool:
    return o.state is State.SENT
""") == ["GIVEN_AWAY"]


def test_a_private_method_that_only_its_class_calls_is_not_called_by_others() -> None:
    text = """
class Tank:
    def __init__(self) -> None:
        self.level = 0

    def fill(self, litres: int) -> None:
        if litres > 0:
            self._add(litres)

    def _add(self, litres: int) -> None:
        self.level += litres

class Car:
    def __init__(self, tank: Tank) -> None:
        self.tank = tank

    def OTHER(self, litres: int) -> None:
        self.tank.CALLED(litres)

# heapwright: spec
def NEGATIVE(t: Tank) -> bool:
    return t.level < 0
"""
    assert proved(text.replace("CALLED", "fill")) == ["NEGATIVE"]
    assert proved(text.replace("CALLED", "_add")) == []


@pytest.mark.parametrize(
    "body",
    [
        "self.rooms.append(Room(n))",
        "self.room = Room.made(n)",
        "self.room.raise_rate(n)",
        "self.room.guests.append(name)",
        "try:\n    self.room.raise_rate(-1)\nexcept ValueError:\n    self.rooms.clear()",
        "self.rooms = [room for room in self.rooms if room.rate > n]",
        "self.rooms.sort(key=lambda room: room.rate)",
        "print(self.room.rate, name)",
        "for room in self.rooms:\n    if name in room.guests:\n        room.raise_rate(n + 1)",
    ],
)
def test_what_other_code_does_apart_from_the_field_does_not_matter(body: str) -> None:
    assert proved(hotel(body)) == ["FREE"]


# --- What is not ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    "body",
    [
        "self.room.rate = n",
        "self.rooms[0].rate -= 1",
        "self.room._set(0)",
        "room = self.rooms[0]\nroom._set(n)",
        "act = self.room._set\nact(n)",
        "setattr(self.room, 'rate', 0)",
        "setattr(self.room, name, 0)",
        "self.room.__dict__['rate'] = 0",
        "vars(self.room)['rate'] = 0",
        "Room._set(self.room, 0)",
        "Room.__init__(self.room, n)",
        "for one in self.rooms:\n    one.rate = 0",
        "(lambda room: room._set(0))(self.room)",
        "def change() -> None:\n    self.room.rate = 0\nchange()",
        "change(self.room)",
        "list(map(Room._set, self.rooms, [0]))",
        "made = Room.__new__(Room)\nmade.rate = 0\nself.rooms.append(made)",
        "self.room.__class__ = Hotel",
        "requests.post(self.room)",
        "del self.room.rate",
        "getattr(self.room, '_set')(0)",
        "partial(self.room._set, 0)()",
        "self.room._set(rate=n)",
        "self.room._set(*[0])",
        "self.room._set(**{'rate': 0})",
        "[room._set(0) for room in self.rooms]",
        "with self.room as room:\n    room._set(n)",
        "kind = type(self.room)\nkind._set(self.room, 0)",
        "kind = Room\nkind._set(self.room, 0)",
    ],
)
def test_nothing_is_proved_where_other_code_may_change_the_field(body: str) -> None:
    before = "import requests\n" if "requests" in body else ""
    before += "from functools import partial\n" if "partial" in body else ""
    helper = "\ndef change(room: Room) -> None:\n    room.rate = 0\n"
    assert proved(hotel(body, before) + helper * ("change(self" in body)) == []


def test_calls_that_raise_half_way_are_seen_by_code_that_goes_on() -> None:
    text = """
class Room:
    def __init__(self) -> None:
        self.is_open = False

    def clean(self, times: int) -> None:
        self.is_open = True
        if times < 1:
            raise ValueError(times)
        self.is_open = False

class Hotel:
    def __init__(self, room: Room) -> None:
        self.room = room

    def clean(self) -> None:
        try:
            self.room.clean(0)
        except ValueError:
            pass

# heapwright: spec
def OPEN(r: Room) -> bool:
    return r.is_open
"""
    assert proved(text) == []


def test_objects_of_classes_below_count() -> None:
    text = """
class Suite(Room):
    def gift(self) -> None:
        self.rate = 0
"""
    assert proved(ROOM + text) == []
    assert proved(ROOM + text.replace("= 0", "= 7")) == ["FREE"]


def test_a_method_that_is_called_in_the_middle_of_another_sees_what_is_there() -> None:
    text = """
class Meter:
    def __init__(self, owner: "Owner") -> None:
        self.owner = owner
        self.value = 0
        self.kept = 0

    def read(self) -> None:
        self.value = -1
        self.owner.told(self)
        self.value = 0

    def keep(self) -> None:
        self.kept = self.value

class Owner:
    def told(self, meter: Meter) -> None:
        meter.keep()

# heapwright: spec
def NEGATIVE(m: Meter) -> bool:
    return m.kept < 0
"""
    assert proved(text) == []


def test_an_object_whose_constructor_raised_may_be_known_to_others() -> None:
    text = """
class Part:
    def __init__(self, whole: "Whole", n: int) -> None:
        self.n = n
        LEAK
        if n < 0:
            raise ValueError(n)

class Whole:
    def __init__(self) -> None:
        self.parts: list[Part] = []

    def add(self, n: int) -> None:
        try:
            Part(self, n)
        except ValueError:
            pass

    # heapwright: invariant
    def fine(self) -> bool:
        return True

# heapwright: spec
def NEGATIVE(p: Part) -> bool:
    return p.n < 0
"""
    assert proved(text.replace("LEAK", "whole.parts.append(self)")) == []
    assert (
        proved(
            text.replace("LEAK", "self._tell(whole)").replace(
                "class Whole",
                """
    def _tell(self, whole: "Whole") -> None:
        whole.parts.append(self)

class Whole""",
            )
        )
        == []
    )
    assert proved(text.replace("LEAK", "pass")) == ["NEGATIVE"]


def test_annotations_are_not_believed_of_code_of_the_program() -> None:
    text = """
class Box:
    def __init__(self) -> None:
        self.content: object = 1

    def _put(self, content: int) -> None:
        if content == 0:
            raise ValueError(content)
        self.content = content

class Shop:
    def __init__(self, box: Box) -> None:
        self.box = box
        self.labels: list[str] = []

    def fill(self, n: int, label: str) -> None:
        self.labels.append(label)
        self.box._put(GIVEN)

# heapwright: spec
def LABELLED(b: Box) -> bool:
    return b.content != 1 and not isinstance(b.content, int)
"""
    assert proved(text.replace("GIVEN", "n")) == ["LABELLED"]
    assert proved(text.replace("GIVEN", "label")) == []
    assert proved(text.replace("GIVEN", "self.labels[0]")) == []
    assert proved(text.replace("GIVEN", "None if n else 3")) == []


@pytest.mark.parametrize(
    "member",
    [
        "def __setattr__(self, name: str, value: object) -> None:\n"
        "        super().__setattr__(name, 0)",
        "def __enter__(self) -> None:\n        self.rate = 0\n\n"
        "    def __exit__(self, *rest: object) -> None:\n        pass",
        "def __iadd__(self, other: object) -> 'Room':\n        self.rate = 0\n        return self",
        "def steps(self):\n        self.rate = 0\n        yield 1\n        self.rate = 5",
        "async def wait(self) -> None:\n        self.rate = 0",
        "@property\n    def price(self) -> int:\n        return self.rate\n\n"
        "    @price.setter\n    def price(self, price: int) -> None:\n        self.rate = price",
        "def later(self):\n        def run() -> None:\n            self.rate = 0\n"
        "        return run",
        "def swap(self, other: 'Room') -> None:\n        other.rate = 0",
        "def again(self) -> None:\n        self.__init__(1)\n        self.rate = 0",
        "def open(self) -> None:\n        self.__dict__.update(rate=0)",
        "def later(self):\n        return lambda: self._set(0)",
        "def steps(self):\n        yield 1\n        self._set(0)",
        "def handed(self) -> None:\n        sorted([1], key=self._set)",
        "def undo(self, by: int) -> None:\n        try:\n            self._set(0)\n"
        "            self.raise_rate(by)\n        except ValueError:\n            pass",
        "@classmethod\n    def changed(cls, rate: int) -> 'Room':\n        made = cls(1)\n"
        "        made.rate = rate\n        return made",
        "def renew(self, rate: int) -> None:\n        Room.__init__(self, 1)\n"
        "        self.rate -= rate",
        "@staticmethod\n    def gift(room: 'Room') -> None:\n        room._set(0)",
    ],
)
def test_members_by_which_a_class_itself_gets_there_count(member: str) -> None:
    text = ROOM.replace("    def _set", f"    {member}\n\n    def _set")
    assert proved(text) == []


def test_what_a_class_shares_is_open() -> None:
    text = """
class Room:
    least = 1

    def __init__(self) -> None:
        self.rate = 5

    def lower(self) -> None:
        if self.rate > self.least:
            self.rate -= 1

class Hotel:
    def sale(self) -> None:
        Room.least = -5

# heapwright: spec
def FREE(r: Room) -> bool:
    return r.rate < 0
"""
    assert proved(text) == []


def test_a_copy_in_the_middle_of_a_method_is_an_object_of_its_own() -> None:
    text = """
import copy

class Room:
    def __init__(self) -> None:
        self.rate = 5
        self.copies: list["Room"] = []

    def keep(self) -> "Room":
        self.rate = 0
        made = copy.copy(self)
        self.rate = 5
        return made

# heapwright: spec
def FREE(r: Room) -> bool:
    return r.rate == 0
"""
    assert proved(text) == []


def test_a_question_about_what_others_write_is_not_proved() -> None:
    text = """
class Lamp:
    def __init__(self) -> None:
        self.is_on = False
        self.uses: list[int] = []

class House:
    def __init__(self) -> None:
        self.lamp = Lamp()

    def light(self) -> Lamp:
        self.lamp.is_on = True
        self.lamp.uses.append(1)
        return self.lamp

# heapwright: spec
def ON(lamp: Lamp) -> bool:
    return lamp.is_on

# heapwright: spec
def USED(lamp: Lamp) -> bool:
    return len(lamp.uses) > 0
"""
    assert proved(text) == []
