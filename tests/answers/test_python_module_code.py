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
    "put into another module": "import ast\nast.Kind = Node\nast.Kind.limit = 5",
    "a lambda": "do = lambda cls: setattr(cls, 'limit', 5)\ndo(Node)",
    "a decorator of a function": "def change(f):\n    Node.limit = 5\n    return f\n"
    "@change\ndef other():\n    pass",
    "what a function gives is called": "def make():\n    def patch(cls):\n        cls.limit = 5\n"
    "    return patch\nmake()(Node)",
    "kept in a container by a function": "ALL = {}\ndef keep(kind):\n"
    "    ALL[kind.__name__] = kind\nkeep(Node)\nfor one in ALL.values():\n    one.limit = 5",
    "kept by an alias of the container": "ALL = []\ndef keep(kinds, kind):\n"
    "    kinds.append(kind)\nkeep(ALL, Node)\nALL[0].limit = 5",
    "kept in an attribute": "class Keeper:\n    def __init__(self, kind):\n"
    "        self.kind = kind\nKeeper(Node).kind.limit = 5",
    "kept in a field": "from dataclasses import dataclass\n@dataclass\nclass Keeper:\n"
    "    kind: type\nKeeper(Node).kind.limit = 5",
    "kept in a named tuple": "from collections import namedtuple\n"
    "Pair = namedtuple('Pair', 'a b')\nPair(Node, 1).a.limit = 5",
    "kept in an attribute of any name": "class Keeper:\n    pass\nkeeper = Keeper()\n"
    "for name in ['a', 'b']:\n    setattr(keeper, name, Node)\nkeeper.a.limit = 5",
    "what a function gives back": "def same(x):\n    return x\nsame(Node).limit = 5",
    "what a generator gives": "def each():\n    yield Node\nfor one in each():\n    one.limit = 5",
    "a keyword argument": "def patch(n, *, cls):\n    cls.limit = n\npatch(5, cls=Node)",
    "arguments in a dict": "def patch(n, cls):\n    cls.limit = n\npatch(**{'n': 5, 'cls': Node})",
    "a default": "def patch(cls=Node):\n    cls.limit = 5\npatch()",
    "the class of an object": "type(Node()).limit = 5",
    "the class of an object, by its attribute": "def patch(x):\n    x.__class__.limit = 5\n"
    "patch(Node())",
    "a class of a module": "import sys\nsys.modules[__name__].Node.limit = 5",
    "a class of a module, by its name": "import sys\n"
    "getattr(sys.modules[__name__], 'Node').limit = 5",
    "a name of the module": "globals()['Node'].limit = 5",
    "a class above": "class Below(Node):\n    pass\nBelow.__mro__[1].limit = 5",
    "the first base": "class Below(Node):\n    pass\nBelow.__base__.limit = 5",
    "all classes below another": "for one in object.__subclasses__():\n    one.limit = 5",
    "a function of the standard library that calls": "def patch(cls):\n    cls.limit = 5\n"
    "list(map(patch, [Node]))",
    "a bound method that is kept": "class Tool:\n    def patch(self, cls):\n        cls.limit = 5\n"
    "do = Tool().patch\ndo(Node)",
    "a method that is called by name": "class Tool:\n    def patch(self, cls):\n"
    "        cls.limit = 5\ngetattr(Tool(), 'patch')(Node)",
    "a method whose name is computed": "class Tool:\n    def patch(self, cls):\n"
    "        cls.limit = 5\ngetattr(Tool(), 'pat' + 'ch')(Node)",
    "a function of a module, by its name": "import sys\ndef patch(cls):\n    cls.limit = 5\n"
    "getattr(sys.modules[__name__], 'patch')(Node)",
    "a function whose name is computed": "import sys\ndef patch(cls):\n    cls.limit = 5\n"
    "def run(module, name):\n    getattr(module, name)(Node)\n"
    "run(sys.modules[__name__], 'pat' + 'ch')",
    "a bound method of a list": "ALL = []\nkeep = ALL.append\nkeep(Node)\nALL[0].limit = 5",
    "the largest of some": "def key(kind):\n    kind.limit = 5\n    return 1\nmax([Node], key=key)",
    "what a function finds in a list": "import operator\nALL = []\nALL.append(Node)\n"
    "operator.itemgetter(0)(ALL).limit = 5",
    "a changed copy of a record": "import dataclasses\n@dataclasses.dataclass\nclass Keeper:\n"
    "    kind: object\ndataclasses.replace(Keeper(None), kind=Node).kind.limit = 5",
    "an operator": "class Tool:\n    def __getitem__(self, cls):\n        cls.limit = 5\n"
    "Tool()[Node]",
    "an operator between both": "class Tool:\n    def __or__(self, cls):\n        cls.limit = 5\n"
    "Tool() | Node",
    "an item that is set": "class Tool:\n    def __setitem__(self, key, cls):\n"
    "        cls.limit = 5\nTool()[1] = Node",
    "a variable of the function around": "def make(cls):\n    def patch():\n"
    "        cls.limit = 5\n    return patch\nmake(Node)()",
    "a class method": "class Below(Node):\n    @classmethod\n    def patch(cls, to):\n"
    "        to.limit = 5\nBelow.patch(Node)",
    "a method of a metaclass": "class Meta(type):\n    def patch(cls):\n        cls.limit = 5\n"
    "class Other(metaclass=Meta):\n    pass\nMeta.patch(Node)",
    "a class inside of a function": "def run():\n    class Inner:\n        Node.limit = 5\nrun()",
    "a method of a class inside of a function": "def run():\n    class Inner:\n"
    "        def patch(self):\n            Node.limit = 5\n    Inner().patch()\nrun()",
    "a variable of a comprehension": "def patch(kinds):\n"
    "    return [setattr(k, 'limit', 5) for k in kinds]\npatch([Node])",
    "an evaluated text": "eval('Node').limit = 5",
    "a pattern": "match [Node]:\n    case [one]:\n        one.limit = 5",
    "an assignment inside of an expression": "if (one := Node):\n    one.limit = 5",
    "a global name": "KIND = None\ndef take(kind):\n    global KIND\n    KIND = kind\n"
    "take(Node)\nKIND.limit = 5",
    "what is added to a list": "ALL = []\nALSO = ALL\nALL += [Node]\nfor one in ALSO:\n"
    "    one.limit = 5",
    "a conditional expression": "(Node if NODE else None).limit = 5".replace("NODE", "len('a')"),
    "a comprehension": "[setattr(one, 'limit', 5) for one in (Node,)]",
    "an object that comes back": "from functools import partial\n"
    "def patch(cls):\n    cls.limit = 5\npartial(patch, Node)()",
    "a wrong annotation that says so": "def patch(cls: type[Node]) -> None:\n    cls.limit = 5\n"
    "patch(Node)",
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
    "attributes of other objects": "class Keeper:\n    def __init__(self):\n"
    "        self.kinds = [Node]\ndef adopt(child):\n    child.limit = 5\n"
    "    setattr(child, 'a' + 'b', 5)\nadopt(Keeper())",
    "attributes that an object sets on itself": "class Keeper:\n    def __setattr__(self, k, v):\n"
    "        super().__setattr__(k, v)\nKINDS = [Node]\nkeeper = Keeper()\nkeeper.kind = KINDS",
    "classes that are compared": "class Keeper:\n    pass\ndef mark(x):\n    if type(x) is Node:\n"
    "        return 1\n    x.limit = 5\nmark(Keeper())",
    "a class for which others are looked up": "TABLE = {}\ndef mark(x):\n"
    "    TABLE.get(type(x).__name__)\n    x.limit = 5\nclass Keeper:\n    pass\nmark(Keeper())",
    "objects, as the annotation says": "ALL = [Node]\ndef mark(n: Node) -> None:\n"
    "    n.limit = 5\nmark(ALL[0]())",
    "what another module calls so": "import ast\nKINDS = [ast.Node]\ndef mark(x):\n"
    "    setattr(x, 'li' + 'mit', 5)\nmark(KINDS[0])",
    "an object of it": "def made():\n    node = Node()\n    node.value = 5\n    return 1\nmade()",
}


@pytest.mark.parametrize("code", HARMLESS.values(), ids=HARMLESS)
def test_a_class_that_the_code_of_a_module_leaves_as_it_is_is_explored(code: str) -> None:
    check_python_verdicts(f"{NODE}\n{code}\n{QUESTION}", {"FIVE": "nowhere"})


def test_code_from_outside_may_change_the_class_that_it_is_given() -> None:
    text = f"import registry\n{NODE}\nregistry.register(Node)\n{QUESTION}"
    found = verdict_text(ask_python(text, "FIVE").verdict)
    reason = "a module gives it to `registry.register`, which may change it"
    assert found.startswith(f"undecided: `Node.__init__`, `Node.read`: {reason}"), found


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


LOOKS = {"the attribute": "n.limit == 5", "a question": "hasattr(n, 'limit')"}


@pytest.mark.parametrize("look", LOOKS.values(), ids=LOOKS)
def test_what_is_set_on_a_class_matters_where_others_look_for_it(look: str) -> None:
    text = f"""
class Box:
    def __init__(self):
        self.n = 0

def patch(kind):
    kind.limit = 5

patch(Box)

@spec
def FIVE(n: Box) -> bool:
    return {look}
"""
    found = verdict_text(ask_python(text, "FIVE").verdict)
    assert "the code of a module sets `limit` on it" in found


def test_what_is_set_on_a_class_matters_where_the_class_is_asked_for_it() -> None:
    text = """
class Box:
    def __init__(self):
        self.limit = 3
        self.n = 0
    def look(self):
        self.n = Box.limit

def patch(kind):
    kind.limit = 5

patch(Box)

@spec
def FIVE(b: Box) -> bool:
    return b.n == 5
"""
    assert verdict_text(ask_python(text, "FIVE").verdict) != "nowhere"


def test_what_the_system_gives_a_module_stays_what_it_is() -> None:
    text = """
import gettext

def prepared():
    translations = gettext.translation("doors", fallback=True)
    gettext.textdomain("doors")
    return translations.gettext

_ = prepared()
SIDES = {"in", "out"}

class Door:
    def __init__(self):
        self.n = 0

    def push(self, side: str):
        if side not in SIDES:
            raise ValueError(_("no way"), f"{SIDES}")
        self.n = 1

def check(kind, shown):
    if kind is None:
        raise TypeError(shown("no door"))

check(Door, _)

@spec
def PUSHED(d: Door) -> bool:
    return d.n == 1

@spec
def MORE(d: Door) -> bool:
    return d.n == 2
"""
    check_python_verdicts(text, {"PUSHED": "found in 2", "MORE": "nowhere"})


def test_what_shows_a_container_may_change_what_is_inside() -> None:
    text = """
class Cell:
    def __init__(self):
        self.n = 0
    def __repr__(self):
        self.n += 1
        return "cell"

_CELLS = [Cell()]
print(f"{_CELLS}")

class Box:
    def __init__(self):
        self.n = _CELLS[0].n

@spec
def NONE(b: Box) -> bool:
    return b.n == 0
"""
    assert verdict_text(ask_python(text, "NONE").verdict) != "found in 1"
