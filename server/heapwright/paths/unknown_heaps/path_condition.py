"""Path conditions that know a model of themselves, and how a branch is found possible.

Place: paths/unknown_heaps/. The machine of symbolic runs assumes branches here. Asks the solver
last.

Three things keep the solver out. A condition carries a model, so the side of a branch that
the model takes is possible without asking anyone. What the exact domain refutes is
not. And where aliasing stands inside a condition (`if a = b then …`), a few cases of who
is an alias of whom are tried in the domain, distinct objects first, before a solver is asked.
"""

from __future__ import annotations

from heapwright.cancellation import NO_DEADLINE, Deadline
from heapwright.domains import NoModel
from heapwright.paths.unknown_heaps.alias_cases import has_cases, model_by_cases
from heapwright.paths.unknown_heaps.knowledge import NOTHING, Assignment, Knowledge, known, learned
from heapwright.paths.unknown_heaps.lazy_value import holds
from heapwright.records import dataclass
from heapwright.solver.answer import Answer, Sat, Solver, Unknown, Unsat
from heapwright.solver.query import AnyQuery, Query
from heapwright.terms.build import FALSE, TRUE, and_, boolean, if_then_else, not_, or_
from heapwright.terms.rewrite import children, free_variables
from heapwright.terms.sorts import BOOL
from heapwright.terms.term import Choice, Conjunction, Disjunction, IntegerConstant, Term, Variable

MOST_SETTLED = 400


@dataclass(frozen=True, slots=True)
class PathCondition:
    """All that was assumed on the way, its literals as knowledge, and a model if known.

    What has cases inside (a choice, a disjunction) is no part of the knowledge: the domain
    would carry it along and rewrite it with every equality, which cost 20 times the rest on
    avl_findMax.
    """

    conjuncts: tuple[Term, ...] = ()
    knowledge: Knowledge = NOTHING
    model: Assignment | None = None
    is_possible: bool = True  # False while nobody could tell


START = PathCondition(model={})


class TimedSolver:
    """A solver, and the moment at which whoever asks it has to stop, also beside the solver."""

    __slots__ = ("deadline", "inner")

    def __init__(self, inner: Solver, deadline: Deadline = NO_DEADLINE) -> None:
        self.inner = inner
        self.deadline = deadline

    def check(self, query: AnyQuery) -> Answer:
        """Answer a query, or raise `TimeIsUp`: what a lack of time made unknown tells nobody."""
        self.deadline.look()
        answer = self.inner.check(query)
        self.deadline.look()
        return answer


def assumed(pc: PathCondition, term: Term) -> PathCondition | None:
    """Assume a term without asking whether a model is left; None if the domain refutes it."""
    if term is TRUE or term in pc.conjuncts:
        return pc
    if term is FALSE or not_(term) in pc.conjuncts:
        return None
    knowledge: Knowledge | None = pc.knowledge
    for part in term.parts if type(term) is Conjunction else (term,):
        if is_plain(part):
            assert knowledge is not None
            knowledge = learned(knowledge, part)
            if knowledge is None:
                return None
    assert knowledge is not None
    kept = pc.model if pc.model is not None and holds(term, pc.model) else None
    return PathCondition((*pc.conjuncts, term), knowledge, kept, pc.is_possible)


def checked(solver: TimedSolver, pc: PathCondition) -> PathCondition | None:
    """Find a model; None if it is proved that there is none."""
    if pc.model is not None:
        return pc
    match find_model(solver, pc):
        case Sat(assignment):
            return PathCondition(pc.conjuncts, pc.knowledge, assignment, True)
        case Unsat():
            return None
        case Unknown():
            return PathCondition(pc.conjuncts, pc.knowledge, None, False)


def find_model(solver: TimedSolver, pc: PathCondition) -> Answer:
    """Answer whether a path condition has a model, by cases in the domain, then by the solver."""
    found = model_by_cases(pc.conjuncts, solver.deadline)
    if isinstance(found, NoModel):
        return Unsat()
    if found is not None:
        complete = dict(found)
        for term in pc.conjuncts:
            for variable in free_variables(term):
                complete.setdefault(variable, False if variable.sort is BOOL else 0)
        # As every model, this one is believed only after evaluating it.
        if all(holds(term, complete) for term in pc.conjuncts):
            return Sat(complete)
    return solver.check(Query(pc.conjuncts))


def settled(knowledge: Knowledge, term: Term) -> Term:
    """Drop the sides of choices that cannot be, each side under the conditions that lead to it.

    A choice over aliases repeats its conditions inside: who is an alias of the second object
    is asked again for the third. Under the condition of the outer choice most inner ones are
    decided, and what stays is a list of the cases there are. A term with more than
    `MOST_SETTLED` choices is left as it is beyond them.
    """
    return _settled(knowledge, term, [MOST_SETTLED])


def _settled(knowledge: Knowledge, term: Term, budget: list[int]) -> Term:
    kind = type(term)
    if kind is IntegerConstant or (kind is Variable and term.sort is not BOOL):
        return term
    budget[0] -= 1
    if budget[0] < 0:
        return term
    if type(term) is Choice:
        condition = term.condition
        if not is_plain(condition):
            condition = _settled(knowledge, condition, budget)
        when_true: Knowledge | None = knowledge
        when_false: Knowledge | None = knowledge
        if is_plain(condition):
            when_true = learned(knowledge, condition)
            when_false = learned(knowledge, not_(condition))
        if when_true is None:
            return _settled(knowledge, term.otherwise, budget)
        if when_false is None:
            return _settled(knowledge, term.then, budget)
        return if_then_else(
            condition,
            _settled(when_true, term.then, budget),
            _settled(when_false, term.otherwise, budget),
        )
    if type(term) is Conjunction:
        return and_(*[_settled(knowledge, part, budget) for part in term.parts])
    if type(term) is Disjunction:
        return or_(*[_settled(knowledge, part, budget) for part in term.parts])
    if term.sort is BOOL and is_plain(term):
        decided = known(knowledge, term)
        return term if decided is None else boolean(decided)
    return term


def is_plain(term: Term) -> bool:
    """Whether a Boolean term is a literal that the domain can take as it is."""
    kind = type(term)
    if kind is Conjunction or kind is Disjunction or kind is Choice:
        return False
    return not any(type(part) is not Variable and has_cases(part) for part in children(term))
