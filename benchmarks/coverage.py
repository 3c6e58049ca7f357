"""How much of real Python is supported: the standard library, site-packages, or folders.

    ./dev bench coverage               the standard library, then the packages beside us
    ./dev bench coverage [FOLDER…]     every module below these folders

A module that takes longer than the limit, or that ends in an exception, is named and makes
the benchmark fail: whatever text people write, there is an answer.

Every class with state (a field of its own or inherited) that is no exception counts. It
is *fully* supported when it can be made and all public methods that may change something
can be explored, *partly* when it can be made and some can, else *not*. Each module is
read on its own, so a base class in another module counts as unknown. The second table
says which constructs stand in the way, by the number of functions they take out.
"""

from __future__ import annotations

import re
import signal
import sys
import sysconfig
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from time import perf_counter

from heapwright.errors import UnreadableInput
from heapwright.frontends.python import codes
from heapwright.frontends.python.lower import Lowered, lower
from heapwright.frontends.python.modules import load_modules
from heapwright.ir.hierarchy import hierarchy_of
from heapwright.ir.program import Role
from heapwright.text.source import read_source

MOST_BYTES = 300_000
SECONDS_PER_MODULE = 30
SHOWN = 25


class TooLong(BaseException):
    """A module took longer than its limit; nobody may catch this on the way."""


def main(folders: list[str]) -> int:
    """Print the tables; the number of modules that crashed or hung is the exit code."""
    if folders:
        groups = {folder: _below(Path(folder)) for folder in folders}
    else:
        library = Path(sysconfig.get_path("stdlib"))
        inside = [p for p in _below(library) if not _SKIPPED & set(p.relative_to(library).parts)]
        groups = {
            "standard library": inside,
            "site-packages": _below(Path(sysconfig.get_path("purelib"))),
        }
    return min(1, sum(_print_group(name, paths) for name, paths in groups.items()))


# Tests of the library, and what is not its own.
_SKIPPED = frozenset(("test", "tests", "idlelib", "lib2to3", "site-packages", "__pycache__"))


def _below(folder: Path) -> list[Path]:
    return sorted(p for p in folder.rglob("*.py") if p.stat().st_size < MOST_BYTES)


def _print_group(name: str, paths: list[Path]) -> int:
    classes: Counter[str] = Counter()
    blocking: Counter[str] = Counter()
    n_modules = n_characters = 0
    failed: list[str] = []
    times: list[tuple[float, str]] = []
    start = perf_counter()
    for path in paths:
        try:
            source = read_source(str(path))
        except UnreadableInput:
            continue
        before = perf_counter()
        try:
            with _limit(SECONDS_PER_MODULE):
                lowered = lower(load_modules(source, lambda _: None))
        except (Exception, TooLong) as error:  # noqa: BLE001 - whatever it is, it is counted
            failed.append(f"{path.name}: {type(error).__name__} {error}")
            continue
        times.append((perf_counter() - before, path.name))
        n_modules += 1
        n_characters += len(source.text)
        classes.update(_judged(lowered))
        blocking.update(_reasons(lowered))
    seconds = perf_counter() - start
    n_classes = sum(classes.values())
    times.sort()
    print(f"\n{name}: {n_modules} modules, {n_characters} characters in {seconds:.1f} s")
    if times:
        median, slowest = times[len(times) // 2], times[-1]
        print(f"median {1000 * median[0]:.0f} ms; slowest {slowest[1]}, {slowest[0]:.1f} s")
    print(f"{len(failed)} modules crashed or hung")
    for line in failed:
        print(f"    {line}")
    print(f"\n{n_classes} classes with state")
    for verdict in ("fully", "partly", "not"):
        share = 100 * classes[verdict] / max(1, n_classes)
        print(f"    {verdict:7} {classes[verdict]:6}  {share:5.1f} %")
    print("\nwhat stands in the way (functions and classes)")
    for reason, count in sorted(blocking.items(), key=lambda pair: (-pair[1], pair[0]))[:SHOWN]:
        print(f"    {count:6}  {reason}")
    return len(failed)


@contextmanager
def _limit(seconds: int) -> Iterator[None]:
    """Raise `TooLong` after a while."""

    def stop(number: int, frame: object) -> None:
        raise TooLong(f"more than {seconds} s")

    before = signal.signal(signal.SIGALRM, stop)
    signal.alarm(seconds)
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)


def _judged(lowered: Lowered) -> Iterator[str]:
    """Give the verdict on each class with state."""
    hierarchy = hierarchy_of(lowered.program)
    for name in lowered.source_map.classes:
        line = [class_def.name for class_def in hierarchy.line(name)]
        spans = [lowered.source_map.classes[n].field_spans for n in line if n in _own(lowered)]
        if "BaseException" in line or not any(spans):
            continue
        own = [f for c in hierarchy.line(name) for f in c.functions]
        made = [f for f in own if f.name == "__new__" and f.owner == name]
        methods = [
            f for f in own if f.is_public and f.role in (Role.METHOD, Role.STATIC) and f not in made
        ]
        usable = [f for f in methods if f.left_out is None]
        if any(f.left_out is not None for f in made):
            yield "not"
        elif len(usable) == len(methods):
            yield "fully"
        else:
            yield "partly" if usable else "not"


def _own(lowered: Lowered) -> frozenset[str]:
    return frozenset(lowered.source_map.classes)


def _reasons(lowered: Lowered) -> Iterator[str]:
    """Give the reason of each problem, without the names in it."""
    for problems in lowered.problems.values():
        for problem in problems:
            if problem.code == codes.NOT_SUPPORTED:
                reason = problem.message.partition(": ")[2].partition("; it changes")[0]
                yield re.sub(r"`[^`]*`", "`…`", reason)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
