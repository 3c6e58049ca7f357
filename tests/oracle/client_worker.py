"""Run random clients of modules, and tell which questions they answer. A process of its own.

Place: tests/oracle; `client_judging` starts it, and no user module is imported anywhere else. Reads
jobs as JSON from its standard input and writes what it found. With one seed it does the same
each time: limits are counts of steps and of lines, never seconds.

A question is left alone once it has an answer within its bound. An answer is made as short as it
gets by leaving steps out, and counts only if its text, run from the start, answers the question.
"""

from __future__ import annotations

import ast
import gc
import itertools
import json
import os
import resource
import sys
import traceback
import warnings
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

sys.path.insert(0, str(Path(__file__).parents[2] / "server"))
sys.path.insert(0, str(Path(__file__).parents[1]))

from oracle.client_does import step
from oracle.client_gives import fits, hints_of
from oracle.client_holds import Reference, Sizes, references, sizes
from oracle.python_clients import (
    Client,
    Source,
    Step,
    Thing,
    TooLong,
    again,
    flat,
    fresh,
    is_nested,
    program,
)

MOST_STEPS = 9
MOST_CHOICES = 12  # of values to ask about
MOST_KEPT = 40  # clients that later ones begin as
MOST_BEYOND = 10  # answers beyond the bound; then a tenth of them is made short
MEMORY = 3 * 2**30


@dataclass
class Question:
    """A spec or invariant, and the bound that an answer has to keep."""

    name: str
    is_invariant: bool
    objects: dict[str, int]
    calls: int | None


@dataclass
class Job:
    """A module, how many clients it shall have, and what is asked about it."""

    source: Source
    seed: int
    n_clients: int
    with_raising: bool
    questions: list[Question]
    found: dict[str, str] = field(default_factory=dict)
    beyond: Counter[str] = field(default_factory=Counter)  # answers that do not keep the bound
    n_ran: int = 0
    n_steps: int = 0

    @property
    def open(self) -> list[Question]:
        """Give the questions that no client has answered."""
        return [one for one in self.questions if one.name not in self.found]


def run(job: Job) -> None:
    """Run clients until each question has its answer, or all have run."""
    random = Random(job.seed)
    kept: list[list[Step]] = []
    seen: set[str] = set()
    refused: Counter[str] = Counter()
    while job.n_ran < job.n_clients and job.open:
        job.n_ran += 1
        with suppress(TooLong, RecursionError, MemoryError):
            _run_client(job, random, kept, seen, refused)
        if job.n_ran % 50 == 0:
            gc.collect()


def _run_client(
    job: Job, random: Random, kept: list[list[Step]], seen: set[str], refused: Counter[str]
) -> None:
    begun = random.choice(kept) if kept and random.random() < 0.5 else []
    client = again(job.source, begun, with_raising=job.with_raising)
    if client is None:
        return
    client.refused = refused
    focus = random.choice(job.open)
    prefers = _classes(client, focus)
    for _ in range(random.randint(2, MOST_STEPS)):
        if len(client.steps) >= MOST_STEPS + 3:
            break
        before = list(client.steps)
        did = step(client, random, prefers=prefers)
        job.n_steps += 1
        if not did:
            # The call raised, and may have changed something before.
            refused[client.using] += 1
            if client.steps == before and not client.using:
                continue
            retry = again(job.source, before, with_raising=job.with_raising)
            if retry is None:
                return
            client = retry
            client.refused = refused
            continue
        refused[client.using] = 0
        _ask_all(job, client, random)
        if not job.open:
            return
        state = _described(client)
        if state not in seen:
            seen.add(state)
            if len(client.steps) < MOST_STEPS:
                kept.append(list(client.steps))
                if len(kept) > MOST_KEPT:
                    kept.pop(random.randrange(len(kept)))


def _classes(client: Client, question: Question) -> list[str]:
    """Name what makes objects that a question is about."""
    if question.is_invariant:
        return [question.name.split(".")[0]]
    hints = hints_of(client.world.names[question.name]).values()
    return [getattr(hint, "__name__", "") for hint in hints]


def _described(client: Client) -> str:
    """Say roughly in which state the held objects are."""
    parts = []
    for one in references(client)[:8]:
        held = getattr(one.value, "__dict__", None)
        if held is not None and not isinstance(one.value, type):
            shown = [f"{name}={_brief(value)}" for name, value in held.items()]
            parts.append(f"{type(one.value).__name__}({', '.join(shown)})")
        else:
            parts.append(_brief(one.value))
    return " ".join(parts)


def _brief(value: Thing) -> str:
    if value is None or isinstance(value, bool | int | str):
        return repr(value)[:20]
    if isinstance(value, list | tuple | dict | set):
        return f"{type(value).__name__}{len(value)}"
    return type(value).__name__


def _ask_all(job: Job, client: Client, random: Random) -> None:
    held = references(client)
    for question in job.open:
        for asked in itertools.islice(_asked(client, question, held, random), MOST_CHOICES):
            if not _is_true(client, asked):
                continue
            if _confirmed(job, client, question, asked):
                break


def _asked(
    client: Client, question: Question, held: Sequence[Reference], random: Random
) -> Iterator[str]:
    """Give expressions that are true where the question is answered."""
    if question.is_invariant:
        class_name, _, name = question.name.partition(".")
        for one in held:
            line = [cls.__qualname__ for cls in type(one.value).__mro__]
            if class_name in line and not isinstance(one.value, type):
                yield f"not {one.text}.{name}()"
        return
    spec = client.world.names[question.name]
    hints = hints_of(spec)
    choices = []
    for parameter in spec.__code__.co_varnames[: spec.__code__.co_argcount]:
        hint = hints.get(parameter)
        fitting = [one.text for one in held if fits(one.value, hint, client)]
        if hint in (int, str, bool):
            constants = {int: client.world.source.ints, str: client.world.source.texts}
            fitting = [repr(value) for value in constants.get(hint, (False, True))]
            random.shuffle(fitting)
        choices.append(fitting[:8])
    for chosen in itertools.product(*choices):
        yield f"{question.name}({', '.join(chosen)})"


def _is_true(client: Client, asked: str) -> bool:
    """Ask; a spec that raises is not satisfied, an invariant that raises does not hold."""
    is_invariant = asked.startswith("not ")
    try:
        if is_invariant:
            # The object has to be there, whatever the invariant comes to.
            client.world.value(asked.removeprefix("not ").rpartition(".")[0])
    except (Exception, TooLong):  # noqa: BLE001 - whatever it is, nothing was asked
        return False
    try:
        return bool(client.world.value(asked))
    except (RecursionError, MemoryError, TooLong):
        return False
    except Exception:  # noqa: BLE001 - whatever a question raises
        return is_invariant


def _confirmed(job: Job, client: Client, question: Question, asked: str) -> bool:
    """Note an answer if it stands on its own and keeps the bound, as short as it gets."""
    if job.beyond[question.name] > MOST_BEYOND and job.beyond[question.name] % MOST_BEYOND:
        # Making it shorter takes a while, and seldom helps where it has not before.
        job.beyond[question.name] += 1
        return False
    steps = list(client.steps)
    measured = _measured(job, steps, asked)
    if measured is None:
        return False
    shrunk = True
    while shrunk:
        shrunk = False
        for at in reversed(range(len(steps))):
            fewer = _without(steps, at)
            if fewer is None:
                continue
            smaller = _measured(job, fewer, asked)
            if smaller is not None:
                steps, measured, shrunk = fewer, smaller, True
                break
    text = program(steps, f"assert {asked}")
    if not _passes(job.source, text):
        return False
    if not _keeps(question, measured, steps, text):
        job.beyond[question.name] += 1
        return False
    job.found[question.name] = text
    return True


def _without(steps: Sequence[Step], at: int) -> list[Step] | None:
    """Leave a step out, and the end of a context with its begin."""
    gone = {at}
    if steps[at].enters:
        gone |= {n for n, one in enumerate(steps) if one.leaves == steps[at].name}
    fewer = [one for n, one in enumerate(steps) if n not in gone]
    return fewer if is_nested(fewer) else None


def _measured(job: Job, steps: Sequence[Step], asked: str) -> Sizes | None:
    """Run steps and ask; gives how large the heap was between them, None if it is not true."""
    world = fresh(job.source)
    used = {name for one in steps for name in one.words()} | Step(asked).words()
    made: set[str] = set()
    largest = Sizes(Counter(), 0)
    try:
        for number, one in enumerate(steps):
            own = {one.code.partition(" = ")[0]}
            if not one.words() - own <= set(world.names):
                return None  # a name that a step gave which was left out
            if world.run(flat(one, used)) is not None:
                return None
            if one.catches and world.names[one.catches] is None:
                del world.names[one.catches]
            made |= {one.name, one.catches, f"{one.name}_manager"}
            later = {name for rest in steps[number + 1 :] for name in rest.words()}
            later |= Step(asked).words() | {f"{rest.leaves}_manager" for rest in steps[number:]}
            roots = [world.names[name] for name in later & made if name in world.names]
            largest = largest.or_more(sizes(world, roots))
        client = Client(world)
        return largest if _is_true(client, asked) else None
    except (TooLong, RecursionError, MemoryError):
        return None


def _passes(source: Source, text: str) -> bool:
    """Run the text of a client as it is, in a new world."""
    try:
        world = fresh(source)
        error = world.run(text)
    except (TooLong, RecursionError, MemoryError):
        return False
    # The question of an invariant may raise; then nothing else did, as `_measured` saw.
    return error is None or (not isinstance(error, AssertionError) and "assert not" in text)


def _keeps(question: Question, measured: Sizes, steps: Sequence[Step], text: str) -> bool:
    """Say whether a client stays within all that the bound of a verdict names."""
    if question.calls is not None and len(steps) > question.calls:
        return False
    constants = [n.value for n in ast.walk(ast.parse(text)) if isinstance(n, ast.Constant)]
    longest = max((len(one) for one in constants if isinstance(one, str)), default=0)
    largest = max((abs(one) for one in constants if isinstance(one, int | float)), default=0)
    written = {
        "items": measured.items,
        "items during a call": measured.items,
        "items of arguments": measured.items,
        "items of inner arguments": 2,
        "characters": longest,
        "places": 2,
        "digits": 0,
        "code point": 0,
        "size of floats": largest,
        "size of hashed ints": largest,
    }
    demanded = question.objects.get("characters where the code asks for so many", 0)
    for name, most in question.objects.items():
        if name == "characters where the code asks for so many":
            continue
        most = max(most, demanded) if name == "characters" else most
        if written.get(name, measured.objects[name]) > most:
            return False
    return True


def replayed(text: str, path: str, code: str, asked: str, *, wanted: bool) -> str:
    """Run the calls of an answer; gives what is wrong with it, "" if nothing is."""
    world = fresh(Source.read(text, path))
    try:
        error = world.run(code)
        if error is not None:
            return f"the calls raise {error!r}"
        answer = _is_true(Client(world), asked if wanted else f"not {asked}")
    except TooLong:
        return ""  # it takes long, which is no contradiction
    return "" if answer else "the question is not answered"


def main() -> None:
    """Read jobs, run them, write what came of them."""
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    warnings.simplefilter("ignore")
    gc.disable()
    # What modules print is not ours; what goes wrong here is told on the standard error.
    output = sys.stdout
    sys.stdout = sys.stderr = Path(os.devnull).open("w", encoding="utf-8")  # noqa: SIM115
    sys.excepthook = lambda *error: traceback.print_exception(*error, file=sys.__stderr__)
    for line in sys.stdin:
        given = json.loads(line)
        questions = [Question(**one) for one in given["questions"]]
        source = Source.read(given["text"], given["path"])
        job = Job(source, given["seed"], given["n_clients"], given["with_raising"], questions)
        if questions:
            run(job)
        told = {
            "found": job.found,
            "beyond": sorted(set(job.beyond) - set(job.found)),
            "clients": job.n_ran,
            "steps": job.n_steps,
            "wrong": [
                (name, wrong)
                for name, code, asked, wanted in given["replays"]
                if (wrong := replayed(given["text"], given["path"], code, asked, wanted=wanted))
            ],
        }
        print(json.dumps(told), file=output, flush=True)


if __name__ == "__main__":
    main()
