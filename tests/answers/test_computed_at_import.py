"""Values that a module computes of what calls change."""

from __future__ import annotations

from support.engine import verdict_text
from support.expect import expect
from support.python_engine import ask_python, check_python_problems


def test_of_a_value_made_of_what_changes_nothing_is_known_where_it_began_in_no_known_way() -> None:
    text = """
from heapwright import spec
ROWS = [[1]]
COPY = ROWS + [[5]]

class Box:
    def __init__(self) -> None:
        self.seen = 0

    def grow(self) -> None:
        ROWS[0].append(3)

    def look(self) -> None:
        self.seen = len(COPY[0])

@spec
def SEEN(b: Box) -> bool:
    return b.seen == 3
"""
    answer = verdict_text(ask_python(text, "SEEN", calls=4).verdict)
    assert "`.module.COPY` is not read" in answer
    check_python_problems(
        text,
        expect(
            """
            HW034 information at `COPY`
                `COPY` is not followed: the value of `COPY` is made of `ROWS`, which
                changes; what it gives is an input
            """
        ),
    )
