"""Keywords that a client gives where a function takes any."""

from __future__ import annotations

from support.expect import expect
from support.python_engine import check_python_sequence, check_python_verdicts


def test_keywords_that_the_text_names_are_tried_and_others_are_not_excluded() -> None:
    widget = """
class Widget:
    def __init__(self, name: str, *tags: str, scale: int = 1, **options: int) -> None:
        self.name, self.tags, self.scale, self.options = name, tags, scale, options
        self.width = options.get("width", 10)
        if options.get("height", 0) < 0:
            raise ValueError(options)

    def resize(self, **options) -> None:
        self.set_size(**options)

    def set_size(self, size: int = 0) -> None:
        self.width = size
"""
    wide = """
@spec
def SPEC(w: Widget) -> bool:
    return w.width == 77 and w.options["height"] == 5 and w.scale == 2 and w.tags == ("a, b",)
"""
    check_python_sequence(
        widget + wide, expect('w = Widget("a", "a, b", scale=2, height=5, width=77)')
    )
    handed = """
@spec
def SPEC(w: Widget) -> bool:
    return w.width == 3 and not w.options
"""
    check_python_sequence(
        widget + handed,
        expect(
            """
            w = Widget("a")
            w.resize(size=3)
            """
        ),
    )
    bag = """
class Bag:
    def __init__(self, **named: int) -> None:
        self.n = len(named)
@spec
def NONE(b: Bag) -> bool:
    return b.n == 0
@spec
def ONE(b: Bag) -> bool:
    return b.n == 1
@spec
def TWO(b: Bag) -> bool:
    return b.n == 2
"""
    reason = "undecided: `Bag.__init__`: keywords other than `a` for `named` are not tried"
    check_python_verdicts(bag, {"NONE": "found in 1", "ONE": "found in 1", "TWO": reason})
