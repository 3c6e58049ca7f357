"""HEX formulas at Python classes: what reaches the IR, and what is said about mistakes."""

from __future__ import annotations

import pytest

from heapwright.ir.core.structure import formula_text
from heapwright.text.source import Source
from heapwright.workspace.load import program_of

TEXT = """
from heapwright import structure

{above}
class Tree:
    root: "Node | None"

    def __init__(self) -> None:
        self.root = None

    def fits(self, n: int) -> bool:
        return n > 0

class Node:
    left: "Node | None"

    def __init__(self) -> None:
        self.left = None
"""


def read(above: str) -> tuple[list[str], list[str]]:
    text = TEXT.replace("{above}", above)
    loaded = program_of(Source("t.py", text), "python")
    formulas = loaded.program.class_named("Tree").structure
    spans = loaded.source_map.classes["Tree"].structure_spans
    shown = [
        f"{formula_text(formula)} @ {text[span.start : span.end]}"
        for formula, span in zip(formulas, spans, strict=True)
    ]
    problems = [
        f"{p.code} {text[p.span.start : p.span.end]}: {p.message}" for p in loaded.problems["t.py"]
    ]
    return shown, problems


@pytest.mark.parametrize(
    "above",
    [
        '@structure("this.root(.left)* aliases nothing with fits")',
        "# heapwright: structure this.root(.left)* aliases nothing with fits",
        '@structure(r"""\nthis.root(.left)* aliases nothing with fits""")',
    ],
)
def test_a_formula_reaches_the_class_with_its_place(above: str) -> None:
    written = "this.root(.left)* aliases nothing with fits"
    assert read(above) == ([f"{written} @ {written}"], [])


def test_mistakes_have_exact_ranges() -> None:
    formulas, problems = read(
        '@structure("this.rot not null; this.root aliases; this.root not null")'
    )
    assert formulas == ["this.root not null @ this.root not null"]
    assert problems == [
        "HW180 .rot: no class has a field `rot`; did you mean `root`?",
        "HW120 ;: expected `nothing`, `some`, `max` or a path after `aliases`, found `;`",
    ]


def test_in_a_string_of_several_parts_the_range_is_the_whole() -> None:
    _, problems = read('@structure("this.root "\n           "aliases")')
    assert [problem.split(":")[0] for problem in problems] == [
        'HW120 "this.root "\n           "aliases"'
    ]
