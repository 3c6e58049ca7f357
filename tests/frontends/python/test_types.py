"""Types come from annotations, else from use."""

from __future__ import annotations

from heapwright.ir.checks.validate import validate
from heapwright.ir.written.show import show_program
from heapwright.text.source import Source
from heapwright.workspace.load import program_of
from support.expect import Expectation, expect


def check_signatures(text: str, expectation: Expectation) -> None:
    """Compare the fields and signatures of the classes of a text."""
    loaded = program_of(Source("module.py", text), "python")
    listing = show_program(loaded.program, loaded.source_map).split("\n")
    names = tuple(f"class {name} " for name in loaded.source_map.classes)
    lines: list[str] = []
    is_own = False
    for line in listing:
        if line.startswith("class "):
            is_own = line.startswith(names)
        if is_own and (line.startswith("class ") or (line.startswith("  ") and line[2] != " ")):
            lines.append(line)
    expectation.check("\n".join(line for line in lines if "__new__" not in line))


def test_an_unannotated_list_is_understood_from_its_use() -> None:
    check_signatures(
        """
class Node:
    def __init__(self, data, next=None):
        self.data = data
        self.next = next

class LinkedList:
    def __init__(self):
        self.head = None
        self.size = 0

    def insert(self, data):
        node = Node(data)
        node.next = self.head
        self.head = node
        self.size += 1

    def find(self, data):
        current = self.head
        while current:
            if current.data == data:
                return current
            current = current.next
        return None

    def is_empty(self):
        return self.head is None

    def attach(self, other):
        self.head.next = other
""",
        expect(
            """
            class Node extends object
              private new
              field int data
              field Node next
              private static void __init__(Node self, int data, Node next)
            class LinkedList extends object
              private new
              field Node head
              field int size
              private static void __init__(LinkedList self)
              method void insert(int data)
              method Node find(int data)
              method bool is_empty()
              method void attach(Node other)
            """
        ),
    )


def test_annotations_in_all_their_forms() -> None:
    check_signatures(
        """
from __future__ import annotations
from typing import Any, Generic, Optional, Self, TypeVar, Union

T = TypeVar("T")

class A(Generic[T]):
    shared: int

    def __init__(self, a: int, b: "A", c: Optional[A], d: A | None, e: Union[None, A]):
        self.shared = a
        self.value: T = a

    def chain(self) -> Self:
        return self

    def any(self, x: Any, y: A[int], z: bool = False) -> None:
        self.value = x

    def maybe(self, x: int | None) -> Optional[int]:
        return x
""",
        expect(
            """
            class A extends object
              private new
              field int shared
              field int value
              private static void __init__(A self, int a, A b, A c, A d, A e)
              method A chain()
              method void any(int x, A y, bool z)
              method any[] maybe(any[int null] x)
            """
        ),
    )


def test_a_parameter_is_what_its_namesake_is() -> None:
    check_signatures(
        """
class Tree:
    def __init__(self):
        self.root = None

    def insert(self, node):
        node.left = self.root
        self.root = node

    def forget(self, node):
        return node is None

class Node:
    def __init__(self):
        self.left = None
""",
        expect(
            """
            class Tree extends object
              private new
              field Node root
              private static void __init__(Tree self)
              method void insert(Node node)
              method bool forget(Node node)
            class Node extends object
              private new
              field Node left
              private static void __init__(Node self)
            """
        ),
    )


def test_a_name_of_another_module_is_not_one_of_this_module() -> None:
    check_signatures(
        """
import plugins

class Plugin:
    def run(self, x: plugins.Plugin) -> int:
        return 1
""",
        expect("""
        class Plugin extends object
          method int run(any[int](of all that a client could give, only ints are given for `x`) x)
        """),
    )


def test_annotations_of_odd_forms_end_nothing() -> None:
    text = """
from typing import Callable, Literal, Optional, Tuple, Type, Union

Odd = "Odd"

class Odds:
    def a(self, x: Union[()], y: Optional[()], z: Literal[()]): ...
    def b(self, x: Tuple[()], y: Type[()], z: Callable): ...
    def c(self, x: "", y: "x y", z: Odd): ...
    def d(self, x: 3, y: [int], z: odd.odd[int]): ...
"""
    loaded = program_of(Source("module.py", text), "python")
    assert validate(loaded.program) == ()
    assert "Odds" in loaded.source_map.classes
