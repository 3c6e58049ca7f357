"""Classes below list, dict, set and OrderedDict: verdicts, and sequences that CPython ran."""

from __future__ import annotations

from heapwright.answers.search.ask import specs_of
from heapwright.limits import Limits
from heapwright.text.source import Source
from heapwright.workspace.load import program_of
from heapwright.workspace.questions import Asking, ask_question
from heapwright.workspace.shelf import Shelf
from support.engine import verdict_text
from support.expect import expect
from support.python_engine import ask_python, check_python_sequence, check_python_verdicts

BELOW = """
from collections import OrderedDict

class Recent(OrderedDict):
    def __setitem__(self, key: int, value: int) -> None:
        super().__setitem__(key, value)
        if len(self) > 2:
            self.popitem(last=False)

class Evens(list):
    def __init__(self) -> None:
        super().__init__()
        self.n_refused = 0

    def append(self, value: int) -> None:
        if value % 2:
            self.n_refused = 1
        else:
            super().append(value)

@spec
def THREE(r: Recent) -> bool:
    return len(r) == 3

@spec
def LAST(r: Recent) -> bool:
    return list(r) == [7, 3] and r[7] == 9

@spec
def REFUSED(e: Evens) -> bool:
    return e.n_refused == 1 and not e

@spec
def ODD(e: Evens) -> bool:
    return e == [4, 5]
"""


def test_a_class_below_a_container_has_its_methods() -> None:
    # `extend` does not ask the `append` of the class below: that is how 5 gets in.
    wanted = {"THREE": "nowhere", "LAST": "found in 1", "REFUSED": "found in 2"}
    check_python_verdicts(BELOW, {**wanted, "ODD": "found in 2"})


def test_a_bound_tells_of_the_items_of_a_class_below_a_container() -> None:
    source = Source("below.py", "from heapwright import spec\n" + BELOW)
    program = program_of(source, "python").program
    spec = next(spec for spec in specs_of(program) if spec.name == "THREE")
    answer = ask_question(program, spec, Asking(Limits(), shelf=Shelf(None))).answer
    assert dict(answer.objects)["items"] == 4


def test_an_object_that_was_made_without_its_initialiser_lacks_its_attributes() -> None:
    text = """
class Box:
    def __init__(self, value=1) -> None:
        self.value = value
        self.seen = 0

    @classmethod
    def bare(cls):
        made = cls.__new__(cls)
        made.seen = 3
        return made

    def look(self) -> None:
        self.seen = self.value

@spec
def BARE(b: Box) -> bool:
    return b.seen == 3 and not hasattr(b, "value")

@spec
def NEVER(b: Box) -> bool:
    return b.seen == 3 and hasattr(b, "value") and b.value == 9
"""
    check_python_verdicts(text, {"BARE": "found in 1", "NEVER": "nowhere"})


def test_a_function_that_makes_objects_gives_them_though_nobody_says_so() -> None:
    text = """
class Box:
    def __init__(self) -> None:
        self.value = 0

def build():
    made = Box()
    made.value = 9
    held = {"first": made}
    return held["first"]

def measured(box):
    box.value = 5
    return {"first": box.value}["first"]

@spec
def NINE(b: Box) -> bool:
    return b.value == 9

@spec
def FIVE(b: Box) -> bool:
    return b.value == 5
"""
    check_python_verdicts(text, {"NINE": "found in 1", "FIVE": "nowhere"})


def test_a_class_method_gives_objects_though_nobody_says_of_which_class() -> None:
    text = """
class Box:
    def __init__(self) -> None:
        self.value = 0

    @classmethod
    def kept(cls):
        made = cls()
        made.value = 9
        held = {"first": made}
        return held["first"]

@spec
def NINE(b: Box) -> bool:
    return b.value == 9
"""
    check_python_verdicts(text, {"NINE": "found in 1"})


def test_a_class_below_mapping_is_told_from_a_list_of_pairs() -> None:
    text = """
from collections.abc import Iterable, Mapping


class Pairs(Mapping):
    def __init__(self, key: int, value: int) -> None:
        self.key = key
        self.value = value

    def __getitem__(self, key: int) -> int:
        if key != self.key:
            raise KeyError(key)
        return self.value

    def __iter__(self):
        yield self.key

    def __len__(self) -> int:
        return 1


class Table:
    def __init__(self) -> None:
        self.sum = 0

    def add(self, source: Pairs | list[int]) -> None:
        if isinstance(source, Mapping):
            self.sum += 10 * source[1]
        elif isinstance(source, Iterable):
            self.sum += sum(source)

@spec
def BOTH(t: Table) -> bool:
    return t.sum == 23 and t.sum % 10 == 3
"""
    check_python_verdicts(text, {"BOTH": "found in 2"})


def test_what_a_class_does_in_new_comes_before_its_initialiser() -> None:
    text = """
class Box:
    def __new__(cls, value: int = 1):
        if value == 5:
            return None
        made = super().__new__(cls)
        made.early = value
        return made

    def __init__(self, value: int = 1) -> None:
        self.value = self.early * 2

class Other:
    def __new__(cls, value: int = 1):
        made = super().__new__(cls)
        made.value = value
        return made

    def __init__(self, value: int = 2) -> None:
        pass

class Only:
    _made = None

    def __new__(cls):
        if cls._made is None:
            cls._made = super().__new__(cls)
        return cls._made

    def up(self) -> None:
        self.n = 1

@spec
def SIX(b: Box) -> bool:
    return b.value == 6

@spec
def ODD(b: Box) -> bool:
    return b.value != b.early * 2

@spec
def SAME(o: Other) -> bool:
    return o.value == 3

@spec
def ONE(o: Only) -> bool:
    return o.n == 1
"""
    check_python_verdicts(text, {"SIX": "found in 1"})
    for spec, reason in {
        "ODD": "a `__new__` that gives another object is not followed",
        "SAME": "`__new__` takes other arguments than `__init__`",
        "ONE": "`__new__` is not supported",
    }.items():
        assert reason in verdict_text(ask_python(text, spec).verdict)


def test_a_method_is_abstract_only_where_python_asks_for_it() -> None:
    text = """
from abc import ABC, abstractmethod

class Loose:
    def __init__(self) -> None:
        self.n = 0

    @abstractmethod
    def up(self) -> None:
        self.n += 1

class Strict(ABC):
    def __init__(self) -> None:
        self.n = 0

    @abstractmethod
    def up(self) -> None:
        self.n += 1

@spec
def LOOSE(o: Loose) -> bool:
    return o.n == 1

@spec
def STRICT(o: Strict) -> bool:
    return o.n == 1
"""
    check_python_verdicts(text, {"LOOSE": "found in 2", "STRICT": "nowhere"})


def test_a_method_above_makes_objects_of_the_class_inside_of_the_one_below() -> None:
    text = """
class Tree:
    class Node:
        def __init__(self) -> None:
            self.weight = 1

    def __init__(self) -> None:
        self.root = None

    def grow(self) -> None:
        self.root = self.Node()

class Heavy(Tree):
    class Node(Tree.Node):
        def __init__(self) -> None:
            self.weight = 2

@spec
def LIGHT(t: Heavy) -> bool:
    return t.root is not None and t.root.weight == 1

@spec
def HEAVY(t: Tree) -> bool:
    return t.root is not None and t.root.weight == 2
"""
    check_python_verdicts(text, {"LIGHT": "nowhere"})
    check_python_sequence(
        text,
        expect(
            """
            t = Heavy()
            t.grow()
            """
        ),
    )
