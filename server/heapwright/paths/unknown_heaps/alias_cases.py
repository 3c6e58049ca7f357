"""Find a model of conditions that choose between aliases, case by case in the exact domain.

Place: paths/unknown_heaps/. `path_condition` asks this before the solver. Pure.

A condition such as `(if y = x then 5 else y.f) < 3` says nothing to the domain until it is
known whether `y = x`. So the conditions are gone through in order, and where a choice is
met whose condition the domain cannot tell, both cases are looked at, distinct objects first: that
case is nearly always possible. Only the sides that are taken are looked at, so the cost
does not depend on how large the other sides are. When all cases end in a contradiction
that the domain proved, there is no model.

On the programs of [POSE] Table 1 this leaves the solver nothing to do (`./dev bench paths`).
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from heapwright.cancellation import NO_DEADLINE, Deadline
from heapwright.domains import NoModel, Undecided
from heapwright.paths.unknown_heaps.knowledge import NOTHING, Knowledge, known, learned, model_of
from heapwright.records import dataclass
from heapwright.terms import term as node
from heapwright.terms.build import not_
from heapwright.terms.evaluate import Value
from heapwright.terms.rewrite import children, substitute
from heapwright.terms.term import Term

MOST_CASES = 2_000
# A case looks at most conditions; where there are many of them, a solver is asked sooner. (Paths of
# a circular list with structural invariants have 200; there 2,000 cases took 0.5 s, z3 0.05 s.)
MOST_LOOKS = 60_000


@dataclass(frozen=True, slots=True)
class _Case:
    """What was assumed, what that decided, and how many conditions are in it already."""

    knowledge: Knowledge
    decided: Mapping[Term, bool]
    n_done: int


class _BeyondDomain(Exception):
    """A literal divides by something that is not known: the domain is not asked about those."""


class _Split(Exception):
    """It has to be known whether this literal holds."""

    def __init__(self, literal: Term) -> None:
        self.literal = literal


def model_by_cases(
    conjuncts: tuple[Term, ...], deadline: Deadline = NO_DEADLINE
) -> Mapping[Term, Value] | NoModel | None:
    """Give a model or the proof that there is none; None where the domain cannot tell."""
    terms = _flattened(conjuncts)
    stack = [_Case(NOTHING, {}, 0)]
    is_proof = True
    for _ in range(min(MOST_CASES, MOST_LOOKS // max(1, len(terms)))):
        if not stack:
            return NoModel() if is_proof else None
        deadline.look()
        case = stack.pop()
        try:
            knowledge = _all_assumed(case, terms)
        except _StoppedAt as stopped:
            stack.extend(_sides(stopped.case, stopped.literal))
            continue
        except _BeyondDomain:
            return None
        if knowledge is None:
            continue
        match model_of(knowledge):
            case NoModel():
                continue
            case Undecided():
                is_proof = False
            case found:
                return found
    return None


class _StoppedAt(Exception):
    """A case in which a literal has to be decided before it goes on."""

    def __init__(self, case: _Case, literal: Term) -> None:
        self.case = case
        self.literal = literal


def _all_assumed(case: _Case, terms: list[Term]) -> Knowledge | None:
    """Assume the conditions that are left, in order."""
    knowledge = case.knowledge
    decided = dict(case.decided)
    for n_done in range(case.n_done, len(terms)):
        term = terms[n_done]
        try:
            if type(term) is node.Choice or type(term) is node.Disjunction:
                if not _truth(term, knowledge, decided):
                    return None
                continue
            more = learned(knowledge, _flat(term, knowledge, decided))
        except _Split as split:
            raise _StoppedAt(_Case(knowledge, decided, n_done), split.literal) from None
        if more is None:
            return None
        knowledge = more
    return knowledge


def _sides(case: _Case, literal: Term) -> list[_Case]:
    """Give the two cases, the one to look at first last."""
    cases = []
    for side in (True, False) if type(literal) is node.EqualsZero else (False, True):
        knowledge = learned(case.knowledge, literal if side else not_(literal))
        if knowledge is not None:
            cases.append(_Case(knowledge, {**case.decided, literal: side}, case.n_done))
    return cases


def _truth(term: Term, knowledge: Knowledge, decided: dict[Term, bool]) -> bool:
    """Say whether a Boolean term holds in a case; split where that is not decided yet."""
    while type(term) is node.Choice:
        term = term.then if _truth(term.condition, knowledge, decided) else term.otherwise
    if type(term) is node.BooleanConstant:
        return term.value
    if type(term) is node.Conjunction or type(term) is node.Disjunction:
        return _connected(term, knowledge, decided)
    literal = _flat(term, knowledge, decided)
    if type(literal) is node.BooleanConstant:
        return literal.value
    if type(literal) is node.Conjunction or type(literal) is node.Disjunction:
        return _connected(literal, knowledge, decided)
    side = decided.get(literal)
    if side is None:
        side = known(knowledge, literal)
        if side is None:
            raise _Split(literal)
        decided[literal] = side
    return side


def _connected(
    term: node.Conjunction | node.Disjunction, knowledge: Knowledge, decided: dict[Term, bool]
) -> bool:
    """Decide a connective; one part that decides it spares the splits that others ask for."""
    decisive = type(term) is node.Disjunction
    asked: _Split | None = None
    for part in term.parts:
        try:
            if _truth(part, knowledge, decided) is decisive:
                return decisive
        except _Split as split:
            asked = asked or split
    if asked is not None:
        raise asked
    return not decisive


def _flat(term: Term, knowledge: Knowledge, decided: dict[Term, bool]) -> Term:
    """Replace every choice in a term by the side that a case takes."""
    choices, divides = _outermost(term)
    if divides:
        raise _BeyondDomain
    if not choices:
        return term
    mapping: dict[Term, Term] = {}
    for choice in choices:
        side: Term = choice
        while type(side) is node.Choice:
            side = side.then if _truth(side.condition, knowledge, decided) else side.otherwise
        mapping[choice] = _flat(side, knowledge, decided)
    return mapping[term] if term in mapping else substitute(term, mapping)


def has_cases(term: Term) -> bool:
    """Whether the domain cannot take a literal as it is: it chooses, or divides by a variable."""
    choices, divides = _outermost(term)
    return divides or bool(choices)


@lru_cache(maxsize=20_000)
def _outermost(term: Term) -> tuple[tuple[node.Choice, ...], bool]:
    """Give the choices of a term that are in no other, and whether it divides by a variable."""
    if type(term) is node.Variable or type(term) is node.IntegerConstant:
        return (), False
    found: list[node.Choice] = []
    divides = False
    stack = [term]
    while stack:
        top = stack.pop()
        if type(top) is node.Choice:
            found.append(top)
            continue
        if type(top) is node.FloorDivision or type(top) is node.FloorModulo:
            divides = divides or type(top.divisor) is not node.IntegerConstant
        stack.extend(children(top))
    return tuple(found), divides


def _flattened(conjuncts: tuple[Term, ...]) -> list[Term]:
    """List the conditions, those without cases first, since they decide many choices."""
    plain: list[Term] = []
    others: list[Term] = []
    for term in conjuncts:
        for part in term.parts if type(term) is node.Conjunction else (term,):
            (others if type(part) is node.Disjunction or has_cases(part) else plain).append(part)
    return plain + others
