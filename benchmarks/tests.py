"""Generated tests of the Python subjects: branches, coverage, mutants.

    ./dev bench tests                    branches and coverage per subject
    ./dev bench tests --search SECONDS   also: Hypothesis looks for branches called unreachable
    ./dev bench tests --mutants          how many seeded faults the tests of five subjects notice

Branches are outcomes of `if`, `while` and `for`; conditions those of what stands between
`and` and `or` and of conditional expressions. The tests run under pytest and coverage.py
with `--branch`; *agrees* says that on every line with a branch coverage.py saw as many
exits taken as we report. `published` are the branches of the Java classes that MSeqSynth
and SUSHI covered, and their times in seconds; our classes are written anew and have other
branches, so that only shares compare.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter

from explore import SUBJECT_TABLE, SUBJECTS, Subject
from mutants import mutants

from heapwright.answers.branches import Branch, Kind
from heapwright.limits import Limits
from heapwright.text.line_index import Encoding
from heapwright.workspace.branch_tests import BranchTests, branch_tests
from heapwright.workspace.generated_file import merged
from heapwright.workspace.load import LoadedProgram, load_program
from heapwright.workspace.questions import Asking
from heapwright.workspace.shelf import Shelf
from heapwright.workspace.tested import all_of

# B_all, B_cov and T_all of MSeqSynth (exploration, solved and failed tasks), then of SUSHI.
PUBLISHED = {
    "sushi_avl": (59, 59, 30.3, 59, 120.8),
    "sushi_rbt": (191, 191, 307.5, 162, 3600),
    "sushi_dlist": (136, 136, 330.5, 111, 3600),
    "sushi_clist": (80, 78, 123.3, 80, 500.7),
    "kiasan_avl": (55, 55, 36.2, 29, 3600),
    "kiasan_rbt": (180, 175, 337.1, 101, 3600),
    "kiasan_bst": (51, 51, 49.1, 51, 100.1),
    "kiasan_aatree": (58, 56, 3461.2, 40, 3600),
    "kiasan_leftist": (31, 31, 320.8, 31, 1000),
    "kiasan_stack": (17, 17, 12.1, 17, 67),
    "sir_dlist": (81, 81, 152.0, 81, 1018),
    "sir_slist": (41, 41, 167.1, 41, 302.7),
    "javascan_skew": (25, 25, 29.1, 25, 54.6),
    "javascan_binom": (114, 98, 1327.2, 85, 3600),
}
# The last branches of the caching list need its cache of twenty nodes full.
NODES = {"sushi_clist": 24}
MUTATED = ("kiasan_bst", "sushi_avl", "kiasan_stack", "sushi_clist", "kiasan_rbt")
MOST_MUTANTS = 12
N_SEQUENCES = 500


@dataclass(frozen=True, slots=True)
class Generated:
    """A subject, its tests in a folder of their own, and how long that took."""

    subject: Subject
    loaded: LoadedProgram
    made: BranchTests
    folder: Path
    seconds: float


def main() -> None:
    """Print one row per subject."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--mutants", action="store_true")
    parser.add_argument("--search", type=int, metavar="SECONDS", default=0)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        if options.mutants:
            _print_mutants(Path(scratch))
        else:
            _print_table(Path(scratch), options.search)


def _print_table(scratch: Path, seconds: int) -> None:
    print(
        f"{'subject':16} {'branches':>8} {'covered':>7} {'dead':>4} {'open':>4} "
        f"{'conditions':>12} {'tests':>5} {'calls':>5} {'seconds':>7}  "
        f"{'coverage.py':>11} {'agrees':>6} {'pytest':>6}   published MSeqSynth, SUSHI"
    )
    everything = []
    for subject in SUBJECT_TABLE:
        generated = _generated(subject, scratch / subject.file)
        everything.append(generated)
        print(_row(generated), flush=True)
    if seconds:
        _print_search(everything, seconds)


def _generated(subject: Subject, folder: Path) -> Generated:
    folder.mkdir()
    path = folder / f"{subject.file}.py"
    shutil.copy(SUBJECTS / "python" / path.name, path)
    started = perf_counter()
    loaded = load_program(str(path), None)
    scopes = [f"{subject.node}={NODES.get(subject.file, 6)}", *subject.extra_scope]
    pairs = (scope.split("=") for scope in scopes)
    limits = Limits(objects=tuple((name, int(number)) for name, number in pairs))
    asking = Asking(limits=limits, shelf=Shelf(None))
    made = branch_tests(loaded, all_of(loaded), asking, subject.file)
    text = merged("", made.tests.region, made.syntax)
    (folder / f"test_{subject.file}.py").write_text(text, encoding="utf-8")
    return Generated(subject, loaded, made, folder, perf_counter() - started)


def _row(generated: Generated) -> str:
    tests, subject = generated.made.tests, generated.subject
    passed, measured = _measured(generated)
    ours = _exits_by_line(generated.loaded, tests.covered)
    every = {_line(generated.loaded, branch) for branch in _all(generated)}
    seen = {line: measured.get(line, 0) for line in every}
    agrees = seen == {line: ours.get(line, 0) for line in every}
    published = PUBLISHED.get(subject.file)
    shown = "-"
    if published is not None:
        b_all, b_cov, seconds, sushi_cov, sushi_seconds = published
        shown = f"{b_cov}/{b_all} {seconds:g} s, {sushi_cov}/{b_all} {sushi_seconds:g} s"
    counted, conditions = tests.branches, tests.conditions
    return (
        f"{subject.file:16} {counted.total:8} {counted.covered:7} {counted.unreachable:4} "
        f"{len(tests.unknown):4} "
        f"{f'{conditions.covered}/{conditions.total}-{conditions.unreachable}':>12} "
        f"{len(tests.names):5} {tests.n_calls:5} {generated.seconds:7.2f}  "
        f"{f'{sum(seen.values())}/{counted.total}':>11} {'yes' if agrees else 'NO':>6} "
        f"{'passed' if passed else 'FAILED':>6}   {shown}"
    )


def _all(generated: Generated) -> list[Branch]:
    tests = generated.made.tests
    every = (*tests.covered, *tests.unreachable, *(branch for branch, _ in tests.unknown))
    return [branch for branch in every if branch.kind is Kind.BRANCH]


def _exits_by_line(loaded: LoadedProgram, branches: tuple[Branch, ...]) -> dict[int, int]:
    exits: dict[int, int] = {}
    for branch in branches:
        if branch.kind is Kind.BRANCH:
            line = _line(loaded, branch)
            exits[line] = exits.get(line, 0) + 1
    return exits


def _line(loaded: LoadedProgram, branch: Branch) -> int:
    index = loaded.root.line_index
    return index.position(branch.start, Encoding.UTF_32).line + 1


def _measured(generated: Generated) -> tuple[bool, dict[int, int]]:
    """Run the tests under coverage.py; give the exits taken, by line."""
    folder, name = generated.folder, generated.subject.file
    passed = _run_pytest(
        folder, name, ["-m", "coverage", "run", "--branch", f"--include={name}.py"]
    )
    return passed, _exits_measured(folder, name)


def _exits_measured(folder: Path, name: str) -> dict[int, int]:
    output = folder / "coverage.json"
    subprocess.run(
        [sys.executable, "-m", "coverage", "json", "-q", "-o", str(output)], cwd=folder, check=True
    )
    report = json.loads(output.read_text(encoding="utf-8"))
    exits: dict[int, int] = {}
    for start, _ in report["files"][f"{name}.py"]["executed_branches"]:
        exits[start] = exits.get(start, 0) + 1
    return exits


def _run_pytest(folder: Path, name: str, prefix: list[str]) -> bool:
    command = [sys.executable, *prefix, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider"]
    command += ["-p", "no:xdist", "-p", "no:asyncio", "-c", os.devnull, "--rootdir", str(folder)]
    try:
        ended = subprocess.run(
            [*command, f"test_{name}.py"], cwd=folder, capture_output=True, check=False, timeout=60
        )
    except subprocess.TimeoutExpired:
        return False
    return ended.returncode == 0


def _print_search(everything: list[Generated], seconds: int) -> None:
    """Let Hypothesis make calls for a while; say if it takes what is called unreachable."""
    print(f"\nunreachable branches that Hypothesis takes in {seconds} s of calls\n")
    for generated in everything:
        dead = [b for b in generated.made.tests.unreachable if b.kind is Kind.BRANCH]
        if not dead:
            continue
        script = Path(__file__).parent / "hypothesis_search.py"
        subject = generated.subject
        subprocess.run(
            [
                *(sys.executable, "-m", "coverage", "run", "--branch"),
                *(f"--include={subject.file}.py", str(script)),
                *(subject.file, subject.class_name, str(seconds)),
            ],
            cwd=generated.folder,
            check=True,
        )
        exits = _exits_measured(generated.folder, subject.file)
        covered = _exits_by_line(generated.loaded, generated.made.tests.covered)
        lines = [_line(generated.loaded, branch) for branch in dead]
        wrong = [line for line in lines if exits.get(line, 0) > covered.get(line, 0)]
        print(f"{subject.file:16} {len(wrong)} of {len(dead)}", flush=True)


def _print_mutants(scratch: Path) -> None:
    """Put in faults one by one; count those that clients can see and tests notice."""
    print(f"{'subject':16} {'mutants':>7} {'visible':>7} {'killed':>6} {'share':>6}")
    total_visible, total_killed = 0, 0
    for subject in SUBJECT_TABLE:
        if subject.file not in MUTATED:
            continue
        generated = _generated(subject, scratch / subject.file)
        visible, killed, tried = 0, 0, 0
        survivors: list[str] = []
        text = generated.loaded.root.text
        chosen = mutants(text, _tested_lines(generated))
        step = max(1, len(chosen) // MOST_MUTANTS)
        expected = _sequences(generated, generated.folder)
        for mutant in chosen[::step][:MOST_MUTANTS]:
            tried += 1
            with tempfile.TemporaryDirectory() as place:
                folder = Path(place)
                name = generated.subject.file
                (folder / f"{name}.py").write_text(mutant.text, encoding="utf-8")
                shutil.copy(generated.folder / f"test_{name}.py", folder)
                if _sequences(generated, folder) == expected:
                    continue
                visible += 1
                if _run_pytest(folder, name, []):
                    survivors.append(mutant.what)
                else:
                    killed += 1
        total_visible, total_killed = total_visible + visible, total_killed + killed
        share = f"{100 * killed / max(visible, 1):.0f} %"
        print(
            f"{generated.subject.file:16} {tried:7} {visible:7} {killed:6} {share:>6}", flush=True
        )
        for survivor in survivors:
            print(f"{'':16} survived: {survivor}")
    print(f"all: {100 * total_killed / max(total_visible, 1):.0f} % of {total_visible}")


def _tested_lines(generated: Generated) -> set[int]:
    """Give the lines of the methods that are not specs or invariants."""
    loaded = generated.loaded
    index = loaded.root.line_index
    lines: set[int] = set()
    for class_def in loaded.program.classes:
        for function in class_def.functions:
            place = loaded.source_map.functions.get(function.qualified_name)
            if place is None or place.path != loaded.root.path:
                continue
            if function.role.value in ("method", "static"):
                span = place.span.shifted(place.offset)
                first = index.position(span.start, Encoding.UTF_32).line + 1
                last = index.position(span.end, Encoding.UTF_32).line + 1
                lines.update(range(first, last + 1))
    return lines


def _sequences(generated: Generated, folder: Path) -> str:
    """Give what random calls show."""
    script = Path(__file__).parent / "random_client.py"
    subject = generated.subject
    command = [sys.executable, str(script), str(folder), subject.file, subject.class_name]
    try:
        ended = subprocess.run(
            [*command, "1", str(N_SEQUENCES)], capture_output=True, check=False, timeout=120
        )
    except subprocess.TimeoutExpired:
        return "no end"
    return ended.stdout.decode() + str(ended.returncode)


if __name__ == "__main__":
    main()
