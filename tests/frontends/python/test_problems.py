"""What is not supported is said exactly where it stands, and the rest still works."""

from __future__ import annotations

from support.expect import expect
from support.python_engine import check_python_problems, check_python_verdicts

STACK = """
class Stack:
    def __init__(self) -> None:
        self._top = 0

    def up(self) -> None:
        self._top = self._top + 1 if self._top < 3 else 0
"""


def test_a_method_that_is_not_supported_does_not_take_its_class_with_it() -> None:
    text = (
        STACK
        + """
    def jump(self) -> None:
        self._top = ascii("here")

@spec
def TWO(s: Stack) -> bool:
    return s._top == 2

@spec
def NINE(s: Stack) -> bool:
    return s._top == 9
"""
    )
    check_python_problems(
        text,
        expect(
            """
            HW030 information at `ascii("here")`
                `Stack.jump` is not explored: calls of `ascii` are not supported
            """
        ),
    )
    # What was left out might reach it, so there is no proof.
    check_python_verdicts(
        text,
        {
            "TWO": "found in 3",
            "NINE": "undecided: `Stack.jump`: calls of `ascii` are not supported",
        },
    )


def test_broken_text_in_a_class_does_not_take_it_along() -> None:
    text = (
        STACK
        + """
    def

    def reset(self):
    self._top = 0

    def broken(self, x
        if x ==

@spec
def TWO(s: Stack) -> bool:
    return s._top == 2

@spec
def NINE(s: Stack) -> bool:
    return s._top == 9
"""
    )
    check_python_problems(
        text,
        expect("""
    HW030 information at `def`
        `Stack.…` is not explored: its text is not Python
    HW031 error at `def`
        this is not Python: `def`
    HW030 information at `reset`
        `Stack.reset` is not explored: its text is not Python
    HW031 error at ``
        this is not Python: an indented block is missing here
    HW031 error at `def broken(self, x`
        this is not Python: `def broken(self, x`
    HW030 information at `broken`
        `Stack.broken` is not explored: its text is not Python
    """),
    )


def test_a_coroutine_that_is_not_supported_is_told_by_its_own_name() -> None:
    text = (
        STACK
        + """
    async def fill(self):
        async for x in self.source():
            self._top += x

@spec
def NINE(s: Stack) -> bool:
    return s._top == 9
"""
    )
    check_python_problems(
        text,
        expect("""
    HW030 information at `async for x in self.source():`
        `Stack.fill` is not explored: loops by `async for` are not supported
    """),
    )
    reason = "`Stack.fill` is left out: loops by `async for` are not supported"
    check_python_verdicts(text, {"NINE": f"undecided: `Stack.fill`: {reason}"})


def test_a_slot_that_has_a_value_in_its_class_makes_no_class() -> None:
    check_python_problems(
        """
class Point:
    __slots__ = ("x", "y")
    y = 5

    def __init__(self, x: int) -> None:
        self.x = x
""",
        expect(
            """
            HW030 information at `Point`
                `Point` is not explored: `y` is in its slots and has a value
            """
        ),
    )


def test_a_method_that_only_looks_costs_no_proof() -> None:
    text = (
        STACK
        + """
    def __repr__(self) -> str:
        return f"<{self._top}>"

    def steps(self):
        n = self._top
        while n:
            yield n
            n -= 1

    def marked(self):
        return len(ascii(self._top))

@spec
def NINE(s: Stack) -> bool:
    return s._top == 9
"""
    )
    check_python_problems(
        text,
        expect(
            """
            HW030 information at `ascii(self._top)`
                `Stack.marked` is not explored: calls of `ascii` are not supported; it
                changes nothing, so no verdict needs it
            """
        ),
    )
    check_python_verdicts(text, {"NINE": "nowhere"})


def test_a_method_that_deletes_does_not_only_look() -> None:
    text = (
        STACK
        + """
    def forget(self) -> int:
        del self._top
        return len(ascii(1))

@spec
def GONE(s: Stack) -> bool:
    return s is not None and not hasattr(s, "_top")
"""
    )
    why = "undecided: `Stack.forget`: calls of `ascii` are not supported"
    check_python_verdicts(text, {"GONE": why})


def test_a_method_that_gives_what_clients_have_anyway_need_not_be_followed() -> None:
    text = """
class Node:
    def __init__(self) -> None:
        self._next: "Node | None" = None

    def chain(self):
        return ascii(self), self._next

@spec
def S(n: Node) -> bool:
    return n._next is not None
"""
    check_python_verdicts(text, {"S": "nowhere"})


def test_a_method_that_gives_objects_away_does_not_only_look() -> None:
    text = """
class Node:
    def __init__(self) -> None:
        self._next: "Node | None" = None

    def grow(self) -> None:
        self._next = Node()

    def chain(self):
        return ascii(self), self._next

@spec
def S(n: Node) -> bool:
    return n._next is n
"""
    check_python_verdicts(
        text, {"S": "undecided: `Node.chain`: calls of `ascii` are not supported"}
    )


def test_a_default_that_is_made_by_code_is_refused() -> None:
    text = """
def items():
    return [1]

class Bag:
    def __init__(self, items=items()):
        self.items = items

@spec
def S(b: Bag) -> bool:
    return len(b.items) == 1
"""
    reason = "undecided: `Bag.__init__`: the default of `items` is not supported: "
    check_python_verdicts(text, {"S": f"{reason}the value of `default of items` is not supported"})


def test_classes_that_cannot_be_followed_say_why_once() -> None:
    check_python_problems(
        """
import enum

class A(bytes):
    def m(self): return 1
    def n(self): return [2]

class B(enum.Enum):
    RED = 1

class C:
    def __getattribute__(self, name): return 1

class D(A):
    pass

class E(dict):
    def __iter__(self): return iter([])

class F(C, list):
    pass
""",
        expect(
            """
            HW030 information at `bytes`
                `A` is not explored: its base `bytes` is not known
            HW030 information at `__getattribute__`
                `C` is not explored: `__getattribute__` is not supported
            HW030 information at `D`
                `D` is not explored: its base `A` is not supported
            HW030 information at `__iter__`
                `E` is not explored: a class below `dict` with its own `__iter__` is not
                supported
            HW030 information at `list`
                `F` is not explored: its base `list` is not known
            """
        ),
    )


def test_a_spec_that_cannot_be_asked_is_not_answered() -> None:
    check_python_problems(
        STACK + "@spec\ndef S(s: Stack) -> bool:\n    return ascii(s) == 1\n",
        expect("""
        HW030 information at `ascii(s)`
            `S` is not answered: calls of `ascii` are not supported
        """),
    )


def test_values_of_which_nothing_is_known_count_as_ints_and_that_is_said() -> None:
    check_python_problems(
        """
class Pair:
    def __init__(self, first, second):
        self.first = first
        self.second = second

    def swap(self):
        self.first, self.second = self.second, self.first
""",
        expect(
            """
            HW033 hint at `first`
                `first` of `Pair.__init__` is only stored and compared, so it counts as
                an int
            """
        ),
    )


def test_marks_and_scopes_that_make_no_sense_are_warnings() -> None:
    check_python_problems(
        """
# heapwright: scope Nod=3
# heapwright: spek
class Node:
    pass

@scope(Node=0)
@spec
def S(n: Node) -> bool:
    return n is None
""",
        expect(
            """
            HW032 warning at `# heapwright: scope Nod=3`
                the scope names `Nod`, which is no class here
            HW032 warning at `# heapwright: spek`
                heapwright knows no mark `spek` (known: spec, invariant, private, scope,
                structure)
            HW032 warning at `0`
                a bound of a scope is a number of at least 1, as in `Node=3`
            """
        ),
    )


def test_what_is_not_python_is_an_error() -> None:
    check_python_problems(
        "class A:\n    def m(self) -> int:\n        return 1 +\n\n"
        "    def n(self) -> int:\n        return 2\n",
        expect(
            """
            HW030 information at `m`
                `A.m` is not explored: its text is not Python
            HW031 error at `return 1 +`
                this is not Python: `return 1 +`
            """
        ),
    )


def test_a_name_that_a_function_declares_global_is_no_constant() -> None:
    text = """
STEP = 1

class Counter:
    def __init__(self) -> None:
        self._n = 0

    def up(self) -> None:
        self._n = STEP

def widen() -> None:
    global STEP
    STEP = 2

@spec
def TWO(c: Counter) -> bool:
    return c._n == 2
"""
    check_python_verdicts(text, {"TWO": "found in 3"})


def test_a_method_under_an_unknown_decorator_may_do_anything() -> None:
    text = (
        STACK
        + """
    @logged
    def look(self) -> int:
        return self._top

@spec
def NINE(s: Stack) -> bool:
    return s._top == 9
"""
    )
    check_python_verdicts(
        text, {"NINE": "undecided: `Stack.look`: the decorator `logged` is not supported"}
    )


def test_a_value_of_the_class_body_is_what_a_field_starts_with() -> None:
    text = """
class Meter:
    level = 3
    STEP = 2

    def up(self) -> None:
        if self.level < 9:
            self.level += self.STEP

@spec
def NINE(m: Meter) -> bool:
    return m.level == 9

@spec
def FOUR(m: Meter) -> bool:
    return m.level == 4
"""
    check_python_verdicts(text, {"NINE": "found in 4", "FOUR": "nowhere"})


def test_a_test_is_not_expected_to_be_explored() -> None:
    text = (
        STACK
        + """
@spec
def TWO(s: Stack) -> bool:
    return s._top == 2

def test_TWO() -> None:
    stack = Stack()
    with pytest.raises(ValueError):
        stack.up()
    assert TWO(stack)
"""
    )
    check_python_problems(text, expect(""))


def test_abstract_types_that_a_module_changes_itself_are_refused() -> None:
    check_python_problems(
        """
from numbers import Number

class Row:
    def __init__(self) -> None:
        self.n = 0

    def look(self, x: int) -> None:
        self.n = isinstance(x, Number)

Number.register(Row)
""",
        expect(
            """
            HW030 information at `isinstance(x, Number)`
                `Row.look` is not explored: a module that registers classes like this is
                not supported here
            """
        ),
    )


def test_what_stands_for_a_package_that_may_be_missing_may_be_anything() -> None:
    check_python_problems(
        """
try:
    import redis
except ImportError:
    redis = None

class Store:
    def __init__(self) -> None:
        self.n = 0

    def ask(self) -> None:
        if redis is None:
            self.n = 1
""",
        expect(
            """
            HW034 information at `redis`
                `redis` is not read: what it gives is an input of the program
            """
        ),
    )


def test_a_private_name_outside_of_its_class_is_told() -> None:
    check_python_problems(
        """
class Account:
    def __init__(self) -> None:
        self.__balance = 0

    def deposit(self, amount: int) -> None:
        self.__balance += amount

@spec
def RICH(account: Account) -> bool:
    return account.__balance == 100

@spec
def POOR(account: Account) -> bool:
    return account._Account__balance == 0
""",
        expect("""
        HW035 warning at `account.__balance`
            `__balance` is no attribute here: outside of `Account` it is called
            `_Account__balance`
        """),
    )


def test_of_a_class_that_nobody_knows_nothing_is_said() -> None:
    check_python_problems(
        """
class Node:
    def __init__(self) -> None:
        self.n = 0

@spec
def MISSPELT(x: Noed | None) -> bool:
    return x is not None and len(x.items) == 2
""",
        expect("""
        HW030 information at `Noed`
            `MISSPELT` is not answered: `Noed` is not known
        """),
    )
