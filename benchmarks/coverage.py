"""How much of real Python is supported: classes of the standard library, or of folders.

    ./dev bench coverage [FOLDER…]

Every class with state (a field of its own or inherited) that is no exception counts. It
is *fully* supported when it can be made and all public methods that may change something
can be explored, *partly* when it can be made and some can, else *not*. Each module is
read on its own, so a base class in another module counts as unknown. The second table
says which constructs stand in the way, by the number of functions they take out.
"""

from __future__ import annotations

import re
import sys
import sysconfig
from collections import Counter
from collections.abc import Iterator
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
SHOWN = 25


def main(folders: list[str]) -> None:
    """Print both tables."""
    paths = list(_modules([Path(folder) for folder in folders]))
    classes: Counter[str] = Counter()
    blocking: Counter[str] = Counter()
    n_modules = n_characters = 0
    start = perf_counter()
    slowest = (0.0, "")
    for path in paths:
        try:
            source = read_source(str(path))
        except UnreadableInput:
            continue
        before = perf_counter()
        lowered = lower(load_modules(source, lambda _: None))
        slowest = max(slowest, (perf_counter() - before, path.name))
        n_modules += 1
        n_characters += len(source.text)
        classes.update(_judged(lowered))
        blocking.update(_reasons(lowered))
    seconds = perf_counter() - start
    n_classes = sum(classes.values())
    print(f"{n_modules} modules, {n_characters} characters in {seconds:.1f} s")
    print(f"slowest: {slowest[1]} in {slowest[0]:.1f} s\n")
    print(f"{n_classes} classes with state")
    for verdict in ("fully", "partly", "not"):
        share = 100 * classes[verdict] / max(1, n_classes)
        print(f"    {verdict:7} {classes[verdict]:6}  {share:5.1f} %")
    print("\nwhat stands in the way (functions and classes)")
    for reason, count in sorted(blocking.items(), key=lambda pair: (-pair[1], pair[0]))[:SHOWN]:
        print(f"    {count:6}  {reason}")


def _modules(folders: list[Path]) -> Iterator[Path]:
    if not folders:
        library = Path(sysconfig.get_path("stdlib"))
        yield from sorted(p for p in library.glob("*.py") if p.stat().st_size < MOST_BYTES)
        for name in ("collections", "concurrent/futures", "email", "http", "importlib", "json"):
            yield from sorted((library / name).glob("*.py"))
        return
    for folder in folders:
        yield from sorted(p for p in folder.rglob("*.py") if p.stat().st_size < MOST_BYTES)


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
    main(sys.argv[1:])
