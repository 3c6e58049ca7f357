"""What the code at the top of modules changes, through the functions that it calls."""

from __future__ import annotations

import pytest

from support.engine import verdict_text
from support.python_engine import ask_python, check_python_verdicts

NODE = """
class Node:
    limit = 1

    def __init__(self) -> None:
        self.value = self.limit

    def read(self) -> int:
        return self.limit

    @staticmethod
    def five() -> int:
        return 5
"""
QUESTION = """
@spec
def FIVE(n: Node) -> bool:
    return n.value == 5 or n.read() == 5
"""
CHANGES = {
    "a function that is given the class": "def patch(cls):\n    cls.limit = 5\npatch(Node)",
    "by its name": "def patch(cls):\n    setattr(cls, 'limit', 5)\npatch(Node)",
    "a function that names it": "def patch():\n    Node.limit = 5\npatch()",
    "in a list": "def patch(all):\n    for one in all:\n        one.limit = 5\npatch([Node])",
    "in a dict of the module": "ALL = {1: Node}\nfor one in ALL.values():\n    one.limit = 5",
    "a method of another class": "class Other:\n    def __init__(self):\n        Node.limit = 5\n"
    "OTHER = Other()",
    "the body of another class": "class Other:\n    Node.limit = 5",
    "by another name": "Alias = Node\nAlias.limit = 5",
    "a setter of `type`": "type.__setattr__(Node, 'limit', 5)",
    "as the target of `with`": "import contextlib\n"
    "with contextlib.nullcontext(5) as Node.limit:\n    pass",
    "a method that is replaced": "def patch(cls, f):\n    cls.read = f\n"
    "patch(Node, lambda self: 5)",
    "a function in a table": "def patch(cls):\n    cls.limit = 5\nDO = {1: patch}\nDO[1](Node)",
    "a lambda": "do = lambda cls: setattr(cls, 'limit', 5)\ndo(Node)",
    "a decorator of a function": "def change(f):\n    Node.limit = 5\n    return f\n"
    "@change\ndef other():\n    pass",
    "what a function gives is called": "def make():\n    def patch(cls):\n        cls.limit = 5\n"
    "    return patch\nmake()(Node)",
}


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)
def test_a_class_that_the_code_of_a_module_changes_is_not_what_its_text_says(change: str) -> None:
    answer = ask_python(f"{NODE}\n{change}\n{QUESTION}", "FIVE")
    assert verdict_text(answer.verdict).startswith("undecided: ")


HARMLESS = {
    "a function that only notes it": "ALL = []\ndef note(cls):\n    ALL.append(cls)\nnote(Node)",
    "a question": "def check(cls):\n    assert isinstance(cls.limit, int)\ncheck(Node)",
    "a function of the standard library": "import copyreg\n"
    "copyreg.pickle(Node, lambda n: (Node, ()))",
    "a main program": "if __name__ == '__main__':\n    Node.limit = 5",
    "a function that nobody calls": "def patch(cls):\n    cls.other = 5\nprint(Node)",
    "an object of it": "def made():\n    node = Node()\n    node.value = 5\n    return 1\nmade()",
}


@pytest.mark.parametrize("code", HARMLESS.values(), ids=HARMLESS)
def test_a_class_that_the_code_of_a_module_leaves_as_it_is_is_explored(code: str) -> None:
    check_python_verdicts(f"{NODE}\n{code}\n{QUESTION}", {"FIVE": "nowhere"})


def test_code_from_outside_may_change_the_class_that_it_is_given() -> None:
    text = f"import registry\n{NODE}\nregistry.register(Node)\n{QUESTION}"
    found = verdict_text(ask_python(text, "FIVE").verdict)
    reason = "a module gives it to `registry.register`, which may change it"
    assert found.startswith(f"undecided: Node.__new__: {reason}"), found


VALUES = {
    "a container that a function fills": "K = [1]\ndef fill():\n    K.append(2)\nfill()\n"
    "def ask():\n    return len(K)",
    "a container that a function is given": "K = [1]\ndef fill(xs):\n    xs.append(2)\n"
    "    return 0\nDONE = fill(K)\ndef ask():\n    return len(K)",
    "a name that a function sets": "K = 1\ndef bump():\n    global K\n    K += 1\nbump()\n"
    "def ask():\n    return K",
    "a name that a loop sets": "K = 1\nfor K in range(3):\n    pass\ndef ask():\n    return K",
    "a name that a loop counts": "K = 1\nwhile K < 2:\n    K += 1\ndef ask():\n    return K",
    "a default that a call has used": "def ask(xs=[]):\n    xs.append(1)\n"
    "    return len(xs)\nask()",
    "a counter of a class": "class Made:\n    k = 1\n    def __init__(self):\n"
    "        Made.k += 1\nMADE = Made()\ndef ask():\n    return Made.k",
    "a function of a class": "class Made:\n    @staticmethod\n    def k():\n        return 1\n"
    "Made.k = lambda: 2\ndef ask():\n    return Made.k()",
    "a function with a second text": "def ask():\n    return 1\nask = lambda: 2",
    "a second name of the first of two": "def one():\n    return 2\nask = one\ndef one():\n"
    "    return 1",
    "a function that is imported later": "def ask():\n    return 1\nfrom math import *\n"
    "def sqrt(x):\n    return 1\nfrom math import isqrt as ask\n",
}


@pytest.mark.parametrize("code", VALUES.values(), ids=VALUES)
def test_a_value_that_the_code_of_a_module_changes_is_not_taken_for_what_it_was(code: str) -> None:
    text = f"""
{code}

class Box:
    def __init__(self) -> None:
        self.n = ask()

@spec
def TWO(b: Box) -> bool:
    return b.n == 2
"""
    found = verdict_text(ask_python(text, "TWO").verdict)
    assert found.startswith(("undecided: ", "found in ")), found


def test_of_two_classes_of_one_name_the_second_counts_for_nobody() -> None:
    text = """
class Box:
    def __init__(self) -> None:
        self.n = 1

class Box:
    def __init__(self) -> None:
        self.n = 2

@spec
def TWO(b: Box) -> bool:
    return b.n == 2
"""
    assert verdict_text(ask_python(text, "TWO").verdict).startswith("undecided: ")


OWN = {
    "property": "def property(f):\n    return 7\nclass A:\n    @property\n    def a(self):\n"
    "        return 1\ndef ask():\n    return A().a",
    "staticmethod": "def staticmethod(f):\n    return 7\nclass A:\n    @staticmethod\n"
    "    def a(self):\n        return 1\ndef ask():\n    return A().a",
    "dataclass": "def dataclass(c):\n    c.z = 7\n    return c\n@dataclass\nclass A:\n"
    "    z: int = 3\ndef ask():\n    return A().z",
    "dict": "class dict:\n    a = 7\n    def get(self, k):\n        return 7\n"
    "def ask():\n    return dict().get(1)",
    "deque": "class deque:\n    def __init__(self, n: int):\n        self.n = n\n"
    "def ask():\n    return deque(7).n",
}


@pytest.mark.parametrize("code", OWN.values(), ids=OWN)
def test_what_a_program_calls_as_python_does_means_what_the_program_says(code: str) -> None:
    text = f"""
{code}

class Box:
    def __init__(self) -> None:
        self.n = ask()

@spec
def SEVEN(b: Box) -> bool:
    return b.n == 7
"""
    found = verdict_text(ask_python(text, "SEVEN").verdict)
    assert found.startswith(("undecided: ", "found in ")), found


def test_a_function_that_is_left_out_does_not_raise_for_a_missing_argument() -> None:
    text = """
def size(xs=[]):
    class Inner:
        pass
    xs.append(1)
    return len(xs)

class Box:
    def __init__(self) -> None:
        self.n = 0

    def fill(self) -> None:
        self.n = size()

@spec
def TWO(b: Box) -> bool:
    return b.n == 2
"""
    assert verdict_text(ask_python(text, "TWO").verdict).startswith("undecided: ")


CONTEXTS = """
class Context:
    def __init__(self):
        self.limit = 3

class Box:
    def __init__(self):
        self.n = 0
    def look(self):
        self.n = {seen}

KINDS = [Box, Context]

def prepared(context):
    context.limit = 7
    return context

MAIN = prepared(*[Context()])

@spec
def SEVEN(b: Box) -> bool:
    return b.n == 7
"""


def test_what_is_set_on_an_object_is_no_business_of_other_classes() -> None:
    check_python_verdicts(CONTEXTS.format(seen="1"), {"SEVEN": "nowhere"})


def test_what_may_be_set_on_a_class_matters_where_its_objects_look_for_it() -> None:
    text = """
class Context:
    def __init__(self):
        self.limit = 3

class Box:
    def __init__(self):
        self.n = 0
    def look(self):
        self.n = getattr(self, "limit", 0)

def patch(*classes):
    for one in classes:
        one.limit = 7

patch(Box)

@spec
def SEVEN(b: Box) -> bool:
    return b.n == 7
"""
    assert "the code of a module sets `limit` on it" in verdict_text(
        ask_python(text, "SEVEN").verdict
    )


def test_a_class_below_that_gives_its_objects_no_such_attribute_sees_it() -> None:
    text = """
class Box:
    def __init__(self):
        self.limit = 3
    def look(self):
        self.n = self.limit

class Small(Box):
    def __init__(self):
        self.n = 0

def patch(*classes):
    for one in classes:
        one.limit = 7

patch(Box)

@spec
def SEVEN(b: Small) -> bool:
    return b.n == 7
"""
    assert verdict_text(ask_python(text, "SEVEN").verdict) != "nowhere"
