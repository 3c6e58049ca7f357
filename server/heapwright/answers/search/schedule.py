"""The schedule: which strategy has its turn when, for how long, and on which condition.

Place: answers/search/. `ask` runs `SCHEDULE` or `WIDELY` for a question, `structure` runs
`SCHEDULE` for formulas and `reach_paths` runs `SEARCH` for paths, where those strategies have no
turn that need a question; `cover` gives fair graphs the same shares. All shares of the time are
here, and how many paths a turn may follow.

A search begins exactly, in order of the number of calls, since what it finds so is shortest. Where
that takes long it pauses, and others have a turn: proofs that need no exact graph, a graph that is
explored fairly, calls that are tried out. Then it goes on, with three quarters of the time. The
rest is kept for smaller heaps, of which something can be proved where the usual ones take too
long; if nothing comes of that, it goes on again. What it leaves open is looked for in other ways,
and then with longer strings. Before absence is claimed for bounds that nobody set, larger heaps are
tried.
"""

from __future__ import annotations

from functools import partial

from heapwright.answers.calls.verdict import (
    Contradiction,
    Found,
    NotFound,
    NotInSmaller,
    Nowhere,
    Undecided,
)
from heapwright.answers.search.asked_room import lacks_room, with_room
from heapwright.answers.search.larger import in_larger_heaps, outgrew
from heapwright.answers.search.longer_strings import longer_strings, wants_longer_strings
from heapwright.answers.search.narrow import smaller_heaps
from heapwright.answers.search.other_values import with_fractions, without_unread
from heapwright.answers.search.search import exact, fair
from heapwright.answers.search.strategies import alone, contradicted, loose, trials
from heapwright.answers.search.strategy import Case, Now, Share, Strategy, Turn, in_time, is_open
from heapwright.answers.search.widen import wider
from heapwright.answers.trials.try_out import can_try_out
from heapwright.paths.runs.machine import FLOATS as COMPUTED_FLOATS


def _goes_on(case: Case, now: Now) -> bool:
    """Also where the time is up, if nobody has said yet what that means for the question."""
    return is_open(case, now) and (now.verdict is None or not now.whole.is_over)


def _is_spec(case: Case, now: Now) -> bool:
    return case.question is not None and case.question.wanted and not case.doubts


def _is_question(case: Case, now: Now) -> bool:
    return case.question is not None and in_time(case, now)


def _takes_long(case: Case, now: Now) -> bool:
    return now.beginning is not None and in_time(case, now)


def _took_long_before(case: Case, now: Now) -> bool:
    """Then what was explored fairly is looked at in no time, so it comes first."""
    known = now.beginning is not None and now.beginning.turn is not None
    return known and in_time(case, now)


def _gave_up(case: Case, now: Now) -> bool:
    return isinstance(now.verdict, Undecided) and in_time(case, now)


def _needs_proof(case: Case, now: Now) -> bool:
    is_long = now.beginning is not None or isinstance(now.verdict, Undecided)
    return is_long and _is_question(case, now)


def _needs_loose_proof(case: Case, now: Now) -> bool:
    """What is open about the calls is open for a loose graph, too, unless floats are the reason."""
    narrowings = case.graph.narrowings
    is_followed = not narrowings or any(COMPUTED_FLOATS in one.what for one in narrowings)
    return is_followed and _needs_proof(case, now)


def _grows_for_ever(case: Case, now: Now) -> bool:
    """A counter needs no counting."""
    grows = isinstance(now.verdict, NotFound) and bool(now.verdict.growing)
    return grows and case.question is not None and not now.whole.is_over


def _met_unread(case: Case, now: Now) -> bool:
    has_candidate = isinstance(now.verdict, Undecided) and now.verdict.candidate is not None
    return has_candidate and in_time(case, now)


def _met_floats(case: Case, now: Now) -> bool:
    if not isinstance(now.verdict, Undecided) or now.verdict.candidate is not None:
        return False
    reasons = (now.verdict.reason, *now.verdict.further)
    return any(COMPUTED_FLOATS in one for one in reasons) and _is_question(case, now)


def _not_tried_out(case: Case, now: Now) -> bool:
    is_left = can_try_out(case.question, now.whole.work, is_late=False)
    return is_left and _takes_long(case, now)


def _not_all_tried_out(case: Case, now: Now) -> bool:
    return can_try_out(case.question, now.whole.work, is_late=True) and _gave_up(case, now)


def _has_short_strings(case: Case, now: Now) -> bool:
    """A proof about strings is one about short strings, and longer ones are easily tried."""
    is_short = now.graph.setting.spelling is not None and not now.whole.is_over
    is_left = can_try_out(case.question, now.whole.work, is_late=True)
    return is_short and is_left and isinstance(now.verdict, Nowhere | NotInSmaller)


def _takes_too_long(case: Case, now: Now) -> bool:
    """What is open about the calls is open in smaller heaps, too."""
    graph, smaller = case.graph, case.smaller
    if smaller is None or graph.left_out:
        return False
    is_turn = smaller.turn is not None and graph.explored >= smaller.turn
    return (smaller.early.is_over or is_turn) and _gave_up(case, now)


def _is_not_found(case: Case, now: Now) -> bool:
    return not isinstance(now.verdict, Found | Contradiction)


# What may be taken of the time that is left, and how many paths may be followed. Exploring fairly
# is worth it when the empty heap alone took so many paths (see `fair_graph`), or such a share of
# the time: breadth first, the subjects need fewer. A fair graph has so many paths in its life.
FIRST, FAIRLY, PROOF = Share(0.1, 200), Share(0.5, 3_000), Share(0.5)
ONE_CLASS, MOST_IN_LOOPS = Share(0.2, 600), 100
# For paths, of which none leads there within the scope.
BEYOND = Share(1.0, 400)
# Until smaller heaps have their turn; and for one of these.
EARLY = SMALL = Share(0.75)

CONTRADICTION = Strategy("contradiction", contradicted)
EXACT = Strategy("exact", exact)
FAIR = Strategy("fair", fair)
ALONE = Strategy("alone", partial(alone, MOST_IN_LOOPS))
LOOSE = Strategy("loose", loose)
TRIALS = Strategy("trials", trials)

# What finds calls in any graph.
FIND = (
    Turn(EXACT, FIRST, _goes_on),
    Turn(FAIR, FAIRLY, _takes_long),
    Turn(TRIALS, Share(0.4), _not_tried_out),
    Turn(EXACT, when=_goes_on),
)
UNREAD = Strategy("without unread code", partial(without_unread, FIND))
FRACTIONS = Strategy("fractions", partial(with_fractions, FIND))
# Any graph that is asked in full.
SEARCH = (
    Turn(CONTRADICTION, when=_is_spec),
    *FIND,
    Turn(UNREAD, when=_met_unread),
    Turn(FRACTIONS, Share(0.1, 1_000), _met_floats),
    Turn(TRIALS, when=_not_all_tried_out),
)

PROVE = (Turn(LOOSE, PROOF, _is_question),)
NARROWER = Strategy("smaller heaps", partial(smaller_heaps, PROVE, SMALL, SEARCH))
LONGER_STRINGS = Strategy("longer strings", partial(longer_strings, Share(0.5, 400), 2_000, SEARCH))
LARGER = Strategy("larger heaps", partial(in_larger_heaps, Share(1.0, 60), 1_200))
ROOM = Strategy("asked room", partial(with_room, Share(1.0, 1_000), EXACT))
WIDER = Strategy("wider scope", partial(wider, 20.0, SEARCH))

# Whatever is asked, within its scope.
SCHEDULE: tuple[Turn, ...] = (
    Turn(CONTRADICTION, when=_is_spec, is_early=True),
    Turn(EXACT, FIRST, _goes_on, is_early=True),
    Turn(FAIR, FAIRLY, _took_long_before, is_early=True),
    Turn(ALONE, ONE_CLASS, _needs_proof),
    Turn(LOOSE, Share(0.5, 5_000), _needs_loose_proof),
    Turn(FAIR, FAIRLY, _takes_long, is_early=True),
    Turn(TRIALS, Share(0.4), _not_tried_out, is_early=True),
    Turn(EXACT, when=_goes_on, is_early=True),
    Turn(UNREAD, when=_met_unread, is_early=True),
    Turn(FRACTIONS, Share(0.1, 1_000), _met_floats, is_early=True),
    Turn(TRIALS, when=_not_all_tried_out, is_early=True),
    Turn(NARROWER, when=_takes_too_long),
    Turn(EXACT, when=_goes_on),
    Turn(ALONE, Share(0.1, 600), _grows_for_ever),
    Turn(LOOSE, PROOF, _grows_for_ever),
    Turn(UNREAD, when=_met_unread),
    Turn(FRACTIONS, Share(0.1, 1_000), _met_floats),
    Turn(TRIALS, when=_not_all_tried_out),
    Turn(LONGER_STRINGS, when=wants_longer_strings),
    Turn(TRIALS, when=_not_all_tried_out),
    Turn(TRIALS, Share(0.3), _has_short_strings),
    Turn(LARGER, when=outgrew),
    Turn(ROOM, when=lacks_room),
)
# A question, within its scope or else beyond it.
WIDELY: tuple[Turn, ...] = (
    *SEARCH,
    Turn(LONGER_STRINGS, when=wants_longer_strings),
    Turn(LARGER, when=outgrew),
    Turn(ROOM, when=lacks_room),
    Turn(WIDER, when=_is_not_found),
)
