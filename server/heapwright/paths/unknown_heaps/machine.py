"""One run of a program on an unknown heap, and what tells runs apart.

Place: paths/unknown_heaps/. `semantics` makes code that asks a machine; `run` makes machines.

A run is deterministic but for the branches that it takes: sides of conditions, outcomes of
heap actions, implementations of methods. A machine takes the first branch that is
possible and notes the others as alternatives. To fork is to run again: the run follows the
log of the one that it forks from and then takes the other branch. The log holds what each
action came to, the heap and the value, so following it costs no heap action and no domain work.

`&&` and `||` do not fork where the right side neither fails, nor changes anything, nor forks
itself: it is run on trial, and the two sides become one term.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple, TypeAlias

from heapwright.heaps.model import Branch, HeapModel, NotModelled, SymbolicHeap
from heapwright.heaps.naming import renamed
from heapwright.paths.runs.machine import RunStopped, SubjectThrow
from heapwright.paths.unknown_heaps.path_condition import (
    PathCondition,
    TimedSolver,
    assumed,
    checked,
    settled,
)
from heapwright.records import dataclass
from heapwright.terms.build import FALSE, TRUE, not_
from heapwright.terms.term import BooleanConstant, Choice, Term

NO_HEAP = SymbolicHeap()
MOST_CALLS_INSIDE_CALLS = 1_500


class Turn(NamedTuple):
    """Something that tells control-flow paths apart: where, and how it came out."""

    function: str
    site: int
    outcome: bool | str  # a side, the implementation that a call ran, or a fault


class RunImpossible(Exception):
    """No branch is left: what looked possible so far was not."""


class TrialFailed(Exception):
    """The right side of `&&` or `||` would fork, fail or change something."""


@dataclass(frozen=True, slots=True)
class Entry:
    """What an action came to: the heap then, and a value (a branch, a side, a function)."""

    heap: SymbolicHeap
    value: object


Log: TypeAlias = "list[Entry]"


@dataclass(frozen=True, slots=True)
class Alternative:
    """A run not yet made: `length` entries of another run's log, then `entry`, under `pc`."""

    log: Log
    length: int
    entry: Entry | None
    pc: PathCondition


class Machine:
    """The state of one run besides its locals. Mutable, used once."""

    __slots__ = (
        "_n_axioms",
        "_trials",
        "alternatives",
        "depth",
        "heap",
        "joins",
        "log",
        "max_depth",
        "max_steps",
        "model",
        "on_assumed",
        "pc",
        "position",
        "result",
        "solver",
        "steps",
        "turns",
    )

    def __init__(
        self,
        model: HeapModel,
        solver: TimedSolver,
        start: Alternative,
        max_steps: int,
        heap: SymbolicHeap = NO_HEAP,
        *,
        joins: bool = True,
    ) -> None:
        """Prepare to follow a log, from a heap of which nothing is known yet.

        Without `joins` the operands of every `&&` and `||` are turns, as in a concrete run.
        """
        self.model = model
        self.joins = joins
        self.solver = solver
        self.log = start.log[: start.length]
        if start.entry is not None:
            self.log.append(start.entry)
        self.position = 0
        self.pc = start.pc
        self.heap = heap
        self.alternatives: list[Alternative] = []
        self.turns: list[Turn] = []
        self.result: Term | None = None
        self.steps = 0
        self.max_steps = max_steps
        self.depth = 0
        self.max_depth = MOST_CALLS_INSIDE_CALLS
        self._trials = 0
        self._n_axioms = len(heap.axioms)
        # Asks the companions of structural invariants about references that were just asked
        # for; it is given the heap before that.
        self.on_assumed: Callable[[Machine, SymbolicHeap], None] | None = None

    def tick(self) -> None:
        """Count a call or a round of a loop."""
        self.steps += 1
        if self.steps > self.max_steps:
            raise RunStopped(f"more than {self.max_steps} steps (raise --depth)", is_limit=True)

    def act(self, action: Callable[[SymbolicHeap], Sequence[Branch]]) -> Term:
        """Do something to the heap and give its value in the branch that is taken."""
        before = self.heap
        entry = self._followed()
        if entry is None:
            branches = action(self.heap)
            chosen = self._chosen([(b.assumption, b.heap, b.value) for b in branches])
            value = chosen.value
            assert isinstance(value, Term)
            if type(value) is Choice:
                simpler = settled(self.pc.knowledge, value)
                chosen = Entry(renamed(chosen.heap, value, simpler), simpler)
            entry = self._logged(chosen)
        assert isinstance(entry.value, Term)
        if self.on_assumed is not None:
            self.on_assumed(self, before)
        return entry.value

    def require(self, find: Callable[[], tuple[SymbolicHeap, Sequence[Term]]]) -> None:
        """Assume what is demanded of every input; found once, then followed.

        It holds whichever way a connective comes out, so it may be assumed on trial too.
        """
        if self._followed() is None:
            heap, demands = find()
            pc: PathCondition | None = self.pc
            for demand in demands:
                pc = None if pc is None else assumed(pc, settled(pc.knowledge, demand))
            pc = None if pc is None else checked(self.solver, pc)
            if pc is None:
                raise RunImpossible
            self.pc = pc
            self._logged(Entry(heap, TRUE))

    def change(self, action: Callable[[SymbolicHeap], Sequence[Branch]]) -> Term:
        """Do something that a trial must not do: write or allocate."""
        if self._trials:
            raise TrialFailed
        return self.act(action)

    def dispatch(self, target: Term, method: str) -> str:
        """Give the implementation that a call runs in this run."""
        entry = self._followed()
        if entry is None:
            receivers = self.model.receivers(self.heap, target, method)
            entry = self._logged(
                self._chosen([(r.assumption, r.heap, r.function) for r in receivers])
            )
        assert isinstance(entry.value, str)
        return entry.value

    def decide(self, condition: Term) -> bool:
        """Take a side of a condition, true first."""
        if type(condition) is BooleanConstant:
            return condition.value
        entry = self._followed()
        if entry is None:
            simpler = settled(self.pc.knowledge, condition)
            heap = renamed(self.heap, condition, simpler)
            if type(simpler) is BooleanConstant:
                entry = self._logged(Entry(heap, simpler))
            else:
                sides = [(simpler, heap, TRUE), (not_(simpler), heap, FALSE)]
                entry = self._logged(self._chosen(sides))
        return entry.value is TRUE

    def tried(self, code: Callable[[], Term]) -> Term | None:
        """Run the right side of a connective on trial; None where it has to be forked for.

        The left side is not assumed: what the right side adds to the heap must hold whichever
        way the left one comes out.
        """
        entry = self._followed()
        if entry is not None:
            return entry.value if isinstance(entry.value, Term) else None
        heap, pc, length = self.heap, self.pc, len(self.log)
        n_turns, steps, depth, n_axioms = len(self.turns), self.steps, self.depth, self._n_axioms
        self._trials += 1
        value: Term | None = None
        try:
            value = code()
            # A right side with turns of its own is more than an operand.
            if any(isinstance(turn.outcome, bool) for turn in self.turns[n_turns:]):
                raise TrialFailed
        except (TrialFailed, SubjectThrow, RunStopped, RunImpossible, NotModelled):
            self.heap, self.pc, self._n_axioms, value = heap, pc, n_axioms, None
        finally:
            self._trials -= 1
        del self.log[length:]
        del self.turns[n_turns:]
        self.steps, self.depth, self.position = steps, depth, length
        self._logged(Entry(self.heap, value))
        return value

    def _followed(self) -> Entry | None:
        """Give the next entry of the log, None past its end."""
        if self.position == len(self.log):
            # From here on a run does work of its own, which may take long: look at the clock.
            self.solver.deadline.look()
            return None
        entry = self.log[self.position]
        self.position += 1
        self.heap = entry.heap
        self._n_axioms = len(entry.heap.axioms)
        return entry

    def _logged(self, entry: Entry) -> Entry:
        self.log.append(entry)
        self.position += 1
        self.heap = entry.heap
        self._n_axioms = len(entry.heap.axioms)
        return entry

    def _assumed(self, assumption: Term, heap: SymbolicHeap) -> PathCondition | None:
        """Assume a branch, and what its heap says about variables that are new in it."""
        pc = assumed(self.pc, assumption)
        for axiom in heap.axioms[self._n_axioms :]:
            pc = None if pc is None else assumed(pc, axiom)
        return pc

    def _chosen(self, branches: Sequence[tuple[Term, SymbolicHeap, object]]) -> Entry:
        """Take the first branch that is possible; the others become alternatives."""
        if len(branches) == 1 and branches[0][0] is TRUE:
            _, heap, value = branches[0]
            if len(heap.axioms) > self._n_axioms:
                pc = self._assumed(TRUE, heap)
                pc = None if pc is None else checked(self.solver, pc)
                if pc is None:
                    raise RunImpossible
                self.pc = pc
            return Entry(heap, value)
        possible: list[tuple[PathCondition, Entry]] = []
        for assumption, heap, value in branches:
            pc = self._assumed(assumption, heap)
            if pc is not None:
                possible.append((pc, Entry(heap, value)))
        if len(possible) > 1 or (possible and len(branches) == 1):
            pairs = [(checked(self.solver, pc), entry) for pc, entry in possible]
            possible = [(pc, entry) for pc, entry in pairs if pc is not None]
        if not possible:
            raise RunImpossible
        if len(possible) > 1 and self._trials:
            raise TrialFailed
        (pc, entry), *others = possible
        for other_pc, other in others:
            self.alternatives.append(Alternative(self.log, len(self.log), other, other_pc))
        # The one branch that is left adds nothing to what is known, unless the model left out
        # others: then it is an assumption, as where an input reference leads always is.
        has_axioms = len(entry.heap.axioms) > self._n_axioms
        if others or has_axioms or len(branches) == 1 or entry.heap.bound is not self.heap.bound:
            if self._trials and pc is not self.pc:
                raise TrialFailed
            self.pc = pc
        return entry
