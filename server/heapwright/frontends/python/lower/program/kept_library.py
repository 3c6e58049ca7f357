"""The lowered library, kept beside the compiled modules of this package.

Place: frontends/python/lower/program/. `lower` asks for it; `library` takes from it what a
program needs.

Lowering the text of the library takes half a second, which was half of every start of the command
line. Its outcome depends on our own sources only, so it is kept as Python keeps the bytecode of a
module: in `__pycache__`, for exactly these sources, where it can be written; in the user's cache
where Python was told to write no bytecode, as in many containers. Elsewhere, and when anything
about the file is odd, the library is lowered again. It is data: a line with digests, a line that
says what there is and where it stands, and the functions, each read when a program needs it.
"""

from __future__ import annotations

import contextlib
import json
import os
import sys
from collections.abc import Callable, Iterator, Mapping
from importlib.util import cache_from_source
from pathlib import Path
from typing import Any

from heapwright.cache_directory import cache_directory
from heapwright.digests import blake2b
from heapwright.ir.core.program import ClassDef, Function
from heapwright.ir.written.compact import compact, spread
from heapwright.records import dataclass, replace

FRONT_END = Path(__file__).resolve().parents[2]
PACKAGE = FRONT_END.parent.parent
# What the lowered form depends on: the library, all that lowers it, and the IR.
SOURCES = (FRONT_END, FRONT_END.parent / "hex", PACKAGE / "ir")


@dataclass(frozen=True, slots=True)
class Kept:
    """What is kept: the index, and the text of all functions that it points into."""

    index: Mapping[str, Any]
    functions: bytes


class Library:
    """The classes of the library; a function is read when it is asked for."""

    def __init__(self, kept: Kept) -> None:
        self.classes: dict[str, ClassDef] = {
            class_def.name: class_def for class_def in map(spread, kept.index["classes"])
        }
        self._places: dict[str, dict[str, tuple[bool, int, int]]] = kept.index["functions"]
        self._text = kept.functions
        self._read: dict[str, Function] = {}

    def functions_of(self, class_name: str) -> Iterator[tuple[str, bool]]:
        """Give names of functions, each with whether it has a receiver, in their order."""
        for name, (has_receiver, _, _) in self._places[class_name].items():
            yield name, has_receiver

    def function(self, qualified_name: str) -> Function | None:
        """Give a function, if there is one of this name."""
        found = self._read.get(qualified_name)
        if found is None:
            owner, _, name = qualified_name.rpartition(".")
            place = self._places.get(owner, {}).get(name)
            if place is None:
                return None
            _, start, end = place
            found = self._read[qualified_name] = spread(json.loads(self._text[start:end]))
        return found


def kept_library(lower_now: Callable[[], tuple[ClassDef, ...]]) -> Library:
    """Give the library as it was kept, or else lower it now and keep it."""
    sources = sources_digest()
    if sources is None:
        return Library(in_plain_values(lower_now()))
    beside, elsewhere = _beside_bytecode(), _elsewhere()
    for path in (beside, elsewhere):
        kept = None if path is None else read(path, sources)
        if kept is not None:
            return Library(kept)
    kept = in_plain_values(lower_now())
    place = elsewhere if sys.dont_write_bytecode else beside
    if place is not None:
        write(place, sources, kept)
    return Library(kept)


NAME = f"library.{sys.implementation.cache_tag}.json"


def _beside_bytecode() -> Path:
    return Path(cache_from_source(str(FRONT_END / "library" / "__init__.py"))).with_name(NAME)


def _elsewhere() -> Path | None:
    """Give the place for a Python that was told to write no bytecode."""
    folder = cache_directory() if sys.dont_write_bytecode else None
    return None if folder is None else folder / NAME


def in_plain_values(classes: tuple[ClassDef, ...]) -> Kept:
    """Give the form in which the library is kept."""
    text = b""
    places: dict[str, dict[str, tuple[bool, int, int]]] = {}
    for class_def in classes:
        own = places.setdefault(class_def.name, {})
        for function in class_def.functions:
            start = len(text)
            text += _json(compact(function))
            own[function.name] = (function.has_receiver, start, len(text))
    shells = [compact(replace(class_def, functions=())) for class_def in classes]
    return Kept({"classes": shells, "functions": places}, text)


def _json(value: object) -> bytes:
    return json.dumps(value, separators=(",", ":")).encode()


def sources_digest() -> str | None:
    """Digest what Python looks at to see whether bytecode is current: times and sizes."""
    digest = blake2b()
    try:
        for folder in SOURCES:
            for directory, _, names in sorted(os.walk(folder)):
                for name in sorted(names):
                    if name.endswith(".py"):
                        found = os.stat(os.path.join(directory, name))  # noqa: PTH116, PTH118 - quick
                        digest.update(f"{name} {found.st_mtime_ns} {found.st_size}\n".encode())
    except OSError:
        return None
    return digest.hexdigest()


def read(path: Path, sources: str) -> Kept | None:
    """Give what was kept for these sources, if the file is there and whole."""
    try:
        head, _, body = path.read_bytes().partition(b"\n")
    except OSError:
        return None
    if head != heading(sources, body):
        return None
    index, _, functions = body.partition(b"\n")
    return Kept(json.loads(index), functions)


def write(path: Path, sources: str, kept: Kept) -> None:
    """Put the file in its place as a whole, if that is allowed here."""
    body = _json(kept.index) + b"\n" + kept.functions
    fresh = path.with_name(f"{path.name}.{os.getpid()}")
    with contextlib.suppress(OSError):
        path.parent.mkdir(parents=True, exist_ok=True)
        fresh.write_bytes(heading(sources, body) + b"\n" + body)
        fresh.replace(path)


def heading(sources: str, body: bytes) -> bytes:
    """Give the first line of the file: what it was made from, and a digest of the rest."""
    return f"{sources} {blake2b(body).hexdigest()}".encode()
