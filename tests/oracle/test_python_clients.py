"""No client that CPython runs refutes a verdict, and the clients would notice if one were wrong."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from oracle.client_changes import CHANGES
from oracle.client_judging import Verdict, job, judged, judgement, run_clients, verdicts_on
from oracle.client_modules import KINDS, module_of, piece_of, random_module
from support.repo import ROOT

SEEDS = range(1, 9)
CLIENTS = 120  # of a random module
REAL_CLIENTS = 40  # of each example and each class of the benchmarks
MOST_CLIENTS = 400  # until a fault has to be found; twelve do on average
SECONDS = 2  # stops what takes too long, which makes it unknown; nothing refutes that

REAL = (
    *sorted((ROOT / "examples").glob("*.py")),
    *sorted((ROOT / "benchmarks" / "subjects" / "python").glob("*.py")),
)
CLAIM = re.compile(
    r"^[ ]*# (unreachable|contradiction|holds)\b.*\n(?:[ ]*(?:@|#).*\n)*[ ]*def (\w+)\(",
    re.MULTILINE,
)
INVARIANT = re.compile(r"@invariant\n    def (\w+)\(")

# What clients did that heapwright once did not think of, by row of the table of the issue about
# clients. It called what they reach unreachable, or said that an invariant holds which they break.
ROWS: dict[str, tuple[str, ...]] = {
    "uses an object out of a result": (
        *("in a list", "in the list itself", "in a dict", "in the values of a dict", "in a tuple"),
        *("in a list of tuples", "in a NamedTuple", "in a dataclass", "from a generator"),
        *("by going through the object", "from enumerate", "as what a call made"),
        "as an item of the object",
    ),
    "uses a result of no single kind": (
        *("as one of several kinds", "as a result without annotation"),
        *("in a list without annotation", "as a result of any kind"),
    ),
    "does something inside of a context": (
        *("works inside of a context that a generator makes", "is asked inside of a context"),
        *("works inside of a context that an object is", "as what a context gives"),
        "as what entering the object gives",
    ),
    "calls what a call gave": (
        *("calls a closure that a call gave", "calls a bound private method that a call gave"),
        *("calls a lambda that a call gave", "calls what it finds in a dict that a call gave"),
        "from a closure",
    ),
    "calls what is public and no def": (
        *("uses a second name", "uses a function of the module as a method"),
        *("calls a lambda of the class", "calls a partial method"),
        *("calls a class method that is a lambda", "calls a function that a decorator made"),
        "sets a property that is made of two functions",
    ),
    "changes what is below a container": tuple(
        name for name in CHANGES if name.startswith("uses ") and " of a " in name
    ),
    "calls a method of an enumeration member": ("a method of an enumeration member",),
    "uses an object of the module": (
        "as a constant of the module",
        "as an attribute of a class",
        "from a function of the module",
    ),
    "uses what an exception carries": ("in an exception", "in the arguments of an exception"),
    "gives a container of the object": ("its own container", "its own container at once"),
    "gives one thing twice": (
        *("one list twice", "one object twice in a list", "one object twice in a dict"),
        *("one list twice in a dict", "one list twice in a list", "the object itself"),
    ),
    "gives an iterator for Iterable": ("an iterator for Iterable", "a list for Iterable"),
    "gives a tuple or range for Sequence": ("a tuple for Sequence", "a range for Sequence"),
    "gives a Counter for Mapping": (
        "a Counter for Mapping",
        "a mapping that has what it does not contain",
    ),
    "gives an int for float": ("an int for float", "a float for float"),
    "gives what fits a Protocol": ("what fits a protocol", "what is below an abstract class"),
    "gives an object of its own for a Protocol": ("its own object for a protocol",),
    "calls a function that changes its arguments": ("to a function of the module",),
    "reads an attribute": (
        *("as an attribute", "in an attribute that is a list"),
        "an object that it read from another",
    ),
    "changes what is shared by a method of another class": (
        *("a class attribute by another class", "a global by another class"),
        *("a dict of the module by another class", "a list of a class by another class"),
    ),
    "changes what is shared through a class that it gives": ("a class",),
    "changes what is shared by a function": (
        "a class attribute by a function",
        "a global by a function",
    ),
}


@pytest.mark.parametrize("seed", SEEDS)
def test_no_client_of_a_random_module_refutes_a_verdict(seed: int, tmp_path: Path) -> None:
    module = random_module(seed)
    path = tmp_path / "module.py"
    path.write_text(module.text, encoding="utf-8")
    verdicts = verdicts_on(path, seconds=SECONDS, with_raising=module.with_raising)
    found = judged(path, verdicts, seed=seed, n_clients=CLIENTS, with_raising=module.with_raising)
    assert found.refuted == {}, "\n\n".join((module.text, *found.refuted.values()))


def test_no_client_of_an_example_or_benchmark_refutes_what_its_comments_claim() -> None:
    # Other tests compare these comments with what heapwright says.
    claims = [claimed(path) for path in REAL]
    jobs = [
        job(path, verdicts, seed=1, n_clients=REAL_CLIENTS)
        for path, verdicts in zip(REAL, claims, strict=True)
    ]
    told = run_clients(jobs)
    found = [judgement(v, one).refuted for v, one in zip(claims, told, strict=True)]
    assert found == [{}] * len(REAL)
    assert sum(len(verdicts) for verdicts in claims) > 2 * len(REAL)


@pytest.mark.parametrize("row", ROWS)
def test_a_verdict_that_forgets_what_a_client_does_is_refuted(row: str, tmp_path: Path) -> None:
    assert missed(ROWS[row], tmp_path) == []


def test_each_kind_of_module_is_one_that_clients_notice(tmp_path: Path) -> None:
    in_rows = {kind for kinds in ROWS.values() for kind in kinds}
    assert in_rows <= set(KINDS)
    assert missed([kind for kind in KINDS if kind not in in_rows], tmp_path) == []


def missed(kinds: tuple[str, ...] | list[str], folder: Path) -> list[str]:
    """Call what clients reach unreachable, and the invariants held that they break; name what
    stands unrefuted."""
    jobs, claims = [], []
    for number, kind in enumerate(kinds):
        module = module_of([piece_of(kind)], with_invariants=True)
        path = folder / f"{number}.py"
        path.write_text(module.text, encoding="utf-8")
        class_name = piece_of(kind).class_name
        wrong = [
            Verdict("TOLD_0", "spec", "unreachable"),
            Verdict(f"{class_name}.untold", "invariant", "holds"),
        ]
        claims.append(wrong)
        jobs.append(
            job(path, wrong, seed=1, n_clients=MOST_CLIENTS, with_raising=module.with_raising)
        )
    told = run_clients(jobs)
    return [
        f"{one.name} of {kind}"
        for kind, wrong, what in zip(kinds, claims, told, strict=True)
        for one in wrong
        if one.name not in judgement(wrong, what).refuted
    ]


def claimed(path: Path) -> list[Verdict]:
    """Read what the comments of a module say is absent, for heaps of a size that all bounds have.

    Objects of classes that questions are about there is one of, as most bounds say.
    """
    text = path.read_text(encoding="utf-8")
    classes = re.findall(r"^class (\w+)", text, re.MULTILINE)
    asked = set(re.findall(r"^def [A-Z_]+\(\w+: (\w+)", text, re.MULTILINE))
    objects = {name: 1 if name in asked else 3 for name in classes}
    objects.update({"items": 2, "characters": 4})
    found = []
    for word, name in CLAIM.findall(text):
        kind = "invariant" if word == "holds" else "spec"
        found.append(Verdict(qualified(text, name, kind), kind, word, objects))
    found += [
        Verdict(qualified(text, name, "invariant"), "invariant", "holds", objects)
        for name in INVARIANT.findall(text)
        if "# violated" not in text and "# holds" not in text
    ]
    return found


def qualified(text: str, name: str, kind: str) -> str:
    """Give an invariant its class."""
    if kind == "spec":
        return name
    before = text[: text.index(f"def {name}(self)")]
    return f"{re.findall(r'^class (?P<n>[A-Za-z_0-9]+)', before, re.MULTILINE)[-1]}.{name}"


LAMP = """
from heapwright import invariant, spec

class Lamp:
    def __init__(self) -> None:
        self._n = 0

    def switch(self) -> None:
        self._n += 1

@spec
def THREE(a: Lamp, b: Lamp) -> bool:
    return a is not b and a._n == 3

@spec
def ONE(a: Lamp) -> bool:
    return a._n == 1
"""


@pytest.mark.parametrize(
    ("objects", "calls", "is_refuted"),
    [
        ({"Lamp": 2}, None, True),
        ({"Lamp": 1}, None, False),
        ({"Lamp": 2}, 5, True),
        ({"Lamp": 2}, 4, False),
    ],
)
def test_a_client_beyond_the_bound_refutes_nothing(
    objects: dict[str, int], calls: int | None, is_refuted: bool, tmp_path: Path
) -> None:
    path = tmp_path / "lamp.py"
    path.write_text(LAMP, encoding="utf-8")
    verdict = Verdict("THREE", "spec", "unreachable", objects, calls)
    found = judged(path, [verdict], seed=1, n_clients=MOST_CLIENTS)
    assert ("THREE" in found.refuted) is is_refuted


def test_an_answer_whose_calls_do_not_work_is_refuted(tmp_path: Path) -> None:
    path = tmp_path / "lamp.py"
    path.write_text(LAMP, encoding="utf-8")
    right = Verdict("ONE", "spec", "reachable", code="a = Lamp()\na.switch()", asked="ONE(a)")
    wrong = Verdict("ONE", "spec", "reachable", code="a = Lamp()", asked="ONE(a)")
    raising = Verdict("ONE", "spec", "reachable", code="a = Lamp(3)", asked="ONE(a)")
    assert judged(path, [right], seed=1, n_clients=0).refuted == {}
    assert list(judged(path, [wrong], seed=1, n_clients=0).refuted) == ["ONE"]
    assert list(judged(path, [raising], seed=1, n_clients=0).refuted) == ["ONE"]


def test_clients_are_the_same_each_time(tmp_path: Path) -> None:
    path = tmp_path / "module.py"
    path.write_text(random_module(2).text, encoding="utf-8")
    verdicts = [Verdict("TOLD_0", "spec", "unreachable")]
    jobs = [job(path, verdicts, seed=1, n_clients=100)] * 2
    first, second = run_clients(jobs)
    assert first == second == run_clients(jobs[:1])[0]


def test_an_invariant_that_raises_is_violated_only_by_an_object_that_is_there(
    tmp_path: Path,
) -> None:
    path = tmp_path / "box.py"
    path.write_text(BOX, encoding="utf-8")
    verdict = Verdict("Box.first", "invariant", "holds")
    found = judged(path, [verdict], seed=1, n_clients=MOST_CLIENTS)
    client = re.sub(r"\bv\d+", "box", found.refuted["Box.first"])
    assert client.split("\n")[1:] == ["box = Box()", "box.clear()", "assert not box.first()"]


BOX = """
from heapwright import invariant

class Box:
    def __init__(self) -> None:
        self._items = [1]

    def clear(self) -> None:
        self._items.clear()

    @invariant
    def first(self) -> bool:
        return self._items[0] == 1
"""
