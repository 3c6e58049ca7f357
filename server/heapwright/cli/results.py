"""Results of questions as JSON, with the keys of the contract.

Place: cli/. Commands make results with this and print them.
"""

from __future__ import annotations

from collections.abc import Sequence

from heapwright.answers.calls.render import Rendered, test_text
from heapwright.answers.calls.verdict import Found, Nowhere, Undecided
from heapwright.answers.search.ask import Answer, Explored
from heapwright.answers.search.strategy import Ran
from heapwright.cli.output import Json, json_problem, json_range
from heapwright.cli.questions import Answered
from heapwright.editor.known.wording import bound_json
from heapwright.graph.state.state_graph import StateGraph
from heapwright.workspace.load import LoadedProgram
from heapwright.workspace.python_text import fitted


def question_result(
    loaded: LoadedProgram, answered: Answered, *, as_test: bool = False
) -> dict[str, Json]:
    """Describe the answer to one spec or invariant; `code` is a test if that is wanted."""
    question, answer, shown = answered.question, answered.answer, answered.shown
    place = loaded.source_map.functions[question.qualified_name]
    source = loaded.source(place.path)
    result: dict[str, Json] = {
        "file": place.path,
        "name": question.qualified_name,
        "kind": question.role.value,
        "range": json_range(source, place.name_span.shifted(place.offset)),
        "verdict": shown.verdict,
        "reason": shown.reason,
        "bound": bound_json(
            answer.objects,
            answer.kinds,
            answer.calls,
            is_complete=isinstance(answer.verdict, Nowhere),
        ),
        "problems": [] if shown.problem is None else [json_problem(source, shown.problem)],
        "stats": {
            **answer_stats(answer, answered.n_solver_calls),
            "schedule": schedule_json(answer.ran),
        },
    }
    if isinstance(answer.verdict, Found):
        rendered = answer.verdict.rendered
        result["calls"] = calls_json(rendered)
        result["arguments"] = dict(rendered.arguments)
        code = test_text(loaded.program, question, rendered) if as_test else rendered.code
        fit = fitted(loaded, code)
        result["code"] = fit.code
        result["imports"] = list(fit.imports)
        result["replayed"] = True
    if isinstance(answer.verdict, Undecided) and answer.verdict.further:
        result["further_reasons"] = list(answer.verdict.further)
    if isinstance(answer.verdict, Undecided) and answer.verdict.candidate is not None:
        candidate = answer.verdict.candidate
        result["candidate"] = {
            "calls": calls_json(candidate.rendered),
            "code": candidate.rendered.code,
            "assuming": candidate.assuming,
        }
    return result


def calls_json(rendered: Rendered) -> list[Json]:
    """Describe the calls of a sequence in order."""
    return [
        {
            "result": call.result,
            "text": call.text,
            "method": call.method,
            "arguments": list(call.arguments),
        }
        for call in rendered.calls
    ]


def schedule_json(ran: Sequence[Ran]) -> list[Json]:
    """Describe what was tried for an answer, in order."""
    return [
        {
            "strategy": one.strategy,
            "seconds": round(one.seconds, 6),
            "turns": one.turns,
            "outcome": one.outcome,
        }
        for one in ran
    ]


def answer_stats(found: Answer | Explored, n_solver_calls: int) -> dict[str, Json]:
    """Describe what an answer cost."""
    seconds = (found.explore_seconds, found.seconds)
    return graph_stats(found.graph, n_solver_calls, *seconds, found.is_cached)


def graph_stats(
    graph: StateGraph,
    n_solver_calls: int,
    explore_seconds: float,
    answer_seconds: float,
    is_cached: bool,
) -> dict[str, Json]:
    """Describe a graph, and what it took."""
    return {
        "states": len(graph.states),
        "disjuncts": len(graph.disjuncts),
        "edges": graph.counts.edges,
        "paths": graph.counts.paths,
        "solver_calls": n_solver_calls,
        "explore_seconds": round(explore_seconds, 6),
        "answer_seconds": round(answer_seconds, 6),
        "cached": is_cached,
    }
