"""The state transformation graph: heaps by shape, and the calls that lead to them.

Place: graph/state/. `explore` grows one; `answers` reads it.

A *state* is a shape with one or more *disjuncts*; a disjunct is one constraint on the
shape's holes and describes all heaps that satisfy it. Each disjunct knows the one call
that first made it, so walking back from any disjunct to the empty heap is a chain. Two
disjuncts that together are just one constraint are covered by their union. Disjuncts are
numbered in order of discovery, which is breadth first: a disjunct's depth is the least
number of calls that leads to it, and a heap reachable by n calls is described by a
disjunct of depth n or less.
Source: [MSEQ] Definitions 4.1-4.5. We differ: merging keeps the disjuncts apart
instead of building one disjunction, so no heap once found can be lost.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Protocol, TypeAlias

from heapwright.domains.constraint import Constraint
from heapwright.graph.state.narrowings import Narrowing
from heapwright.graph.state.public_calls import Api, PublicCall
from heapwright.graph.state.shape import Layouts, Shape
from heapwright.ir.core.hierarchy import Hierarchy
from heapwright.ir.core.program import Program
from heapwright.ir.reach.reach import World
from heapwright.paths.known_shapes.compile import CompiledProgram
from heapwright.paths.runs.run import RunLimits
from heapwright.records import dataclass, field, replace
from heapwright.terms.term import Term

if TYPE_CHECKING:  # which is about the disjuncts below
    from heapwright.graph.state.summaries import Summaries


@dataclass(frozen=True, slots=True)
class ObjectAt:
    """An argument: the object at this position of the shape."""

    position: int


@dataclass(frozen=True, slots=True)
class Unknown:
    """An argument: any int (or opaque identity), held by this variable.

    As a string it is any text, by its code; as a float any whole number of these parts of one.
    """

    variable: Term
    is_opaque: bool = False
    kind: str = "int"  # or "str", "float"; "any" for an int among other possibilities
    parts: int = 1


@dataclass(frozen=True, slots=True, eq=False)
class Literal:
    """An argument: a Boolean, null, a string or float of the program itself, a fixed exponent.

    `True`, `1` and `1.0` are three of them, which what is known of calls must tell apart.
    """

    value: bool | str | int | float | None

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, Literal)
            and type(self.value) is type(other.value)
            and self.value == other.value
        )

    def __hash__(self) -> int:
        return hash((type(self.value).__name__, self.value))


@dataclass(frozen=True, slots=True)
class Spelled:
    """An argument: any string of this length, whose letters these variables hold."""

    letters: tuple[Term, ...]


@dataclass(frozen=True, slots=True)
class MemberOf:
    """An argument: a member of an enumeration."""

    class_name: str
    name: str


@dataclass(frozen=True, slots=True)
class Fresh:
    """An argument: a new container of the client's, with these entries.

    Those of one call with the same number are one container, unless it is 0.
    """

    class_name: str
    entries: tuple[Argument, ...]  # of a dict, key and value in turn
    number: int = 0


@dataclass(frozen=True, slots=True)
class Omitted:
    """No argument: the default of the parameter counts."""


Argument: TypeAlias = "ObjectAt | Unknown | Literal | Spelled | MemberOf | Fresh | Omitted"


SHARED_ROOT = -1

# An attribute; or the place of an entry, then places in the tuples that stand there.
Step: TypeAlias = "str | tuple[str | int, ...]"
Way: TypeAlias = "tuple[Step, ...]"


@dataclass(frozen=True, slots=True)
class Part:
    """What the client reads of the result of a call as soon as it has it."""

    way: Way


# What the client holds after a call: an object by its position in the source, which it read before
# the call if it did not hold it; None for what the call returned, or raised; a part of that; and
# `SHARED_ROOT` for what all objects share, where the call is the first to use it.
Root: TypeAlias = "int | Part | None"


@dataclass(frozen=True, slots=True)
class Edge:
    """One path of one call, from a disjunct to the heaps that it makes of it.

    The edge holds no terms: making the call again with the same decisions gives them
    back (see `explore.retraced`), and a stored graph stays small. Afterwards the client
    may hold less than before: it lets go of objects where the scope has no room.
    """

    source: int  # number of the disjunct
    call: PublicCall
    arguments: tuple[Argument, ...]  # the receiver first, where there is one
    decisions: tuple[bool, ...]
    roots: tuple[Root, ...]  # what the client holds afterwards, in this order
    raises: str | None = None  # the class of what the call throws, for raising calls


@dataclass(frozen=True, slots=True)
class Union:
    """Where a disjunct describes just what these two describe together."""

    parts: tuple[int, int]


@dataclass(frozen=True, slots=True)
class Disjunct:
    """Heaps of one shape: all that satisfy the constraint."""

    number: int
    shape: Shape
    constraint: Constraint
    depth: int
    origin: Edge | Union | None  # None for the empty heap


ANY_STRING = ""  # in place of the name of a call


@dataclass(frozen=True, slots=True)
class Demand:
    """A length that the code wants of the strings that a call takes; see `demanded_lengths`."""

    call: str  # or `ANY_STRING`, where the heap has a string that nobody knows the origin of
    place: int  # of the parameter, without the receiver
    length: int


@dataclass(frozen=True, slots=True)
class Spelling:
    """Strings are kept letter by letter: how long a client makes them, and what else it tries.

    Without this a string is its identity, and a run that looks into one starts all over.
    """

    longest: int  # of an argument all of whose letters are open
    texts: tuple[str, ...]  # strings of the program that are longer
    demands: tuple[Demand, ...] = ()  # lengths beyond, each for one parameter or for all

    def lengths(self, call: str, place: int) -> list[int]:
        """Give the lengths beyond the longest that strings for a parameter have, too."""
        if not self.demands:
            return []
        found = {
            demand.length
            for demand in self.demands
            if demand.call == ANY_STRING or (demand.call, demand.place) == (call, place)
        }
        return sorted(found)

    @property
    def longest_kept(self) -> int:
        """Give the length that no string in a heap may be beyond."""
        return max([self.longest, *(demand.length for demand in self.demands)])


WHOLE_RUNS = RunLimits()
SPELT_RUNS = RunLimits(is_spelt=True)
# A loop of up to an unknown number of rounds has as many paths.
FAIR_DECISIONS = 60


@dataclass(frozen=True, slots=True)
class Setting:
    """What a graph is explored for: the calls, the classes and how heaps are kept."""

    program: Program  # in canonical order
    hierarchy: Hierarchy
    compiled: CompiledProgram
    api: Api
    layouts: Layouts
    scope: Mapping[str, int]
    opaque: frozenset[str]
    ignored: frozenset[str]
    appearing: tuple[str, ...]  # classes whose objects may appear, and those above them
    fingerprint: str  # digest of the code that the calls can run
    world: World  # what code may meet on the heaps of the graph
    splits: bool  # parts of a heap that are not linked are explored on their own
    room: int = 0  # entries of a container that a client makes for a call
    told: frozenset[str] = frozenset()  # the bounds of the scope that an answer names
    bounded: frozenset[str] = frozenset()  # those that somebody asked for
    with_raising: bool = False
    spelling: Spelling | None = None  # how strings are kept whose characters matter
    follows_unread: bool = True  # False leaves out what calls do with code that is not read
    merges: bool = True  # False keeps every heap apart, to measure what merging gains
    is_fair: bool = False  # no call may take long, so that others get their turn
    float_parts: int = 1  # clients give whole numbers of such parts for floats
    floats: tuple[float, ...] = ()  # and these
    most_calls: int | None = None  # where these get their turn, which depends on the bound
    is_loose: bool = False  # describes more than can be reached, see `loose`
    # Public attributes by class, where objects may be read from these.
    readable: Mapping[str, list[str]] = field(default_factory=dict)
    useless: dict[str, bool] = field(default_factory=dict)  # a memory of `client.holds`

    @property
    def run_limits(self) -> RunLimits:
        """Give the bounds on one run of a call or a question."""
        limits = WHOLE_RUNS if self.spelling is None else SPELT_RUNS
        if self.is_fair or self.is_loose:
            limits = replace(limits, decisions=FAIR_DECISIONS, ranks_floats=self.is_loose)
        return limits


@dataclass(slots=True)
class Counts:
    """Work done, for people and benchmarks."""

    paths: int = 0
    reused: int = 0  # paths that were not run, because a summary tells what they do
    edges: int = 0
    dropped_unchanged: int = 0
    dropped_out_of_scope: int = 0
    subsumed: int = 0
    united: int = 0

    @property
    def followed(self) -> int:
        """Give the number of paths of calls, run or known from before."""
        return self.paths + self.reused


@dataclass(frozen=True, slots=True)
class Wide:
    """That exploring breadth first took long, for which another graph is explored beside it."""

    explored: int  # how many disjuncts had all their calls by then
    milliseconds: int | None  # that it may have taken; None if it took too many paths


class KeptGraphs(Protocol):
    """Where graphs are kept between questions."""

    def recall(self, setting: Setting) -> StateGraph:
        """Give the graph of a setting as far as it was explored before."""

    def keep(self, graph: StateGraph) -> None:
        """Take a graph that grew."""

    def has_note(self, setting: Setting, name: str) -> bool:
        """Say whether something was noted about the graph of a setting."""

    def note(self, setting: Setting, name: str) -> None:
        """Note something about the graph of a setting, by a name that says all about it."""


@dataclass(slots=True)
class StateGraph:
    """All that was found so far. Only `explore` changes it."""

    setting: Setting
    disjuncts: list[Disjunct] = field(default_factory=list)
    states: dict[Shape, list[Disjunct]] = field(default_factory=dict)  # without covered ones
    covered: set[int] = field(default_factory=set)  # disjuncts that are part of a union
    explored: int = 0  # disjuncts before this number have had all their calls
    counts: Counts = field(default_factory=Counts)
    narrowings: list[Narrowing] = field(default_factory=list)  # why it proves less than it seems
    # Bounds that heaps were dropped for, of those that are told only then; see `told_scope`.
    met: set[str] = field(default_factory=set)
    demands: set[Demand] = field(default_factory=set)  # that runs made, and no argument keeps
    stopped_by: str | None = None
    # Fields that take ever new values: the values seen, and the depth from which on
    # heaps with further ones were dropped.
    seen_values: dict[tuple[str, str], set[object]] = field(default_factory=dict)
    growing: dict[str, int] = field(default_factory=dict)
    has_room: bool = False  # whether `room` found nothing missing
    # Of a loose graph: fields whose known values are no labels, and how often a shape grew.
    opened: set[tuple[str, str]] = field(default_factory=set)
    n_growths: dict[Shape, int] = field(default_factory=dict)
    # What calls are known to do from other graphs; None to run them all.
    summaries: Summaries | None = None
    kept_by: KeptGraphs | None = None  # has the graph that is explored fairly beside this one
    # Of a graph that is explored fairly: how many calls were made in its order.
    n_turns: int = 0
    # Of one that is explored fairly or has smaller bounds: what the graph beside it took long for.
    wide: Wide | None = None

    @property
    def left_out(self) -> tuple[Narrowing, ...]:
        """What clients could do and was not tried, or not followed."""
        return tuple(dict.fromkeys((*self.narrowings, *self.setting.api.left_out)))

    @property
    def is_complete(self) -> bool:
        """Whether every heap that the calls can build within the scope is described."""
        return (
            self.stopped_by is None
            and not self.growing
            and not self.narrowings
            and self.explored == len(self.disjuncts)
        )
