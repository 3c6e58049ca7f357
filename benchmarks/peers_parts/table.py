"""Rows of answers, what they come to, and how they are printed.

Place: benchmarks/peers_parts/. `benchmarks/peers.py` calls this; computes and prints only.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median

from peers_parts.questions import CATEGORIES, Question
from peers_parts.tools import OURS, Answer


@dataclass(frozen=True, slots=True)
class Row:
    """One question and the answers of the tools."""

    question: Question
    answers: dict[str, Answer]


def judged(row: Row) -> Row:
    """Call a proof wrong where the spec is known to be reachable, or any tool reached it.

    What was found needs no such look: CPython has confirmed it.
    """
    is_reached = any(answer.outcome == "found" for answer in row.answers.values())
    if not is_reached and row.question.expected == "unreachable":
        return row
    answers = {
        tool: Answer("wrong", answer.seconds, "proved what can be reached")
        if answer.outcome == "proved"
        else answer
        for tool, answer in row.answers.items()
    }
    return Row(row.question, answers)


def is_answer(answer: Answer) -> bool:
    """Say whether an answer is one, and right."""
    return answer.outcome in ("found", "proved")


def fastest_peer(row: Row) -> Answer | None:
    """Give the right answer that came first from another tool."""
    answers = [one for tool, one in row.answers.items() if tool != OURS and is_answer(one)]
    return min(answers, key=lambda answer: answer.seconds, default=None)


def ratio(row: Row) -> float | None:
    """Give how many times as long the fastest peer took; nothing if either has no answer."""
    ours, peer = row.answers.get(OURS), fastest_peer(row)
    if ours is None or peer is None or not is_answer(ours):
        return None
    return peer.seconds / ours.seconds


@dataclass(frozen=True, slots=True)
class Summary:
    """What all rows come to."""

    n_questions: int
    answered: dict[str, dict[str, int]]
    wrong: dict[str, int]
    n_solved_by_peers: int
    n_faster: int
    median_ratio: float | None
    unanswered: tuple[str, ...]


def summary(rows: Sequence[Row]) -> Summary:
    """Count answers by tool and category, wrong ones by tool, and races that were won."""
    tools = list(rows[0].answers) if rows else []
    ratios = [one for one in map(ratio, rows) if one is not None]
    return Summary(
        n_questions=len(rows),
        answered={
            tool: {
                category: sum(
                    is_answer(row.answers[tool])
                    for row in rows
                    if row.question.category == category
                )
                for category in CATEGORIES
            }
            for tool in tools
        },
        wrong={tool: sum(row.answers[tool].outcome == "wrong" for row in rows) for tool in tools},
        n_solved_by_peers=sum(fastest_peer(row) is not None for row in rows),
        n_faster=sum(one > 1 for one in ratios),
        median_ratio=median(ratios) if ratios else None,
        unanswered=tuple(
            row.question.label
            for row in rows
            if OURS in row.answers and not is_answer(row.answers[OURS])
        ),
    )


def shown_table(rows: Sequence[Row]) -> str:
    """Give one line per question: seconds of each tool, and the ratio."""
    tools = list(rows[0].answers)
    widths = [max(len(tool), 9) for tool in tools]
    heads = [f"{tool:>{width}}" for tool, width in zip(tools, widths, strict=True)]
    lines = [f"{'spec':<28} {'category':<20} {'  '.join(heads)}  {'ratio':>6}"]
    for row in rows:
        cells = [
            f"{cell(row.answers[tool]):>{width}}" for tool, width in zip(tools, widths, strict=True)
        ]
        won = ratio(row)
        end = f"{won:6.1f}" if won is not None else f"{'':>6}"
        lines.append(
            f"{row.question.label:<28} {row.question.category:<20} {'  '.join(cells)}  {end}"
        )
    return "\n".join(lines)


def cell(answer: Answer) -> str:
    """Give an answer as it stands in the table: `+` found, `-` proved, `!` wrong."""
    marks = {"found": "+", "proved": "-", "wrong": "!"}
    return f"{marks[answer.outcome]} {answer.seconds:.2f}" if answer.outcome in marks else "."


def shown_summary(counted: Summary) -> str:
    """Give what all rows come to, as text."""
    lines = [
        "",
        "+ found, and CPython confirms   - proved unreachable   ! wrong   . nothing in time",
        "ratio: seconds of the fastest peer / seconds of heapwright",
        "",
        f"{'answered':<22}" + "".join(f"{category:>21}" for category in (*CATEGORIES, "wrong")),
    ]
    for tool, by_category in counted.answered.items():
        numbers = [*by_category.values(), counted.wrong[tool]]
        lines.append(f"{tool:<22}" + "".join(f"{number:>21}" for number in numbers))
    lines.append("")
    if counted.n_solved_by_peers and counted.median_ratio is not None:
        share = 100 * counted.n_faster / counted.n_solved_by_peers
        lines.append(
            f"faster than the fastest peer on {counted.n_faster} of the "
            f"{counted.n_solved_by_peers} specs that any peer solves ({share:.0f} %); "
            f"median ratio {counted.median_ratio:.1f}"
        )
    if counted.unanswered:
        lines.append(f"not answered by heapwright: {', '.join(counted.unanswered)}")
    return "\n".join(lines)
