"""How much of real Python is supported: the standard library, site-packages, or folders.

    ./dev bench coverage                       the standard library, then the packages beside us
    ./dev bench coverage --sample 60           only so many modules of each, drawn by --seed
    ./dev bench coverage [FOLDER…]             every module below these folders
    ./dev bench coverage --corpus              packages of the survey's groups; parts/corpus.lock
    ./dev bench coverage --explore 0.5         explores each class for half a second, too
    ./dev bench coverage --ask 10              asks two simple questions about each class, too

Modules are read by processes of their own, one after another; the system ends one that
needs more processor time for a module (or for the exploration of one class) than its limit,
and this process one that gives no sign of life. A module that hangs, or that ends in an
exception, is named and makes the benchmark fail: whatever text people write, there is an
answer.

Every class with state (a field of its own or inherited) that is no exception counts. It
is *fully* supported when it can be made and all public methods that may change something
can be explored, *partly* when it can be made and some can, else *not*. Methods that change
nothing, such as `__repr__`, count neither way, as in the survey. Beside the fully supported ones
stands how many of them can reach code that is not read: they are explored, but no sequence of calls
is shown that runs through it. The last lines also say how many have a public call that can come to
a function which is left out, of whatever class: such a run is given up. A module is read with those
that it imports, as in a workspace, as far as it names what is in them, and with those that
their base classes come from (see `parts/named_imports.py`); with `--imports` together with all
that it imports and finds, as in an editor, and with `--alone` on its own. The kinds of
classes are told apart by what their text shows, because the survey's own corpus is not at hand:

    linked structures   a field leads to an object of the class, directly or through others,
                        or is called like such a link (`next`, `left`, `children`, …)
    records             dataclasses, and classes all of whose fields `__init__` gives its
                        parameters or literals; what stands here for business classes
    the rest            whatever else the standard library or a package has: library code

`--corpus` groups classes by packages instead: pinned ones from the package index that are what
the groups of the survey say, read with `--imports`; scripts of a package find its modules.

`--ask` puts the questions of `parts/simple_questions.py` about each class that can be made into its
module: can there be an object, can an attribute change. An answer is calls that were replayed, or a
proof that there are none.

The last table says which constructs stand in the way, by the classes they keep from being
fully supported.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import select
import signal
import subprocess
import sys
import sysconfig
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from time import monotonic, perf_counter
from traceback import format_exc
from typing import TypeAlias, cast

from heapwright.answers.calls.verdict import Contradiction, Found, NotFound, Nowhere, Undecided
from heapwright.answers.search.ask import specs_of
from heapwright.errors import UnreadableInput
from heapwright.frontends.python.lower.program.lower import Lowered, lower
from heapwright.frontends.python.modules.load import PythonFile, load_modules
from heapwright.limits import Limits
from heapwright.text.source import Source, read_source
from heapwright.workspace.questions import Asking, ask_question, explore_around
from parts.corpus import CORPUS, corpus_groups
from parts.judged import (
    Judged,
    general,
    judged,
    obstacles,
    reaches_left_out,
    reaches_unread,
)
from parts.named_imports import with_named_imports
from parts.simple_questions import CHANGED, MADE, with_questions

MOST_BYTES = 300_000
SHOWN = 30
# What an exploration may take beyond its own limit before it counts as hanging.
GRACE_SECONDS = 10.0
# How much longer than its limit a process may take on a machine that does other things, too.
PATIENCE = 20
# The survey's shares for all tiers, in percent; see issue "Annotated Python".
SURVEY = {"linked structures": 78, "records": 88, "the rest": 37}
SURVEY_GROUPS = {
    "linked structures": 78,
    "teaching code": 88,
    "business classes": 88,
    "library code": 37,
}
# Tests of the library, and what is not its own.
_SKIPPED = frozenset(("test", "tests", "idlelib", "lib2to3", "site-packages", "__pycache__"))

Report: TypeAlias = dict[str, object]


def main(arguments: Sequence[str]) -> int:
    """Print the tables; exit code 1 when a module crashed or hung."""
    parser = argparse.ArgumentParser(prog="./dev bench coverage")
    parser.add_argument("folders", nargs="*", metavar="FOLDER")
    parser.add_argument("--sample", type=int, metavar="N", help="only N modules of each group")
    parser.add_argument("--seed", type=int, default=1, help="which modules --sample draws")
    parser.add_argument("--seconds", type=float, default=30, help="most processor time of a module")
    parser.add_argument(
        "--explore", type=float, default=0, metavar="S", help="explore each class for S seconds"
    )
    parser.add_argument(
        "--ask", type=float, default=0, metavar="S", help="ask about each class for S seconds"
    )
    parser.add_argument("--corpus", action="store_true", help="read the packages of corpus.lock")
    parser.add_argument("--alone", action="store_true", help="read no module with others")
    parser.add_argument("--imports", action="store_true", help="read all imported modules, too")
    parser.add_argument("--jobs", type=int, default=2, help="processes that read modules")
    parser.add_argument("--classes", action="store_true", help="name every class and what it lacks")
    parser.add_argument("--worker", action="store_true", help=argparse.SUPPRESS)
    options = parser.parse_args(arguments)
    if options.worker:
        return _work(options)
    options.imports = options.imports or options.corpus
    tallies: dict[str, _Tally] = {}
    for name, paths in _groups(options).items():
        if options.sample is not None and options.sample < len(paths):
            paths = sorted(random.Random(options.seed).sample(paths, options.sample))
        tallies[name] = _print_group(name, paths, options)
    if options.corpus:
        _print_groups(tallies)
    print()
    for name, tally in tallies.items():
        n_fully = sum(n for (_, verdict), n in tally.classes.items() if verdict == "fully")
        n_all = max(1, tally.classes.total())
        print(
            f"fully supported: {n_fully} of {n_all} classes, {100 * n_fully / n_all:.0f} %,"
            f" of these {tally.unread.total()} with code that is not read,"
            f" {tally.n_left_out} with functions that are left out: {name}"
        )
    return min(1, sum(len(tally.failed) for tally in tallies.values()))


def _groups(options: argparse.Namespace) -> dict[str, list[Path]]:
    if options.corpus:
        return {
            group: [path for folder in folders for path in _own_modules(folder)]
            for group, folders in corpus_groups().items()
        }
    if options.folders:
        return {folder: _below(Path(folder)) for folder in options.folders}
    library = Path(sysconfig.get_path("stdlib"))
    packages = Path(sysconfig.get_path("purelib"))
    return {"standard library": _own_modules(library), "site-packages": _below(packages)}


def _own_modules(folder: Path) -> list[Path]:
    return [p for p in _below(folder) if not _SKIPPED & set(p.relative_to(folder).parts)]


def _below(folder: Path) -> list[Path]:
    return sorted(p for p in folder.rglob("*.py") if p.stat().st_size < MOST_BYTES)


# --- One group ---------------------------------------------------------------------


@dataclass(slots=True)
class _Tally:
    """What was found in the modules of a group."""

    classes: Counter[tuple[str, str]] = field(default_factory=Counter)  # kind, verdict
    # By kind, those fully supported that reach code that is not read.
    unread: Counter[str] = field(default_factory=Counter)
    n_left_out: int = 0  # of those fully supported, which can come to what is left out
    explored: Counter[str] = field(default_factory=Counter)
    asked: Counter[tuple[str, str]] = field(default_factory=Counter)  # question, answer
    blocking: Counter[str] = field(default_factory=Counter)  # functions that it takes out
    alone: Counter[str] = field(default_factory=Counter)  # classes it keeps from being full
    times: list[tuple[float, str]] = field(default_factory=list)
    failed: list[str] = field(default_factory=list)
    n_modules: int = 0
    n_characters: int = 0


def _print_group(name: str, paths: list[Path], options: argparse.Namespace) -> _Tally:
    start = perf_counter()
    tally = _Tally()
    for report in _reports(paths, options):
        _count(tally, report, with_classes=options.classes)
    seconds = perf_counter() - start
    tally.times.sort()
    print(f"\n{name}: {tally.n_modules} modules, {tally.n_characters} characters, {seconds:.0f} s")
    if tally.times:
        median, slowest = tally.times[len(tally.times) // 2], tally.times[-1]
        print(f"median {1000 * median[0]:.0f} ms; slowest {slowest[1]}, {slowest[0]:.1f} s")
    print(f"{len(tally.failed)} modules or classes crashed or hung")
    for line in tally.failed:
        print(f"    {line}")
    _print_shares(tally)
    if tally.explored:
        print("\nexplored: " + ", ".join(f"{n} {what}" for what, n in tally.explored.items()))
    for kind in (MADE, CHANGED):
        answers = {what: n for (asked, what), n in sorted(tally.asked.items()) if asked == kind}
        if answers:
            shown = ", ".join(f"{n} {what}" for what, n in answers.items())
            print(f"\nasked of {sum(answers.values())} classes, {kind}: {shown}")
    print("\nwhat stands in the way: classes that only this keeps from full support, functions")
    order = sorted(tally.blocking, key=lambda r: (-tally.alone[r], -tally.blocking[r], r))
    for reason in order[:SHOWN]:
        print(f"    {tally.alone[reason]:6} {tally.blocking[reason]:6}  {reason}")
    return tally


def _print_groups(tallies: Mapping[str, _Tally]) -> None:
    """Put the groups of the corpus beside those of the survey."""
    row = _print_heading()
    for name, tally in tallies.items():
        counts: Counter[str] = Counter()
        for (_, verdict), n in tally.classes.items():
            counts[verdict] += n
        print(_share_row(row, name, counts, tally.unread.total(), str(SURVEY_GROUPS[name])))


def _print_heading() -> str:
    row = "    {:20} {:>8} {:>8} {:>8} {:>8} {:>8} {:>8}   {}"
    heading = ("classes with state", "all", "fully", "unread", "partly", "not", "fully %")
    print()
    print(row.format(*heading, "survey %"))
    return row


def _print_shares(tally: _Tally) -> None:
    row = _print_heading()
    total: Counter[str] = Counter()
    for kind, wanted in SURVEY.items():
        counts = {v: tally.classes[kind, v] for v in ("fully", "partly", "not")}
        total.update(counts)
        print(_share_row(row, kind, counts, tally.unread[kind], str(wanted)))
    print(_share_row(row, "together", total, tally.unread.total(), ""))
    print("    unread: of the fully supported ones, those that reach code that is not read")


def _share_row(row: str, kind: str, counts: Mapping[str, int], n_unread: int, wanted: str) -> str:
    n = sum(counts.values())
    share = f"{100 * counts['fully'] / max(1, n):.1f}"
    shown = (counts["fully"], n_unread, counts["partly"], counts["not"], share)
    return row.format(kind, n, *shown, wanted)


def _count(tally: _Tally, report: Report, *, with_classes: bool) -> None:
    path = Path(cast(str, report["path"]))
    if "failed" in report:
        tally.failed.append(f"{path.name}: {report['failed']}")
        return
    if "explored" in report:
        tally.explored[cast(str, report["explored"])] += 1
        return
    if "asked" in report:
        kind, answer, name, told = cast("list[str]", report["asked"])
        tally.asked[kind, answer] += 1
        if with_classes:
            print(f"{answer:11} {kind:7} {path.name} {name}: {told}")
        return
    if "read" not in report:
        return
    tally.n_modules += 1
    tally.n_characters += cast(int, report["characters"])
    tally.times.append((cast(float, report["read"]), path.name))
    tally.blocking.update(cast("list[str]", report["reasons"]))
    tally.unread.update(cast("list[str]", report["unread"]))
    tally.n_left_out += cast(int, report["left_out"])
    for name, kind, verdict, reasons in cast("list[list[str]]", report["classes"]):
        tally.classes[kind, verdict] += 1
        kinds = {general(reason.partition(": ")[2]) for reason in reasons}
        if verdict != "fully" and len(kinds) == 1:
            tally.alone[kinds.pop()] += 1
        if with_classes:
            print(f"{verdict:7} {kind:18} {path.name} {name}: {'; '.join(reasons)}")


# --- The processes that read ---------------------------------------------------------


class _Reader:
    """A process that reads modules, one after another, and what it is at."""

    def __init__(self, options: argparse.Namespace) -> None:
        limits = ["--explore", str(options.explore), "--ask", str(options.ask)]
        limits += ["--seconds", str(options.seconds)]
        also = ["--alone"] * options.alone + ["--imports"] * options.imports
        command = [sys.executable, __file__, "--worker", *limits, *also]
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0
        )
        assert self.process.stdout is not None and self.process.stdin is not None
        self.output, self.input = self.process.stdout, self.process.stdin
        self.path: Path | None = None
        self.doing = ""
        self.since = 0.0
        self.rest = b""

    def give(self, path: Path) -> None:
        self.path, self.doing, self.since = path, "reading it", monotonic()
        self.input.write(f"{path}\n".encode())

    def stop(self) -> None:
        self.process.kill()
        self.process.wait()
        self.output.close()
        self.input.close()

    def lines(self) -> list[Report] | None:
        """Give what has come; None when the process has ended."""
        got = os.read(self.output.fileno(), 1 << 16)
        if not got:
            return None
        *whole, self.rest = (self.rest + got).split(b"\n")
        return [cast(Report, json.loads(line)) for line in whole]


def _reports(paths: Sequence[Path], options: argparse.Namespace) -> Iterator[Report]:
    """Let a few processes read all modules; one that hangs is killed and replaced."""
    waiting = list(reversed(paths))
    readers = [_Reader(options) for _ in range(min(options.jobs, len(paths)))]
    try:
        for reader in readers:
            reader.give(waiting.pop())
        while any(reader.path is not None for reader in readers):
            busy = {r.output.fileno(): r for r in readers if r.path is not None}
            ready, _, _ = select.select(list(busy), [], [], 0.5)
            for index, reader in enumerate(readers):
                if reader.path is None:
                    continue
                reports = reader.lines() if reader.output.fileno() in ready else []
                is_dead = reports is None
                for report in reports or []:
                    reader.doing, reader.since = cast(str, report.get("next", "")), monotonic()
                    yield report
                    if report.get("done"):
                        reader.path = None
                if reader.path is not None and (is_dead or _is_late(reader, options)):
                    reader.stop()
                    is_late = reader.process.returncode in (-signal.SIGPROF, -signal.SIGKILL)
                    what = "took too long" if is_late else "ended the process"
                    yield {"path": str(reader.path), "failed": f"{reader.doing} {what}"}
                    reader = readers[index] = _Reader(options)
                if reader.path is None and waiting:
                    reader.give(waiting.pop())
    finally:
        for reader in readers:
            reader.stop()


def _is_late(reader: _Reader, options: argparse.Namespace) -> bool:
    limit = max(options.seconds, options.explore + GRACE_SECONDS, options.ask + GRACE_SECONDS)
    return bool(monotonic() - reader.since > PATIENCE * limit)


def _work(options: argparse.Namespace) -> int:
    """Read the modules that standard input names; a line of JSON for each thing done."""
    os.nice(10)
    for line in sys.stdin:
        path = line.rstrip("\n")
        # Nobody handles this signal, so the system ends the process, whatever it is at.
        signal.setitimer(signal.ITIMER_PROF, options.seconds)
        try:
            for report in _read(path, options):
                _say({"path": path, **report})
                most = max(options.explore, options.ask) + GRACE_SECONDS
                signal.setitimer(signal.ITIMER_PROF, max(most, options.seconds))
        except Exception:  # noqa: BLE001 - whatever it is, it is counted
            _say({"path": path, "failed": " | ".join(format_exc().splitlines()[-4:])})
        _say({"path": path, "done": True})
    return 0


def _say(report: Report) -> None:
    print(json.dumps(report), flush=True)


def _read(path: str, options: argparse.Namespace) -> Iterator[Report]:
    """Lower one module, judge its classes, and ask about or explore those that can be made."""
    try:
        source = read_source(path)
    except UnreadableInput:
        return
    start = perf_counter()
    files = _files(source, options)
    lowered = lower(files)
    seconds = perf_counter() - start
    classes = list(judged(lowered, files[-1]))
    yield {
        "read": seconds,
        "characters": len(source.text),
        "classes": classes,
        "unread": [
            kind
            for name, kind, verdict, _ in classes
            if verdict == "fully" and reaches_unread(lowered, name)
        ],
        "left_out": sum(
            verdict == "fully" and reaches_left_out(lowered, name)
            for name, _, verdict, _ in classes
        ),
        "reasons": [reason for place, reason in obstacles(lowered) if place == source.path],
        "next": f"exploring {classes[0][0]}" if classes else "",
    }
    if options.ask:
        yield from _asked(source, classes, options)
    if options.explore:
        yield from _explored(lowered, classes, options)


def _asked(
    source: Source, classes: Sequence[Judged], options: argparse.Namespace
) -> Iterator[Report]:
    """Ask simple questions about the classes that can be made."""
    names = [name for name, _, verdict, _ in classes if verdict != "not"]
    text, questions = with_questions(source.text, names)
    if not questions:
        return
    lowered = lower(_files(Source(source.path, text), options))
    specs = {spec.name: spec for spec in specs_of(lowered.program)}
    for question in questions:
        spec = specs.get(question.name)
        if spec is None:
            # Another spec of this name would have to be in the way.
            yield {"failed": f"the question about {question.class_name} was not read"}
            continue
        asking = Asking(Limits(seconds=options.ask, memory_mb=1500))
        yield {"next": f"asking about {question.class_name}"}
        try:
            verdict = ask_question(lowered.program, spec, asking).answer.verdict
        except Exception:  # noqa: BLE001 - whatever it is, it is counted
            lines = " | ".join(format_exc().splitlines()[-4:])
            yield {"failed": f"asking about {question.class_name}: {lines}"}
            continue
        match verdict:
            case Found(rendered):
                answer, told = "reachable", rendered.code.replace("\n", "; ")
            case Nowhere() | Contradiction():
                answer, told = "unreachable", ""
            case Undecided(reason):
                answer, told = "unknown", reason
            case NotFound():
                answer, told = "not found", ""
        yield {"asked": [question.kind, answer, question.class_name, told]}


def _explored(
    lowered: Lowered,
    classes: Sequence[tuple[str, str, str, list[str]]],
    options: argparse.Namespace,
) -> Iterator[Report]:
    """Explore the classes that can be made."""
    for place, (name, _, verdict, _) in enumerate(classes):
        following = f"exploring {classes[place + 1][0]}" if place + 1 < len(classes) else ""
        outcome = "not supported"
        if verdict != "not":
            asking = Asking(Limits(seconds=options.explore, memory_mb=1500))
            try:
                graph = explore_around(lowered.program, name, asking)[0].graph
            except Exception:  # noqa: BLE001 - whatever it is, it is counted
                lines = " | ".join(format_exc().splitlines()[-4:])
                yield {"failed": f"exploring {name}: {lines}", "next": following}
                continue
            outcome = "to the end" if graph.is_complete else "in part"
            if len(graph.states) < 2:
                outcome = "without a state"
        yield {"explored": outcome, "next": following}


def _files(source: Source, options: argparse.Namespace) -> tuple[PythonFile, ...]:
    """Read a module with the others that it is read with."""
    if options.imports:
        return load_modules(source, _found, folders=_package_folders(source.path))
    if options.alone:
        return load_modules(source, lambda _: None)
    return with_named_imports(source, MOST_BYTES)


def _package_folders(path: str) -> tuple[str, ...]:
    """Give the folders above a module of the corpus: in its package, it finds what is beside it.

    In an editor the project says this, see `workspace.project`.
    """
    found: list[str] = []
    for folder in Path(path).parents:
        found.append(str(folder))
        if folder.parent.resolve() == CORPUS.resolve():
            return tuple(found)
    return ()


def _found(path: str) -> Source | None:
    try:
        return read_source(path)
    except UnreadableInput:
        return None


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
