"""Which ints of a call sequence may be others, without another state coming out.

Place: answers/calls/. `write_strategy` draws these ints anew for every object.

The conditions of all calls are put together as conditions on the arguments alone: what a call
leaves in a hole of the heap is a term over what came before. Then one kind of drawing after
the other is tried, the freest first, and one that implies all conditions is a proof that
every drawing goes the same way:

    tree.insert(1); tree.insert(2)      conditions: 1st < 2nd, so any two ints in that order do
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from enum import Enum
from itertools import pairwise

from heapwright.answers.calls.synthesize import CallStep
from heapwright.domains.constraint import FALSE, TRUE, Constraint, assume
from heapwright.domains.normal_form import literals
from heapwright.graph.state.shape import state_variable
from heapwright.graph.state.state_graph import Argument, Fresh, Spelled, Unknown
from heapwright.records import dataclass, replace
from heapwright.terms.build import equal, integer, less, not_, variable
from heapwright.terms.rewrite import free_variables, substitute
from heapwright.terms.sorts import INT
from heapwright.terms.term import Term

# Ints that no program has, so that they are found again in the text of the calls.
FIRST_STAND_IN = 7_000_001


class Drawing(Enum):
    """How ints may be drawn, the freest way first."""

    ANY = "any ints"
    ASCENDING = "different ints in order"
    POSITIVE = "different ints in order, all above 0"


@dataclass(frozen=True, slots=True)
class Varied:
    """A sequence with stand-ins for its ints: `FIRST_STAND_IN` and so on, in their order."""

    drawing: Drawing
    n_values: int
    steps: list[CallStep]


@dataclass(frozen=True, slots=True)
class _Open:
    """An int argument of one of the calls."""

    step: int
    argument: Term  # its variable in that call
    term: Term  # its variable in the whole sequence
    value: int


def varied(steps: Sequence[CallStep]) -> Varied | None:
    """Find out how the ints of a sequence may be drawn; None where nothing but they is known."""
    opened = _opened(steps)
    if not opened:
        return None
    conditions = _conditions(steps, opened)
    if conditions is None:
        return None
    for drawing in Drawing:
        if all(assume(_assumed(drawing, opened), not_(one)) is FALSE for one in conditions):
            return _with_stand_ins(drawing, steps, opened)
    return None


def _opened(steps: Sequence[CallStep]) -> list[_Open]:
    found: dict[tuple[int, Term], _Open] = {}
    for number, step in enumerate(steps):
        for unknown in _unknowns(step.edge.arguments):
            if isinstance(unknown, Unknown) and _is_int(unknown):
                value = int(step.values.get(unknown.variable, 0))
                term = variable(f"{len(found)} of the sequence", INT)
                key = number, unknown.variable
                found.setdefault(key, _Open(number, unknown.variable, term, value))
    return list(found.values())


def _is_int(unknown: Unknown) -> bool:
    return not unknown.is_opaque and unknown.kind in ("int", "any")


def _unknowns(arguments: Sequence[Argument]) -> Iterator[Unknown | Spelled]:
    for argument in arguments:
        match argument:
            case Unknown() | Spelled():
                yield argument
            case Fresh(_, entries):
                yield from _unknowns(entries)
            case _:
                pass


def _conditions(steps: Sequence[CallStep], opened: Sequence[_Open]) -> list[Term] | None:
    """Put the conditions of all calls together; None if they speak of something else as well."""
    holes: tuple[Term, ...] = ()
    found: dict[Term, None] = {}
    for number, step in enumerate(steps):
        mapping: dict[Term, Term] = {state_variable(i): term for i, term in enumerate(holes)}
        for unknown in _unknowns(step.edge.arguments):
            own = (unknown.variable,) if isinstance(unknown, Unknown) else unknown.letters
            mapping |= {one: integer(int(step.values.get(one, 0))) for one in own}
        mapping |= {one.argument: one.term for one in opened if one.step == number}
        for literal in literals(step.trace.pc):
            found[substitute(literal, mapping)] = None
        holes = tuple(substitute(term, mapping) for term in step.trace.hole_values)
    known = {one.term for one in opened}
    if any(not known.issuperset(free_variables(term)) for term in found):
        return None
    return list(found)


def _assumed(drawing: Drawing, opened: Sequence[_Open]) -> Constraint:
    assumed = TRUE
    if drawing is Drawing.ANY:
        return assumed
    in_order = sorted(opened, key=lambda one: one.value)
    if drawing is Drawing.POSITIVE:
        assumed = assume(assumed, less(integer(0), in_order[0].term))
    for one, other in pairwise(in_order):
        related = equal if one.value == other.value else less
        assumed = assume(assumed, related(one.term, other.term))
    return assumed


def _with_stand_ins(drawing: Drawing, steps: Sequence[CallStep], opened: Sequence[_Open]) -> Varied:
    """Give every int that is drawn on its own a stand-in of its own."""
    if drawing is Drawing.ANY:
        ranks = list(range(len(opened)))
    else:
        in_order = sorted({one.value for one in opened})
        ranks = [in_order.index(one.value) for one in opened]
    values: list[dict[Term, int | bool]] = [dict(step.values) for step in steps]
    for one, rank in zip(opened, ranks, strict=True):
        values[one.step][one.argument] = FIRST_STAND_IN + rank
    changed = [replace(step, values=own) for step, own in zip(steps, values, strict=True)]
    return Varied(drawing, max(ranks) + 1, changed)
