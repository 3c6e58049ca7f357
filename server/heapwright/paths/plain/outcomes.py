"""What time, chance and the system might give a run: values for the inputs of a replay.

Place: paths/plain/. `answers.replay` runs calls with several of these where a single run tells
nothing, because the program looks at an input (`InputMatters`). What comes out alike with all of
them does not depend on any one of them:

    def insert(self, key):
        self.add(Node(key, random.random()))     # a treap: which shape, chance says; not which keys

The first has the least of everything, the second the most; the others are drawn, the same ones
each time. Strings of the program itself are among those that the system gives. Clocks go forward,
by little: the calls come one right after the other. What is made to be unique is. A string has one
hash as long as a program runs.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

N_OUTCOMES = 48

_HOUR = 3600
_DAY = 24 * _HOUR
_YEAR = 365 * _DAY
_CALENDAR = 737425 * _DAY  # from the year 1 to 2020
_TICK = 1e-4  # seconds between two looks at a clock
# Texts of the forms that systems give: a path, a name, a version, a time.
_SAMPLES = ("", "a", "/srv/notes.txt", "Linux", "3.12.1", "Mon Jan  1 12:00:00 2024")


class Outcomes:
    """One way in which everything might come out. Mutable: it is drawn while the calls run."""

    __slots__ = ("_hashes", "_now", "_number", "_random", "_texts", "_uuid")

    def __init__(self, number: int, texts: Sequence[str]) -> None:
        self._number = number
        self._random = Random(number)
        self._texts = tuple(texts)
        self._hashes: dict[object, int] = {}
        self._uuid = ""  # the last one
        # Some clocks count from the start of the machine.
        began = self._random.choice((0, _HOUR, 54 * _YEAR))
        self._now: float = began + self._random.randrange(4 * _YEAR if began > _YEAR else _HOUR)

    def copied(self) -> Outcomes:
        """Give the same future once more, for calls that go another way from here on."""
        copy = Outcomes.__new__(Outcomes)
        copy._number, copy._texts, copy._now = self._number, self._texts, self._now
        copy._uuid = self._uuid
        copy._hashes = dict(self._hashes)
        copy._random = Random()
        copy._random.setstate(self._random.getstate())
        return copy

    def value(self, kind: str) -> int | float | str:
        """Give a value of a kind."""
        draw = self._random
        match kind:
            case "clock" | "clock ns":
                self._now += _TICK * draw.random()
                return self._now if kind == "clock" else int(self._now * 10**9)
            case "clock us" | "clock days":
                self._now += _TICK * draw.random()
                since = _CALENDAR + self._now % (54 * _YEAR)
                return int(since * 10**6) if kind == "clock us" else int(since / _DAY)
            case "uuid":
                digits = f"{draw.getrandbits(128):032x}"
                self._uuid = f"{digits[:12]}4{digits[13:16]}{draw.choice('89ab')}{digits[17:]}"
                return self._uuid
            case "uuid text":
                one = self._uuid
                return "-".join((one[:8], one[8:12], one[12:16], one[16:20], one[20:]))
            case _ if kind.startswith("hex:"):
                n = int(kind.removeprefix("hex:"))
                return f"{draw.getrandbits(4 * n):0{n}x}"
            case "chance":
                return (0.0, 1 - 2**-53)[self._number] if self._number < 2 else draw.random()
            case "float":
                return draw.choice((0.0, 1.0, draw.random(), draw.gauss(0, 1), draw.gauss(0, 1000)))
            case "str":
                return draw.choice((*_SAMPLES, f"{draw.getrandbits(64):x}", *self._texts))
            case "hash":
                return hash(self.value("int"))
            case _:
                if self._number < 2:
                    return self._number
                small, large = draw.randrange(-9, 10), draw.randrange(-(2**62), 2**62)
                return draw.choice((0, 1, small, large))

    def hash_of(self, value: object) -> int:
        """Give the hash of a value, which is the same each time, and that of all equal ones."""
        if value not in self._hashes:
            self._hashes[value] = int(self.value("hash"))
        return self._hashes[value]

    def between(self, low: int, high: int) -> int:
        """Give an int of a range."""
        return (low, high)[self._number] if self._number < 2 else self._random.randint(low, high)
