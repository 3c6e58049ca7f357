"""Look with plain values for answers in heaps that are larger than the scope.

Place: answers/trials/. `try_out` takes what comes out of this, where heaps within the scope were
proved to have no answer: `len(nodes(heap.root)) == 7` with at most six nodes. So nothing is asked
about those, and growing is all that a walk is for.

A walk is a long sequence of likely calls. Half of them begin with nothing, the others where one
ended before. What changes nothing is not kept, and what makes a heap smaller is mostly taken back.

All draws come from one generator with a fixed seed, and the number of runs is bounded, so the same
question has the same answer on any machine. What comes out is a guess until it is replayed; that
nothing comes out means nothing.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from random import Random

from heapwright.answers.calls import sequence as sequences
from heapwright.answers.calls.question import Question
from heapwright.answers.calls.sequence import PlainCall, ResultOf
from heapwright.answers.trials.asking import ask, assignments
from heapwright.answers.trials.client import (
    Surroundings,
    TrialClient,
    after_call,
    first_client,
    seen_by,
    surroundings,
)
from heapwright.answers.trials.drawn_arguments import Draws, Lacking, drawn, note
from heapwright.answers.trials.likely_values import likely_values
from heapwright.graph.client.nearness import distance_of, made_by, near_classes
from heapwright.graph.state.public_calls import READING, PublicCall, public_calls
from heapwright.graph.state.state_graph import Setting
from heapwright.graph.state.watch import Watch
from heapwright.ir.core.program import ITEMS
from heapwright.ir.core.types import RefType, classes_in
from heapwright.paths.plain.heap import Reference, entries_of
from heapwright.records import dataclass, field

LENGTHS = (8, 12, 16, 24)  # of walks, in calls
MOST_CALLS = 30  # of one client: so many are left out one by one where they can be (`shorten`)
MOST_HELD = 10
MOST_ASKED = 6  # ways to ask about one heap
MOST_ENDS = 12  # of walks, from which others go on
GOES_ON = 0.5  # how often one does
BACK = 0.8  # how often a call is taken back that made the heap smaller
TRIES = 3  # calls for each that a walk needs
LEAST = 0.1  # of the weight of a call, however seldom it makes heaps larger
FURTHER = 0.05  # of that of a call for one more object than is asked about, if no call takes it
ENOUGH = 300  # runs after which there is no hope if no heap was too large yet


@dataclass(slots=True)
class _Option:
    """A call that can be made, and how often it made heaps larger."""

    call: PublicCall
    near: float
    made: str | None  # the class whose objects it gives
    n_made: int = 0
    n_grew: int = 0

    @property
    def weight(self) -> float:
        """How likely it is made."""
        return self.near * max(LEAST, (2 + self.n_grew) / (2 + self.n_made))


@dataclass(slots=True)
class _Walks:
    """What the walks share, and what they have seen. Mutable; lives in one search."""

    around: Surroundings
    question: Question
    draws: Draws
    creators: Sequence[_Option]
    methods: Mapping[str, Sequence[_Option]]  # by exact class of the receiver
    needed: Mapping[str, int]  # how many objects of a class the question is about
    taken: frozenset[str]  # classes whose objects calls take
    asked: set[object] = field(default_factory=set)  # about these, exactly
    n_runs: int = 0
    n_beyond: int = 0  # heaps that were too large for the scope


def walked_far(
    setting: Setting, question: Question, max_calls: int | None, most_runs: int, watch: Watch
) -> Iterator[sequences.Sequence]:
    """Give calls after which the question seems to have the wanted answer, in large heaps."""
    walks = _walks(setting, question)
    random = walks.draws.random
    first = first_client(walks.around)
    most_calls = MOST_CALLS if max_calls is None else min(max_calls, MOST_CALLS)
    ends: list[TrialClient] = []
    while walks.n_runs < (most_runs if walks.n_beyond else min(most_runs, ENOUGH)):
        client = random.choice(ends) if ends and random.random() < GOES_ON else first
        most = min(most_calls, _n_calls(client) + random.choice(LENGTHS))
        for _ in range(TRIES * (most - _n_calls(client)) + 1):
            watch.look()
            walks.n_runs += 1
            after = _step(walks, client) if _n_calls(client) < most else None
            if after is None:
                continue
            client = after
            if _is_beyond(setting, client):
                walks.n_beyond += 1
                yield from _answers(walks, client, watch)
        if _n_calls(client) < most_calls:
            ends.append(client)
            ends.sort(key=_size, reverse=True)
            del ends[MOST_ENDS:]


def _step(walks: _Walks, client: TrialClient) -> TrialClient | None:
    """Make a call, and give what is worth going on with."""
    choice = _drawn_call(walks, client)
    if choice is None:
        return None
    option, plain_call = choice
    after, _ = after_call(walks.around, client, plain_call)
    note(walks.draws, plain_call, is_good=after is not None)
    if after is None or (after.heap.rows == client.heap.rows and after.held == client.held):
        return None
    grown = _size(after) - _size(client)
    option.n_grew += grown > 0
    return None if grown < 0 and walks.draws.random.random() < BACK else after


def _answers(walks: _Walks, client: TrialClient, watch: Watch) -> Iterator[sequences.Sequence]:
    """Ask about the heap of a client."""
    around, function = walks.around, walks.question.function
    choices = assignments(around, function, client, walks.asked)
    for arguments in islice(choices, MOST_ASKED):
        watch.look()
        walks.n_runs += 1
        if ask(around, function, client, arguments, wanted=walks.question.wanted)[0]:
            yield sequences.Sequence(client.calls, arguments)


def _walks(setting: Setting, question: Question) -> _Walks:
    hierarchy = setting.hierarchy
    values = likely_values(setting, question.function)
    near = near_classes(setting)

    def options(calls: Sequence[PublicCall]) -> list[_Option]:
        return [
            _Option(call, 1 / (1 << distance_of(call, near)), made_by(call))
            for call in calls
            if not call.is_observer
        ]

    needed = Counter(
        below
        for parameter in question.function.parameters
        if isinstance(parameter.type, RefType)
        for below in hierarchy.below(parameter.type.class_name)
    )
    taken = {
        below
        for call in public_calls(setting.api)
        for type_ in call.parameters
        for name in classes_in(type_)
        for below in hierarchy.below(name)
    }
    return _Walks(
        surroundings(setting, question.program, values),
        question,
        Draws(setting, values, Random(1)),
        options(setting.api.creators),
        {name: options(calls) for name, calls in setting.api.methods.items()},
        needed,
        frozenset(taken),
    )


def _n_calls(client: TrialClient) -> int:
    """Count the calls of a client; what it reads is none."""
    return sum(made.call is not READING for made in client.calls)


def _met(client: TrialClient) -> set[int]:
    """Give the objects that a client can come to."""
    return {number for part in client.parts.values() for number in part.ways}


def _size(client: TrialClient) -> int:
    """Count the fields and entries of all these."""
    return sum(len(client.heap.rows[number]) for number in _met(client))


def _is_beyond(setting: Setting, client: TrialClient) -> bool:
    """Say whether a heap may be larger than the scope; where strings are looked into, any may."""
    if setting.spelling is not None:
        return True
    heap, met = client.heap, _met(client)
    counts = Counter(heap.class_names[number] for number in met)
    if any(count > setting.scope[name] for name, count in counts.items()):
        return True
    most = setting.scope[ITEMS]
    return any(
        len(entries_of(setting.hierarchy, heap, Reference(number))) > most
        for number in met
        if setting.layouts[heap.class_names[number]].has_entries
    )


def _drawn_call(walks: _Walks, client: TrialClient) -> tuple[_Option, PlainCall] | None:
    """Draw a call and its arguments; if these lack an object, the call that makes one."""
    found = list(_possible(walks, client))
    if not found:
        return None
    weights = [weight for _, _, weight in found]
    ((option, receiver, _),) = walks.draws.random.choices(found, weights)
    seen = seen_by(client)
    arguments = drawn(walks.draws, seen, option.call)
    if isinstance(arguments, Lacking) and arguments.class_name is not None:
        fitting = walks.around.hierarchy.below(arguments.class_name)
        makers = [option for option in walks.creators if option.made in fitting]
        if makers:
            option, receiver = walks.draws.random.choice(makers), None
            arguments = drawn(walks.draws, seen, option.call)
    if isinstance(arguments, Lacking):
        return None
    option.n_made += 1
    given = arguments if receiver is None else (ResultOf(receiver), *arguments)
    return option, PlainCall(option.call, given, None)


def _possible(walks: _Walks, client: TrialClient) -> Iterator[tuple[_Option, int | None, float]]:
    """Give the calls that a client can make, each with its receiver and its weight."""
    names = client.heap.class_names
    held = Counter(names[number] for number in client.held)
    for option in walks.creators if len(client.held) < MOST_HELD else ():
        made = option.made or ""
        n_more = held[made] + 1 - walks.needed.get(made, 0)
        rarely = 1 / (1 + n_more) if made in walks.taken else FURTHER
        yield option, None, option.weight * (rarely if n_more > 0 else 1)
    for number, at in client.held.items():
        for option in walks.methods.get(names[number], ()):
            yield option, at, option.weight
