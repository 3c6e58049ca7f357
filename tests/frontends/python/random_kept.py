"""Random generators that an object keeps, and random calls that go on in them.

Place: tests/frontends/python. The bodies come to an end: lists grow by calls alone.
"""

from __future__ import annotations

from random import Random

from frontends.python.random_values import Call

_START = """
class Seq:
    def __getitem__(self, i):
        if i > 1:
            raise IndexError
        return i

class T:
    def __init__(self):
        self.xs = [1, 2]
        self.d = {1: 2, 3: 4}
        self.log = []
        self.low = self.last(1)
        self.high = self.first(0)
        self.items = iter(self.xs)
        self.keys = iter(self.d)
        self.back = reversed(self.xs)
    def push(self):
        self.xs.append(5)
    def pop(self):
        if self.xs:
            self.xs.pop(0)
    def put(self):
        self.d[9] = 9
    def drop(self):
        self.d.pop(1, None)
    def again(self):
        self.high = self.first(2)
"""
_KEPT = ("low", "high", "items", "keys", "back")
_OF_ALL = """
    def next_{0}(self):
        return next(self.{0}, "end")
    def ask_{0}(self):
        return next(self.{0})
    def list_{0}(self):
        return list(self.{0})
    def leave_{0}(self):
        for x in self.{0}:
            self.log.append("x")
            break
"""
_OF_GENERATORS = """
    def close_{0}(self):
        self.{0}.close()
    def send_{0}(self):
        return self.{0}.send(6)
    def throw_{0}(self):
        return self.{0}.throw(KeyError(2))
"""
_WAYS = (
    *("self.xs", "self.d", "range(3)", "(a, b, 5)", "enumerate(self.xs)", "self.d.items()"),
    *("reversed(self.xs)", "zip(self.xs, self.last(b))", "self.low", "Seq()", "self.last(a)"),
)
_FROM = ("self.xs", "self.d", "(a, b)", "self.last(b)", "self.low")
_CAUGHT = ("KeyError", "ValueError", "Exception as e", "GeneratorExit", "RuntimeError")


def random_kept_module(seed: int) -> tuple[str, list[list[Call]]]:
    """Give a module with a class `T`, and sequences of calls."""
    draw = Random(seed)
    text = _START
    for name, depth in (("first", 3), ("last", 0)):
        lines = _body(draw, depth, 2, is_looping=False)
        if depth == 0:
            lines = ["        yield a", "        yield 7"]
        text += "\n".join([f"    def {name}(self, a):", "        b = n = 1", *lines, ""])
        text += "        yield 99\n"
    text += "".join(_OF_ALL.format(name) for name in _KEPT)
    text += "".join(_OF_GENERATORS.format(name) for name in _KEPT[:2])
    names = [f"{how}_{name}" for name in _KEPT for how in ("next", "next", "ask", "list", "leave")]
    names += [f"{how}_{name}" for name in _KEPT[:2] for how in ("close", "send", "throw")]
    names += ["push", "pop", "put", "drop", "again", *["next_high"] * 12]
    cases = [[Call(draw.choice(names), ()) for _ in range(draw.randint(3, 9))] for _ in range(8)]
    return text, cases


def _body(draw: Random, depth: int, level: int, *, is_looping: bool) -> list[str]:
    pad = "    " * level
    lines = []
    for _ in range(draw.randint(1, 3)):
        value = draw.choice(("a", "b", "n", "len(self.xs)"))
        kinds = ["yield", "sent", "log", "count", "from", "if", "for", "while", "try"]
        weights = [4, 1, 1, 1, 1, *([1, 3, 1, 2] if depth else [0] * 4)]
        match draw.choices(kinds, weights)[0]:
            case "yield":
                lines.append(f"{pad}yield {value}")
            case "sent":
                lines.append(f"{pad}n = yield {value}")
            case "log":
                lines.append(f"{pad}self.log.append(({value},))")
            case "count":
                lines.append(f"{pad}b += 1")
            case "from":
                lines.append(f"{pad}yield from {draw.choice(_FROM)}")
            case "if":
                lines.append(f"{pad}if b % 2:")
                lines += _body(draw, depth - 1, level + 1, is_looping=is_looping)
            case "for":
                lines.append(f"{pad}for c in {draw.choice(_WAYS)}:")
                lines += _body(draw, depth - 1, level + 1, is_looping=True)
            case "while":
                lines += [f"{pad}while b < 4:", f"{pad}    b += 1"]
                lines += _body(draw, depth - 1, level + 1, is_looping=True)
            case _:
                lines += _trying(draw, depth, level, is_looping=is_looping)
    ends = ["return", "raise KeyError(1)", *(["break", "continue"] if is_looping else [])]
    if draw.random() < 0.15:
        lines.append(pad + draw.choice(ends))
    return lines


def _trying(draw: Random, depth: int, level: int, *, is_looping: bool) -> list[str]:
    pad = "    " * level
    lines = [f"{pad}try:", *_body(draw, depth - 1, level + 1, is_looping=is_looping)]
    has_handler = draw.random() < 0.6
    if has_handler:
        lines += [f"{pad}except {draw.choice(_CAUGHT)}:", f"{pad}    self.log.append('h')"]
        lines += _body(draw, depth - 1, level + 1, is_looping=is_looping)
    if not has_handler or draw.random() < 0.3:
        lines += [f"{pad}finally:", f"{pad}    self.log.append('f')"]
    return lines
