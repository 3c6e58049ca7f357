"""The programs of `bench editor`: ten classes in 2,000 lines, and what is typed into them.

Place: benchmarks/parts/. In tiny, in typed Python, and in Python on lists and dicts, where
static types tell nothing. The classes share the names of their fields and methods, which must
not make an edit of one a reason to ask about another.
"""

from __future__ import annotations

from dataclasses import dataclass

N_CLASSES = 10
N_LINES = 2_000


@dataclass(frozen=True, slots=True)
class Subject:
    """A program of ten classes, and the edits of the session."""

    ending: str
    head: str
    one_class: str  # with % for the number of the class
    filler: str  # with % and ? for the number of the method
    tail: str
    spec: str
    typed: str  # the beginning of the spec
    call: str  # a call of the answer
    inner: str  # a comment inside a method
    outer: str  # a comment between declarations
    old: str
    new: str
    touched: tuple[str, ...]  # the questions that the edit can change
    slow: str
    size: str  # what stands before the last digit of the slow spec

    def text(self) -> str:
        """Give the program, with as many lines as the benchmark promises."""
        lines_each = N_LINES // N_CLASSES
        classes = []
        for number in range(N_CLASSES):
            text, n_methods = self.one_class, 0
            while (text + self.tail).count("\n") < lines_each:
                text += self.filler.replace("?", str(n_methods))
                n_methods += 1
            classes.append((text + self.tail).replace("%", str(number)))
        return self.head + "".join(classes)


TINY = Subject(
    ending=".tiny",
    head="",
    one_class="""// The chain number % begins here.
class Chain% {
    private int item;
    private Chain% next;
    void put(int value) :=
        // A new link behind this one.
        let link := new Chain% in
        { link.item := value; link.next := this.next; this.next := link };
    void drop() := if this.next = null then this else this.next := this.next.next;
    private int sizeFrom(Chain% at) := if at = null then 0 else 1 + this.sizeFrom(at.next);
    int size() := this.sizeFrom(this);
    invariant ended() := this.size() < 9;
""",
    filler="""    int sum?(int a, int b) :=
        let total := a + b * ? in
        if total < 0 then 0 - total
        else total;
""",
    tail="""}
scope Chain% <= 4;
spec two%(Chain% c) := c.size() = 2 && c.item = 0 && c.next.item = 7;
""",
    spec="""
spec typed(Chain3 c) := c.size() = 3 && c.next.item = 5 && c.next.next.item = 6;
""",
    typed="typed(",
    call=".put(6)",
    inner="// A new link behind this one.",
    outer="// The chain number 4 begins here.",
    old="void drop() := if this.next = null then this",
    new="void drop() := if null = this.next then this",
    touched=("two0", "Chain0.ended"),
    slow="""
class Leaf { int key; Leaf left; Leaf right; }
class Bush {
    private Leaf root;
    void add(int k) := this.root := this.added(this.root, k);
    private Leaf added(Leaf at, int k) :=
        if at = null then { let n := new Leaf in { n.key := k; n } }
        else if k < at.key then { at.left := this.added(at.left, k); at }
        else if at.key < k then { at.right := this.added(at.right, k); at }
        else at;
    int size(Leaf at) := if at = null then 0 else 1 + this.size(at.left) + this.size(at.right);
}
scope Leaf <= 40;
spec slow(Bush b) := b.size(b.root) = 41;
""",
    size="b.size(b.root) = 4",
)

SLOW_PYTHON = """

class Leaf:
    def __init__(self, key: int) -> None:
        self.key = key
        self.left: Leaf | None = None
        self.right: Leaf | None = None


class Bush:
    def __init__(self) -> None:
        self._root: Leaf | None = None

    def add(self, k: int) -> None:
        self._root = self._added(self._root, k)

    def _added(self, at: Leaf | None, k: int) -> Leaf:
        if at is None:
            return Leaf(k)
        if k < at.key:
            at.left = self._added(at.left, k)
        elif at.key < k:
            at.right = self._added(at.right, k)
        return at

    def _size(self, at: Leaf | None) -> int:
        return 0 if at is None else 1 + self._size(at.left) + self._size(at.right)


@scope(Leaf=40)
@spec
def slow(b: Bush) -> bool:
    return b._size(b._root) == 41
"""

PYTHON = Subject(
    ending=".py",
    head="from __future__ import annotations\n\nfrom heapwright import invariant, scope, spec\n",
    one_class="""

# The chain number % begins here.
class Chain%:
    def __init__(self) -> None:
        self._item: int = 0
        self._next: Chain% | None = None

    def put(self, value: int) -> None:
        # A new link behind this one.
        link = Chain%()
        link._item = value
        link._next = self._next
        self._next = link

    def drop(self) -> None:
        if self._next is not None:
            self._next = self._next._next

    def size(self) -> int:
        n = 1
        at = self._next
        while at is not None:
            n += 1
            at = at._next
        return n

    @invariant
    def ended(self) -> bool:
        return self.size() < 9
""",
    filler="""
    def sum?(self, a: int, b: int) -> int:
        total = a + b * ?
        if total < 0:
            return 0 - total
        return total
""",
    tail="""

@scope(Chain%=4)
@spec
def two%(c: Chain%) -> bool:
    return c.size() == 2 and c._item == 0 and c._next._item == 7
""",
    spec="""

@spec
def typed(c: Chain3) -> bool:
    return c.size() == 3 and c._next._item == 5 and c._next._next._item == 6
""",
    typed="typed(",
    call=".put(6)",
    inner="# A new link behind this one.",
    outer="# The chain number 4 begins here.",
    old="        if self._next is not None:\n            self._next = self._next._next\n",
    new="        if None is not self._next:\n            self._next = self._next._next\n",
    touched=("two0", "Chain0.ended"),
    slow=SLOW_PYTHON,
    size="b._size(b._root) == 4",
)

LISTS = Subject(
    ending=".py",
    head="from heapwright import invariant, scope, spec\n",
    one_class="""

# The box number % begins here.
class Box%:
    def __init__(self):
        self._items = []
        self._seen = {}

    def put(self, value: int):
        # A new item behind the others.
        if value not in self._items:
            self._items.append(value)

    def drop(self):
        if len(self._items) > 0:
            self._seen["last"] = self._items.pop()

    def items(self) -> list[int]:
        return sorted(self._items)

    def label(self) -> str:
        return "box"

    def size(self) -> int:
        return len(self._items)

    @invariant
    def ended(self) -> bool:
        return self.size() < 9
""",
    filler="""
    def sum?(self, a: int, b: int) -> int:
        total = a + b * ?
        if total < 0:
            return 0 - total
        return total
""",
    tail="""

@scope(items=2)
@spec
def two%(b: Box%) -> bool:
    return b.size() == 2 and b.items()[0] == 7
""",
    spec="""

@spec
def typed(b: Box3) -> bool:
    return b.size() == 2 and b.items()[0] == 5 and b.items()[1] == 6
""",
    typed="typed(",
    call=".put(6)",
    inner="# A new item behind the others.",
    outer="# The box number 4 begins here.",
    old="        if len(self._items) > 0:\n",
    new="        if 0 < len(self._items):\n",
    touched=("two0", "Box0.ended"),
    slow=SLOW_PYTHON,
    size="b._size(b._root) == 4",
)

SUBJECTS = {"tiny": TINY, "python": PYTHON, "lists": LISTS}
