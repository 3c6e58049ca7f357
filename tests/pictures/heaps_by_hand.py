"""Heaps written by hand, to be drawn.

Place: tests/pictures. A heap is given as rows of a class with its field values; objects
are named by their place in the list.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from heapwright.ir.core.hierarchy import Hierarchy, hierarchy_of
from heapwright.ir.core.types import BOOL, INT, RefType
from heapwright.paths.plain.heap import PlainHeap, Reference, Value
from support.ir_build import class_, field, program


@dataclass(frozen=True, slots=True)
class Drawable:
    """All that a drawing needs."""

    hierarchy: Hierarchy
    heap: PlainHeap
    roots: tuple[tuple[str, Value], ...]


HIERARCHY = hierarchy_of(
    program(
        class_("Node", field("value", INT), field("next", RefType("Node"))),
        class_(
            "Twin",
            field("back", RefType("Twin")),
            field("forth", RefType("Twin")),
            field("isHead", BOOL),
        ),
        class_(
            "Tree",
            field("key", INT),
            field("left", RefType("Tree")),
            field("right", RefType("Tree")),
        ),
        class_("Pair", field("one", RefType("Object")), field("two", RefType("Object"))),
        class_("Empty"),
    )
)


def drawable(rows: Sequence[tuple[str, *tuple[Value, ...]]], **roots: Value) -> Drawable:
    """Make a heap of rows: a class and the values of its fields."""
    heap = PlainHeap(tuple(row[0] for row in rows), tuple(tuple(row[1:]) for row in rows))
    return Drawable(HIERARCHY, heap, tuple(roots.items()))


def chain(n_nodes: int) -> Drawable:
    """Make a singly linked list."""
    links = [Reference(i + 1) if i + 1 < n_nodes else None for i in range(n_nodes)]
    return drawable([("Node", i, link) for i, link in enumerate(links)], list=Reference(0))


def ring(n_nodes: int) -> Drawable:
    """Make a circular doubly linked list."""
    return drawable(
        [
            ("Twin", Reference((i - 1) % n_nodes), Reference((i + 1) % n_nodes), i == 0)
            for i in range(n_nodes)
        ],
        ring=Reference(0),
    )


def full_tree(n_nodes: int) -> Drawable:
    """Make a complete binary tree, numbered like a binary heap."""
    child = [Reference(i) if i < n_nodes else None for i in range(2 * n_nodes + 1)]
    rows = [("Tree", i, child[2 * i + 1], child[2 * i + 2]) for i in range(n_nodes)]
    return drawable(rows, tree=Reference(0))


def unusual_names() -> Drawable:
    """Make a heap whose class, field and root names are as bad as names can be."""
    name = "<A & 'B' \"C\"]]> \x00\x1b\ud800\u202e\ufffe 日本語"
    hierarchy = hierarchy_of(program(class_(name, field(name + "f", RefType(name)))))
    heap = PlainHeap((name,), ((Reference(0),),))
    return Drawable(hierarchy, heap, ((name, Reference(0)), ("\n--><x>", 7)))


def long_names() -> Drawable:
    """Make a heap with names and numbers that no box should have to hold."""
    hierarchy = hierarchy_of(
        program(class_("C" * 300, field("f" * 200, INT), field("link" * 40, RefType("C" * 300))))
    )
    rows = ((10**400, Reference(1)), (-(10**90), None))
    return Drawable(
        hierarchy,
        PlainHeap(("C" * 300,) * 2, rows),
        (("r" * 500, Reference(0)), ("b", Reference(1))),
    )


def many_fields() -> Drawable:
    """Make a heap whose gaps need far more lines than usual, for 30 fields in each object."""
    names = [f"f{i}" for i in range(30)]
    hierarchy = hierarchy_of(program(class_("Wide", *(field(n, RefType("Object")) for n in names))))
    rows = tuple(
        tuple(Reference((5 * i * i + j * j + 2 * j + 1) % 34) for j in range(30)) for i in range(34)
    )
    return Drawable(hierarchy, PlainHeap(("Wide",) * 34, rows), (("o", Reference(0)),))


BY_HAND = {
    "empty": drawable([]),
    "only plain roots": drawable([], x=5, flag=True, nothing=None),
    "one object": drawable([("Node", 7, None)], o=Reference(0)),
    "no fields": drawable([("Empty",)], o=Reference(0)),
    "self loop": drawable([("Node", 7, Reference(0))], o=Reference(0)),
    "two in a circle": drawable(
        [("Node", 1, Reference(1)), ("Node", 2, Reference(0))], o=Reference(0)
    ),
    "list of 60": chain(60),
    "ring of one": ring(1),
    "ring of 5": ring(5),
    "ring of 30": ring(30),
    "tree of 31": full_tree(31),
    "two roots that share": drawable(
        [("Node", 1, Reference(2)), ("Node", 2, Reference(2)), ("Node", 3, None)],
        a=Reference(0),
        b=Reference(1),
    ),
    "one object with three names": drawable(
        [("Node", 1, None)], a=Reference(0), second=Reference(0), c=Reference(0)
    ),
    "a root inside": drawable(
        [
            ("Tree", 1, Reference(1), None),
            ("Tree", 2, Reference(2), Reference(0)),
            ("Tree", 3, None, Reference(1)),
        ],
        top=Reference(0),
        low=Reference(2),
    ),
    "all to all": drawable(
        [("Pair", Reference(i * 7 % 9), Reference((i * 4 + 3) % 9)) for i in range(9)],
        o=Reference(0),
        p=Reference(4),
    ),
    "many to one": drawable(
        [
            *(("Pair", Reference(i + 1), Reference(20)) for i in range(20)),
            ("Empty",),
        ],
        o=Reference(0),
    ),
    "unusual names": unusual_names(),
    "long names": long_names(),
}
