"""Same input, same graph, whatever the order of hashing or of declarations."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest

from graph.digest import digest_of
from oracle.random_programs import random_program
from subjects.plain_client import subject_text
from support.engine import ask, verdict_text
from support.repo import ROOT

PROGRAMS = {
    "leftist": (subject_text("kiasan_leftist"), "LeftistHeap"),
    "list with iterators": (subject_text("sir_slist"), "MyLinkedList"),
    "binomial heap": (subject_text("javascan_binom"), "BinomialHeap"),
    "random 5": (random_program(5).text, "A"),
    "random 11": (random_program(11).text, "A"),
}


@pytest.mark.parametrize("name", PROGRAMS)
def test_exploring_twice_gives_the_same_graph(name: str) -> None:
    text, class_name = PROGRAMS[name]
    assert digest_of(text, class_name) == digest_of(text, class_name)


@pytest.mark.parametrize("hash_seed", ["0", "1", "42"])
def test_hashing_has_no_influence(hash_seed: str) -> None:
    script = Path(__file__).with_name("digest.py")
    found = subprocess.run(
        [sys.executable, str(script)],
        input=json.dumps(list(PROGRAMS.values())),
        env={**os.environ, "PYTHONHASHSEED": hash_seed, "PYTHONPATH": str(ROOT / "server")},
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    assert found.split() == [digest_of(*program) for program in PROGRAMS.values()]


@pytest.mark.parametrize("seed", range(0, 30, 3))
def test_the_order_of_declarations_has_no_influence(seed: int) -> None:
    program = random_program(seed)
    shuffled = with_members_shuffled(program.text, Random(seed))
    assert shuffled != program.text
    assert digest_of(shuffled, "A") == digest_of(program.text, "A")
    for name in program.specs:
        before = ask(program.text, name, scope={"A": 2, "B": 2}, calls=3)
        after = ask(shuffled, name, scope={"A": 2, "B": 2}, calls=3)
        assert verdict_text(after.verdict) == verdict_text(before.verdict)


def with_members_shuffled(text: str, random: Random) -> str:
    """Put the members of each class, and the specs, in another order."""
    blocks: list[list[str]] = [[]]
    for line in text.split("\n"):
        is_member = line.startswith("  ")
        if is_member or line.startswith("spec"):
            blocks[-1].append(line)
        else:
            blocks += [[line], []]
    for block in blocks:
        if len(block) > 1:
            ordered = list(block)
            while block == ordered:
                random.shuffle(block)
    return "\n".join(line for block in blocks for line in block)
