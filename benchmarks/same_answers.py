"""Whether two commits give the same answers: verdicts, calls, bounds and problems.

    ./dev bench same_answers OLD                     a commit against this checkout
    ./dev bench same_answers OLD NEW                 two commits
    ./dev bench same_answers OLD --corpus 30         also 30 modules of the coverage corpus
    ./dev bench same_answers OLD --seconds 20        for each question (10 unless told)

For refactorings: what users see must not change. Asked are all examples, the benchmark classes (in
both languages: states, disjuncts and edges of their graphs), the specs beside other tools, the
core programs (their paths), and the two questions of `parts/simple_questions.py` about each class
of the corpus modules. OLD and NEW are commits, or folders that hold a checkout. Each side runs in
processes of its own, without a cache, the two sides at the same time.

A question that ran into the time limit on a side depends on the machine: if its answers differ, it
is listed as such and does not count. Exit code 1 when anything else differs.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeAlias

from parts.corpus import corpus_groups
from parts.simple_questions import with_questions

ROOT = Path(__file__).resolve().parent.parent
# Of its limit: a question that took this much of it was ended by the clock.
NEARLY = 0.8
# What may differ from run to run: times, and what only they decide.
PASSING = frozenset(("stats", "seconds"))

Answers: TypeAlias = dict[str, dict[str, Any]]


@dataclass(frozen=True, slots=True)
class Asked:
    """One command and the file that it is about."""

    command: tuple[str, ...]
    path: Path
    shown: str


def main(arguments: Sequence[str]) -> int:
    """Print what differs; exit code 1 if something does."""
    parser = argparse.ArgumentParser(prog="./dev bench same_answers")
    parser.add_argument("old", metavar="OLD", help="a commit, or the folder of a checkout")
    parser.add_argument("new", metavar="NEW", nargs="?", default=str(ROOT))
    parser.add_argument("--corpus", type=int, default=0, metavar="N", help="modules of the corpus")
    parser.add_argument("--seed", type=int, default=1, help="which modules --corpus draws")
    parser.add_argument("--seconds", type=float, default=10, help="for each question")
    parser.add_argument("--only", default="", metavar="TEXT", help="files whose name has this")
    options = parser.parse_args(arguments)
    with ExitStack() as stack:
        old, new = (stack.enter_context(checkout(one)) for one in (options.old, options.new))
        scratch = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        asked = [
            one
            for one in (*own_files(), *corpus_files(scratch, options.corpus, options.seed))
            if options.only in one.shown
        ]
        return compare(old, new, asked, options.seconds)


@contextmanager
def checkout(name: str) -> Iterator[Path]:
    """Give a folder with this commit; the folder itself if one is named."""
    if Path(name, "server", "heapwright").is_dir():
        yield Path(name).resolve()
        return
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder, "checkout")
        subprocess.run(
            ["git", "worktree", "add", "--quiet", "--detach", str(place), name],
            cwd=ROOT,
            check=True,
        )
        try:
            yield place
        finally:
            subprocess.run(
                ["git", "worktree", "remove", "--force", str(place)], cwd=ROOT, check=True
            )


def own_files() -> Iterator[Asked]:
    """Give what stands in this repository: the same files for both sides."""
    folders = {
        "examples": ("check",),
        "benchmarks/peers_specs": ("check",),
        "benchmarks/subjects/python": ("explore",),
        "benchmarks/subjects/tiny": ("explore",),
        "benchmarks/programs": ("paths",),
    }
    for folder, command in folders.items():
        for path in sorted((ROOT / folder).rglob("*")):
            if path.suffix in (".py", ".tiny") and path.stem != "__init__":
                yield Asked(command, path, path.relative_to(ROOT).as_posix())


def corpus_files(scratch: Path, n_modules: int, seed: int) -> Iterator[Asked]:
    """Give modules of the corpus, in copies of their packages, with questions at their end."""
    if n_modules == 0:
        return
    modules = [
        (package, path)
        for packages in corpus_groups().values()
        for package in packages
        for path in sorted(package.rglob("*.py"))
        if "class " in path.read_text(encoding="utf-8", errors="replace")
    ]
    for number, (package, path) in enumerate(random.Random(seed).sample(modules, n_modules)):
        text = path.read_text(encoding="utf-8", errors="replace")
        names = [line[6:].split("(")[0].rstrip(": ") for line in _class_lines(text)]
        asking, questions = with_questions(text, names)
        if questions:
            folder = scratch / str(number)
            shutil.copytree(package, folder)
            place = path.relative_to(package)
            (folder / place).write_text(asking, encoding="utf-8")
            yield Asked(("check",), folder / place, f"{package.name}/{place.as_posix()}")


def _class_lines(text: str) -> list[str]:
    return [line for line in text.splitlines() if line.startswith("class ")]


def compare(old: Path, new: Path, asked: Sequence[Asked], seconds: float) -> int:
    """Ask both sides everything and print what differs."""
    n_answers = n_timed = 0
    different: list[str] = []
    with ThreadPoolExecutor(2) as pool:
        for number, one in enumerate(asked, 1):
            if sys.stderr.isatty():
                print(f"\r{number} of {len(asked)}: {one.shown:<60.60}", end="", file=sys.stderr)
            sides = list(pool.map(lambda side, one=one: answers(side, one, seconds), (old, new)))
            for name in sorted({*sides[0], *sides[1]}):
                n_answers += 1
                before, after = (side.get(name, {}) for side in sides)
                if (lines := list(differences(before, after))) == []:
                    continue
                if by_the_clock(before, seconds) or by_the_clock(after, seconds):
                    n_timed += 1
                    verdicts = f"{before.get('verdict')} -> {after.get('verdict')}"
                    print(f"\n{one.shown} {name}: time limit, not compared: {verdicts}")
                else:
                    different.append(f"{one.shown} {name}")
                    print(f"\n{one.shown} {name}", *lines, sep="\n    ", flush=True)
    if sys.stderr.isatty():
        print(file=sys.stderr)
    print(
        f"{n_answers} answers about {len(asked)} files: {len(different)} differ, "
        f"{n_timed} not compared because the time limit ended them"
    )
    return 1 if different else 0


def answers(side: Path, asked: Asked, seconds: float) -> Answers:
    """Give the answers of one side about a file, by what they are about."""
    command = (sys.executable, "-P", "-m", "heapwright", *asked.command, str(asked.path))
    options = ("--json", "--no-cache", "--timeout", str(seconds))
    environment = {**os.environ, "PYTHONPATH": str(side / "server"), "PYTHONHASHSEED": "0"}
    done = subprocess.run(
        [*command, *options], capture_output=True, text=True, env=environment, cwd=ROOT
    )
    try:
        found = json.loads(done.stdout)
    except ValueError:
        found = {"results": []}
    results = found.get("results", [found])
    if not results:
        told = done.stderr.strip().splitlines()[-1:]
        return {"(no answers)": {"exit code": done.returncode, "error": told}}
    return {f"{one.get('name', '')} ({one.get('kind', asked.command[0])})": one for one in results}


def by_the_clock(answer: Mapping[str, Any], seconds: float) -> bool:
    """Say whether the time limit ended the search for an answer."""
    stats = answer.get("stats", {})
    taken = sum(stats.get(name, 0.0) for name in ("explore_seconds", "answer_seconds"))
    return float(taken) > NEARLY * seconds or "time limit" in str(answer.get("reason", ""))


def differences(before: object, after: object, place: str = "") -> Iterator[str]:
    """Name the places where two answers differ, but for times."""
    match before, after:
        case dict(), dict():
            for key in (*before, *(key for key in after if key not in before)):
                if key not in PASSING:
                    inner = f"{place}.{key}" if place else str(key)
                    yield from differences(before.get(key), after.get(key), inner)
        case list(), list() if len(before) == len(after):
            for number, (one, other) in enumerate(zip(before, after, strict=True)):
                yield from differences(one, other, f"{place}[{number}]")
        case _ if before != after:
            yield f"{place}: {_short(before)} -> {_short(after)}"


def _short(value: object) -> str:
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= 160 else f"{text[:157]}…"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
