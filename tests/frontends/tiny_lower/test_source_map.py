"""Every instruction knows its text, wherever the declaration has moved."""

from __future__ import annotations

from heapwright.ir.core.instructions import GetField
from heapwright.ir.core.walk import walk
from support.tiny import LoweredText, lowered

PROGRAM = """
class Node { Node next; private int value;
  int second() := let n := this.next in n.value + 1;
}
spec big(Node o) := o.value > 100;
"""


def text_of_reads(result: LoweredText, name: str) -> list[str]:
    """Give the text of each field read of a function."""
    source = result.source_map.functions[name]
    reads = [node for node in walk(result.function(name).body) if isinstance(node, GetField)]
    spans = [source.site_span(read.site) for read in reads]
    return [result.text[span.start : span.end] for span in spans]


def test_sites_of_methods_and_specs_are_found_in_the_file() -> None:
    result = lowered(PROGRAM)
    assert text_of_reads(result, "Node.second") == ["this.next", "n.value"]
    assert text_of_reads(result, "big") == ["o.value"]


def test_moving_a_declaration_changes_its_offset_only() -> None:
    before, after = lowered(PROGRAM), lowered("// A comment.\n\n" + PROGRAM.lstrip())
    moved = after.source_map.functions["Node.second"]
    stayed = before.source_map.functions["Node.second"]
    assert moved.offset == stayed.offset + len("// A comment.\n\n")
    assert moved.sites == stayed.sites
    assert after.program == before.program
    assert text_of_reads(after, "Node.second") == ["this.next", "n.value"]


def test_names_of_slots_classes_and_fields_are_kept() -> None:
    result = lowered(PROGRAM)
    assert result.source_map.functions["Node.second"].slot_names == ("this", "n")
    source = result.source_map.classes["Node"]
    spans = [source.name_span, *source.field_spans.values()]
    assert [result.text[span.start : span.end] for span in spans] == ["Node", "next", "value"]
    assert result.text[source.span.start : source.span.end].startswith("class Node {")
    assert result.text[: source.span.end].endswith("}")


def test_declarations_know_their_names() -> None:
    result = lowered(PROGRAM)
    for name, wanted in (("Node.second", "second"), ("big", "big")):
        source = result.source_map.functions[name]
        span = source.name_span.shifted(source.offset)
        assert result.text[span.start : span.end] == wanted
