"""Proofs and trials as strategies.

Place: answers/search/. `schedule` has these in its tables, and says with which bounds.
"""

from __future__ import annotations

from heapwright.answers.absence.contradiction import contradiction
from heapwright.answers.absence.prove_alone import proved_alone
from heapwright.answers.absence.prove_loosely import NoProof, Proof, proved_loosely
from heapwright.answers.search.strategy import Answer, Came, Case, Given, Run, Steps
from heapwright.answers.trials.try_out import found_by_trying
from heapwright.graph.calls.demanded_lengths import demanding
from heapwright.graph.state.watch import WatchStopped


def contradicted(case: Case[Answer], given: Given[Answer]) -> Steps[Answer]:
    """Prove that a spec is false for every heap, reachable or not.

    This needs no graph, and stops at the first path that can be taken (measured: 0.2-0.4 ms where
    there is one, on graphs of 200-400 disjuncts that take 12-25 ms to refuse a spec).
    """
    yield from ()
    assert case.question is not None
    try:
        spec = case.question.function
        verdict = contradiction(case.graph.setting, case.solver, spec, given.part)
    except WatchStopped as stopped:
        return Came(given.told(stopped))
    return Came("some heap may satisfy it" if verdict is None else "no heap satisfies it", verdict)


def alone(most_in_loops: int) -> Run:
    """Prove it of the class alone that the question is about."""

    def run(case: Case[Answer], given: Given[Answer]) -> Steps[Answer]:
        yield from ()
        assert case.question is not None
        setting, solver = case.graph.setting, case.solver
        return _told(given, proved_alone(setting, solver, case.question, given.part, most_in_loops))

    return run


def loose(case: Case[Answer], given: Given[Answer]) -> Steps[Answer]:
    """Prove it by a graph that describes more than can be reached.

    Where there was too little time or too few checks, the next turn begins once more.
    """
    while True:
        assert case.question is not None
        proof = proved_loosely(case.graph.setting, case.solver, case.question, given.part)
        came = _told(given, proof)
        if given.part.has_checks and not given.part.is_over:
            return came
        given = yield came


def _told(given: Given[Answer], proof: Proof | NoProof) -> Came[Answer]:
    if isinstance(proof, NoProof):
        return Came(f"no proof: {given.told(proof.reason)}")
    return Came("proved that nothing answers the question", proof.verdict, proof.graph)


def trials(case: Case[Answer], given: Given[Answer]) -> Steps[Answer]:
    """Try calls out with plain values; each turn does so with other draws."""
    while True:
        assert case.question is not None
        work = given.whole.work
        setting = demanding(given.sofar.graph, work.demands)
        try:
            found = found_by_trying(
                *(setting, case.solver, case.question, case.max_calls),
                *(given.part, given.whole),
            )
        except WatchStopped as stopped:
            given = yield Came(given.told(stopped))
            continue
        return Came("found nothing" if found is None else "found it", found)
