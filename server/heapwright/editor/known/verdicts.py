"""The verdict on a spec as a word, a reason and a problem.

Place: editor/known/. `cli` prints these, the server shows them. The wording rules: claim
something about the user's expression, then the bound, then how to raise it; never
more than was proved.
"""

from __future__ import annotations

from heapwright.answers.calls import verdict as verdicts
from heapwright.answers.calls.replay import Replayed
from heapwright.answers.search.ask import Answer
from heapwright.editor.known.wording import (
    CONTRADICTION,
    LIMIT,
    NOT_FOUND,
    UNREACHABLE,
    VIOLATED,
    beyond_text,
    bound_text,
    counted,
)
from heapwright.ir.core.program import Function, Role
from heapwright.ir.core.source_map import FunctionSource
from heapwright.problems import Problem, Related, Severity
from heapwright.records import dataclass

# How many calls a message shows that nobody ran.
MOST_SHOWN = 6


@dataclass(frozen=True, slots=True)
class Shown:
    """A verdict for people: the contract's word, one line of reason, a problem if it is one."""

    verdict: str
    reason: str
    problem: Problem | None


def shown_answer(answer: Answer, question: Function, place: FunctionSource) -> Shown:
    """Put the answer to a spec or an invariant into words."""
    if question.role is Role.SPEC:
        return _shown_spec(answer, question, place)
    return _shown_invariant(answer, question, place)


def _whatever_happens(replayed: Replayed) -> str:
    """Say with how many outcomes of time, chance and the system calls were run."""
    if replayed.n_outcomes == 1:
        return ""
    return f", whatever time and chance gave in {replayed.n_outcomes} runs"


def _shown_invariant(answer: Answer, invariant: Function, place: FunctionSource) -> Shown:
    name = invariant.qualified_name
    bound = bound_text(answer.objects, answer.kinds)
    match answer.verdict:
        case verdicts.Found(rendered, replayed):
            span = place.name_span.shifted(place.offset)
            message = f"`{name}` does not hold after {counted(rendered.n_calls, 'call')}"
            message += _whatever_happens(replayed)
            related = tuple(
                Related(f"{number}. {call.text}", span)
                for number, call in enumerate(rendered.calls, start=1)
            )
            return _with_problem("violated", message, VIOLATED, Severity.ERROR, place, related)
        case verdicts.Nowhere() | verdicts.Contradiction():
            shown = f"`{name}` holds in every reachable state{bound}"
            return Shown("holds", shown, None)
        case verdicts.NotInSmaller(beyond, lengths):
            shown = f"`{name}` holds in every reachable state{bound}"
            return Shown("holds-bounded", shown + beyond_text(beyond, lengths), None)
        case verdicts.NotFound(calls, growing):
            return Shown(
                "holds-bounded",
                f"`{name}` holds after up to {counted(calls, 'call')}{bound}"
                + (f"; {', '.join(growing)} takes ever new values" if growing else ""),
                None,
            )
        case verdicts.Undecided(reason, candidate):
            message = f"`{name}` is undecided: {_looked(answer, 'violated')}{reason}"
            message += _candidate_text(candidate, "violate")
            return _with_problem("unknown", message, LIMIT, Severity.INFORMATION, place)


def _shown_spec(answer: Answer, spec: Function, place: FunctionSource) -> Shown:
    bound = bound_text(answer.objects, answer.kinds)
    match answer.verdict:
        case verdicts.Found(rendered, replayed):
            n_calls = rendered.n_calls
            shown = f"reachable in {counted(n_calls, 'call')}{_whatever_happens(replayed)}"
            return Shown("reachable", shown, None)
        case verdicts.Contradiction():
            message = f"`{spec.name}` contradicts itself: no heap at all makes it true"
            return _with_problem("contradiction", message, CONTRADICTION, Severity.WARNING, place)
        case verdicts.NotInSmaller(beyond, lengths):
            message = (
                f"`{spec.name}` was not reached{bound}: no sequence of public calls makes it true"
                + beyond_text(beyond, lengths)
            )
            return _with_problem("not-found", message, NOT_FOUND, Severity.INFORMATION, place)
        case verdicts.Nowhere(culprits):
            message = (
                f"`{spec.name}` is unreachable{bound}: no sequence of public calls makes it true"
            )
            related = tuple(
                Related(_culprit_text(index, len(culprits)), place.site_span(site))
                for index, site in enumerate(culprits)
            )
            return _with_problem(
                "unreachable", message, UNREACHABLE, Severity.WARNING, place, related
            )
        case verdicts.NotFound(calls, growing):
            hint = (
                f"{', '.join(growing)} takes ever new values, so the search has no end"
                if growing
                else "more calls may reach it (raise --calls)"
            )
            message = (
                f"`{spec.name}` was not reached within {counted(calls, 'call')}{bound}; {hint}"
            )
            return _with_problem("not-found", message, NOT_FOUND, Severity.INFORMATION, place)
        case verdicts.Undecided(reason, candidate):
            message = f"`{spec.name}` is undecided: {_looked(answer, 'reached')}{reason}"
            message += _candidate_text(candidate, "reach")
            return _with_problem("unknown", message, LIMIT, Severity.INFORMATION, place)


def _looked(answer: Answer, what: str) -> str:
    """Say that everything within the scope was looked at, where only doubts are left."""
    is_whole = answer.graph.explored > 0 and answer.graph.stopped_by is None
    return f"not {what}{bound_text(answer.objects, answer.kinds)}, but " if is_whole else ""


def _candidate_text(candidate: verdicts.Candidate | None, verb: str) -> str:
    """Tell the calls that may be an answer, if code that is not read does its part."""
    if candidate is None:
        return ""
    calls = candidate.rendered.calls
    shown = "; ".join(call.text for call in calls[:MOST_SHOWN])
    more = "; …" if len(calls) > MOST_SHOWN else ""
    return (
        f"; {counted(len(calls), 'call')} may {verb} it, depending on `{candidate.assuming}`:"
        f" {shown}{more}"
    )


def _culprit_text(index: int, n_culprits: int) -> str:
    if n_culprits == 1:
        return "no reachable heap satisfies this"
    return "no reachable heap satisfies this …" if index == 0 else "… together with this"


def _with_problem(
    verdict: str,
    message: str,
    code: str,
    severity: Severity,
    place: FunctionSource,
    related: tuple[Related, ...] = (),
) -> Shown:
    span = place.name_span.shifted(place.offset)
    return Shown(verdict, message, Problem(code, severity, message, span, related))
