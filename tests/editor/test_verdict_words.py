"""What an answer says beside its verdict."""

from __future__ import annotations

from heapwright.answers.search.ask import specs_of
from heapwright.editor.known.verdicts import shown_answer
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


UNREACHABLE = "`LIT` is unreachable with up to "
REST = ": no sequence of public calls makes it true"


def test_what_is_read_from_a_public_attribute_counts_as_no_call() -> None:
    text = ROOM.format(name="lamp", value="Lamp()", condition="room.lamp.is_on")
    check_message(text, "reachable in 2 calls")


def test_nor_does_what_is_read_from_a_container_in_one() -> None:
    text = ROOM.format(name="lamps", value="[Lamp()]", condition="room.lamps[0].is_on")
    check_message(text, "reachable in 2 calls")


def test_private_attributes_are_not_read() -> None:
    text = ROOM.format(name="_lamp", value="Lamp()", condition="room._lamp.is_on")
    check_message(text, f"{UNREACHABLE}6 Lamp, 1 Room{REST}")


def test_nothing_is_said_of_objects_that_no_call_changes() -> None:
    text = ROOM.format(name="lamp", value="Lamp()", condition="room.lamp.is_on")
    text = text.replace("    def switch", "    def _switch")
    check_message(text, f"{UNREACHABLE}6 Lamp, 1 Room{REST}")


CODES = """
from heapwright import spec

class Codes:
    def __init__(self, code: str) -> None:
        if len(code) != {length} or not code.startswith("a"):
            raise ValueError(code)
        self.code = code

@spec
def LIT(codes: Codes) -> bool:
    return codes.code.startswith("b")
"""


def test_lengths_that_the_code_asks_for_are_part_of_the_bound() -> None:
    bound = "6 Codes, 4 characters, 9 characters where the code asks for so many, 4 items"
    text = CODES.format(length=9).replace("self.code = code", "self.code: object = code")
    check_message(text, UNREACHABLE + bound + REST)


def test_strings_that_were_too_long_to_look_at_make_it_no_proof() -> None:
    check_message(
        CODES.format(length=900),
        "`LIT` was not reached with up to 6 Codes, 4 characters, 4 items: no sequence of public "
        "calls makes it true; the code asks for strings of 900 characters, which were not all "
        "looked at: they are too long (raise --scope characters=900)",
    )
