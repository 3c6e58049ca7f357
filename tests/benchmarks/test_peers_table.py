"""How `./dev bench peers` counts: right answers, wrong ones, and races."""

from __future__ import annotations

from peers_parts.questions import Question, questions
from peers_parts.table import Row, judged, ratio, shown_summary, shown_table, summary
from peers_parts.tools import Answer
from support.expect import expect

EASY = next(question for question in questions() if question.category == "easy")
UNREACHABLE = next(question for question in questions() if question.category == "unreachable")


def row(question: Question = EASY, **answers: tuple[str, float]) -> Row:
    told = {tool: Answer(outcome, seconds) for tool, (outcome, seconds) in answers.items()}
    return judged(Row(question, told))


def test_the_ratio_is_that_of_the_fastest_peer() -> None:
    assert ratio(row(heapwright=("found", 0.5), a=("found", 4.0), b=("found", 2.0))) == 4.0


def test_there_is_no_ratio_without_a_peer_that_answers() -> None:
    assert ratio(row(heapwright=("found", 0.5), a=("nothing", 10.0))) is None


def test_a_wrong_answer_is_no_answer_however_fast() -> None:
    fast = row(heapwright=("found", 0.5), a=("wrong", 0.1), b=("found", 2.0))
    assert ratio(fast) == 4.0
    counted = summary([fast])
    assert counted.wrong == {"heapwright": 0, "a": 1, "b": 0}
    assert counted.answered["a"]["easy"] == 0


def test_a_proof_is_wrong_where_another_tool_finds_a_sequence() -> None:
    contradicted = row(UNREACHABLE, heapwright=("proved", 0.5), a=("found", 2.0))
    assert contradicted.answers["heapwright"].outcome == "wrong"
    counted = summary([contradicted])
    assert counted.wrong["heapwright"] == 1
    assert counted.unanswered == (UNREACHABLE.label,)


def test_a_proof_is_wrong_where_the_spec_is_known_to_be_reachable() -> None:
    assert row(EASY, heapwright=("proved", 0.5)).answers["heapwright"].outcome == "wrong"
    assert row(UNREACHABLE, heapwright=("proved", 0.5)).answers["heapwright"].outcome == "proved"


def test_what_heapwright_leaves_open_is_named_and_no_race_is_won() -> None:
    counted = summary([row(heapwright=("nothing", 10.0), a=("found", 2.0))])
    assert counted.unanswered == (EASY.label,)
    assert (counted.n_solved_by_peers, counted.n_faster) == (1, 0)


def test_the_table_marks_what_each_tool_said() -> None:
    rows = [
        row(heapwright=("found", 0.5), peer=("found", 2.0)),
        row(UNREACHABLE, heapwright=("proved", 0.25), peer=("nothing", 10.0)),
    ]
    expect(
        """
        spec                         category             heapwright       peer   ratio
        avl.TWO_NODES                easy                     + 0.50     + 2.00     4.0
        avl.CROWDED                  unreachable              - 0.25          .
        """
    ).check("\n".join(line.rstrip() for line in shown_table(rows).splitlines()) + "\n")
    assert "on 1 of the 1 specs that any peer solves (100 %); median ratio 4.0" in shown_summary(
        summary(rows)
    )
