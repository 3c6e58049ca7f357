"""Random classes that answer to operators: which of them, for whom, and with what is drawn.

Place: tests/frontends/python. `random_wide` puts these classes before the one under test. Every
operator leaves a trace in what it gives, so that asking the wrong operand first, or the wrong
class of a hierarchy, shows.
"""

from __future__ import annotations

from random import Random

_BINARY = ("add", "sub", "mul", "floordiv", "mod", "and", "or", "lshift")
_ORDER = ("lt", "le", "gt", "ge")
# Names that objects of these classes have whatever was drawn.
ALWAYS = """\
    @property
    def twice(self):
        return self.n * 2

    @twice.setter
    def twice(self, value):
        self.n = value // 2

    @classmethod
    def of(cls, *numbers, by=1):
        return cls(sum(numbers) * by)

    @staticmethod
    def bigger(x, y=0):
        return x if x > y else y

    def gathered(self, first=1, *rest, last=2, **named):
        return (first, rest, last, named, self.n)

    def changed(self, n=3):
        self.n += n
        return self
"""
_DATA = """
@dataclass{options}
class P:
    x: int = 0
    y: int = 0
    tags: list = field(default_factory=list{compare})
{extra}"""
_ENUM = """
class E(Enum):
    ONE = 1
    TWO = {two}
    LAST = {last}

    def following(self):
        return E.TWO if self is E.ONE else E.LAST
"""


def random_family(random: Random) -> str:
    """Write a class `A`, a class `B` below it, a class `C` beside them, data and an Enum."""
    parts = [
        _class(random, "A", None),
        _class(random, "B", "A"),
        _class(random, "C", None),
        _data(random),
        _ENUM.format(two=random.choice(("2", "auto()")), last=random.choice(("9", "auto()"))),
    ]
    return "\n\n".join(parts)


def _class(random: Random, name: str, parent: str | None) -> str:
    lines = [f"class {name}({parent or ''}):", f"    LIMIT = {random.randint(1, 3)}"]
    if parent is None:
        lines += ["", "    def __init__(self, n=1):", "        self.n = n", ""]
        lines += ALWAYS.rstrip().split("\n")
    else:
        lines += ["", "    def __init__(self, n=2, *more):", "        super().__init__(n)"]
        lines += ["        self.more = more"]
        lines += ["", "    def changed(self, n=1):", "        super().changed(n * 10)"]
        lines += ["        return self"]
    for operator in _BINARY:
        for prefix in ("", "r", "i"):
            if random.random() < 0.3:
                lines += _operator(random, name, f"{prefix}{operator}", changes=prefix == "i")
    for operator in _ORDER:
        if random.random() < 0.4:
            lines += _comparison(random, name, operator)
    if random.random() < 0.5:
        lines += _comparison(random, name, "eq")
        if random.random() < 0.7:
            lines += ["", "    def __hash__(self):", "        return 7"]
    if random.random() < 0.2:
        lines += _comparison(random, name, "ne")
    for header, *bodies in _OTHERS:
        if random.random() < 0.4:
            lines += ["", f"    def {header}:", f"        {random.choice(bodies)}"]
    return "\n".join(lines)


_OTHERS = (
    ("__len__(self)", "return self.n", "return self.LIMIT", "return max(self.n, 0)"),
    ("__bool__(self)", "return self.n > 1", "return self.n != 2"),
    ("__contains__(self, item)", "return item == self.n", "return item"),
    ("__getitem__(self, index)", "return (self.n, 5, 6)[index]", "return [1, index][index]"),
    ("__iter__(self)", "return iter((self.n, 4))", "yield self.n"),
    ("__neg__(self)", "return -self.n", "return NotImplemented"),
    ("__abs__(self)", "return self.LIMIT"),
    ("__invert__(self)", "return ~self.n"),
    ("__call__(self, x, *rest)", "return (x, rest)", "return self.n + x"),
    ("__str__(self)", 'return f"<{self.n}>"', 'return "str"'),
    ("__repr__(self)", 'return f"{type(self).__name__}({self.n!r})"'),
    ("__int__(self)", "return self.n"),
    ("__index__(self)", "return 1"),
    ("__enter__(self)", "return self", "return self.n"),
    ("__exit__(self, kind, value, trace)", "return False", "return kind is KeyError", "self.n = 0"),
)


def _operator(random: Random, name: str, operator: str, *, changes: bool) -> list[str]:
    lines = ["", f"    def __{operator}__(self, other):"]
    if random.random() < 0.5:
        lines.append(f"        if not isinstance(other, {random.choice(('int', 'A', 'B', 'C'))}):")
        lines.append("            return NotImplemented")
    if changes and random.random() < 0.5:
        return [*lines, "        self.n += 1", "        return self"]
    return [*lines, f'        return ("{name}.{operator}", self.n)']


def _comparison(random: Random, name: str, operator: str) -> list[str]:
    lines = ["", f"    def __{operator}__(self, other):"]
    if random.random() < 0.6:
        lines.append(f"        if not isinstance(other, {random.choice(('int', 'A', 'C'))}):")
        lines.append(f"            return {random.choice(('NotImplemented', 'False'))}")
        lines.append("        if isinstance(other, int):")
        lines.append("            return self.n == other")
        sign = {"lt": "<", "le": "<=", "gt": ">", "ge": ">=", "eq": "==", "ne": "!="}[operator]
        return [*lines, f"        return self.n {sign} other.n"]
    return [*lines, f'        return ("{name}.{operator}", self.n) if self.n > 1 else False']


def _data(random: Random) -> str:
    options = random.choice(
        ("", "(order=True)", "(frozen=True)", "(eq=False)", "(frozen=True, order=True)")
    )
    extra = [] if random.random() < 0.5 else ["    z: int = field(default=3, repr=False)"]
    if "frozen" not in options and random.random() < 0.4:
        extra += ["", "    def __post_init__(self):", "        self.y += 1"]
    compare = random.choice(("", ", compare=False"))
    return _DATA.format(options=options, compare=compare, extra="\n".join(extra))
