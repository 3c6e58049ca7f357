"""One run of a program on symbols, and the decisions that tell runs apart.

Place: paths/runs/. `compile` makes code that asks a machine; `run` makes machines.

A run is deterministic but for its decisions: which way a branch on a symbolic
condition goes. A machine replays a given list of decisions and, past its end,
takes the feasible side (true first), noting the other side as an alternative
with the path condition that it would have. To fork is to run again: the host's
own control flow then carries recursion, loops and handlers, and no explicit
frames exist. Path conditions are snapshots, so a replay repeats no domain work.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from heapwright.domains.constraint import FALSE, Constraint, assume
from heapwright.heaps.known_shape import HeapObject, Value
from heapwright.records import dataclass
from heapwright.terms.build import not_
from heapwright.terms.term import Term

# A loop bounded by an unknown int has no end of paths, and the cost of running them all
# grows with the square of this.
MOST_DECISIONS = 400
# Steps between two looks at the limits of whoever wants the run.
STRIDE = 256

FLOATS = "unknown floats were computed with as with fractions"
# Noted among the bounds that a run assumed: it asked whether a float is a number, or finite.
ASKED_FINITE = "whether floats are finite"
# A container that the client made for the call was changed or kept, or somebody asked which it is.
TOLD_APART = "which container is which"
HASHES = "equal keys were taken to have equal hashes"
SET_ORDER = "the order of a set is not known"


class SubjectThrow(Exception):
    """The program under analysis throws; only its own handlers and `run` catch this."""

    def __init__(
        self, class_name: str, thrown: HeapObject | Term | None, function: str, site: int
    ) -> None:
        super().__init__(class_name)
        self.class_name = class_name
        # An object, in an unknown heap a term for one; None for a fault, of which none was made.
        self.thrown: Any = thrown
        self.function = function
        self.site = site
        # Where the text under analysis asked for it, if the library threw; traced code says so.
        self.asked_at: tuple[str, int] | None = None


class RunStopped(Exception):
    """A run cannot go on; the reason says which limit or construct stopped it."""

    def __init__(
        self, reason: str, *, is_limit: bool = False, place: tuple[str, int] | None = None
    ) -> None:
        """Remember why, whether a larger limit would help, and the function and site, if known."""
        super().__init__(reason)
        self.is_limit = is_limit
        self.place = place


class ScopeLeft(Exception):
    """A run goes beyond a bound of the scope, which it names: it is not looked at."""


class GeneratorLeft(Exception):
    """A loop leaves the generator that runs below it; no handler of the program sees this."""

    def __init__(self, token: object, thrown: SubjectThrow | None) -> None:
        super().__init__()
        self.token = token  # of the loop
        self.thrown = thrown  # what the body of the loop threw, if anything


class Infeasible(Exception):
    """The run started with arguments that cannot be: it is no run at all."""


class TextLooked(Exception):
    """The characters of a string matter, which was taken for a mere identity."""


class OpaqueMixed(Exception):
    """An opaque identity met a real object: the class cannot be treated as opaque."""


@dataclass(frozen=True, slots=True)
class Alternative:
    """A run not yet made: its first decisions and the path condition after them."""

    decisions: tuple[bool, ...]
    pc: Constraint


class Machine:
    """The state of one run besides the heap and the locals. Mutable, used once."""

    __slots__ = (
        "alternatives",
        "assumes_replay",
        "changed",
        "covers_everything",
        "demands",
        "depth",
        "doubts",
        "follows_unread",
        "fresh",
        "gap",
        "given",
        "look",
        "max_decisions",
        "max_depth",
        "max_steps",
        "met",
        "most_entries",
        "n_inputs",
        "n_open",
        "next_look",
        "notes",
        "pc",
        "position",
        "prefers",
        "ranks",
        "replay",
        "result",
        "shared",
        "steps",
        "taken",
        "unfinished",
    )

    def __init__(
        self,
        start: Alternative,
        max_steps: int,
        max_depth: int,
        *,
        assumes_replay: bool = False,
        look: Callable[[], None] | None = None,
        max_decisions: int = MOST_DECISIONS,
        ranks_floats: bool = False,
        prefers: Callable[[Term], bool] | None = None,
    ) -> None:
        self.replay = start.decisions
        # Which side of an open condition comes first; without it, the true one does.
        self.prefers = prefers
        # Set when the given path condition is the one before the decisions, not after.
        self.assumes_replay = assumes_replay
        self.position = 0
        self.taken = list(start.decisions)
        self.pc = start.pc
        self.alternatives: list[Alternative] = []
        self.changed = False  # whether the run wrote or allocated anything
        self.covers_everything = False  # a run that leaves the scope is no run that can be dropped
        self.fresh: set[HeapObject] = set()  # containers that the run itself made
        self.given: set[HeapObject] = set()  # those among them that the client made for the call
        self.gap: int | None = None  # by how much the last comparison of known ints failed
        # Why what the run found is believed only after a replay.
        self.doubts: dict[str, None] = {}
        # How long strings should have been, see `text_demands`.
        self.demands: dict[tuple[Term, int, int | str], None] = {}
        self.result: Value = None
        # The object that holds what all objects share; None where it is not known.
        self.shared: HeapObject | None = None
        # How conditions came out, by function and site; only traced code asks for it.
        self.notes: dict[tuple[str, int, bool], None] = {}
        # Bounds that were assumed to be kept.
        self.met: set[str] = set()
        # Where floats are known by their order: what was computed of which, see `ranked_floats`.
        self.ranks: dict[tuple[str, Term, Term], Term] | None = {} if ranks_floats else None
        self.n_inputs = 0  # values that only a real run has, so far
        self.follows_unread = True  # False ends the run where it meets code that is not read
        self.n_open = 0  # questions to code that is not read, so far
        # Generators that wait where they have something to do at their end, whoever drops them.
        self.unfinished: dict[HeapObject, None] = {}
        self.steps = 0
        self.max_steps = max_steps
        self.look = look  # raises where nobody wants the result any more
        self.next_look = min(STRIDE, max_steps)
        self.depth = 0
        self.max_depth = max_depth
        self.max_decisions = max_decisions
        # A container that unknown values let grow beyond this ends the run; None where none does.
        self.most_entries: int | None = None

    def decide(self, condition: Term) -> bool:
        """Choose a side of a symbolic condition and assume it."""
        position = self.position
        self.position = position + 1
        if position < len(self.replay):
            side = self.replay[position]
            if self.assumes_replay:
                self.pc = assume(self.pc, condition if side else not_(condition))
            return side
        if position >= self.max_decisions:
            raise RunStopped(f"more than {self.max_decisions} decisions in one call")
        when_true = assume(self.pc, condition)
        # A side that the path condition refutes is no alternative, and the other
        # side then adds nothing. It is recorded all the same, so that a replay
        # needs no domain to find its way.
        if when_true is FALSE:
            self.taken.append(False)
            return False
        when_false = assume(self.pc, not_(condition))
        if when_false is FALSE:
            self.taken.append(True)
            return True
        if self.prefers is not None and not self.prefers(condition):
            self.alternatives.append(Alternative((*self.taken, True), when_true))
            self.taken.append(False)
            self.pc = when_false
            return False
        self.alternatives.append(Alternative((*self.taken, False), when_false))
        self.taken.append(True)
        self.pc = when_true
        return True

    def choose(self) -> bool:
        """Choose freely, without a condition; both sides are runs of their own."""
        position = self.position
        self.position = position + 1
        if position < len(self.replay):
            return self.replay[position]
        self.alternatives.append(Alternative((*self.taken, False), self.pc))
        self.taken.append(True)
        return True

    def tick(self) -> None:
        """Count a step of a loop or a call."""
        self.steps += 1
        if self.steps > self.next_look:
            if self.steps > self.max_steps:
                raise RunStopped(f"more than {self.max_steps} steps in one call")
            self.next_look = min(self.steps + STRIDE, self.max_steps)
            if self.look is not None:
                self.look()
