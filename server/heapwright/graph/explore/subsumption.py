"""Ask whether a constraint covers another, and whether a path exists at all.

Place: graph/explore/. `explore` asks before it keeps a disjunct. The domain answers almost
always; the solver is asked where it cannot.
Source: [MSEQ] Algorithm 1, lines 9-10. We differ: an unknown answer keeps the state.
"""

from __future__ import annotations

from heapwright.domains.constraint import FALSE, Constraint
from heapwright.domains.decide import Included, NotIncluded, Status, includes, status
from heapwright.domains.normal_form import existentials, literals
from heapwright.solver.answer import Solver, Unsat
from heapwright.solver.query import EntailmentQuery, Query


def covers(solver: Solver, kept: Constraint, fresh: Constraint) -> bool:
    """Say whether it is proved that every model of `fresh` is one of `kept`.

    False also means: not proved. Dropping a disjunct without a proof would lose
    reachable heaps, and "unreachable" would then claim too much.
    """
    match includes(kept, fresh):
        case Included():
            return True
        case NotIncluded():
            return False
        case _:
            query = EntailmentQuery(literals(kept), existentials(kept), literals(fresh))
            return isinstance(solver.check(query), Unsat)


def is_possible(solver: Solver, pc: Constraint) -> bool:
    """Say whether the condition is not refuted; an unknown answer keeps the path."""
    if pc is FALSE:
        return False
    match status(pc):
        case Status.SATISFIABLE:
            return True
        case Status.CONTRADICTION:
            return False
        case Status.UNDECIDED:
            return not isinstance(solver.check(Query(literals(pc))), Unsat)
