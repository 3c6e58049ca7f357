"""What each subject should do, said with Python's own collections.

Place: tests/subjects. `test_against_models` compares calls of a subject with the
method of the same name here. A model is not told how a structure is built: a search
tree is a set, a heap a sorted list, a linked list a list.
"""

from __future__ import annotations

from bisect import insort
from dataclasses import dataclass
from itertools import pairwise

from heapwright.paths.plain.heap import VOID_VALUE, Reference, Result
from subjects.plain_client import Raised

Element = Reference | None
Found = Result | Raised | tuple[str, int, Element]


class SearchTree:
    """Both AVL trees and the binary search tree."""

    def __init__(self) -> None:
        self.elements: set[int] = set()

    def find(self, x: int) -> int:
        return x if x in self.elements else -1

    def findMax(self) -> int:
        return max(self.elements, default=-1)

    def findMin(self) -> int:
        return min(self.elements, default=-1)

    def insert(self, x: int) -> Result:
        self.elements.add(x)
        return VOID_VALUE

    insertElem = insert

    def remove(self, x: int) -> Result:
        self.elements.discard(x)
        return VOID_VALUE

    def isEmpty(self) -> bool:
        return not self.elements

    def makeEmpty(self) -> Result:
        self.elements.clear()
        return VOID_VALUE


class AATree(SearchTree):
    """Like the others, but it complains when there is no smallest element."""

    def contains(self, x: int) -> bool:
        return x in self.elements

    def findMax(self) -> Found:  # type: ignore[override]
        return max(self.elements) if self.elements else Raised("Underflow")

    def findMin(self) -> Found:  # type: ignore[override]
        return min(self.elements) if self.elements else Raised("Underflow")


class TreeMap:
    """Both red-black trees."""

    def __init__(self) -> None:
        self.values: dict[int, Element] = {}

    def size(self) -> int:
        return len(self.values)

    def containsKey(self, key: int) -> bool:
        return key in self.values

    def containsValue(self, value: Element) -> bool:
        return value in self.values.values()

    def get(self, key: int) -> Element:
        return self.values.get(key)

    def firstKey(self) -> Found:
        return min(self.values) if self.values else Raised("NoSuchElement")

    def lastKey(self) -> Found:
        return max(self.values) if self.values else Raised("NoSuchElement")

    def put(self, key: int, value: Element) -> Element:
        old = self.values.get(key)
        self.values[key] = value
        return old

    def remove(self, key: int) -> Element:
        return self.values.pop(key, None)

    def clear(self) -> Result:
        self.values.clear()
        return VOID_VALUE


class Heap:
    """What the three heaps have in common: the elements in order."""

    def __init__(self) -> None:
        self.elements: list[int] = []

    def isEmpty(self) -> bool:
        return not self.elements

    def insert(self, x: int) -> Result:
        insort(self.elements, x)
        return VOID_VALUE

    def getSize(self) -> int:
        return len(self.elements)

    def makeEmpty(self) -> Result:
        self.elements.clear()
        return VOID_VALUE


class LeftistHeap(Heap):
    """A heap that takes over another one."""

    def deleteMin(self) -> Found:
        return self.elements.pop(0) if self.elements else Raised("Underflow")

    def findMin(self) -> Found:
        return self.elements[0] if self.elements else Raised("Underflow")

    def merge(self, rhs: LeftistHeap | None) -> Found:
        if rhs is None:
            return Raised("NullDereference")
        if rhs is not self:
            self.elements = sorted(self.elements + rhs.elements)
            rhs.elements = []
        return VOID_VALUE


class SkewHeap(Heap):
    """A heap whose `remove` gives nothing back."""

    def clear(self) -> Result:
        return self.makeEmpty()

    def remove(self) -> Found:
        if not self.elements:
            return Raised("NoSuchElement")
        self.elements.pop(0)
        return VOID_VALUE


class BinomialHeap(Heap):
    """A heap of positive values; here a key is never made larger."""

    def insert(self, v: int) -> Result:
        return super().insert(v) if v > 0 else VOID_VALUE

    def findMinimum(self) -> Found:
        return self.elements[0] if self.elements else Raised("NullDereference")

    def delete(self, v: int) -> Result:
        if v in self.elements:
            self.elements.remove(v)
        return VOID_VALUE

    def decreaseKeyValue(self, old: int, replacement: int) -> Found:
        if not self.elements:
            return Raised("NullDereference")
        if old in self.elements:
            self.elements.remove(old)
            insort(self.elements, replacement)
        return VOID_VALUE

    def extractMin(self) -> int:
        return self.elements.pop(0) if self.elements else -1


class StackLi:
    """A stack; the top is the last element."""

    def __init__(self) -> None:
        self.elements: list[Element] = []

    def isEmpty(self) -> bool:
        return not self.elements

    def isFull(self) -> bool:
        return False

    def makeEmpty(self) -> Result:
        self.elements.clear()
        return VOID_VALUE

    def pop(self) -> Found:
        if not self.elements:
            return Raised("Underflow")
        self.elements.pop()
        return VOID_VALUE

    def push(self, x: Element) -> Result:
        self.elements.append(x)
        return VOID_VALUE

    def top(self) -> Element:
        return self.elements[-1] if self.elements else None

    def topAndPop(self) -> Element:
        return self.elements.pop() if self.elements else None


class CachingList:
    """The list that keeps removed nodes, which no client sees."""

    def __init__(self) -> None:
        self.elements: list[Element] = []

    def add(self, value: Element) -> bool:
        self.elements.append(value)
        return True

    addLast = add

    def contains(self, value: Element) -> bool:
        return value in self.elements

    def indexOf(self, value: Element) -> int:
        return self.elements.index(value) if value in self.elements else -1

    def remove(self, value: Element) -> bool:
        if value not in self.elements:
            return False
        self.elements.remove(value)
        return True

    def removeIndex(self, index: int) -> Found:
        if index < 0 or index == len(self.elements):
            return Raised("RuntimeException")
        if index > len(self.elements):
            return Raised("IndexOutOfBounds")
        return self.elements.pop(index)


NO_ELEMENT = Raised("NoSuchElement")
OUT_OF_BOUNDS = Raised("IndexOutOfBounds")


class DoubleLinkedList:
    """The doubly linked list with a list's methods."""

    def __init__(self) -> None:
        self.elements: list[Element] = []

    def getFirst(self) -> Found:
        return self.elements[0] if self.elements else NO_ELEMENT

    def getLast(self) -> Found:
        return self.elements[-1] if self.elements else NO_ELEMENT

    def removeFirst(self) -> Found:
        return self.elements.pop(0) if self.elements else NO_ELEMENT

    def removeLast(self) -> Found:
        return self.elements.pop() if self.elements else NO_ELEMENT

    def addFirst(self, o: Element) -> Result:
        self.elements.insert(0, o)
        return VOID_VALUE

    def addLast(self, o: Element) -> Result:
        self.elements.append(o)
        return VOID_VALUE

    def contains(self, o: Element) -> bool:
        return o in self.elements

    def size(self) -> int:
        return len(self.elements)

    def add(self, o: Element) -> bool:
        self.elements.append(o)
        return True

    def removeObject(self, o: Element) -> bool:
        if o not in self.elements:
            return False
        self.elements.remove(o)
        return True

    def addAll(self, c: None) -> Found:
        return Raised("NullDereference")

    def addAllAt(self, index: int, c: None) -> Found:
        return Raised("NullDereference") if 0 <= index <= len(self.elements) else OUT_OF_BOUNDS

    def clear(self) -> Result:
        self.elements.clear()
        return VOID_VALUE

    def get(self, index: int) -> Found:
        return self.elements[index] if self.has(index) else OUT_OF_BOUNDS

    def set(self, index: int, element: Element) -> Found:
        if not self.has(index):
            return OUT_OF_BOUNDS
        old = self.elements[index]
        self.elements[index] = element
        return old

    def addAt(self, index: int, element: Element) -> Found:
        if not self.has(index) and index != len(self.elements):
            return OUT_OF_BOUNDS
        self.elements.insert(index, element)
        return VOID_VALUE

    def removeAt(self, index: int) -> Found:
        return self.elements.pop(index) if self.has(index) else OUT_OF_BOUNDS

    def indexOf(self, o: Element) -> int:
        return self.elements.index(o) if o in self.elements else -1

    def lastIndexOf(self, o: Element) -> int:
        backwards = self.elements[::-1]
        return len(backwards) - 1 - backwards.index(o) if o in backwards else -1

    def listIterator(self, index: int) -> Found:
        if not 0 <= index <= len(self.elements):
            return OUT_OF_BOUNDS
        return ("ListItr", index, self.elements[index] if self.has(index) else None)

    def clone(self) -> Found:
        return Raised("InternalError")

    def has(self, index: int) -> bool:
        return 0 <= index < len(self.elements)


class LinkedList(DoubleLinkedList):
    """The doubly linked list that is a queue, a deque and a stack too."""

    element = DoubleLinkedList.getFirst
    remove = DoubleLinkedList.removeFirst
    pop = DoubleLinkedList.removeFirst
    push = DoubleLinkedList.addFirst
    offer = DoubleLinkedList.add
    offerLast = DoubleLinkedList.add
    removeFirstOccurrence = DoubleLinkedList.removeObject

    def offerFirst(self, o: Element) -> bool:
        self.elements.insert(0, o)
        return True

    def removeLastOccurrence(self, o: Element) -> bool:
        if o not in self.elements:
            return False
        del self.elements[self.lastIndexOf(o)]
        return True

    def peekFirst(self) -> Element:
        return self.elements[0] if self.elements else None

    peek = peekFirst

    def peekLast(self) -> Element:
        return self.elements[-1] if self.elements else None

    def pollFirst(self) -> Element:
        return self.elements.pop(0) if self.elements else None

    poll = pollFirst

    def pollLast(self) -> Element:
        return self.elements.pop() if self.elements else None

    def descendingIterator(self) -> Found:
        return ("DescendingIterator", len(self.elements), None)


@dataclass(eq=False, slots=True)
class Node:
    """A node of the singly linked list; iterators stay at one that was removed."""

    element: Element
    next: Node | None = None


@dataclass(eq=False, slots=True)
class Iterator:
    """An iterator of the singly linked list."""

    current: Node | None

    def isPastEnd(self) -> bool:
        return self.current is None

    def retrieve(self) -> Element:
        return None if self.current is None else self.current.element

    def advance(self) -> Result:
        if self.current is not None:
            self.current = self.current.next
        return VOID_VALUE


class SinglyLinkedList:
    """The singly linked list; its searches trip over elements that are null."""

    def __init__(self) -> None:
        self.header = Node(None)

    def nodes(self) -> list[Node]:
        found = [self.header]
        while (following := found[-1].next) is not None:
            found.append(following)
        return found

    def first(self) -> Iterator:
        return Iterator(self.header.next)

    def isEmpty(self) -> bool:
        return self.size() == 0

    def clear(self) -> Result:
        self.header.next = None
        return VOID_VALUE

    def insert(self, x: Element, p: Iterator | None) -> Result:
        if p is not None and p.current is not None:
            p.current.next = Node(x, p.current.next)
        return VOID_VALUE

    def addLast(self, x: Element) -> Result:
        self.nodes()[-1].next = Node(x)
        return VOID_VALUE

    def size(self) -> int:
        return len(self.nodes()) - 1

    def find(self, x: Element) -> Iterator | Raised:
        before = self.findPrevious(x)
        if isinstance(before, Raised):
            return before
        before.advance()
        return before

    def findPrevious(self, x: Element) -> Iterator | Raised:
        nodes = self.nodes()
        for before, node in pairwise(nodes):
            if node.element is None:
                return Raised("NullDereference")
            if node.element == x:
                return Iterator(before)
        return Iterator(nodes[-1])

    def remove(self, x: Element) -> Result | Raised:
        before = self.findPrevious(x)
        if isinstance(before, Raised):
            return before
        assert before.current is not None
        if before.current.next is not None:
            before.current.next = before.current.next.next
        return VOID_VALUE
