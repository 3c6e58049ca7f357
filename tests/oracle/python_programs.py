"""Small random Python classes with containers, strings and objects, and questions about them.

Place: tests/oracle. The same seed gives the same text. The statements are chosen so that
everything that can change a heap does so somewhere: methods of containers, setters, operators
in place, context managers, generators, closures, key functions with effects, default values.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

HEADER = """
import heapq
from collections import Counter, OrderedDict, defaultdict, deque
from dataclasses import dataclass, field
from enum import Enum
from heapwright import invariant, spec


class Mode(Enum):
    OFF = 0
    ON = 1


@dataclass
class Pair:
    x: int = 0
    y: int = 0


class Item:
    made = 0

    def __init__(self, n=0):
        self.n = n

    @property
    def half(self):
        return self.n // 2

    @half.setter
    def half(self, value):
        self.n = value * 2

    def __iadd__(self, by):
        self.n += by
        return self

    def __add__(self, by):
        return Item(self.n + by)

    def __lt__(self, other):
        self.n += 1
        return self.n < other.n

    def __len__(self):
        return 2 if self.n else 0

    def __contains__(self, x):
        self.n = x
        return x > 0

    def __enter__(self):
        self.n += 1
        return self

    def __exit__(self, kind, value, trace):
        self.n = -self.n
        return kind is KeyError

    def __iter__(self):
        self.n += 1
        yield self.n

    def __getitem__(self, index):
        return self.n + index
"""
# Fields: annotation, first value, what changes them, what asks about them.
FIELDS: dict[str, tuple[str, str, tuple[str, ...], tuple[str, ...]]] = {
    "n": (
        "int",
        "0",
        (
            "self.n += 1",
            "self.n = x",
            "self.n = -self.n",
            "self.n = self.n * 2 + 1",
            "self.n //= 2",
            "self.n = x > 1",
            "self.n = max(self.n, x)",
        ),
        ("o.n == 1", "o.n > 2", "o.n < 0", "str(o.n) == 'True'", "o.n is True"),
    ),
    "ok": (
        "bool",
        "False",
        ("self.ok = not self.ok", "self.ok = x > 0", "self.ok = bool(y)", "self.ok |= f"),
        ("o.ok", "not o.ok", "o.ok is True"),
    ),
    "w": (
        "str",
        '""',
        (
            "self.w = k",
            "self.w += 'a'",
            "self.w = self.w[1:]",
            "self.w = k.upper()",
            "self.w = f'{x > 0}'",
            "self.w = str(self.n if x else k)",
        ),
        ("o.w == 'a'", "len(o.w) == 2", "o.w.startswith('A')", "o.w == 'True'", "o.w > 'a'"),
    ),
    "xs": (
        "list[int]",
        "[]",
        (
            "self.xs.append(x)",
            "self.xs.insert(0, x)",
            "self.xs.pop()",
            "self.xs.sort()",
            "self.xs.remove(x)",
            "self.xs = [z + 1 for z in self.xs]",
            "self.xs[x] = y",
            "self.xs.extend([x, y])",
            "self.xs = self.xs[::-1]",
            "del self.xs[x:]",
            "heapq.heappush(self.xs, x)",
            "self.xs += [y]",
            "self.xs = sorted(self.xs, key=lambda z: -z)",
        ),
        (
            "len(o.xs) == 2",
            "o.xs[0] > o.xs[1]",
            "o.xs == [1, 1]",
            "sum(o.xs) == 3",
            "2 in o.xs",
            "o.xs[-1] is None",
            "any(z < 0 for z in o.xs)",
            "o.xs == sorted(o.xs) and len(o.xs) > 1",
        ),
    ),
    "d": (
        "dict[int, int]",
        "{}",
        (
            "self.d[x] = y",
            "self.d[x] += 1",
            "del self.d[x]",
            "self.d.pop(x, None)",
            "self.d.setdefault(x, 1)",
            "self.d = {v: k2 for k2, v in self.d.items()}",
            "self.d.update({x: 2, y: 1})",
            "self.d.popitem()",
        ),
        (
            "len(o.d) == 2",
            "o.d.get(1) == 2",
            "1 in o.d",
            "list(o.d) == [2, 1]",
            "sum(o.d.values()) > 2",
            "o.d == {1: 1}",
        ),
    ),
    "s": (
        "set[int]",
        "set()",
        (
            "self.s.add(x)",
            "self.s.discard(x)",
            "self.s.remove(x)",
            "self.s |= {x, y}",
            "self.s ^= {x}",
        ),
        ("len(o.s) == 2", "1 in o.s", "o.s == {0, 2}", "not o.s"),
    ),
    "q": (
        "deque[int]",
        "deque(maxlen=2)",
        ("self.q.append(x)", "self.q.appendleft(x)", "self.q.popleft()", "self.q.rotate(1)"),
        ("len(o.q) == 2 and o.q[0] > o.q[1]", "list(o.q) == [1]", "len(o.q) > 2"),
    ),
    "c": (
        "Counter[str]",
        "Counter()",
        ("self.c[k] += 1", "self.c.update(k)", "self.c[k] -= x"),
        ("o.c['a'] == 2", "len(o.c) == 2", "o.c['b'] < 0"),
    ),
    "t": (
        "tuple[int, int]",
        "(0, 0)",
        ("self.t = (x, y)", "self.t = (self.t[1], x)", "self.t = self.t[::-1]"),
        ("o.t == (1, 2)", "o.t[0] > o.t[1]", "o.t[0] == o.t[1] and o.t[0]"),
    ),
    "m": (
        "int | None",
        "None",
        ("self.m = None", "self.m = x", "self.m = self.m or y", "self.m = None if f else x"),
        ("o.m is None", "o.m == 2", "o.m is not None and o.m < 0", "not o.m"),
    ),
    "it": (
        "Item",
        "Item()",
        (
            "self.it.n = x",
            "self.it.half = x",
            "self.it += 1",
            "self.it = self.it + x",
            "self.it = Item(x)",
            "min(self.it, Item(x))",
            "x in self.it",
            "list(self.it)",
            "a, = self.it",
            "sorted([self.it, Item(1)])",
            "(lambda z=self.it: setattr_(z, x))()",
            "[*map(lambda z: z.__iadd__(x), [self.it])]",
            "with self.it: raise KeyError",
            "with self.it as z: z.n += x",
            "print(*self.it)",
        ),
        ("o.it.n == 3", "o.it.half == 1", "o.it.n < 0", "not o.it", "o.it[1] == 2"),
    ),
    "p": (
        "Pair",
        "Pair()",
        ("self.p.x = x", "self.p = Pair(y, self.p.x)", "self.p.x, self.p.y = self.p.y, x"),
        ("o.p == Pair(1, 2)", "o.p.x > o.p.y", "o.p.x == o.p.y == 1"),
    ),
    "mode": (
        "Mode",
        "Mode.OFF",
        ("self.mode = Mode.ON", "self.mode = Mode(x)", "self.mode = Mode.ON if f else Mode.OFF"),
        ("o.mode is Mode.ON", "o.mode.value == 0", "o.mode == Mode.OFF"),
    ),
    "dd": (
        "defaultdict[str, list[int]]",
        "defaultdict(list)",
        ("self.dd[k].append(x)", "self.dd[k]", "self.dd.pop(k, None)"),
        ("len(o.dd) == 2", "o.dd.get('a') == [1]", "len(o.dd['b']) == 1"),
    ),
}
CONDITIONS = ("x > 0", "x == y", "f", "k == 'a'", "not f", "x < y", "k < 'b'", "x in (1, 2)")
ERRORS = ("raise ValueError", "assert x > 0", "1 // x", "int(k)", "raise KeyError(k)")
PARAMETERS = {"x": "int", "y": "int", "k": "str", "f": "bool"}


@dataclass(frozen=True, slots=True)
class PythonProgram:
    """A module with a class `Box`, its public methods, and the questions."""

    text: str
    methods: tuple[tuple[str, tuple[str, ...]], ...]  # name, and the names of the parameters
    specs: tuple[str, ...]
    invariants: tuple[str, ...]


def random_python_program(seed: int) -> PythonProgram:
    """Write the program of a seed."""
    random = Random(f"python {seed}")
    fields = random.sample(list(FIELDS), random.randint(2, 3))
    lines = [HEADER, "", "def setattr_(item, n):", "    item.n = n", "    return item", "", ""]
    lines += ["class Box:", "    def __init__(self) -> None:"]
    lines += [f"        self.{f}: {FIELDS[f][0]} = {FIELDS[f][1]}" for f in fields]
    methods: list[tuple[str, tuple[str, ...]]] = []
    for number in range(random.randint(2, 4)):
        body = _body(random, fields)
        used = tuple(name for name in PARAMETERS if any(_names(name, line) for line in body))
        parameters = ["self", *(f"{name}: {PARAMETERS[name]}" for name in used)]
        lines += ["", f"    def m{number}({', '.join(parameters)}):"]
        lines += [f"        {line}" for line in body]
        methods.append((f"m{number}", used))
    invariants = []
    for number in range(random.randint(0, 1)):
        lines += ["", "    @invariant", f"    def inv{number}(self) -> bool:"]
        lines += [f"        return not ({_asked(random, fields)})".replace("o.", "self.")]
        invariants.append(f"Box.inv{number}")
    specs = []
    for number in range(3):
        asked = _asked(random, fields)
        if random.random() < 0.5:
            asked = f"({asked}) and ({_asked(random, fields)})"
        lines += ["", "", "@spec", f"def S{number}(o: Box) -> bool:", f"    return {asked}"]
        specs.append(f"S{number}")
    return PythonProgram("\n".join(lines) + "\n", tuple(methods), tuple(specs), tuple(invariants))


def _names(name: str, line: str) -> bool:
    words = "".join(c if c.isalnum() or c == "_" else " " for c in line.replace("self.", "self_"))
    return name in words.split()


def _asked(random: Random, fields: list[str]) -> str:
    known = [c for f in fields for c in FIELDS[f][3] if _is_about(c, fields)]
    return random.choice(known)


def _is_about(text: str, fields: list[str]) -> bool:
    """Say whether a text only names fields that there are."""
    for owner in ("self.", "o."):
        for part in text.split(owner)[1:]:
            name = part.split(".")[0]
            name = "".join(c for c in name if c.isalnum() or c == "_" or c == " ").split(" ")[0]
            if name in FIELDS and name not in fields:
                return False
    return True


def _body(random: Random, fields: list[str]) -> list[str]:
    lines: list[str] = []
    for _ in range(random.randint(1, 2)):
        lines += _statement(random, fields)
    if random.random() < 0.3:
        lines.append(f"return {_asked(random, fields)}".replace("o.", "self."))
    return lines


def _statement(random: Random, fields: list[str]) -> list[str]:
    changes = [c for f in fields for c in FIELDS[f][2] if _is_about(c, fields)]
    one, two = random.choice(changes), random.choice(changes)
    match random.randrange(13):
        case 0 | 1 | 2 | 3:
            return [one]
        case 4:
            return [f"if {random.choice(CONDITIONS)}:", f"    {one}"]
        case 5:
            condition = _asked(random, fields).replace("o.", "self.")
            return [f"if {condition}:", f"    {one}", "else:", f"    {two}"]
        case 6:
            return [one, f"if {random.choice(CONDITIONS)}:", f"    {random.choice(ERRORS)}", two]
        case 7:
            caught = random.choice(("ValueError", "LookupError", "Exception"))
            ending = random.choice(("finally:", "else:"))
            return [
                *("try:", f"    {one}", f"    {random.choice(ERRORS)}"),
                *(f"except {caught}:", f"    {two}", ending, "    pass"),
            ]
        case 8:
            return [
                "for z in range(2):",
                f"    {one}",
                f"    if {random.choice(CONDITIONS)}:",
                f"        {random.choice(('break', 'continue', two))}",
            ]
        case 9:
            return ["def go():", f"    {one}", "go()"]
        case 10:
            return [
                "def gen():",
                f"    {one}",
                "    yield 1",
                f"    {two}",
                "for z in gen():",
                f"    {random.choice(('break', 'pass', one))}",
            ]
        case 11:
            return ["while True:", f"    {one}", "    break", "else:", f"    {two}"]
        case _:
            return [f"{one}", f"assert {_asked(random, fields)}".replace("o.", "self.")]
