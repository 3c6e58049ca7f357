"""Find an answer by trying calls out with plain values.

Place: answers/trials/. `strategies` turns to this when the fair graph has had its turn, and where a
search would give up. What `turns` comes up with is shortened, made simpler and replayed like any
answer.
"""

from __future__ import annotations

from itertools import islice

from heapwright.answers.calls.question import Question
from heapwright.answers.calls.readings import in_place
from heapwright.answers.calls.render import render
from heapwright.answers.calls.replay import NotReplayed, Replayed, replay
from heapwright.answers.calls.sequence import Sequence
from heapwright.answers.calls.shorten import shortened
from heapwright.answers.calls.simpler_arguments import with_simpler_arguments
from heapwright.answers.calls.usual_arguments import with_usual_arguments
from heapwright.answers.calls.verdict import Found
from heapwright.answers.trials.far_walks import walked_far
from heapwright.answers.trials.turns import tried_out
from heapwright.graph.state.state_graph import Setting
from heapwright.graph.state.watch import Watch, Work
from heapwright.solver.answer import Solver

MOST_REFUSED = 20  # guesses that may fail when they are replayed
# Outcomes of time and chance with which an answer must be the same. Of many guesses that depend on
# chance, some would pass for answers with the usual number.
CAREFUL = 240


def can_try_out(question: Question | None, work: Work, *, is_late: bool) -> bool:
    """Say whether trying out is worth it: once in all the work on a question.

    And once more, with other draws, when it is late and there was no time for the first to end.
    """
    if question is None or not can_run_plainly(question):
        return False
    return not work.is_tried_out and (is_late or not work.n_try_outs)


def can_run_plainly(question: Question) -> bool:
    """Say whether calls can be tried out at all.

    Where types are checked a client knows some objects by another class than their own.
    """
    return not question.program.language.is_checked_statically


def found_by_trying(
    setting: Setting,
    solver: Solver,
    question: Question,
    max_calls: int | None,
    part: Watch,
    watch: Watch,
) -> Found | None:
    """Look for calls that answer a question, within a part of the time."""
    work = watch.work
    work.n_try_outs += 1
    guesses = tried_out(setting, solver, question, max_calls, part, work.n_try_outs)
    for guess in islice(guesses, MOST_REFUSED):
        found = _found(question, guess, watch)
        if found is not None:
            return found
    work.is_tried_out = True
    return None


def found_in_larger(
    setting: Setting, question: Question, max_calls: int | None, most_runs: int, watch: Watch
) -> Found | None:
    """Look for calls that answer a question in heaps beyond the scope, with so many runs."""
    guesses = walked_far(setting, question, max_calls, most_runs, watch)
    for guess in islice(guesses, MOST_REFUSED):
        found = _found(question, guess, watch)
        if found is not None:
            return found
    return None


def _found(question: Question, guess: Sequence, watch: Watch) -> Found | None:
    """Make a guess simpler and replay it."""
    program, function, wanted = question.program, question.function, question.wanted
    look = watch.look
    sequence, replayed = shortened(program, guess, function, look, wanted=wanted)
    if isinstance(replayed, NotReplayed):
        return None
    for improved in (with_usual_arguments, with_simpler_arguments):
        sequence, replayed = improved(program, sequence, replayed, function, look, wanted=wanted)
    sequence, again = shortened(program, sequence, function, look, wanted=wanted)
    if isinstance(again, Replayed) and again.n_outcomes > 1:
        again = replay(program, sequence, function, wanted=wanted, look=look, n_outcomes=CAREFUL)
    if isinstance(again, NotReplayed):
        return None
    plain = in_place(program, sequence, again)
    if plain != sequence:
        shown = replay(program, plain, function, wanted=wanted, look=look)
        if isinstance(shown, Replayed) and shown.n_outcomes == again.n_outcomes:
            sequence, again = plain, shown
    return Found(render(program, sequence, again, function), again)
