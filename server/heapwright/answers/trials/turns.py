"""Try calls out with plain values, and look for heaps that answer a question.

Place: answers/trials/. `try_out` takes what comes out of this. Beside symbolic runs, which know all
strings at once and pay for each look into one, plain runs are cheap: some thousands a second,
however a lexer reads its letters or a loop ends. So this does what a person does who plays with a
class: makes calls with likely values (`likely_values`), goes on from wherever something new
happened, and asks the question again and again.

A client is kept if its calls took a branch that no others took, if the question came to an end
that it never came to, or if a part of its heap looks like none before (`rough_heap`). A turn goes
to the client that waits least: one with few calls and few turns, and rather one that was new in the
first two ways. Or it goes to any client; or it begins with nothing; or it makes the calls of a
client once more, with another argument in one of them: that is how the string that a constructor
takes fits the tokens that are read of it. From there on a turn is a short walk. The calls of a
client that is kept are also made with open values, a few times (`open_values`).

All draws come from one generator with a fixed seed, and the number of runs is bounded: the same
question has the same answer. What comes out is a guess until it is replayed; that nothing comes
out means nothing.
"""

from __future__ import annotations

import heapq
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from random import Random

from heapwright.answers.calls import sequence as sequences
from heapwright.answers.calls.question import Question
from heapwright.answers.calls.sequence import FreshContainer, PlainArgument, PlainCall, ResultOf
from heapwright.answers.trials.asking import ask, asks_together, assignments
from heapwright.answers.trials.client import (
    Decisions,
    Surroundings,
    TrialClient,
    after_call,
    first_client,
    seen_by,
    surroundings,
)
from heapwright.answers.trials.drawn_arguments import Draws, Lacking, another, drawn, note, sow
from heapwright.answers.trials.likely_values import likely_values
from heapwright.answers.trials.open_values import skeleton, with_open_values
from heapwright.answers.trials.rough_heap import rough_heap
from heapwright.graph.client.nearness import distance_of, made_by, near_classes
from heapwright.graph.state.public_calls import READING, PublicCall
from heapwright.graph.state.state_graph import Setting
from heapwright.graph.state.watch import Watch
from heapwright.ir.core.program import Function, Program
from heapwright.ir.core.types import RefType
from heapwright.records import dataclass, field
from heapwright.solver.answer import Solver

MOST_RUNS = 6_000  # of calls and questions
PATIENCE = 600  # runs without a client to keep, after as many as there were before the last one
SPELT_PATIENCE = 2_400  # where strings are looked into: many throw, and that is quick
MOST_CALLS = 12  # of one client
WALK, WALK_AFTER = 4, 2  # calls of a turn; and of one after calls that are made once more
# How often a turn makes calls once more with another argument, goes to any client, or begins with
# nothing. Else it goes to the one that waits least.
VARIED, ANYWHERE, AFRESH = 0.3, 0.15, 0.2
TELLING = 0.7  # how often those calls took a new branch, or came to a new end
CALL_COST = 2  # of one more call, in doublings of the turns
BRANCH_BONUS, END_BONUS = 2, 5
MOST_HELD = 4
MOST_DRAWS = 3  # for one call
LEAST = 0.15  # of the weight of a call, however seldom it leads to news
# And of one that has changed nothing so many times: it seems to be one that only looks.
LEAST_OF_LOOKS, ENOUGH_LOOKS = 0.01, 12
# Runs with open values: of the same calls, and in all; and objects that are asked about in each.
OPEN_RUNS, MOST_OPEN_RUNS, OPEN_ASKED = 12, 1_200, 2
MOST_WRONG = 8  # guesses by these: a solver may choose what only a real run has


@dataclass(slots=True)
class _Option:
    """A call that can be made, and how that went so far."""

    call: PublicCall
    near: float  # the part of its weight that stays
    made: str | None  # the class whose objects it gives
    n_made: int = 0
    n_news: int = 0
    has_changed: bool = False  # whether it ever changed a heap, or gave the client an object

    @property
    def weight(self) -> float:
        """How likely it is made: more if it is near, and often leads to news."""
        least = LEAST if self.has_changed or self.n_made < ENOUGH_LOOKS else LEAST_OF_LOOKS
        return max(least, (3 + self.n_news) / (3 + self.n_made)) * self.near


@dataclass(frozen=True, slots=True)
class _Trial:
    """What the search goes by, and what it has seen. Mutable inside; lives in one search."""

    around: Surroundings
    question: Function
    draws: Draws
    creators: Sequence[_Option]
    methods: Mapping[str, Sequence[_Option]]  # by exact class of the receiver
    needed: Mapping[str, int]  # how many objects of a class the question is about
    taken: set[tuple[str, int, bool]] = field(default_factory=set)  # branches of calls
    met: set[tuple[str, int, bool]] = field(default_factory=set)  # and of those that threw
    ends: set[Decisions] = field(default_factory=set)  # of the question
    looks: set[object] = field(default_factory=set)  # of parts of heaps
    asked: set[object] = field(default_factory=set)  # about these, exactly
    first: set[object] = field(default_factory=set)  # calls with which clients began
    opened: set[object] = field(default_factory=set)  # calls that were made with open values


def tried_out(
    setting: Setting,
    solver: Solver,
    question: Question,
    max_calls: int | None,
    watch: Watch,
    seed: int,
) -> Iterator[sequences.Sequence]:
    """Give sequences of calls after which the question seems to have the wanted answer."""
    function, wanted = question.function, question.wanted
    trial = _trial(setting, question.program, function, seed)
    around = trial.around
    most_calls = MOST_CALLS if max_calls is None else min(max_calls, MOST_CALLS)
    pool = _Pool(trial.draws.random, first_client(around))
    n_runs = n_open_runs = n_wrong = 0
    last_news = 0
    patience = PATIENCE if setting.spelling is None else SPELT_PATIENCE
    while n_runs < min(MOST_RUNS, 2 * last_news + patience):
        client, again = pool.turn()
        plan = [] if again is None else _varied(trial.draws, again)
        n_steps = len(plan) + WALK_AFTER if plan else WALK
        for step in range(min(n_steps, most_calls - len(client.calls))):
            watch.look()
            n_runs += 1
            option = None
            if step < len(plan):
                plain_call = plan[step]
            else:
                choice = _drawn_call(trial, client)
                if choice is None:
                    break
                option, plain_call = choice
            after, taken = after_call(around, client, plain_call, reads=option is not None)
            if option is not None:
                note(trial.draws, plain_call, is_good=after is not None)
            if after is None:
                # What it took on the way counts when a call gets there and returns; but where
                # strings are looked into, the next one may come further.
                if setting.spelling is not None and not taken <= trial.met:
                    trial.met.update(taken)
                    sow(trial.draws, plain_call)
                    last_news = n_runs
                break
            if option is not None and not option.has_changed:
                option.has_changed = (
                    after.heap.rows != client.heap.rows or after.held != client.held
                )
            client = after
            has_branch = not taken <= trial.taken
            trial.taken.update(taken)
            trial.met.update(taken)
            has_end = False
            for arguments in assignments(around, function, client, trial.asked):
                watch.look()
                n_runs += 1
                is_hit, end = ask(around, function, client, arguments, wanted=wanted)
                has_end = has_end or end not in trial.ends
                trial.ends.add(end)
                if is_hit:
                    yield sequences.without_idle_readings(
                        sequences.Sequence(client.calls, arguments)
                    )
            if _looks_new(trial, client) or has_branch or has_end:
                last_news = n_runs
                pool.keep(client, has_branch=has_branch, has_end=has_end)
                if option is not None:
                    option.n_news += 1
                if n_open_runs < MOST_OPEN_RUNS and n_wrong < MOST_WRONG:
                    for guess in _with_open_values(trial, solver, client, watch, wanted):
                        n_open_runs += 1
                        if guess is not None:
                            yield guess
                            n_wrong += 1


def _trial(setting: Setting, program: Program, question: Function, seed: int) -> _Trial:
    values = likely_values(setting, question)
    needed = Counter(
        below
        for parameter in question.parameters
        if isinstance(parameter.type, RefType)
        for below in setting.hierarchy.below(parameter.type.class_name)
    )
    draws = Draws(setting, values, Random(seed))
    around = surroundings(setting, program, values)
    near = near_classes(setting)

    def options(calls: Sequence[PublicCall]) -> list[_Option]:
        return [
            _Option(call, 1 / (1 << distance_of(call, near)), made_by(call))
            for call in calls
            if not call.is_observer
        ]

    methods = {name: options(calls) for name, calls in setting.api.methods.items()}
    return _Trial(around, question, draws, options(setting.api.creators), methods, needed)


def _with_open_values(
    trial: _Trial, solver: Solver, client: TrialClient, watch: Watch, wanted: bool
) -> Iterator[sequences.Sequence | None]:
    """Make the calls of a client with open values, unless that was done for others like it."""
    around, question = trial.around, trial.question
    for arguments in islice(assignments(around, question, client, set()), OPEN_ASKED):
        sequence = sequences.without_idle_readings(sequences.Sequence(client.calls, arguments))
        bare = skeleton(sequence)
        if bare not in trial.opened:
            trial.opened.add(bare)
            yield from with_open_values(
                *(around.setting, solver, question, sequence, OPEN_RUNS, watch), wanted=wanted
            )


class _Pool:
    """The clients that are kept, and whose turn it is."""

    __slots__ = ("_clients", "_n_turns", "_random", "_telling", "_waiting")

    def __init__(self, random: Random, first: TrialClient) -> None:
        self._random = random
        self._clients = [first]
        self._telling: list[TrialClient] = []  # that took a new branch, or came to a new end
        self._waiting = [(0, 0)]  # how long, and the number of the client
        self._n_turns: list[int] = [0]

    def keep(self, client: TrialClient, *, has_branch: bool, has_end: bool) -> None:
        """Take a client that is new in some way."""
        wait = _cost(client) - BRANCH_BONUS * has_branch - END_BONUS * has_end
        heapq.heappush(self._waiting, (wait, len(self._clients)))
        self._clients.append(client)
        self._n_turns.append(0)
        if has_branch or has_end:
            self._telling.append(client)

    def turn(self) -> tuple[TrialClient, TrialClient | None]:
        """Give the client to go on from, and perhaps one whose calls are made once more."""
        chance = self._random.random()
        if chance < VARIED:
            is_telling = bool(self._telling) and self._random.random() < TELLING
            return self._clients[0], self._short(self._telling if is_telling else self._clients)
        if chance < VARIED + ANYWHERE:
            return self._short(self._clients), None
        if chance < VARIED + ANYWHERE + AFRESH:
            return self._clients[0], None
        wait, number = heapq.heappop(self._waiting)
        self._n_turns[number] += 1
        turns = self._n_turns[number]
        # Each time that it has had twice as many turns it waits one more.
        heapq.heappush(self._waiting, (wait + (turns & (turns - 1) == 0), number))
        return self._clients[number], None

    def _short(self, clients: Sequence[TrialClient]) -> TrialClient:
        """Draw a client; a simple one is more likely."""
        return min(self._random.choices(clients, k=3), key=_cost)


def _cost(client: TrialClient) -> int:
    """Say how far a client is from a simple one, in doublings of the turns."""
    n_objects = sum(len(part.ways) for part in client.parts.values())
    size = sum(_size(one) for made in client.calls for one in made.arguments)
    n_calls = sum(made.call is not READING for made in client.calls)
    return CALL_COST * n_calls + max(0, len(client.held) - 1) + n_objects // 8 + size // 3


def _size(argument: PlainArgument) -> int:
    match argument:
        case str():
            return len(argument)
        case FreshContainer(entries=entries):
            return 1 + sum(map(_size, entries))
        case _:
            return 0


def _looks_new(trial: _Trial, client: TrialClient) -> bool:
    """Say whether a part of the heap, or all that is asked about together, looks new."""
    looks = [part.rough for part in client.parts.values()]
    if asks_together(trial.question):
        named = trial.around.values.named
        looks.append(rough_heap(client.heap, tuple(client.held), named).rough)
    n_before = len(trial.looks)
    trial.looks.update(looks)
    return len(trial.looks) > n_before


def _varied(draws: Draws, client: TrialClient) -> list[PlainCall]:
    """Give the calls of a client with another argument in one of them."""
    calls = list(client.calls)
    places = [
        (at, place)
        for at, made in enumerate(calls)
        if made.call is not READING
        for place in range(made.call.receiver is not None, len(made.arguments))
        if not isinstance(made.arguments[place], ResultOf)
    ]
    if places:
        at, place = draws.random.choice(places)
        calls[at] = another(draws, calls[at], place)
    return calls


def _drawn_call(trial: _Trial, client: TrialClient) -> tuple[_Option, PlainCall] | None:
    """Draw a call and its arguments."""
    names = client.heap.class_names
    found: list[tuple[_Option, int | None]] = []
    weights: list[float] = []
    if len(client.held) < MOST_HELD:
        held = [names[number] for number in client.held]
        for option in trial.creators:
            made = option.made or ""
            n_more = max(0, held.count(made) + 1 - trial.needed.get(made, 1))
            found.append((option, None))
            weights.append(option.weight / (1 << (len(held) + 2 * n_more)))
    for number, at in client.held.items():
        for option in trial.methods.get(names[number], ()):
            found.append((option, at))
            weights.append(option.weight)
    if not found:
        return None
    seen = seen_by(client)
    for _ in range(MOST_DRAWS):
        ((option, receiver),) = trial.draws.random.choices(found, weights)
        arguments = drawn(trial.draws, seen, option.call)
        maker = _maker(trial, arguments) if isinstance(arguments, Lacking) else None
        if maker is not None:
            # What the call lacks is made first; the call itself comes another time.
            option, receiver = maker, None
            arguments = drawn(trial.draws, seen, option.call)
        # The first call of all is made again and again, and always comes to the same.
        if not isinstance(arguments, Lacking) and (
            client.calls or (option.call, arguments) not in trial.first
        ):
            break
    if isinstance(arguments, Lacking):
        return None
    if not client.calls:
        trial.first.add((option.call, arguments))
    option.n_made += 1
    given = arguments if receiver is None else (ResultOf(receiver), *arguments)
    return option, PlainCall(option.call, given, None)


def _maker(trial: _Trial, lacking: Lacking) -> _Option | None:
    """Draw a call that makes what is lacking."""
    if lacking.class_name is None:
        return None
    fitting = trial.around.hierarchy.below(lacking.class_name)
    makers = [option for option in trial.creators if option.made in fitting]
    return trial.draws.random.choice(makers) if makers else None
