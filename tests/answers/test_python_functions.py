"""Functions as values: what a client may give, and what a call of a value may run."""

from __future__ import annotations

from support.engine import verdict_text
from support.expect import expect
from support.python_engine import ask_python, check_python_sequence, check_python_verdicts


def test_a_call_of_a_function_in_an_attribute_may_change_things() -> None:
    text = """
def poke(box) -> None:
    box.v = 7

class Box:
    def __init__(self) -> None:
        self.v = 0
        self.hook = poke
        self.other = self.double

    def double(self) -> None:
        self.v = self.v * 2

    def run(self) -> None:
        self.hook(self)

    def again(self) -> None:
        f = self.other
        f()

@spec
def SEVEN(b: Box) -> bool:
    return b.v == 14
"""
    check_python_verdicts(text, {"SEVEN": "found in 3"})


TREE = """
from collections.abc import Callable

class Best:
    def __init__(self, key: Callable[[int], int]{default}) -> None:
        self.key = key
        self.value = 0

    def add(self, x: int) -> None:
        self.value = x if self.key is None else self.key(x)

@spec
def FOUR(b: Best) -> bool:
    return b.value == 4

@spec
def NEVER(b: Best) -> bool:
    return b.value != b.value
"""


def test_where_a_module_has_no_function_to_give_some_of_python_s_are() -> None:
    reason = (
        "undecided: `Best.__init__`: of all that a client could give, only `print` and `bool` are "
        "given for `key`"
    )
    text = TREE.replace("{default}", "").replace("b.value == 4", "b.value is None")
    check_python_verdicts(text, {"FOUR": "found in 2", "NEVER": reason})
    check_python_verdicts(TREE.replace("{default}", ""), {"FOUR": reason})


def test_a_function_with_a_default_is_left_out() -> None:
    reason = (
        "undecided: `Best.__init__`: of all that a client could give, only `print` and `bool` are "
        "given for `key`"
    )
    text = TREE.replace("{default}", " | None = None")
    check_python_verdicts(text, {"FOUR": "found in 2", "NEVER": reason})


def test_a_function_of_the_module_that_fits_is_given() -> None:
    text = (
        TREE.replace("{default}", "")
        + """
def twice(x: int) -> int:
    return 2 * x

@spec
def TEN(b: Best) -> bool:
    return b.value == 10
"""
    )
    check_python_sequence(
        text,
        expect(
            """
            b = Best(twice)
            b.add(5)
            """
        ),
    )


BUS = """
class Bus:
    def __init__(self, key=None):
        self.handlers = []
        self.key = key
        self.n = 0

    def on(self, handler):
        if not callable(handler):
            raise TypeError
        self.handlers.append(handler)

    def off(self, handler):
        self.handlers.remove(handler)
        self.n = 7

    def walk(self, visit):
        if visit(self.n, 3) == 3:
            self.n = 5

    def fire(self, x):
        for handler in self.handlers:
            if handler(x):
                self.n = 9 if self.key is None else self.key(x)
"""


def test_a_parameter_that_is_only_called_takes_functions() -> None:
    text = """
@spec
def MAX(b: Bus) -> bool:
    return b.n == 5
"""
    check_python_sequence(
        BUS + text,
        expect(
            """
            b = Bus()
            b.walk(max)
            """
        ),
    )


def test_a_function_that_was_given_is_the_same_one_when_it_is_given_again() -> None:
    text = """
@spec
def OFF(b: Bus) -> bool:
    return b.n == 7 and not b.handlers
"""
    check_python_sequence(
        BUS + text,
        expect(
            """
            b = Bus()
            b.on(print)
            b.off(print)
            """
        ),
    )


def test_a_function_that_a_field_keeps_is_found_by_its_calls() -> None:
    text = """
@spec
def KEYED(b: Bus) -> bool:
    return b.n is True
"""
    check_python_sequence(
        BUS + text,
        expect(
            """
            b = Bus(bool)
            b.on(bool)
            b.fire(1)
            """
        ),
    )


def test_the_code_that_a_decorator_puts_around_a_method_runs() -> None:
    text = """
from functools import wraps

def opened(f):
    @wraps(f)
    def inner(self, *args, **kwargs):
        if self.closed:
            raise ValueError(f.__name__)
        return f(self, *args, **kwargs)
    return inner

class Box:
    def __init__(self) -> None:
        self.closed = False
        self.n = 0

    @opened
    def put(self, x: int) -> None:
        self.n = x

    def close(self) -> None:
        self.closed = True
        self.n = 0

@spec
def PUT(b: Box) -> bool:
    return b.n == 3

@spec
def LATE(b: Box) -> bool:
    return b.n == 3 and b.closed
"""
    check_python_verdicts(text, {"PUT": "found in 2", "LATE": "nowhere"})


def test_attributes_by_name_are_found_and_other_names_are_not_excluded() -> None:
    text = """
class Box:
    seen = []

    def __init__(self):
        self.left = 0
        self.right = 0

    def put(self, where: str, n: int):
        setattr(self, where, getattr(self, where, 0) + n)

@spec
def BOTH(b: Box) -> bool:
    return b.left == 7 and b.right == 14

@spec
def TEXT(b: Box) -> bool:
    return b.left == "x"
"""
    check_python_verdicts(text, {"BOTH": "found in 3"})
    answer = verdict_text(ask_python(text, "TEXT").verdict)
    assert answer.startswith("undecided") and "a name that no class has" in answer


def test_what_is_stored_without_an_assignment_is_not_excluded() -> None:
    text = """
class ByName:
    def __init__(self):
        self.left = 0

    def put(self, v: str):
        setattr(self, "left", v)

class ByAnyName:
    def __init__(self):
        self.first = 0

    def put(self, where: str, v: str):
        setattr(self, where, v)

class ByDict:
    def __init__(self):
        self.right = 0

    def put(self, v: str):
        self.__dict__["right"] = v

class ByObject:
    def __init__(self):
        self.top = 0

    def put(self, v: str):
        object.__setattr__(self, "top", v)

@spec
def LEFT(b: ByName) -> bool:
    return b.left == "x"

@spec
def FIRST(b: ByAnyName) -> bool:
    return b.first == "x"

@spec
def RIGHT(b: ByDict) -> bool:
    return b.right == "x"

@spec
def TOP(b: ByObject) -> bool:
    return b.top == "x"
"""
    check_python_verdicts(
        text,
        {
            "LEFT": "found in 2",
            "FIRST": "found in 2",
            "RIGHT": "found in 2",
            "TOP": "found in 2",
        },
    )


def test_an_attribute_that_a_class_only_gives_runs_code() -> None:
    text = """
class Inner:
    def __init__(self, value: int):
        self.value = value

class Proxy:
    def __init__(self, value: int):
        self._inner = Inner(value)
        self.asked = 0
        self.last = 0

    def __getattr__(self, name: str):
        self.asked += 1
        return getattr(self._inner, name)

    def use(self):
        self.last = self.value

@spec
def USED(p: Proxy) -> bool:
    return p.last == 7 and p.asked == 1

@spec
def TWICE(p: Proxy) -> bool:
    return p.asked == 2 and p.last == 0

@spec
def FREE(p: Proxy) -> bool:
    return p.last == 7 and p.asked == 0
"""
    check_python_verdicts(text, {"USED": "found in 2", "TWICE": "found in 3"})
    assert verdict_text(ask_python(text, "FREE").verdict).startswith("undecided")


WRAPPERS = """
import functools
import types

def add(counter, n: int) -> None:
    counter.n += n

class Counter:
    def __init__(self) -> None:
        self.n = 0
        self.add = types.MethodType(add, self)

    def three(self) -> None:
        self.add(3)

class Wrapper:
    def __init__(self, function) -> None:
        functools.update_wrapper(self, function)
        self.seen = 0

    def look(self) -> None:
        self.seen = 1 if self.__wrapped__ is add else 2

@spec
def SIX(c: Counter) -> bool:
    return c.n == 6

@spec
def SEEN(w: Wrapper) -> bool:
    return w.seen == 2

@spec
def OTHER(w: Wrapper) -> bool:
    return w.seen == 1
"""


def test_a_method_of_any_function_and_a_wrapper_are_found() -> None:
    check_python_verdicts(WRAPPERS, {"SIX": "found in 3", "SEEN": "found in 2"})


def test_functions_that_no_call_gives_to_a_wrapper_are_not_excluded() -> None:
    assert "are given for `function`" in verdict_text(ask_python(WRAPPERS, "OTHER").verdict)


def test_attributes_set_through_all_of_them_are_found_and_others_are_not_excluded() -> None:
    text = """
class Options:
    def __init__(self) -> None:
        self.width = 1
        self._depth = 2

    @property
    def depth(self) -> int:
        return self._depth

    def set(self, given: dict[str, int]) -> None:
        self.__dict__.update(given)

@spec
def WIDE(o: Options) -> bool:
    return o.width == 9 and o._depth == 8

@spec
def SAME(o: Options) -> bool:
    return o.depth != o._depth
"""
    check_python_verdicts(text, {"WIDE": "found in 2"})
    assert "an attribute of a name that no class has is not followed" in verdict_text(
        ask_python(text, "SAME").verdict
    )


def test_a_method_is_found_by_a_name_that_begins_in_a_known_way() -> None:
    others = "\n".join(f"        self.field{n} = {n}" for n in range(900))
    text = f"""
class Big:
    def __init__(self) -> None:
{others}

class Visitor:
    def __init__(self) -> None:
        self.seen = 0

    def visit(self, kind: int) -> None:
        method = "visit_" + ["one", "two", "three"][kind]
        getattr(self, method, self.other)(kind)

    def visit_two(self, kind: int) -> None:
        self.seen += 10 * kind

    def other(self, kind: int) -> None:
        self.seen += 1

    def visit_one(self, kind: int) -> None:
        self.seen += 2

@spec
def TWO(v: Visitor) -> bool:
    return v.seen == 12
"""
    answer = verdict_text(ask_python(text, "TWO").verdict)
    assert answer == "found in 3", answer


def test_what_is_set_by_a_name_that_no_class_declares_can_be_read() -> None:
    text = """
class Box:
    def __init__(self) -> None:
        for name in ("width", "height"):
            setattr(self, name, len(name))

@spec
def SIX(b: Box) -> bool:
    return b.height == 6 and b.width == 5
"""
    check_python_verdicts(text, {"SIX": "found in 1"})


def test_what_a_decorator_keeps_is_shared_by_all_calls_of_the_method() -> None:
    text = """
from functools import wraps

def counted(f):
    seen = []

    @wraps(f)
    def inner(self, n):
        seen.append(1)
        return f(self, len(seen))

    return inner

class Box:
    def __init__(self) -> None:
        self.n = 0

    @counted
    def put(self, n: int):
        self.n = n

@spec
def THREE(b: Box) -> bool:
    return b.n == 3
"""
    check_python_verdicts(text, {"THREE": "found in 4"}, calls=4)


def test_decorators_that_do_more_or_take_something_else_are_refused() -> None:
    text = """
def decorator(f):
    {before}
    def inner({taken}):
        return f(self, 3)
    return inner

class Box:
    def __init__(self) -> None:
        self.n = 0

    @decorator
    def put(self, {own}):
        self.n = n

@spec
def THREE(b: Box) -> bool:
    return b.n == 3
"""
    for before, taken, own in (
        ("print(f)", "self, n", "n"),
        ("seen = []", "self", "n"),
        ("seen = []", "self, m", "n"),
        ("seen = []", "self, n", "n=0"),
        ("seen = []", "self, n=1", "n"),
    ):
        written = text.format(before=before, taken=taken, own=own)
        answer = verdict_text(ask_python(written, "THREE", calls=2).verdict)
        assert "the decorator `decorator` is not supported" in answer, (before, taken, own)


def test_what_a_function_in_an_attribute_gives_may_be_a_count() -> None:
    text = """
class Meter:
    def __init__(self) -> None:
        self.n = 0
        self.get = self._get

    def _get(self):
        return self.n

    def up(self) -> None:
        self.n += 1

@spec
def THREE(m: Meter) -> bool:
    return m.get() == 3
"""
    check_python_verdicts(text, {"THREE": "found in 4"})


def test_what_getattr_gives_may_be_a_count() -> None:
    text = """
class Meter:
    def __init__(self) -> None:
        self.n = 0

    def __getattr__(self, name):
        return self.n if name == "level" else lambda: self.n

    def up(self) -> None:
        self.n += 1

@spec
def TWO(m: Meter) -> bool:
    return m.level == 2 and m.other() == 2
"""
    check_python_verdicts(text, {"TWO": "found in 3"})


def test_who_prints_into_an_object_runs_its_code() -> None:
    text = """
class Paper:
    def __init__(self):
        self.n = 0

    def write(self, text) -> None:
        self.n = 5

class Pen:
    def __init__(self):
        self.paper = Paper()

    def tell(self) -> None:
        print("hello", file=self.paper)

@spec
def WRITTEN(p: Pen) -> bool:
    return p.paper.n == 5
"""
    reason = "printing into a `Paper` is not followed"
    check_python_verdicts(text, {"WRITTEN": f"undecided: `Pen.tell`: {reason}"})
