"""A heap as a drawing of text."""

from __future__ import annotations

from heapwright.answers.calls.verdict import Found
from heapwright.answers.search.ask import specs_of
from heapwright.ir.core.hierarchy import hierarchy_of
from heapwright.limits import Limits
from heapwright.paths.plain.heap import Reference
from heapwright.pictures.heap_text import draw_heap
from heapwright.text.source import Source
from heapwright.workspace.load import program_of
from heapwright.workspace.questions import Asking, ask_question
from pictures.heaps_by_hand import BY_HAND, Drawable, chain, drawable, full_tree, ring
from pictures.heaps_of_programs import heap_of_spec
from support.expect import Expectation, expect


def check_text(what: Drawable, expectation: Expectation) -> None:
    expectation.check(draw_heap(what.hierarchy, what.heap, what.roots))


def test_an_object_stands_below_the_first_reference_to_it() -> None:
    check_text(
        full_tree(5),
        expect(
            """
            tree: Tree#1 key=0
            ├─ left: Tree#2 key=1
            │  ├─ left: Tree#3 key=3 left=null right=null
            │  └─ right: Tree#4 key=4 left=null right=null
            └─ right: Tree#5 key=2 left=null right=null
            """
        ),
    )


def test_later_references_name_the_object() -> None:
    check_text(
        BY_HAND["two roots that share"],
        expect(
            """
            a: Node#1 value=1
            └─ next: Node#2 value=3 next=null
            b: Node#3 value=2 next=Node#2
            """
        ),
    )


def test_a_ring_ends_where_it_began() -> None:
    check_text(
        ring(3),
        expect(
            """
            ring: Twin#1 isHead=true
            ├─ back: Twin#2 forth=Twin#1 isHead=false
            │  └─ back: Twin#3 back=Twin#1 forth=Twin#2 isHead=false
            └─ forth ─▶ Twin#3
            """
        ),
    )


def test_roots_without_an_object_have_a_line_each() -> None:
    check_text(
        BY_HAND["only plain roots"],
        expect(
            """
            x = 5
            flag = true
            nothing = null
            """
        ),
    )


def test_a_long_list_does_not_run_out_of_the_page() -> None:
    check_text(
        chain(13),
        expect(
            """
            list: Node#1 value=0
            └─ next: Node#2 value=1
               └─ next: Node#3 value=2
                  └─ next: Node#4 value=3
                     └─ next: Node#5 value=4
                        └─ next: Node#6 value=5
                           └─ next: Node#7 value=6
                              └─ next: Node#8 value=7
                                 └─ next: Node#9 value=8
                                 ↳  next: Node#10 value=9
                                 ↳  next: Node#11 value=10
                                 ↳  next: Node#12 value=11
                                 ↳  next: Node#13 value=12 next=null
            """
        ),
    )
    what = chain(60)
    lines = draw_heap(what.hierarchy, what.heap, what.roots).splitlines()
    assert len(lines) == 60
    assert max(map(len, lines)) < 60


def test_a_heap_of_a_program_is_drawn_with_the_names_of_the_spec() -> None:
    what = heap_of_spec("benchmarks/subjects/tiny/kiasan_avl.tiny::SIX")
    lines = draw_heap(what.hierarchy, what.heap, what.roots).splitlines()
    assert lines[0] == "t: AvlTree#1"
    assert lines[1] == "└─ root: AvlNode#2 element=1000 height=2"
    assert len(lines) == 7


def test_a_doubly_linked_list_is_as_narrow_as_a_singly_linked_one() -> None:
    check_text(
        ring(12),
        expect(
            """
            ring: Twin#1 isHead=true
            ├─ back: Twin#2 forth=Twin#1 isHead=false
            │  └─ back: Twin#3 forth=Twin#2 isHead=false
            │     └─ back: Twin#4 forth=Twin#3 isHead=false
            │        └─ back: Twin#5 forth=Twin#4 isHead=false
            │           └─ back: Twin#6 forth=Twin#5 isHead=false
            │              └─ back: Twin#7 forth=Twin#6 isHead=false
            │                 └─ back: Twin#8 forth=Twin#7 isHead=false
            │                    └─ back: Twin#9 forth=Twin#8 isHead=false
            │                    ↳  back: Twin#10 forth=Twin#9 isHead=false
            │                    ↳  back: Twin#11 forth=Twin#10 isHead=false
            │                    ↳  back: Twin#12 back=Twin#1 forth=Twin#11 isHead=false
            └─ forth ─▶ Twin#12
            """
        ),
    )


def test_what_cannot_be_seen_is_written_as_an_escape_on_one_line() -> None:
    what = BY_HAND["unusual names"]
    lines = draw_heap(what.hierarchy, what.heap, what.roots).splitlines()
    assert len(lines) == 2
    assert lines[1] == "\\n--><x> = 7"
    "\n".join(lines).encode("utf-8")


def test_an_empty_heap_is_no_text() -> None:
    what = drawable([])
    assert draw_heap(what.hierarchy, what.heap, what.roots) == ""


def test_an_object_that_holds_itself_is_named_again() -> None:
    check_text(
        drawable([("Node", 1, Reference(0))], o=Reference(0)),
        expect("o: Node#1 value=1 next=Node#1"),
    )


def test_a_number_too_long_for_decimal_is_written_in_hex() -> None:
    what = drawable([], x=2**20000)
    assert draw_heap(what.hierarchy, what.heap, what.roots) == f"x = 0x1{'0' * 5000}"


def test_a_member_of_an_enumeration_is_a_key_as_the_program_writes_it() -> None:
    text = """
from enum import Enum
from heapwright import spec

class Level(Enum):
    LOW = 1
    HIGH = 2

class Counts:
    def __init__(self) -> None:
        self.by_level = {}

    def note(self, level: Level) -> None:
        self.by_level[level, None] = 1

@spec
def NOTED(counts: Counts) -> bool:
    return (Level.HIGH, None) in counts.by_level
"""
    loaded = program_of(Source("counts.py", text), "python")
    (spec,) = specs_of(loaded.program)
    verdict = ask_question(loaded.program, spec, Asking(Limits())).answer.verdict
    assert isinstance(verdict, Found)
    replayed = verdict.replayed
    roots = [("counts", replayed.arguments[0])]
    drawn = draw_heap(hierarchy_of(loaded.program), replayed.final_heap, roots)
    assert "[(Level.HIGH, None)]=1" in drawn
