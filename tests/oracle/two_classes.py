"""Small random Python programs of two classes, one of which keeps objects of the other.

Place: tests/oracle. A seed gives a text and how clients call it. `Part` has ints and a flag that
its methods change behind guards; `Whole` calls these methods, private ones too, catches what they
raise, and in some programs writes the attributes itself, by one of the ways that Python has.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from random import Random

N_SPECS = 6
VALUES = (-2, -1, 0, 1, 2, 5)


@dataclass(frozen=True, slots=True)
class TwoClasses:
    """A text, and the number of ints that each public method takes, by class."""

    text: str
    methods: Mapping[str, Mapping[str, int]]


def two_classes(seed: int) -> TwoClasses:
    """Write the program of a seed."""
    random = Random(seed)
    part = [_method(random, number) for number in range(random.randint(2, 4))]
    whole = random.sample(_WHOLE, random.randint(1, 4))
    below = random.choice(_BELOW) if random.randrange(3) == 0 else ""
    base = random.choice(("", "", "(Base)"))
    start = random.choice(("n", "0", "1", "abs(n)", "max(n, 1)"))
    guard = random.choice(("n < 0", "n == 0", "n > 3", "n < 1", "False"))
    init = "\n".join(
        (
            "    def __init__(self, n: int) -> None:",
            f"        if {guard}:",
            "            raise ValueError(n)",
            *(["        super().__init__()"] if base else []),
            f"        self.x = {start}",
            "        self.y = 0",
            "        self.flag = False",
            "        self.log: list[int] = []",
            *random.sample(["        REGISTER.append(self)"], random.randrange(8) == 0),
            *random.sample(["        self._set(n)"], random.randrange(5) == 0),
        )
    )
    private = "\n".join(
        (
            "    def _set(self, n: int) -> None:",
            f"        self.{random.choice('xxy')} = n",
            "",
            "    def _flip(self) -> None:",
            "        self.flag = not self.flag",
        )
    )
    names = ["_set", "_flip", *(f"m{number}" for number in range(len(part)))]
    chosen = [text.replace("METHOD", random.choice(names[2:])) for text in whole]
    specs = [_spec(random, number) for number in range(N_SPECS)]
    text = "\n\n".join(
        (
            "REGISTER: list[object] = []",
            "class Base:\n    def __init__(self) -> None:\n        self.y = 0\n\n"
            "    def base(self, n: int) -> None:\n        if n > 0:\n            self.y = n",
            f"class Part{base}:\n{init}",
            private,
            *part,
            below,
            "class Whole:\n    def __init__(self, part: Part) -> None:\n"
            "        self.part = part\n        self.parts: list[Part] = [part]\n"
            "        self.x = 0\n        self.notes: dict[int, Part] = {}",
            *(
                f"    def w{number}(self, n: int) -> None:\n{one}"
                for number, one in enumerate(chosen)
            ),
            *specs,
        )
    )
    parts = {f"m{number}": 1 for number in range(len(part))}
    if base:
        parts["base"] = 1
    return TwoClasses(
        text, {"Part": parts, "Whole": {f"w{number}": 1 for number in range(len(chosen))}}
    )


def _method(random: Random, number: int) -> str:
    lines = [f"    def m{number}(self, n: int) -> None:"]
    for _ in range(random.randint(1, 4)):
        lines += [f"        {line}" for line in random.choice(_STEPS)(random)]
    return "\n".join(lines)


def _condition(random: Random) -> str:
    return random.choice(
        (
            *("n < 0", "n <= 0", "n > 2", "self.x + n < 0", "self.x >= 3", "self.flag"),
            *("len(self.log) > 1", "self.x > self.y", "n in self.log", "self.y != 0"),
            *("not self.log and n < 1", "n > 0 or len(self.log) == 2"),
        )
    )


def _write(random: Random) -> str:
    return random.choice(
        (
            *("self.x += n", "self.x -= n", "self.x = n", "self.y += 1", "self.flag = True"),
            *("self.x = max(0, self.x - n)", "self.y = self.x", "self.flag = False"),
            *("self._set(n)", "self._flip()", "self._set(self.y)", "self.x = len(self.log)"),
            *("self.x, self.y = self.y, self.x", "self.y = min(n, 3)", "self.x = abs(n)"),
        )
    )


_STEPS = (
    lambda random: [f"if {_condition(random)}:", "    raise ValueError(n)"],
    lambda random: [f"if {_condition(random)}:", "    return"],
    lambda random: [f"if {_condition(random)}:", f"    {_write(random)}"],
    lambda random: [_write(random)],
    lambda random: [_write(random)],
    lambda random: ["self.log.append(n)"],
    lambda random: ["for one in self.log:", f"    {random.choice(('n += one', _write(random)))}"],
    lambda random: [
        *("try:", f"    {_write(random)}", "    self.log.remove(n)"),
        *("except ValueError:", f"    {_write(random)}"),
    ],
)

_WHOLE = (
    "        self.part.METHOD(n)",
    "        for part in self.parts:\n            part.METHOD(n)",
    "        try:\n            self.part.METHOD(n)\n"
    "        except ValueError:\n            self.x = n",
    "        self.part._set(n)",
    "        self.part._set(3)",
    "        if n > 0:\n            self.part._flip()",
    "        self.part.x = n",
    "        self.parts[0].y = 7",
    "        setattr(self.part, 'x', n)",
    "        self.x = n",
    "        self.parts.append(Part(n))",
    "        self.part = Part(2)",
    "        Part.METHOD(self.part, n)",
    "        act = self.part._set\n        act(n)",
    "        act = self.part.METHOD\n        act(4)",
    "        self.part.METHOD(self.parts[0].y)",
    "        self.part._set('a')  # type: ignore",
    "        self.part._set(n > 0)",
    "        self.part.METHOD(None)  # type: ignore",
    "        self.part.__init__(n)",
    "        del self.part.flag",
    "        self.part.__dict__['y'] = n",
    "        self.notes[n] = self.part\n        self.notes[n].x += 1",
    "        def change() -> None:\n            self.part.y = n\n        change()",
    "        for name in ('x', 'y'):\n            setattr(self.part, name, 9)",
    "        self.parts = [part for part in self.parts if part.x > n]",
    "        self.x = self.part.x + n\n        self.part.METHOD(self.x)",
)

_BELOW = (
    "class Low(Part):\n    def _set(self, n: int) -> None:\n        self.x = -n",
    "class Low(Part):\n    def m0(self, n: int) -> None:\n"
    "        super().m0(n)\n        self.y = 4",
    "class Low(Part):\n    def low(self, n: int) -> None:\n        self.x = n",
    "class Low(Part):\n    def __init__(self, n: int) -> None:\n        super().__init__(1)\n"
    "        self.y = n",
)


def _spec(random: Random, number: int) -> str:
    condition = random.choice(
        (
            *("p.x < 0", "p.x > 5", "p.x == 0", "p.y < 0", "p.y > 3", "p.flag", "p.x < p.y"),
            *("p.flag and p.x == 0", "p.y == 7", "p.x == 9", "p.x == 3 and p.y == 0"),
            *("p.x < -1 or p.y < -1", "p.y == 4 and not p.flag", "p.x > p.y and p.flag"),
        )
    )
    return f"# heapwright: spec\ndef S{number}(p: Part) -> bool:\n    return {condition}"
