"""What only a real run has: the time, chance, what the system says.

A verdict holds for all of it, or is none.
"""

from __future__ import annotations

from support.engine import verdict_text
from support.python_engine import ask_python, check_python_verdicts

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
    why = "what happens depends on the time, chance or the system"
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
            # Which amount gives this text is found by trying.
            "TOLD": "found in 2",
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
    return t.mark == 1

@spec
def NEVER(t: Token) -> bool:
    return t.mark == 2
"""
    why = "the characters of a string matter that only the run makes"
    check_python_verdicts(text, {"MARKED": f"undecided: `Token.renew`: {why}", "NEVER": "nowhere"})


SYSTEM = """
import gettext
import os
import re
import shutil
import sys
from gettext import gettext as _

_WORD = re.compile(r"[a-z]+")
_HOME = os.environ.get("HOME", "/")

class Task:
    def __init__(self, name: str):
        self.name = name
        self.owner = os.getpid()
        self.width = shutil.get_terminal_size().columns
        self.title = _("a task")
        self.state = 0

    def start(self):
        sys.stderr.write("start\\n")
        self.state = 1

    def check(self, text: str):
        if _WORD.match(text):
            self.state = 2

    def visit(self):
        self.state = 3 if os.path.isdir(_HOME) else 4
"""


def test_what_the_system_says_may_be_kept() -> None:
    text = (
        SYSTEM
        + """
@spec
def STARTED(t: Task) -> bool:
    return t.state == 1
"""
    )
    check_python_verdicts(text, {"STARTED": "found in 2"})


def test_what_depends_on_the_system_is_not_shown_and_not_excluded() -> None:
    text = (
        SYSTEM
        + """
@spec
def WORD(t: Task) -> bool:
    return t.state == 2

@spec
def AT_HOME(t: Task) -> bool:
    return t.state == 3

@spec
def NARROW(t: Task) -> bool:
    return t.width < 40
"""
    )
    why = "what happens depends on the time, chance or the system"
    check_python_verdicts(
        text,
        {
            "WORD": f"undecided: `Task.check`: {why}",
            "AT_HOME": f"undecided: `Task.visit`: {why}",
            "NARROW": f"undecided: `NARROW`, `Task.check`, `Task.visit`: {why}",
        },
    )


def test_what_no_answer_of_the_system_gives_is_unreachable() -> None:
    text = (
        SYSTEM
        + """
@spec
def FIVE(t: Task) -> bool:
    return t.state == 5
"""
    )
    check_python_verdicts(text, {"FIVE": "nowhere"})


def test_one_object_of_a_module_is_part_of_the_state() -> None:
    text = """
class Limits:
    def __init__(self, most: int):
        self.most = most

_limits = Limits(3)

class Pile:
    def __init__(self):
        self.n = 0

    def widen(self):
        _limits.most = 5

    def put(self):
        if self.n < _limits.most:
            self.n += 1

@spec
def FIVE(p: Pile) -> bool:
    return p.n == 5

@spec
def SIX(p: Pile) -> bool:
    return p.n == 6
"""
    check_python_verdicts(text, {"FIVE": "found in 7", "SIX": "nowhere"})


def test_bytes_are_found_and_those_of_a_codec_may_be_kept() -> None:
    text = """
import codecs

class Packet:
    def __init__(self):
        self.data = b""
        self.coded = None

    def put(self, text: str):
        self.data = text.encode("ascii")

    def close(self):
        self.coded = codecs.latin_1_encode("abc", "strict")[0]

@scope(characters=2)
@spec
def AB(p: Packet) -> bool:
    return p.data == b"ab"

@spec
def KNOWN(p: Packet) -> bool:
    return p.coded is not None and p.coded == b"abc"

"""
    check_python_verdicts(text, {"AB": "found in 2"})
    assert verdict_text(ask_python(text, "KNOWN").verdict).startswith("undecided")


CHOICES = """
import random

class Dice:
    def __init__(self):
        self.faces = []
        self.thrown = 0

    def add(self) -> None:
        self.faces.append(4)

    def throw(self) -> None:
        if random.choices(self.faces, [1] * len(self.faces))[0] == 4:
            self.thrown = 1

    def pause(self, rate: int) -> None:
        try:
            random.expovariate(rate)
        except ZeroDivisionError:
            self.thrown = 77

@spec
def THROWN(d: Dice) -> bool:
    return d.thrown == 1 and len(d.faces) == 1

@spec
def RAISED(d: Dice) -> bool:
    return d.thrown == 77
"""


def test_distributions_raise_what_they_raise_and_choose_from_what_is_there() -> None:
    check_python_verdicts(CHOICES, {"THROWN": "found in 3", "RAISED": "found in 2"})


def test_a_source_of_chance_of_its_own_is_an_input_too() -> None:
    text = """
from random import Random

class Die:
    def __init__(self, seed: int) -> None:
        self.source = Random(seed)
        self.last = 0
        self.n = 0

    def roll(self) -> None:
        self.last = self.source.randint(1, 6)
        self.n += 1

@spec
def TWICE(d: Die) -> bool:
    return d.n == 2

@spec
def SIX(d: Die) -> bool:
    return d.last == 6

@scope(d=1)
@spec
def SEVEN(d: Die) -> bool:
    return d.last == 7 and d.n < 3
"""
    why = "what happens depends on the time, chance or the system"
    assert verdict_text(ask_python(text, "TWICE").verdict) == "found in 3"
    assert why in verdict_text(ask_python(text, "SIX").verdict)
    assert verdict_text(ask_python(text, "SEVEN", calls=4).verdict) != "found in 2"


def test_times_are_computed_with_and_compared() -> None:
    text = """
from datetime import date, datetime, timedelta, timezone

class Job:
    def __init__(self, every: int) -> None:
        self.every = every
        self.last = datetime.now(timezone.utc)
        self.due = self.last + timedelta(seconds=every)
        self.day = None

    def fix(self, year: int, month: int) -> None:
        self.day = date(year, month, 30)

    def read(self, text: str) -> None:
        self.day = datetime.strptime(text, "%Y-%m-%d").date()

@spec
def DUE(j: Job) -> bool:
    return j.due - j.last == timedelta(minutes=2)

@spec
def JUNE(j: Job) -> bool:
    return j.day > date(2024, 6, 29) and j.day < date(2024, 7, 1)

@spec
def WRONG(j: Job) -> bool:
    return j.every >= 0 and j.due < j.last

@spec
def FEBRUARY(j: Job) -> bool:
    return j.day.month == 2
"""
    why = "what happens depends on the time, chance or the system"
    assert verdict_text(ask_python(text, "WRONG", calls=3).verdict) == "nowhere"
    assert verdict_text(ask_python(text, "JUNE", calls=3).verdict) == "found in 2"
    assert why in verdict_text(ask_python(text, "FEBRUARY", calls=2).verdict)
    assert verdict_text(ask_python(text, "DUE", calls=2).verdict) == "found in 1"


def test_a_translation_that_a_module_sets_up_is_an_input() -> None:
    text = """
import gettext
from pathlib import Path

here = Path(__file__).resolve().parent

def set_up():
    translate = gettext.translation("own", here / "locale", fallback=True)
    gettext.textdomain("own")
    return translate.gettext

_ = set_up()

class Door:
    def __init__(self) -> None:
        self.text = ""
        self.n = 0
        self.hook = None

    def knock(self) -> None:
        self.text = _("who is there")
        self.n += 1

    def keep(self) -> None:
        self.hook = _

@spec
def TWICE(d: Door) -> bool:
    return d.n == 2

@spec
def KEPT(d: Door) -> bool:
    return d.hook is _

@spec
def ENGLISH(d: Door) -> bool:
    return d.text == "who is there"
"""
    why = "what happens depends on the time, chance or the system"
    assert verdict_text(ask_python(text, "TWICE").verdict) == "found in 3"
    assert verdict_text(ask_python(text, "KEPT").verdict) == "found in 2"
    assert why in verdict_text(ask_python(text, "ENGLISH", calls=3).verdict)


def test_what_files_hold_and_whether_they_open_are_inputs() -> None:
    text = """
class Log:
    def __init__(self) -> None:
        self.line = ""
        self.state = 0

    def load(self, path: str) -> None:
        try:
            file = open(path)
        except IsADirectoryError:
            self.state = 1
            return
        with file:
            self.line = file.readline()
        try:
            file.readline()
        except ValueError:
            self.state = 2
        else:
            self.state = 3

    def mode(self) -> None:
        open("x", "b", encoding=3)

@spec
def FOLDER(g: Log) -> bool:
    return g.state == 1

@spec
def CLOSED(g: Log) -> bool:
    return g.state == 2 and g.line != ""

@spec
def OPEN(g: Log) -> bool:
    return g.state == 3
"""
    why = "what happens depends on the time, chance or the system"
    assert why in verdict_text(ask_python(text, "FOLDER", calls=2).verdict)
    assert why in verdict_text(ask_python(text, "CLOSED", calls=2).verdict)
    said = verdict_text(ask_python(text, "OPEN", calls=2).verdict)
    assert "found" not in said and why not in said, said


def test_a_text_that_only_a_real_run_has_is_a_text_where_one_must_be_given() -> None:
    text = """
import os

class Shown:
    def __init__(self) -> None:
        self.wrong = False

    def __repr__(self) -> str:
        return os.getcwd()

    def __str__(self) -> str:
        return super().__repr__()

    def look(self) -> None:
        try:
            self.texts = [repr(self), str(self)]
        except TypeError:
            self.wrong = True

@spec
def WRONG(s: Shown) -> bool:
    return s.wrong
"""
    check_python_verdicts(text, {"WRONG": "nowhere"})


def test_a_number_that_the_environment_gives_a_module_is_any_number() -> None:
    text = """
import os

DEBUG = bool(int(os.environ.get("DEBUG", "0")))

class Style:
    def __init__(self, width):
        self.width = width
        if DEBUG:
            assert width > 0

WIDE = Style(3)

class Log:
    def __init__(self) -> None:
        self.items = []

    def put(self) -> None:
        self.items.append(1 if DEBUG else 2)

@spec
def SET(log: Log) -> bool:
    return log.items == [1]

@spec
def OTHER(log: Log) -> bool:
    return 3 in log.items
"""
    system = "`Log.put`: what happens depends on the time, chance or the system"
    check_python_verdicts(text, {"SET": f"undecided: {system}", "OTHER": "nowhere"})
