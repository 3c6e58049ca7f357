"""Generated tests of the Python subjects: branches, coverage, mutants.

    ./dev bench tests                        branches and coverage per subject
    ./dev bench tests --hypothesis SECONDS   also: Hypothesis looks for what is called unreachable
    ./dev bench tests --mutants              how many seeded faults the tests of five notice
    ./dev bench tests --examples             the same for the examples, --hypothesis too

Branches are outcomes of `if`, `while` and `for`; conditions those of what stands between
`and` and `or` and of conditional expressions, taken/all-dead; *raised* are exceptions, alike.
The tests run under pytest and coverage.py with `--branch`; *agrees* says that on every line
of the tested functions coverage.py knows as many exits as we do and saw as many taken as we
report. *lint* says that ruff and mypy --strict have nothing to say about the tests.
`published` are the branches of the Java classes that MSeqSynth and SUSHI covered, and their
times in seconds; our classes are written anew and have other branches, so that only shares
compare.
"""

from __future__ import annotations

import argparse
import ast
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter

from explore import SUBJECT_TABLE, SUBJECTS, Subject

from heapwright.answers.branches.branches import BranchKind
from heapwright.limits import Limits
from heapwright.workspace.branch_tests import BranchTests, branch_tests
from heapwright.workspace.generated_file import merged
from heapwright.workspace.load import LoadedProgram, load_program
from heapwright.workspace.questions import Asking
from heapwright.workspace.shelf import Shelf
from heapwright.workspace.tested import all_of
from parts.exits import all_branches, exits_by_line, exits_measured, line_of, tested_lines
from parts.mutants import mutants

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
MOST_SECONDS = 60.0  # per example
CACHE = ("--cache-dir", "../cache")
MOST_COMPLAINTS = 8  # of each tool that are shown
MUTATED = ("kiasan_bst", "sushi_avl", "kiasan_stack", "sushi_clist", "kiasan_rbt")
MOST_MUTANTS = 12
WANTED_SHARE = 80
N_SEQUENCES = 500


@dataclass(frozen=True, slots=True)
class Generated:
    """A module, its tests in a folder of their own, and how long that took."""

    name: str  # of the module
    class_name: str  # that clients use
    loaded: LoadedProgram
    made: BranchTests
    folder: Path
    seconds: float


def main() -> int:
    """Print one row per subject; gives 1 if something is not as it should be."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--mutants", action="store_true")
    parser.add_argument("--examples", action="store_true")
    parser.add_argument("--hypothesis", type=int, metavar="SECONDS", default=0)
    parser.add_argument("names", nargs="*", help="only these modules")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as place:
        scratch = Path(place)
        if options.mutants:
            return _print_mutants(scratch, options.names)
        if options.examples:
            examples = [_of_example(path, scratch) for path in _examples(options.names)]
            return _print_table(examples, options.hypothesis)
        chosen = [s for s in SUBJECT_TABLE if not options.names or s.file in options.names]
        return _print_table([_of_subject(s, scratch) for s in chosen], options.hypothesis)


def _print_table(makers: list[Callable[[], Generated]], seconds: int) -> int:
    print(
        f"{'subject':16} {'branches':>8} {'covered':>7} {'dead':>4} {'open':>4} "
        f"{'conditions':>12} {'raised':>8} {'tests':>5} {'calls':>5} {'seconds':>7}  "
        f"{'coverage.py':>11} {'agrees':>6} {'pytest':>6} {'lint':>4}"
        "   published MSeqSynth, SUSHI"
    )
    everything = []
    n_wrong = 0
    for make in makers:
        generated = make()
        everything.append(generated)
        row, is_fine = _row(generated)
        n_wrong += not is_fine
        print(row, flush=True)
    print(f"{len(everything)} modules, {n_wrong} of them with something wrong")
    if seconds:
        n_wrong += _print_search(everything, seconds)
    return int(n_wrong > 0)


def _of_subject(subject: Subject, scratch: Path) -> Callable[[], Generated]:
    scopes = [f"{subject.node}={NODES.get(subject.file, 6)}", *subject.extra_scope]
    pairs = (scope.split("=") for scope in scopes)
    limits = Limits(objects=tuple((name, int(number)) for name, number in pairs))
    path = SUBJECTS / "python" / f"{subject.file}.py"
    return lambda: _generated(path, subject.class_name, limits, scratch)


def _of_example(path: Path, scratch: Path) -> Callable[[], Generated]:
    # The class that clients use stands last: it needs the others.
    classes = [n.name for n in ast.parse(path.read_text("utf-8")).body if type(n) is ast.ClassDef]
    return lambda: _generated(path, classes[-1], Limits(seconds=MOST_SECONDS), scratch)


def _examples(names: list[str]) -> list[Path]:
    folder = Path(__file__).parent.parent / "examples"
    return [p for p in sorted(folder.glob("*.py")) if not names or p.stem in names]


def _generated(path: Path, class_name: str, limits: Limits, scratch: Path) -> Generated:
    folder = scratch / path.stem
    folder.mkdir()
    shutil.copy(path, folder)
    started = perf_counter()
    loaded = load_program(str(folder / path.name), None)
    asking = Asking(limits=limits, shelf=Shelf(None))
    made = branch_tests(loaded, all_of(loaded), asking, path.stem)
    text = merged("", made.tests.region, made.syntax)
    (folder / f"test_{path.stem}.py").write_text(text, encoding="utf-8")
    return Generated(path.stem, class_name, loaded, made, folder, perf_counter() - started)


def _row(generated: Generated) -> tuple[str, bool]:
    tests = generated.made.tests
    passed = _passes(generated)
    taken, total = exits_measured(generated.folder, generated.name)
    lines = tested_lines(generated.loaded, generated.made)
    ours = exits_by_line(generated.loaded, tests.covered)
    every = exits_by_line(generated.loaded, all_branches(generated.made))
    agrees = {at: n for at, n in taken.items() if at in lines} == ours
    knows_all = {at: n for at, n in total.items() if at in lines} == every
    complaints = _complaints(generated)
    published = PUBLISHED.get(generated.name)
    shown = "-"
    if published is not None:
        b_all, b_cov, seconds, sushi_cov, sushi_seconds = published
        shown = f"{b_cov}/{b_all} {seconds:g} s, {sushi_cov}/{b_all} {sushi_seconds:g} s"
    counted, conditions, raised = tests.branches, tests.conditions, tests.exceptions
    n_taken = sum(n for at, n in taken.items() if at in lines)
    n_total = sum(n for at, n in total.items() if at in lines)
    row = (
        f"{generated.name:16} {counted.total:8} {counted.covered:7} {counted.unreachable:4} "
        f"{counted.unknown:4} "
        f"{f'{conditions.covered}/{conditions.total}-{conditions.unreachable}':>12} "
        f"{f'{raised.covered}/{raised.total}-{raised.unreachable}':>8} "
        f"{len(tests.names):5} {tests.n_calls:5} {generated.seconds:7.2f}  "
        f"{f'{n_taken}/{n_total}':>11} {'yes' if agrees and knows_all else 'NO':>6} "
        f"{'passed' if passed else 'FAILED':>6} {'NO' if complaints else 'yes':>4}   {shown}"
    )
    if not agrees or not knows_all:
        row += "".join(
            f"\n    line {at}: coverage.py {taken.get(at, 0)}/{total.get(at, 0)}, "
            f"ours {ours.get(at, 0)}/{every.get(at, 0)}"
            for at in sorted({*total, *every}.intersection(lines))
            if (taken.get(at, 0), total.get(at, 0)) != (ours.get(at, 0), every.get(at, 0))
        )
    row += "".join(f"\n    {line}" for line in complaints)
    return row, agrees and knows_all and passed and not complaints


def _passes(generated: Generated) -> bool:
    """Run the tests under coverage.py."""
    name = generated.name
    prefix = ["-m", "coverage", "run", "--branch", f"--include={name}.py"]
    return _run_pytest(generated.folder, name, prefix)


def _complaints(generated: Generated) -> list[str]:
    """Let ruff and mypy look at the tests."""
    test = f"test_{generated.name}.py"
    found: list[str] = []
    for tool in (
        ["ruff", "check", "--isolated", "--output-format", "concise"],
        ["ruff", "format", "--isolated", "--check"],
        [
            "mypy",
            "--strict",
            "--allow-untyped-calls",
            "--follow-imports",
            "silent",
            "--cache-dir",
            "cache",
        ],
    ):
        command = [sys.executable, "-m", *tool, test]
        ended = subprocess.run(command, cwd=generated.folder, capture_output=True, check=False)
        if ended.returncode != 0:
            found += ended.stdout.decode().splitlines()[:MOST_COMPLAINTS]
    return found


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


def _print_search(everything: list[Generated], seconds: int) -> int:
    """Let Hypothesis make calls for a while; count what it takes that is called unreachable."""
    n_wrong = 0
    print(f"\nunreachable branches that Hypothesis takes in {seconds} s of calls per subject\n")
    for generated in everything:
        dead = [b for b in generated.made.tests.unreachable if b.kind is BranchKind.BRANCH]
        if not dead:
            print(f"{generated.name:16} has none", flush=True)
            continue
        here = Path(__file__).parent
        script = here / "parts" / "hypothesis_search.py"
        name = generated.name
        subprocess.run(
            [
                *(sys.executable, "-m", "coverage", "run", "--branch"),
                *(f"--include={name}.py", str(script)),
                *(name, generated.class_name, str(seconds)),
            ],
            cwd=generated.folder,
            env={**os.environ, "PYTHONPATH": str(here)},
            check=True,
        )
        exits, _ = exits_measured(generated.folder, name)
        covered = exits_by_line(generated.loaded, generated.made.tests.covered)
        lines = [line_of(generated.loaded, branch.start) for branch in dead]
        wrong = [line for line in lines if exits.get(line, 0) > covered.get(line, 0)]
        n_taken = sum(n for line, n in exits.items() if line in covered)
        print(
            f"{name:16} {len(wrong)} of {len(dead)}; of the {sum(covered.values())} covered ones "
            f"it takes {n_taken}",
            flush=True,
        )
        n_wrong += len(wrong)
    return n_wrong


def _print_mutants(scratch: Path, names: list[str]) -> int:
    """Put in faults one by one; count those that clients can see and tests notice."""
    print(f"{'subject':16} {'mutants':>7} {'visible':>7} {'killed':>6} {'share':>6}")
    total_visible, total_killed = 0, 0
    for subject in SUBJECT_TABLE:
        if subject.file not in (names or MUTATED):
            continue
        generated = _of_subject(subject, scratch)()
        visible, killed, tried = 0, 0, 0
        survivors: list[str] = []
        text = generated.loaded.root.text
        chosen = mutants(text, tested_lines(generated.loaded, generated.made))
        step = max(1, len(chosen) // MOST_MUTANTS)
        expected = _sequences(generated, generated.folder)
        for mutant in chosen[::step][:MOST_MUTANTS]:
            tried += 1
            with tempfile.TemporaryDirectory() as place:
                folder = Path(place)
                name = generated.name
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
        print(f"{generated.name:16} {tried:7} {visible:7} {killed:6} {share:>6}", flush=True)
        for survivor in survivors:
            print(f"{'':16} survived: {survivor}")
    share_of_all = 100 * total_killed / max(total_visible, 1)
    print(f"all: {share_of_all:.0f} % of {total_visible}")
    return int(share_of_all < WANTED_SHARE)


def _sequences(generated: Generated, folder: Path) -> str:
    """Give what random calls show."""
    script = Path(__file__).parent / "parts" / "random_client.py"
    command = [sys.executable, str(script), str(folder), generated.name, generated.class_name]
    try:
        ended = subprocess.run(
            [*command, "1", str(N_SEQUENCES)], capture_output=True, check=False, timeout=120
        )
    except subprocess.TimeoutExpired:
        return "no end"
    return ended.stdout.decode() + str(ended.returncode)


if __name__ == "__main__":
    sys.exit(main())
