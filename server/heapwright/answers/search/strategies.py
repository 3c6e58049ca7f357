"""Proofs and trials as strategies.

Place: answers/search/. `schedule` has these in its tables, and says with which bounds.
"""

from __future__ import annotations

from heapwright.answers.absence.contradiction import contradiction
from heapwright.answers.absence.prove_alone import proved_alone
from heapwright.answers.absence.prove_loosely import NoProof, Proof, proved_loosely
from heapwright.answers.search.strategy import Came, Case, Now, Steps
from heapwright.answers.trials.try_out import found_by_trying
from heapwright.graph.client.demanded_lengths import demanding
from heapwright.graph.state.watch import WatchStopped


def contradicted(case: Case, now: Now) -> Steps:
    """Prove that a spec is false for every heap, reachable or not.

    This needs no graph, and stops at the first path that can be taken (measured: 0.2-0.4 ms where
    there is one, on graphs of 200-400 disjuncts that take 12-25 ms to refuse a spec).
    """
    yield from ()
    assert case.question is not None
    try:
        spec = case.question.function
        verdict = contradiction(case.graph.setting, case.solver, spec, now.part)
    except WatchStopped as stopped:
        return Came(now.told(stopped))
    return Came("some heap may satisfy it" if verdict is None else "no heap satisfies it", verdict)


def alone(most_in_loops: int, case: Case, now: Now) -> Steps:
    """Prove it of the class alone that the question is about."""
    yield from ()
    assert case.question is not None
    setting, solver = case.graph.setting, case.solver
    return _told(now, proved_alone(setting, solver, case.question, now.part, most_in_loops))


def loose(case: Case, now: Now) -> Steps:
    """Prove it by a graph that describes more than can be reached.

    Where there was too little time or too few checks, the next turn begins once more.
    """
    assert case.question is not None
    while True:
        came = _told(now, proved_loosely(case.graph.setting, case.solver, case.question, now.part))
        if now.part.has_checks and not now.part.is_over:
            return came
        now = yield came


def _told(now: Now, proof: Proof | NoProof) -> Came:
    if isinstance(proof, NoProof):
        return Came(f"no proof: {now.told(proof.reason)}")
    return Came("proved that nothing answers the question", proof.verdict, proof.graph)


def trials(case: Case, now: Now) -> Steps:
    """Try calls out with plain values; each turn does so with other draws."""
    question = case.question
    assert question is not None
    while True:
        setting = demanding(now.graph, now.whole.work.demands)
        try:
            found = found_by_trying(
                setting, case.solver, question, case.max_calls, now.part, now.whole
            )
        except WatchStopped as stopped:
            now = yield Came(now.told(stopped))
            continue
        return Came("found nothing" if found is None else "found it", found)
