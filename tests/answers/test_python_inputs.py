"""What only a real run has: the time, chance. A verdict holds for all of it, or is none."""

from __future__ import annotations

from support.python_engine import check_python_verdicts

JOB = """
import copy
import random
import time
import uuid
from datetime import datetime

class Job:
    def __init__(self, weight: int):
        self.weight = weight
        self.created = time.time()
        self.ident = uuid.uuid4()
        self.when = datetime.now()
        self.luck = random.randint(1, 6)

    def twin(self) -> "Job":
        return copy.copy(self)
"""


def test_what_is_only_stored_keeps_nothing_from_being_found() -> None:
    text = (
        JOB
        + """
@spec
def HEAVY(a: Job) -> bool:
    return a.weight == 9

@spec
def TWINS(a: Job, b: Job) -> bool:
    return a is not b and a.ident is b.ident and a.weight == 9
"""
    )
    check_python_verdicts(text, {"HEAVY": "found in 1", "TWINS": "found in 2"})


def test_chance_is_never_a_way_to_get_somewhere() -> None:
    text = (
        JOB
        + """
@spec
def LUCKY(a: Job) -> bool:
    return a.luck == 3

@spec
def EARLY(a: Job) -> bool:
    return a.created < 7.0
"""
    )
    why = "what happens depends on the time or on chance"
    floats = "unknown floats were computed with as with fractions"
    check_python_verdicts(
        text,
        {"LUCKY": f"undecided: `LUCKY`: {why}", "EARLY": f"undecided: `EARLY`: {why}; {floats}"},
    )


def test_what_no_chance_gives_is_unreachable() -> None:
    text = (
        JOB
        + """
@spec
def SEVEN(a: Job) -> bool:
    return a.luck == 7
"""
    )
    check_python_verdicts(text, {"SEVEN": "nowhere"})


def test_what_python_has_and_the_library_lacks_is_not_called_an_error() -> None:
    text = """
class Box:
    def __init__(self) -> None:
        self.size = 0

    def fill(self, n: int) -> None:
        self.size = len([n].__class__.__mro__) + n.bit_count()

    def look(self) -> None:
        self.size = getattr(self, "size").conjugate() + 1

@spec
def FULL(b: Box) -> bool:
    return b.size == 1
"""
    check_python_verdicts(
        text,
        {
            "FULL": "undecided: `Box.fill`: `__mro__` of a class is not followed; "
            "`Box.look`: `conjugate` of a `int` is not followed"
        },
    )


def test_a_text_made_of_unknown_values_may_be_kept() -> None:
    text = """
class Account:
    def __init__(self) -> None:
        self.balance = 0
        self.log: list[str] = []

    def pay_in(self, amount: int) -> None:
        if amount <= 0:
            raise ValueError(f"no amount: {amount}")
        self.balance += amount
        self.log.append(f"in {amount}")

@spec
def RICH(a: Account) -> bool:
    return a.balance == 70 and len(a.log) == 2

@spec
def POOR(a: Account) -> bool:
    return a.balance < 0

@spec
def TOLD(a: Account) -> bool:
    return a.log == ["in 3"]
"""
    check_python_verdicts(
        text,
        {
            "RICH": "found in 3",
            "POOR": "nowhere",
            # Which amount gives this text is not found out.
            "TOLD": "undecided: the calls that seem to make it true do not when they are run",
        },
        scope={"items": 2},
    )


def test_the_letters_of_what_only_a_run_has_stop_the_search_in_time() -> None:
    text = """
import uuid

class Token:
    def __init__(self) -> None:
        self.key = ""
        self.mark = 0

    def renew(self) -> None:
        self.key = str(uuid.uuid4())
        if self.key.startswith("a"):
            self.mark = 1

@spec
def MARKED(t: Token) -> bool:
    return t.mark == 2
"""
    why = "the characters of a string matter that only the run makes"
    check_python_verdicts(text, {"MARKED": f"undecided: `Token.renew`: {why}"})
