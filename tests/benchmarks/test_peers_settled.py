"""Which of several answers of a tool counts."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from peers_parts.questions import Question, questions
from peers_parts.tools import Answer, settled


def counted(*given: tuple[str, float]) -> tuple[str, float, int]:
    """Let a tool give these answers; say which one counts, and how often it was asked."""
    answers: Iterator[Answer] = (Answer(outcome, seconds) for outcome, seconds in given)
    n_asked = 0

    def set_up(_question: Question, _folder: Path, _seconds: float) -> Answer:
        nonlocal n_asked
        n_asked += 1
        return next(answers)

    answer = settled(set_up, questions()[0], 8)
    return answer.outcome, answer.seconds, n_asked


@pytest.mark.parametrize(
    ("given", "wanted"),
    [
        ([("found", 3.0)], ("found", 3.0, 1)),
        ([("nothing", 0.2)], ("nothing", 0.2, 1)),
        ([("found", s) for s in (0.9, 0.2, 0.3, 0.1, 0.4)], ("found", 0.3, 5)),
        (
            [("found", 0.5), ("nothing", 8.0), ("found", 0.7), ("found", 0.6), ("nothing", 8.0)],
            ("found", 0.6, 5),
        ),
        ([("found", 0.2)] * 4 + [("wrong", 0.3)], ("wrong", 0.3, 5)),
    ],
)
def test_the_middle_answer_counts_where_answers_come_at_once(
    given: list[tuple[str, float]], wanted: tuple[str, float, int]
) -> None:
    assert counted(*given) == wanted
