"""What the comments beside the specs call reachable is reached by these calls.

The rest are facts about single subjects that a rewriting gets wrong easily.
"""

import re

import pytest

from heapwright.ir.core.program import Role
from heapwright.paths.plain.concrete import Returned, run
from subjects.catalogue import CATALOGUE
from subjects.plain_client import subject, subject_text

# Tests in the tiny language. A first assignment declares a variable.
WITNESSES = {
    "fig1_node": """
        test witness_TEST {
            c := Node.create(125, false);
            b := c.addBefore(450);
            a := b.addBefore(550);
            assert a.getValue() - b.getValue() = 100;
            assert b.getNext() = c;
            c.addAfter(1);
            assert TEST(a) && c.getNext() != null && !LOOP(c)
        }
        test witness_SHARED {
            c := Node.create(3, false);
            assert c.getValue() = 6;
            assert SHARED(c.addBefore(1), c.addBefore(1))
        }
    """,
    "sushi_avl": """
        test witness_SIX {
            t := AvlTree.make();
            t.insertElem(1000); t.insertElem(900); t.insertElem(1100);
            t.insertElem(800); t.insertElem(950); t.insertElem(1200);
            assert SIX(t)
        }
        test witness_GRANDCHILD {
            t := AvlTree.make();
            t.insertElem(8); t.insertElem(6); t.insertElem(9); t.insertElem(7);
            assert GRANDCHILD(t)
        }
    """,
    "kiasan_avl": """
        test witness_SIX {
            t := AvlTree.make();
            t.insert(1000); t.insert(900); t.insert(1100);
            t.insert(800); t.insert(950); t.insert(1200);
            assert SIX(t)
        }
    """,
    "kiasan_bst": """
        test witness_SIX {
            t := BinarySearchTree.make();
            t.insert(1000); t.insert(1); t.insert(2); t.insert(3); t.insert(4); t.insert(5);
            assert SIX(t)
        }
        test witness_CHAIN {
            t := BinarySearchTree.make();
            t.insert(1); t.insert(2); t.insert(3); t.insert(7); t.insert(6); t.insert(5);
            assert CHAIN(t)
        }
    """,
    "kiasan_aatree": """
        test witness_FIVE {
            t := AATree.make();
            t.insert(1000); t.insert(999); t.insert(1001); t.insert(1002); t.insert(998);
            assert FIVE(t)
        }
        test witness_LEFTOVER {
            t := AATree.make();
            t.insert(3); t.remove(3); t.contains(4);
            assert LEFTOVER(t)
        }
        spec UNTOUCHED(AATree t) := t.deletedNode = null && t.lastNode = null;
        spec AT_ROOT(AATree t) := t.deletedNode = t.root && t.lastNode = t.root;
        spec STILL_KNOWN(AATree t) := t.isEmpty() && t.lastNode.element = 3;
        test a_search_in_vain_leaves_both_fields_in_the_tree {
            t := AATree.make();
            assert UNTOUCHED(t);
            t.insert(3); t.remove(4);
            assert AT_ROOT(t);
            t.makeEmpty();
            assert STILL_KNOWN(t)
        }
    """,
    "kiasan_leftist": """
        test witness_SIX {
            h := LeftistHeap.make();
            h.insert(1005); h.insert(1004); h.insert(1003);
            h.insert(1002); h.insert(1001); h.insert(1000);
            assert SIX(h)
        }
        test witness_TWO {
            a := LeftistHeap.make(); b := LeftistHeap.make();
            a.insert(1); a.insert(2); a.insert(3);
            b.insert(3); b.insert(2); b.insert(1);
            assert TWO(a, b)
        }
        test a_merge_with_itself_changes_nothing {
            h := LeftistHeap.make();
            h.insert(1);
            h.merge(h);
            assert h.findMin() = 1
        }
    """,
    "kiasan_stack": """
        test witness_SIX {
            s := StackLi.make();
            s.push(null); s.push(null); s.push(null); s.push(null); s.push(null); s.push(null);
            assert SIX(s)
        }
        test witness_TWICE {
            s := StackLi.make();
            o := new Object;
            s.push(o); s.push(null); s.push(o);
            assert TWICE(s)
        }
    """,
    "sir_slist": """
        test witness_FIVE {
            l := MyLinkedList.make(0);
            l.addLast(null); l.addLast(null); l.addLast(null); l.addLast(null); l.addLast(null);
            assert FIVE(l)
        }
        test witness_STALE {
            l := MyLinkedList.make(0);
            l.addLast(new Object);
            i := MyLinkedListItr.first(l);
            l.clear();
            assert STALE(l, i)
        }
    """,
    "sir_dlist": """
        test witness_FIVE {
            l := DoubleLinkedList.make();
            l.add(null); l.add(null); l.add(null); l.add(null); l.add(new Object);
            assert FIVE(l)
        }
        test witness_STALE {
            l := DoubleLinkedList.make();
            l.add(null);
            i := l.listIterator(0);
            l.clear();
            assert STALE(i) && i.next.next = i.lastReturned
        }
        test a_removed_entry_keeps_its_links {
            l := DoubleLinkedList.make();
            o := new Object;
            l.add(o);
            i := l.listIterator(0);
            l.removeFirst();
            assert i.next.element = o && i.next.next = i.lastReturned
        }
    """,
    "sushi_dlist": """
        test witness_FIVE {
            l := LinkedList.make();
            l.add(null); l.push(null); l.offer(null); l.addFirst(null); l.addLast(null);
            assert FIVE(l)
        }
        test witness_STALE {
            l := LinkedList.make();
            l.add(null); l.add(null);
            i := l.listIterator(1);
            l.removeLast();
            assert STALE(i)
        }
        test clearing_unlinks_every_entry {
            l := LinkedList.make();
            l.add(new Object);
            i := l.listIterator(0);
            l.clear();
            assert i.next.next = null && i.next.previous = null && i.next.element = null
        }
    """,
    "sushi_clist": """
        test witness_FIVE {
            l := NodeCachingLinkedList.make();
            o := new Object;
            l.add(o); l.add(null); l.add(null); l.add(null); l.add(o);
            assert FIVE(l)
        }
        test witness_CACHED {
            l := NodeCachingLinkedList.make();
            l.add(null); l.add(null); l.add(null); l.add(null); l.add(null);
            l.remove(null); l.removeIndex(3); l.removeIndex(0);
            assert CACHED(l)
        }
        spec EMPTY_WITH_CACHED(NodeCachingLinkedList l, int n) := l.size = 0 && l.cacheSize = n;
        spec ONE_WITH_CACHED(NodeCachingLinkedList l, int n) := l.size = 1 && l.cacheSize = n;
        test the_cache_takes_twenty_nodes {
            l := NodeCachingLinkedList.make();
            n := 0;
            while n < 25 do { l.add(null); n := n + 1 };
            while n > 0 do { l.removeIndex(0); n := n - 1 };
            assert EMPTY_WITH_CACHED(l, 20);
            l.add(null);
            assert ONE_WITH_CACHED(l, 19)
        }
    """,
    "javascan_skew": """
        test witness_SIX {
            h := SkewHeap.make();
            h.insert(1000); h.insert(1001); h.insert(1002);
            h.insert(1003); h.insert(1004); h.insert(1005);
            assert SIX(h)
        }
        test witness_LINE {
            h := SkewHeap.make();
            h.insert(7); h.insert(7); h.insert(7); h.insert(7); h.insert(0); h.insert(8);
            assert LINE(h)
        }
    """,
    "javascan_binom": """
        test witness_SIX {
            h := BinomialHeap.make();
            h.insert(1); h.insert(2); h.insert(3); h.insert(4); h.insert(1000); h.insert(1001);
            assert SIX(h)
        }
        test witness_OUT_OF_ORDER {
            h := BinomialHeap.make();
            h.insert(1); h.insert(2);
            h.decreaseKeyValue(1, 5);
            assert OUT_OF_ORDER(h)
        }
        test only_positive_values_go_in {
            h := BinomialHeap.make();
            h.insert(0); h.insert(-1);
            assert h.isEmpty() && h.extractMin() = -1
        }
    """,
}
RBT_WITNESSES = """
    test witness_SIX {
        m := TreeMap.make();
        m.put(1000, null); m.put(999, null); m.put(1002, null);
        m.put(998, null); m.put(1001, null); m.put(1003, null);
        assert SIX(m)
    }
    test witness_ALL_BLACK {
        m := TreeMap.make();
        o := new Object;
        m.put(2, null); m.put(1, o); m.put(3, o); m.put(4, null); m.remove(4);
        assert ALL_BLACK(m)
    }
"""
WITNESSES |= {"sushi_rbt": RBT_WITNESSES, "kiasan_rbt": RBT_WITNESSES}

TESTS = [
    (name, test) for name, text in WITNESSES.items() for test in re.findall(r"test (\w+) \{", text)
]


@pytest.mark.parametrize(("name", "test"), TESTS)
def test_these_calls_do_what_is_asserted_after_them(name: str, test: str) -> None:
    outcome = run(subject(name, WITNESSES[name]), test, ())
    assert isinstance(outcome, Returned), outcome


def test_every_spec_that_is_called_reachable_has_a_witness() -> None:
    for entry in CATALOGUE:
        reachable = re.findall(
            r"^// reachable.*\nspec (\w+)\(", subject_text(entry.name), re.MULTILINE
        )
        shown = [test.removeprefix("witness_") for name, test in TESTS if name == entry.name]
        assert reachable
        assert [spec for spec in reachable if spec not in shown] == []


def test_the_witnesses_are_tests_of_the_subjects() -> None:
    for name, test in TESTS:
        program = subject(name, WITNESSES[name])
        assert [f.role for f in program.functions if f.name == test] == [Role.TEST]
