"""The subjects and how many public methods the paper counts for each.

Place: tests/subjects. Source: [MSEQ] Table 1, columns Subject and |M|.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Entry:
    """One subject: its file, the classes whose methods count, and how many there are."""

    name: str
    classes: tuple[str, ...]  # the structure first
    n_methods: int

    @property
    def structure(self) -> str:
        """Give the class that the subject is about."""
        return self.classes[0]


CATALOGUE = (
    Entry("sushi_avl", ("AvlTree",), 7),
    Entry("sushi_rbt", ("TreeMap",), 10),
    Entry("sushi_dlist", ("LinkedList",), 38),
    Entry("sushi_clist", ("NodeCachingLinkedList",), 7),
    Entry("kiasan_avl", ("AvlTree",), 7),
    Entry("kiasan_rbt", ("TreeMap",), 10),
    Entry("kiasan_bst", ("BinarySearchTree",), 8),
    Entry("kiasan_aatree", ("AATree",), 8),
    Entry("kiasan_leftist", ("LeftistHeap",), 7),
    Entry("kiasan_stack", ("StackLi",), 8),
    Entry("sir_dlist", ("DoubleLinkedList",), 22),
    Entry("sir_slist", ("MyLinkedList", "MyLinkedListItr"), 13),
    Entry("javascan_skew", ("SkewHeap",), 6),
    Entry("javascan_binom", ("BinomialHeap",), 9),
    Entry("fig1_node", ("Node",), 5),
)
BY_NAME = {entry.name: entry for entry in CATALOGUE}
