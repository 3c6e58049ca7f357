"""What the exact domains cost per question, beside z3 asked the same.

Seven keys of a search tree in ascending order and one argument: the constraint
that the engine works on all the time. `z3 check` keeps the base asserted and
pushes, checks and pops the rest, its expressions built beforehand, no model
read: the least that z3 can cost from Python. `z3 query` is a whole query of
`Z3Solver`: all literals asserted, the model read. What z3 has no counterpart
for has no number. CPU time, best of several rounds; compare ratios, since a
shared machine changes the microseconds.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from time import process_time
from typing import TypeAlias

from heapwright.domains import (
    TRUE,
    Constraint,
    assume,
    image,
    includes,
    key,
    literals,
    model,
    status,
)
from heapwright.solver.answer import SolverCounts
from heapwright.solver.query import Query
from heapwright.solver.z3_backend import Z3Limits, Z3Solver, _Session
from heapwright.terms.build import add, and_, equal, integer, less, not_, variable
from heapwright.terms.term import Term

Work: TypeAlias = Callable[[], object]
Question: TypeAlias = tuple[str, Work, Work | None, Work | None]

KEYS = tuple([variable(f"n{number}.key") for number in range(7)])
ARGUMENT = variable("v")
NEW = tuple([variable(f"m{number}.key") for number in range(8)])
ROUNDS = 15


def main() -> None:
    """Print one line per question."""
    print(f"{'question':42}{'domains':>10}{'z3 check':>10}{'z3 query':>10}{'check/domains':>15}")
    for name, ours, check, query in questions():
        own = microseconds(ours, 200)
        if check is None or query is None:
            print(f"{name:42}{own:8.1f}µs")
            continue
        least, whole = microseconds(check, 12), microseconds(query, 12)
        print(f"{name:42}{own:8.1f}µs{least:8.0f}µs{whole:8.0f}µs{least / own:14.0f}x")


def questions() -> list[Question]:
    """Pair each question to the domains with the same question to z3."""
    tree = ordered(KEYS)
    above, below = less(KEYS[2], ARGUMENT), less(ARGUMENT, KEYS[3])
    wrong, same = less(ARGUMENT, KEYS[1]), equal(ARGUMENT, KEYS[4])
    other = not_(equal(ARGUMENT, KEYS[5]))
    half = assume(tree, above)
    whole, apart = assume(half, below), assume(half, other)
    inserted = tuple(zip(NEW, (*KEYS[:3], ARGUMENT, *KEYS[3:]), strict=True))
    shifted = tuple([(new, add(old, integer(1))) for new, old in inserted])
    forgotten = tuple([pair for pair in inserted if pair[1] is not ARGUMENT])
    summed = (*inserted[1:], (NEW[0], add(*KEYS[:4])))
    kept = image(whole, inserted)
    fresh = assume(kept, less(integer(0), NEW[0]))
    gaps = assume(kept, not_(equal(NEW[1], add(NEW[0], integer(4)))))

    def branch(name: str, base: Constraint, term: Term) -> Question:
        return (name, lambda: status(assume(base, term)), *z3_works(literals(base), term))

    def inclusion(name: str, wide: Constraint, narrow: Constraint) -> Question:
        negated = not_(and_(*literals(wide)))
        return (name, lambda: includes(wide, narrow), *z3_works(literals(narrow), negated))

    return [
        branch("assume a bound on a new variable, status", tree, above),
        branch("assume a bound on a known one, status", half, below),
        branch("assume a contradiction, status", half, wrong),
        branch("assume an equality, status", half, same),
        branch("assume a disequality, status by a model", half, other),
        inclusion("includes: yes", kept, fresh),
        inclusion("includes: no", fresh, kept),
        inclusion("includes: no, by a model", gaps, fresh),
        ("model", lambda: model(fresh), *z3_works(literals(fresh)[1:], literals(fresh)[0])),
        ("image: the argument becomes a key", lambda: image(whole, inserted), None, None),
        ("image: all values shifted by one", lambda: image(whole, shifted), None, None),
        ("image: one value is a sum of four", lambda: image(whole, summed), None, None),
        ("image: forget an excluded argument", lambda: image(apart, forgotten), None, None),
        ("key", lambda: key(fresh.fork()), None, None),
        ("literals", lambda: literals(fresh.fork()), None, None),
    ]


def z3_works(base: tuple[Term, ...], term: Term) -> tuple[Work, Work]:
    """Give the cheapest check that z3 offers, and the query that the chain would ask."""
    session = _Session(Z3Limits())
    solver, handle, raw = session.solver, session.handle, session.raw
    for literal in base:
        solver.add(session.encode(literal))
    expression = session.encode(term)
    backend = Z3Solver(SolverCounts(), Z3Limits())
    query = Query((*base, term))

    def check() -> None:
        raw.Z3_solver_push(handle, solver.solver)
        raw.Z3_solver_assert(handle, solver.solver, expression.ast)
        raw.Z3_solver_check(handle, solver.solver)
        raw.Z3_solver_pop(handle, solver.solver, 1)

    return check, lambda: backend.check(query)


def ordered(variables: tuple[Term, ...]) -> Constraint:
    """Assume an ascending chain."""
    constraint = TRUE
    for left, right in pairwise(variables):
        constraint = assume(constraint, less(left, right))
    return constraint


def microseconds(work: Work, times: int) -> float:
    """Measure one run, as the best of several rounds."""
    work()
    best = float("inf")
    for _ in range(ROUNDS):
        start = process_time()
        for _ in range(times):
            work()
        best = min(best, process_time() - start)
    return best / times * 1e6


if __name__ == "__main__":
    main()
