"""A heap in the DOT language."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ElementTree

import pytest

from heapwright.paths.plain.heap import Reference
from heapwright.pictures.heap_dot import dot
from heapwright.pictures.heap_model import heap_picture
from pictures.heaps_by_hand import BY_HAND, Drawable, drawable
from support.expect import expect


def written(what: Drawable) -> str:
    return dot(heap_picture(what.hierarchy, what.heap, what.roots))


def test_objects_are_tables_and_references_start_at_their_field() -> None:
    heap = drawable([("Node", 7, Reference(1)), ("Node", 8, None)], o=Reference(0), x=3)
    text = written(heap)
    assert '<td port="field0" align="left">value = 7</td>' in text
    expect(
        """
        digraph {
          label="Heap";
          node [shape=plain, fontname="monospace", fontsize=11];
          edge [arrowsize=0.7];
          value0 [shape=plaintext, label="x = 3"];
          object0 [label=<table>];
          object1 [label=<table>];
          root0 [shape=plaintext, label="o"];
          root0 -> object0;
          object0:field1 -> object1;
          {rank=same; object0; object1;}
        }
        """
    ).check(re.sub(r"<table.*table>", "table", text))


@pytest.mark.parametrize("name", BY_HAND)
def test_labels_are_well_formed_and_every_end_of_an_arrow_is_declared(name: str) -> None:
    text = written(BY_HAND[name])
    text.encode("utf-8")
    declared: set[str] = set()
    for line in text.splitlines():
        if found := re.match(r"  (\w+) \[.*?label=(.*)\];$", line):
            declared.add(found[1])
            if found[2].startswith("<"):
                table = ElementTree.fromstring(found[2][1:-1])
                declared |= {
                    f"{found[1]}:{cell.get('port')}"
                    for cell in table.iter("td")
                    if cell.get("port")
                }
    ends = re.findall(r"^  ([\w:]+) -> (\w+)", text, flags=re.M)
    assert {end for pair in ends for end in pair} <= declared
    if BY_HAND[name].heap.rows:
        assert ends
