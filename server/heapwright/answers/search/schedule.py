"""The schedule: which strategy has its turn when, for how long, and on which condition.

Place: answers/search/. `ask` runs `SCHEDULE` or `WIDELY` for a question, `structure` runs
`FORMULAS` and `reach_paths` runs `GROW`; `cover` gives fair graphs the same shares. All shares of
the time are here, and how many paths a turn may follow.

A search begins exactly, in order of the number of calls, since what it finds so is shortest. Where
that takes long it pauses, and others have a turn: proofs that need no exact graph, a graph that is
explored fairly, calls that are tried out. Then it goes on, with three quarters of the time. The
rest is kept for smaller heaps, of which something can be proved where the usual ones take too
long; if nothing comes of that, it goes on again. What it leaves open is looked for in other ways,
and last with longer strings.
"""

from __future__ import annotations

from heapwright.answers.calls.verdict import (
    Contradiction,
    Found,
    NotFound,
    NotInSmaller,
    Nowhere,
    Undecided,
)
from heapwright.answers.search.longer_strings import longer_strings, wants_longer_strings
from heapwright.answers.search.narrow import smaller_heaps
from heapwright.answers.search.other_values import with_fractions, without_unread
from heapwright.answers.search.search import exact, fair
from heapwright.answers.search.strategies import alone, contradicted, loose, trials
from heapwright.answers.search.strategy import (
    Answer,
    Case,
    Share,
    Sofar,
    Strategy,
    Turn,
    in_time,
)
from heapwright.answers.search.widen import wider
from heapwright.answers.trials.try_out import can_try_out
from heapwright.graph.state.watch import Watch
from heapwright.paths.runs.machine import FLOATS as COMPUTED_FLOATS


def _is_spec(case: Case[Answer], sofar: Sofar[Answer], watch: Watch) -> bool:
    return case.question is not None and case.question.wanted and not case.doubts


def _goes_on(case: Case[Answer], sofar: Sofar[Answer], watch: Watch) -> bool:
    """Also where the time is up, if nobody has said yet what that means for the question."""
    return sofar.is_open and (sofar.verdict is None or not watch.is_over)


def _takes_long(case: Case[Answer], sofar: Sofar[Answer], watch: Watch) -> bool:
    return sofar.beginning is not None and in_time(case, sofar, watch)


def _took_long_before(case: Case[Answer], sofar: Sofar[Answer], watch: Watch) -> bool:
    """Then what was explored fairly is looked at in no time, so it comes first."""
    known = sofar.beginning is not None and sofar.beginning.turn is not None
    return known and in_time(case, sofar, watch)


def _is_followed(case: Case[Answer]) -> bool:
    """What is open about the calls is open for a loose graph, too, unless floats are the reason."""
    unproved = case.graph.unproved
    return not unproved or any(COMPUTED_FLOATS in reason for reason in unproved)


def _takes_long_loosely(case: Case[Answer], sofar: Sofar[Answer], watch: Watch) -> bool:
    return _takes_long(case, sofar, watch) and _is_followed(case)


def _is_left_open(case: Case[Answer], sofar: Sofar[Answer], watch: Watch) -> bool:
    """Say whether the exact search has given up."""
    return isinstance(sofar.verdict, Undecided) and in_time(case, sofar, watch)


def _is_soon_left_open(case: Case[Answer], sofar: Sofar[Answer], watch: Watch) -> bool:
    return sofar.beginning is None and _is_left_open(case, sofar, watch)


def _is_soon_left_open_loosely(case: Case[Answer], sofar: Sofar[Answer], watch: Watch) -> bool:
    return _is_soon_left_open(case, sofar, watch) and _is_followed(case)


def _grows_for_ever(case: Case[Answer], sofar: Sofar[Answer], watch: Watch) -> bool:
    """A counter needs no counting."""
    verdict = sofar.verdict
    return isinstance(verdict, NotFound) and bool(verdict.growing) and not watch.is_over


def _meets_unread(case: Case[Answer], sofar: Sofar[Answer], watch: Watch) -> bool:
    verdict = sofar.verdict
    has_candidate = isinstance(verdict, Undecided) and verdict.candidate is not None
    return has_candidate and in_time(case, sofar, watch)


def _meets_floats(case: Case[Answer], sofar: Sofar[Answer], watch: Watch) -> bool:
    verdict = sofar.verdict
    if not isinstance(verdict, Undecided) or verdict.candidate is not None:
        return False
    has_floats = any(COMPUTED_FLOATS in one for one in (verdict.reason, *verdict.further))
    return has_floats and in_time(case, sofar, watch)


def _can_try_out(case: Case[Answer], watch: Watch, *, is_late: bool) -> bool:
    return case.question is not None and can_try_out(case.question, watch.work, is_late=is_late)


def _not_tried_out(case: Case[Answer], sofar: Sofar[Answer], watch: Watch) -> bool:
    return _takes_long(case, sofar, watch) and _can_try_out(case, watch, is_late=False)


def _not_all_tried_out(case: Case[Answer], sofar: Sofar[Answer], watch: Watch) -> bool:
    return _is_left_open(case, sofar, watch) and _can_try_out(case, watch, is_late=True)


def _has_short_strings(case: Case[Answer], sofar: Sofar[Answer], watch: Watch) -> bool:
    """A proof about strings is one about short strings, and longer ones are easily tried."""
    is_short = sofar.graph.setting.spelling is not None and not watch.is_over
    is_proof = isinstance(sofar.verdict, Nowhere | NotInSmaller)
    return is_proof and is_short and _can_try_out(case, watch, is_late=True)


def _takes_too_long(case: Case[Answer], sofar: Sofar[Answer], watch: Watch) -> bool:
    """What is open about the calls is open in smaller heaps, too."""
    graph, smaller = case.graph, case.smaller
    if smaller is None or graph.unproved or graph.setting.api.left_out:
        return False
    is_turn = smaller.turn is not None and graph.explored >= smaller.turn
    return (smaller.early.is_over or is_turn) and _is_left_open(case, sofar, watch)


def _is_not_found(case: Case[Answer], sofar: Sofar[Answer], watch: Watch) -> bool:
    return not isinstance(sofar.verdict, Found | Contradiction)


# What may be taken of the time that is left, and how many paths may be followed. Exploring fairly
# is worth it when the empty heap alone took so many paths (see `fair_graph`), or such a share of
# the time: breadth first, the subjects need fewer. A fair graph has so many paths in its life.
FIRST, FAIRLY, PROOF = Share(0.1, 200), Share(0.5, 3_000), Share(0.5)
ONE_CLASS, MOST_IN_LOOPS = Share(0.2, 600), 100
# Until smaller heaps have their turn; and for one of these.
EARLY = SMALL = Share(0.75)

CONTRADICTION = Strategy("contradiction", contradicted)
EXACT = Strategy("exact", exact)
FAIR = Strategy("fair", fair)
ALONE = Strategy("alone", alone(MOST_IN_LOOPS))
LOOSE = Strategy("loose", loose)
TRIALS = Strategy("trials", trials)

# Whatever is tried on heaps; and what answers a question.
GROW = (Turn(EXACT, FIRST, _goes_on), Turn(FAIR, FAIRLY, _takes_long), Turn(EXACT, when=_goes_on))
FIND = (*GROW[:2], Turn(TRIALS, Share(0.4), _not_tried_out), *GROW[2:])

UNREAD = Strategy("without unread code", without_unread(FIND))
FRACTIONS = Strategy("fractions", with_fractions(FIND))

# Any graph that is asked in full.
SEARCH = (
    Turn(CONTRADICTION, when=_is_spec),
    *FIND,
    Turn(UNREAD, when=_meets_unread),
    Turn(FRACTIONS, Share(0.1, 1_000), _meets_floats),
    Turn(TRIALS, when=_not_all_tried_out),
)

NARROWER = Strategy("smaller heaps", smaller_heaps((Turn(LOOSE, PROOF),), SMALL, SEARCH))
NARROWER_FORMULAS = Strategy("smaller heaps", smaller_heaps((), SMALL, GROW))
LONGER_STRINGS = Strategy("longer strings", longer_strings(Share(0.5, 400), 2_000, SEARCH))
WIDER = Strategy("larger heaps", wider(20.0, SEARCH))

# A question, within its scope.
SCHEDULE: tuple[Turn, ...] = (
    Turn(CONTRADICTION, when=_is_spec, is_early=True),
    Turn(EXACT, FIRST, _goes_on, is_early=True),
    Turn(FAIR, FAIRLY, _took_long_before, is_early=True),
    Turn(ALONE, ONE_CLASS, _takes_long),
    Turn(LOOSE, Share(0.5, 5_000), _takes_long_loosely),
    Turn(FAIR, FAIRLY, _takes_long, is_early=True),
    Turn(TRIALS, Share(0.4), _not_tried_out, is_early=True),
    Turn(EXACT, when=_goes_on, is_early=True),
    Turn(ALONE, ONE_CLASS, _is_soon_left_open),
    Turn(LOOSE, Share(0.5, 5_000), _is_soon_left_open_loosely),
    Turn(UNREAD, when=_meets_unread, is_early=True),
    Turn(FRACTIONS, Share(0.1, 1_000), _meets_floats, is_early=True),
    Turn(TRIALS, when=_not_all_tried_out, is_early=True),
    Turn(NARROWER, when=_takes_too_long),
    Turn(EXACT, when=_goes_on),
    Turn(ALONE, Share(0.1, 600), _grows_for_ever),
    Turn(LOOSE, PROOF, _grows_for_ever),
    Turn(UNREAD, when=_meets_unread),
    Turn(FRACTIONS, Share(0.1, 1_000), _meets_floats),
    Turn(TRIALS, when=_not_all_tried_out),
    Turn(LONGER_STRINGS, when=wants_longer_strings),
    Turn(TRIALS, when=_not_all_tried_out),
    Turn(TRIALS, Share(0.3), _has_short_strings),
)
# A question, within its scope or else beyond it.
WIDELY: tuple[Turn, ...] = (
    *SEARCH,
    Turn(LONGER_STRINGS, when=wants_longer_strings),
    Turn(WIDER, when=_is_not_found),
)
# Formulas about all objects of a class.
FORMULAS = (
    Turn(EXACT, FIRST, _goes_on, is_early=True),
    Turn(FAIR, FAIRLY, _takes_long, is_early=True),
    Turn(EXACT, when=_goes_on, is_early=True),
    Turn(NARROWER_FORMULAS, when=_takes_too_long),
    Turn(EXACT, when=_goes_on),
)
