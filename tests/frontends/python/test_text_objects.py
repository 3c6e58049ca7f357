"""Objects of classes below `str`, compared with CPython."""

from __future__ import annotations

import pytest

from frontends.python.method_bodies import compared

CLASSES = """
class Tag(str):
    def __init__(self, text):
        self.n = 3
    def twice(self):
        return self.upper() + self
class Plain(str):
    pass
class Loud(str):
    def __new__(cls, text, n=0):
        made = super().__new__(cls, text)
        made.n = n
        return made
    def __str__(self):
        return "!" + super().__str__()
    def __add__(self, other):
        return Loud(other.upper() if other else "e", 5)
    def split(self, sep=None):
        return [Loud(one, 1) for one in super().split(sep)]
class Low(Loud):
    def __eq__(self, other):
        return super().__eq__(other.lower())
    def __hash__(self):
        return super().__hash__()
class Mixin:
    kind = "mixed"
    def shout(self):
        return self.upper() + "!"
class Mixed(Mixin, str):
    size: int = 0
    def __new__(cls, text: "str | None" = None, size: int = 0):
        if text is None:
            text = "none"
        found = super().__new__(cls, text)
        found.size = size
        return found
    def __call__(self, more: str):
        return Mixed(self + more, self.size + 1)
class Below(Mixed):
    pass
"""
HEAD = f"""
{CLASSES}
---
a, b, p = Tag("ab"), Tag("1"), Plain("ab")
loud, low, mixed = Loud("a b", 4), Low("ab"), Mixed("ab", 3)
"""
SAME = {
    "an object is made": 'Plain(), Plain(5), Plain("x"), Plain(None), Plain(a), type(p) is Plain',
    "an object with a `__new__`": (
        'Loud("x"), Loud("x", 2).n, Loud(text="x", n=3), Below(), Below("q")'
    ),
    "too much is given": 'Plain("x", 3)',
    "an object has attributes": "a.n, a.twice(), mixed.size, mixed.kind, mixed.shout()",
    "an object is a string": "isinstance(a, str), issubclass(Low, str), isinstance(low, Loud)",
    "an object is of several classes": "isinstance(mixed, Mixin), isinstance(Below(), Mixed)",
    "an object is called": 'mixed("c"), mixed("c").size, Below("x")("y") == "xy"',
    "objects are compared": 'a == "ab", "ab" == a, a == p, a != "ab", a < "b", "a" < a, a >= b',
    "objects are compared with others": "a == 3, a != None, 3 == a, a is p, a in [3, p]",
    "an object is greater than a number": "a > 3",
    "a class says what is equal": 'low == "AB", "AB" == low, low != "AB", low == "x"',
    "objects are keys": '{"ab": 1}[a], {a: 1}["ab"], {a: 1}[p], len({a, p, "ab"}), p in {a: 1}',
    "objects are put together": 'a + "x", "x" + a, a + a, a * 2, 2 * a, "x" + loud',
    "a class says what `+` is": '(loud + "q").n, str(loud + "q"), (loud + "").n',
    "an object and a number": "a + 3",
    "a number and an object": "3 + a",
    "an object is looked into": 'len(a), a[0], a[::-1], "a" in a, a in "xaby", p in a, "z" in a',
    "an object has no such place": "a[5]",
    "an object is gone through": (
        '[c for c in a], list(a), tuple(p), "".join(a), list(zip(a, "xy"))'
    ),
    "an object is true or not": "bool(Plain()), bool(a), not p, a or 3, Plain() or 4",
    "methods give plain strings": (
        "a.upper(), a.strip(), type(a.upper()) is str, type(str(a)) is str"
    ),
    "methods of an object": (
        'a.split("b"), a.find("b"), a.replace("a", "x"), a.isdigit(), a.zfill(4)'
    ),
    "methods take objects": (
        '"abc".startswith(a), "xab".replace(p, "-"), "a1b".split(b), p.count(b)'
    ),
    "methods take tuples of objects": '"abc".startswith(("x", p)), a.endswith(("b", b))',
    "objects are joined": '"-".join([a, p, "z"]), Plain(",").join(["x", a])',
    "an object is shown": 'str(a), f"{a}", f"{a:>4}", "%s" % a, "{}".format(a), repr(a), f"{a!r}"',
    "a class says how it is shown": (
        'str(loud), f"{loud}", "{}".format(loud), "%s" % loud, repr(loud)'
    ),
    "an object is a pattern": (
        'Plain("%s-%s") % (a, 3), Plain("{}{}").format(a, 1), p % (), p.format()'
    ),
    "an object is cut": 'p.partition("a"), p.partition("z"), p.rpartition("z"), p.rpartition("b")',
    "a class cuts its objects": (
        "[one.n for one in loud.split()], loud.split()[1], Low('x y').split()"
    ),
    "an object is a number": 'int(b), float(b), ord(b), int(Plain("12"), 16)',
    "objects are ordered": 'sorted([a, "aa", p]), max(a, b), min([p, "b"])',
    "objects in other values": (
        '(a, 3) == ("ab", 3), [a] == ["ab"], ["ab"].count(a), {"k": a} == {"k": p}'
    ),
    "an attribute is missing": "a.missing",
    "an attribute may be missing": (
        'hasattr(a, "n"), hasattr(p, "n"), getattr(p, "n", 7), hasattr(a, "upper")'
    ),
    "methods as values": "[f() for f in (a.upper, p.lower)]",
}
UNFOLLOWED = {
    "names of arguments": "(lambda **k: k['ab'])(**{a: 3})",
    "a separator that is given back": '"aabb".partition(p)',
    "a hash": 'hash(a) == hash("ab")',
    "a wide format": '"%5s" % a',
    "a copy": "__import__('copy').copy(a)",
    "tables of characters": "a.translate({97: 'x'})",
}
BODIES = {
    "objects are kept and changed": f"""
{CLASSES}
---
self.tag = Tag("q")
self.tag.n += x
self.tags = {{self.tag: 1}}
self.tags["q"] += 1
for one in self.tags:
    if isinstance(one, Tag):
        one.n += 10
return self.tag.n, self.tags["q"], len(self.tags)""",
    "the text of an object stays": f"""
{CLASSES}
---
tag = mixed = Mixed("q")
tag += "r"
return tag, mixed, type(tag) is str""",
}
LEFT_OUT = {
    "a class without a hash": """
class Odd(str):
    def __eq__(self, other):
        return True
---
return Odd("x") == 3""",
    "an initialiser that takes more": """
class Odd(str):
    def __init__(self, text, n=0):
        self.n = n
---
return Odd("x").n""",
    "a text that is always the same": """
class Odd(str):
    def __init__(self, text="y"):
        self.text = text
---
return Odd(), Odd().text""",
    "`str` before another class": """
class Mixin:
    def upper(self):
        return 3
class Odd(str, Mixin):
    pass
---
return Odd("x").upper()""",
    "a class below that makes its objects in another way": """
class Odd(str):
    pass
class Odder(Odd):
    def __new__(cls, n):
        return super().__new__(cls, "x" * n)
---
return Odder(3)""",
    "a length of its own": """
class Odd(str):
    def __len__(self):
        return 9
---
return len(Odd("x")), bool(Odd()), Odd("abc")[:-1]""",
    "ints and tuples": """
class Odd(int):
    pass
class Pair(tuple):
    pass
---
return Odd(3) + 1, Pair((1, 2))""",
}


@pytest.mark.parametrize("asked", SAME.values(), ids=SAME)
def test_as_in_cpython(asked: str) -> None:
    assert compared(f"{HEAD}return {asked}", 2) == ("", None)


@pytest.mark.parametrize("body", BODIES.values(), ids=BODIES)
def test_kept_as_in_cpython(body: str) -> None:
    assert compared(body, 2, 0, -1) == ("", None)


@pytest.mark.parametrize("asked", UNFOLLOWED.values(), ids=UNFOLLOWED)
def test_followed_as_in_cpython_or_not_at_all(asked: str) -> None:
    difference, _ = compared(f"{HEAD}return {asked}", 2)
    assert difference == ""


@pytest.mark.parametrize("body", LEFT_OUT.values(), ids=LEFT_OUT)
def test_other_classes_are_as_in_cpython_or_left_out(body: str) -> None:
    difference, _ = compared(body, 2)
    assert difference == ""
