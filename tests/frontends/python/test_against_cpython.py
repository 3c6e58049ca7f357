"""The plain interpreter does with a Python program what CPython does."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from frontends.python.agreement import compare, program_from, real_module
from frontends.python.random_classes import Method, Step, random_module, random_steps

CASES_PER_TEST = 100


@pytest.mark.parametrize("first", range(0, 1200, CASES_PER_TEST))
def test_random_classes_behave_as_in_cpython(first: int, tmp_path: Path) -> None:
    n_whole = 0
    for seed in range(first, first + CASES_PER_TEST):
        text, methods = random_module(seed)
        module = real_module(tmp_path, f"module_{seed}", text)
        difference, is_whole = compare(
            module, program_from(text), methods, random_steps(seed, methods)
        )
        assert difference == "", f"seed {seed}: {difference}\n{text}"
        n_whole += is_whole
    # A generator that mostly writes what is not supported would test nothing.
    assert n_whole > 0.9 * CASES_PER_TEST


def check_as_cpython(folder: Path, body: str, *calls: tuple[object, ...]) -> None:
    """Compare calls on one object of the class `T`, and on its `link`, given as `(name, ints)`."""
    text = "\n".join(
        (
            "class T:",
            "    def __init__(self) -> None:",
            "        self.a = 0",
            "        self.flag = False",
            '        self.link: "T | None" = None',
            *(f"    {line}" for line in body.split("\n")),
        )
    )
    module = real_module(folder, "module", text)
    steps = [Step("T", None, ())]
    methods = {}
    for name, *arguments in calls:
        assert isinstance(name, str)
        steps.append(Step(name, 0, tuple(("int", argument) for argument in arguments)))
        parameters = tuple((f"p{index}", "int") for index in range(len(arguments)))
        methods[name] = Method(name, parameters, 0, False, "int")
    difference, is_whole = compare(module, program_from(text), _listed(methods), steps)
    assert (difference, is_whole) == ("", True), text


def _listed(methods: dict[str, Method]) -> Sequence[Method]:
    return list(methods.values())


CASES = {
    "an attribute that was never set is an AttributeError": """
def put(self, n: int) -> None:
    if n > 0:
        self.extra = n
def go(self, n: int) -> int:
    self.put(n)
    try:
        return self.extra
    except AttributeError:
        return -1""",
    "an attribute of another object may be missing, and may be added to": """
def put(self, n: int) -> None:
    self.link = T()
    if n > 0:
        self.link.extra = n
def bump(self) -> None:
    self.extra = 0
    self.link.extra += 5
def go(self, n: int) -> int:
    self.put(n)
    try:
        self.bump()
    except AttributeError:
        return self.extra
    return self.link.extra""",
    "a method is looked up before its arguments are evaluated": """
def take(self, x: int) -> int:
    return x
def go(self) -> int:
    try:
        return self.link.take(1 // 0)
    except AttributeError:
        return 5""",
    "a value is evaluated before the target of its assignment": """
def go(self) -> int:
    try:
        self.link.a = 1 // 0
    except ZeroDivisionError:
        return 7
    return 8""",
    "an operand that is None fails after the other was evaluated": """
def none(self) -> "int | None":
    return None if self.a < 100 else 1
def count(self) -> int:
    self.a += 1
    return self.a
def go(self) -> int:
    try:
        self.a = self.none() + self.count()
    except TypeError:
        pass
    return self.a""",
    "a variable that no path assigned is an UnboundLocalError": """
def go(self, n: int) -> int:
    for i in range(n):
        last = i
    return last""",
    "the name of a caught exception is gone after its handler": """
def go(self) -> int:
    try:
        raise ValueError
    except ValueError as error:
        self.a = 1
    try:
        raise error
    except NameError:
        return 3""",
    "the else of a loop runs unless the loop was left": """
def go(self, n: int) -> int:
    for i in range(5):
        if i == n:
            break
    else:
        return -1
    while n < 3:
        n += 1
        if n == 2:
            continue
    else:
        n += 100
    return n""",
    "finally runs whatever happens and may replace the result": """
def first(self) -> int:
    try:
        return self.a
    finally:
        self.a += 1
def second(self) -> int:
    for i in range(3):
        try:
            continue
        finally:
            self.a += 10
            if i == 1:
                break
    return self.a
def go(self) -> int:
    return self.first() * 100 + self.second()""",
    "else of a try is not protected by its handlers": """
def go(self) -> int:
    try:
        try:
            self.a = 1
        except ValueError:
            self.a = 2
        else:
            raise ValueError
    except ValueError:
        self.a += 10
    return self.a""",
    "a bare raise passes on what is handled": """
def go(self) -> int:
    try:
        try:
            return 1 // self.a
        except ArithmeticError:
            self.a = 4
            raise
    except ZeroDivisionError:
        return self.a""",
    "division and remainder round down": """
def go(self, x: int, y: int) -> int:
    return (x // y) * 1000 + x % y""",
    "a Boolean is an int": """
def go(self, x: int) -> int:
    self.flag = x > 2
    self.a = True + (x > 1) * 5
    return self.flag + self.a * (self.flag == 1)""",
    "and, or give one of their operands": """
def go(self, x: int) -> int:
    first = x or 7
    second = x and first + 1
    other = self.link or self
    other.a = 3
    return first * 10 + second + (self.a and 50)""",
    "the middle of a chain is evaluated once": """
def step(self) -> int:
    self.a += 1
    return self.a
def go(self, x: int) -> int:
    inside = 0 < self.step() < x
    return self.a * 10 + inside""",
    "names in other calls are bound by name and by default": """
def take(self, x: int, y: int = 5, *, z: int = 7) -> int:
    return x * 100 + y * 10 + z
def step(self) -> int:
    self.a = self.a * 10 + 1
    return self.a
def go(self) -> int:
    return self.take(1) + self.take(y=self.step(), x=self.step()) + self.take(1, z=2)""",
    "parallel assignment reads everything before it writes": """
def go(self, x: int, y: int) -> int:
    x, y = y, x + y
    self.a, self.flag, x = x, y > x, self.a
    return self.a * 100 + y * 10 + x""",
    "the length of an object is its own affair but not below zero": """
def __len__(self) -> int:
    return self.a
def go(self, x: int) -> int:
    self.a = x
    try:
        return len(self) + (100 if self else 200)
    except ValueError:
        return -1""",
    "membership, items and calls by syntax": """
def __contains__(self, x: int) -> bool:
    return x == self.a
def __getitem__(self, x: int) -> int:
    if x < 0:
        raise IndexError
    return self.a + x
def __setitem__(self, x: int, y: int) -> None:
    self.a = x * 10 + y
def go(self, x: int) -> int:
    self[x] = 3
    return self[1] + 1000 * (23 in self) + 2000 * (1 not in self)""",
    "a property computes on the way in and out": """
@property
def twice(self) -> int:
    return self.a * 2
@twice.setter
def twice(self, value: int) -> None:
    self.a = value // 2
def go(self, x: int) -> int:
    self.twice = x
    self.twice += 3
    return self.twice""",
    "assert raises, also with a message": """
def go(self, x: int) -> int:
    try:
        assert x > 2, f"{x} is too small"
    except AssertionError:
        return -1
    return x""",
    "an object is compared by its own rule": """
def __eq__(self, other: "T") -> bool:
    return self.a == other.a
def go(self, x: int) -> int:
    other = T()
    other.a = x
    return (self == other) * 10 + (self != other) + (self is other) * 100""",
}


@pytest.mark.parametrize("body", CASES.values(), ids=CASES)
def test_as_in_cpython(body: str, tmp_path: Path) -> None:
    header = next(line for line in body.split("\n") if line.startswith("def go("))
    n_arguments = header.count(": int")
    values = [(1, 2), (4, 3), (-7, 2), (0, 5), (23, -4)]
    calls = [("go", *chosen[:n_arguments]) for chosen in values]
    check_as_cpython(tmp_path, body.removeprefix("\n"), *calls)
