"""Methods that are called by names which begin in a known way."""

from __future__ import annotations

from support.engine import verdict_text
from support.python_engine import ask_python


def test_a_method_is_found_by_a_name_that_begins_in_a_known_way() -> None:
    others = "\n".join(f"        self.field{n} = {n}" for n in range(900))
    text = f"""
class Big:
    def __init__(self) -> None:
{others}

class Visitor:
    def __init__(self) -> None:
        self.seen = 0

    def visit(self, kind: int) -> None:
        method = "visit_" + ["one", "two", "three"][kind]
        getattr(self, method, self.other)(kind)

    def visit_two(self, kind: int) -> None:
        self.seen += 10 * kind

    def other(self, kind: int) -> None:
        self.seen += 1

    def visit_one(self, kind: int) -> None:
        self.seen += 2

@spec
def TWO(v: Visitor) -> bool:
    return v.seen == 12
"""
    answer = verdict_text(ask_python(text, "TWO").verdict)
    assert answer == "found in 3", answer
