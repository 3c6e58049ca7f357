"""What an answer says beside its verdict."""

from __future__ import annotations

from heapwright.answers.ask import specs_of
from heapwright.editor.verdicts import shown_answer
from heapwright.limits import Limits
from heapwright.text.source import Source
from heapwright.workspace.load import program_of
from heapwright.workspace.questions import Asking, ask_question

ROOM = """
from heapwright import spec

class Lamp:
    def __init__(self) -> None:
        self.is_on = False

    def switch(self) -> None:
        self.is_on = not self.is_on

    def is_dark(self) -> bool:
        return not self.is_on

class Room:
    def __init__(self) -> None:
        self.{name} = {value}

    def enter(self) -> None:
        pass

@spec
def LIT(room: Room) -> bool:
    return {condition}
"""


def check_message(text: str, expected: str) -> None:
    """Compare what is said about the only spec of a text."""
    loaded = program_of(Source("room.py", text), "python")
    (spec,) = specs_of(loaded.program)
    answer = ask_question(loaded.program, spec, Asking(Limits())).answer
    place = loaded.source_map.functions[spec.qualified_name]
    assert shown_answer(answer, spec, place).reason == expected


UNREACHABLE = "`LIT` is unreachable: no sequence of public calls makes it true with at most "


def test_calls_on_what_public_attributes_hold_are_said_not_to_be_made() -> None:
    text = ROOM.format(name="lamp", value="Lamp()", condition="room.lamp.is_on")
    aside = " (without calls on what is read from `Room.lamp`)"
    check_message(text, f"{UNREACHABLE}6 Lamp, 1 Room{aside}")


def test_so_are_those_on_what_is_in_containers() -> None:
    text = ROOM.format(name="lamps", value="[Lamp()]", condition="room.lamps[0].is_on")
    aside = " (without calls on what is read from `Room.lamps`)"
    check_message(text, f"{UNREACHABLE}6 Lamp, 1 Room, 4 items{aside}")


def test_private_attributes_are_not_read() -> None:
    text = ROOM.format(name="_lamp", value="Lamp()", condition="room._lamp.is_on")
    check_message(text, f"{UNREACHABLE}6 Lamp, 1 Room")


def test_nothing_is_said_of_objects_that_no_call_changes() -> None:
    text = ROOM.format(name="lamp", value="Lamp()", condition="room.lamp.is_on")
    text = text.replace("    def switch", "    def _switch")
    check_message(text, f"{UNREACHABLE}6 Lamp, 1 Room")
