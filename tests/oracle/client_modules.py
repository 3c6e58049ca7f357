"""Random small modules whose specs ask about what only some clients do.

Place: tests/oracle. A module is made of pieces: an object with secret state (`client_changes`)
inside of an object, or two, that hand it out (`client_handings`), or a class that tells what it was
given (`client_givings`). Each piece has a spec that a client satisfies who does just that, and one
that nobody satisfies; some have an invariant that such a client violates.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from string import Template

from oracle.client_changes import CHANGES
from oracle.client_givings import GIVINGS, TYPING
from oracle.client_handings import HANDINGS

HEADER = (
    "from __future__ import annotations\n\n"
    f"{TYPING}"
    "from typing import NamedTuple\n\n"
    "from heapwright import invariant, spec\n\n\n"
)
PLAIN_CHANGE = "calls a method twice"
KINDS = (*CHANGES, *HANDINGS, *GIVINGS)  # of modules: what clients do


@dataclass(frozen=True)
class Piece:
    """Classes, the class that is asked about, what clients can make true of it, what nobody can."""

    text: str
    class_name: str
    told: str
    never: str
    title: str  # what clients do
    with_raising: bool = False


@dataclass(frozen=True)
class Module:
    """The text of a module; specs whose names begin with `TOLD` can be satisfied."""

    text: str
    with_raising: bool


def random_module(seed: int) -> Module:
    """Write the module of a seed."""
    random = Random(seed)
    pieces = []
    for name in "AB"[: random.choice((1, 1, 2))]:
        if random.random() < 0.35:
            pieces.append(given(random.choice(sorted(GIVINGS)), name, random))
            continue
        handings = random.choices(sorted(HANDINGS), k=random.choice((0, 1, 1, 2)))
        if any(HANDINGS[one].takes for one in handings[:-1]):
            del handings[:-1]  # what is around would not know what to make it with
        pieces.append(handed(random.choice(sorted(CHANGES)), handings, name, random))
    return module_of(pieces, with_invariants=random.random() < 0.5)


def module_of(pieces: list[Piece], *, with_invariants: bool) -> Module:
    """Put pieces and their questions into a module."""
    parts = [f"# {piece.title}\n" for piece in pieces]
    for number, piece in enumerate(pieces):
        text = piece.text
        if with_invariants:
            told = piece.told.replace("$x", "self")
            text = _with_member(
                text,
                piece.class_name,
                f"    @invariant\n    def untold(self) -> bool:\n        return not ({told})\n",
            )
        parts.append(text)
        for title, asked in (("TOLD", piece.told), ("NEVER", piece.never)):
            condition = asked.replace("$x", "it")
            parts.append(
                f"@spec\ndef {title}_{number}(it: {piece.class_name}) -> bool:\n"
                f"    return {condition}\n"
            )
    text = HEADER + "\n\n".join(parts)
    return Module(text, any(piece.with_raising for piece in pieces))


def piece_of(kind: str) -> Piece:
    """Write the part of a module that is about one thing that clients do."""
    random = Random(len(kind))
    if kind in CHANGES:
        return changed(kind, "A", random)
    if kind in HANDINGS:
        return handed(PLAIN_CHANGE, [kind], "A", random)
    return given(kind, "A", random)


def changed(change: str, name: str, random: Random) -> Piece:
    """Write an object that clients can change in one way."""
    one = CHANGES[change]
    return _piece(one.text, one.told, one.never, f"Item{name}", random, title=change)


def handed(change: str, handings: list[str], name: str, random: Random) -> Piece:
    """Write an object that can be changed in one way, inside of others that hand it out."""
    piece = changed(change, name, random)
    for depth, handing in enumerate(handings):
        one = HANDINGS[handing]
        class_name = f"Shop{name}{depth}"
        values = {"C": class_name, "I": piece.class_name, "k": str(random.randint(2, 9))}
        text = Template(one.text).safe_substitute(values)
        inner = one.inner.replace("$s", "$x")
        piece = Piece(
            f"{piece.text}\n\n{text}",
            class_name,
            piece.told.replace("$x", inner),
            piece.never.replace("$x", inner),
            f"{piece.title}, which is {handing}",
            piece.with_raising or one.with_raising,
        )
    return piece


def given(giving: str, name: str, random: Random) -> Piece:
    """Write a class that tells what it was given."""
    one = GIVINGS[giving]
    return _piece(one.text, one.told, one.never, f"Desk{name}", random, title=giving)


def _piece(
    text: str, told: str, never: str, class_name: str, random: Random, *, title: str
) -> Piece:
    values = {"C": class_name, "k": str(random.randint(2, 9)), "x": "$x"}
    text, told, never = (Template(one).safe_substitute(values) for one in (text, told, never))
    return Piece(text, class_name, told, never, title)


def _with_member(text: str, class_name: str, member: str) -> str:
    """Put a member at the end of the body of a class."""
    lines = text.split("\n")
    start = next(i for i, one in enumerate(lines) if one.startswith(f"class {class_name}"))
    end = start + 1
    while end < len(lines) and (lines[end].startswith(" ") or not lines[end]):
        end += 1
    while not lines[end - 1]:
        end -= 1
    return "\n".join([*lines[:end], *member.rstrip("\n").split("\n"), *lines[end:]])
