"""Every benchmark in one go, within half an hour on two cores, and one page about it.

    ./dev bench all                      runs all, writes results/report.md
    ./dev bench all --only explore,hex   runs these and keeps what is known of the others
    ./dev bench all --page               writes the page again

Each benchmark runs by itself, as `./dev bench NAME OPTIONS` would, and nothing else should be
running meanwhile. What it printed is kept in results/runs/NAME.json with the machine and the
version it was measured on; the page is made of these files. Where a benchmark has to be cut
short to fit, its options say so, and the page shows them. Exit code 1 if one of them fails.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from time import monotonic

from parts.measured import Measured, kept, measured_now, read
from parts.report import Section, report

HERE = Path(__file__).parent
RESULTS = HERE / "results"
RUNS = RESULTS / "runs"
EXPLORE_PLOT = "explore.svg"
PATHS_PLOT = "paths_growth.svg"


@dataclass(frozen=True, slots=True)
class Part:
    """A benchmark with the options it gets here, and how the page tells about it."""

    script: str
    options: tuple[str, ...]
    section: Section

    @property
    def command(self) -> str:
        """Give what a person would type."""
        return " ".join(("./dev bench", self.script, *self.options))


PARTS = (
    Part(
        "peers",
        (),
        Section(
            "peers",
            "Beside other tools",
            "The same specs for heapwright, CrossHair, Hypothesis, Hypothesis with its CrossHair"
            " backend, and Pynguin, with the same seconds for each. What is found is run again by"
            " CPython.",
            ("faster than ", "not answered "),
            ("peers_solved.svg", "peers_growth.svg"),
        ),
    ),
    Part(
        "explore",
        ("--table", "--plot", f"benchmarks/results/{EXPLORE_PLOT}"),
        Section(
            "explore",
            "Exploration to the fixpoint",
            "All heaps of six nodes that the public calls of the fourteen classes of MSeqSynth can"
            " build, beside the published times (another machine: compare orders of magnitude).",
            ("total ", "ratio of "),
            (EXPLORE_PLOT,),
        ),
    ),
    Part(
        "explore",
        ("--language", "both"),
        Section(
            "twins",
            "The same classes in tiny and in Python",
            "Same states, and what the second language costs.",
            ("total ", "ratio of "),
        ),
    ),
    Part(
        "answer",
        (),
        Section(
            "answer",
            "Questions on a graph that is known",
            "Twenty reachable and twenty unreachable specs per class, replay and explanation"
            " included, and how long a graph takes to come back from disk.",
            ("slowest ",),
        ),
    ),
    Part(
        "edit",
        (),
        Section(
            "edit",
            "After an edit of one method",
            "What is run again, beside exploring cold.",
        ),
    ),
    Part(
        "editor",
        (),
        Section(
            "editor",
            "An editing session against the real server",
            "Times between a message and its answer, and explorations that edits cause.",
        ),
    ),
    Part(
        "domains",
        (),
        Section(
            "domains",
            "Exact domains beside z3",
            "What one question of the inner loop costs.",
        ),
    ),
    Part(
        "parse",
        (),
        Section(
            "parse", "Parsing after a keystroke", "A full parse beside that of an edit.", ("ratio",)
        ),
    ),
    Part(
        "features",
        (),
        Section(
            "features",
            "Features that need no exploration",
            "Milliseconds in a file of 2,000 lines, and growth for a file four times as long.",
        ),
    ),
    Part(
        "paths",
        ("--table", "--growth", "--seconds", "3", "--svg", f"benchmarks/results/{PATHS_PLOT}"),
        Section(
            "paths",
            "Paths on unknown heaps",
            "The programs of POSE's Table 1 in four heap models, and growth with the number of"
            " calls.",
            ("pose asks ",),
            (PATHS_PLOT,),
        ),
    ),
    Part(
        "hex",
        ("--quick",),
        Section(
            "hex",
            "HEX invariants beside none and executable ones",
            "Valid and invalid end states, and the time that each technique takes.",
            (" times as long as HEX ",),
        ),
    ),
    Part(
        "tests",
        (),
        Section(
            "tests",
            "Generated tests",
            "Branches that public calls can take, and what coverage.py says about the tests.",
            (" modules, ",),
        ),
    ),
    Part(
        "differential",
        ("20",),
        Section(
            "differential",
            "Random programs: CPython, interpreter, symbolic paths, verdicts",
            "What agrees. A difference fails the benchmark.",
        ),
    ),
    Part(
        "coverage",
        ("--sample", "60"),
        Section(
            "coverage",
            "Real Python: the standard library and packages",
            "How many classes are supported, and what stands in the way of the others.",
            ("fully supported: ",),
        ),
    ),
    Part(
        "coverage",
        ("--corpus", "--sample", "100"),
        Section(
            "corpus",
            "Real Python: data structures, teaching code, business classes, libraries",
            "The same for pinned packages of the kinds that a survey of real classes looked at, and"
            " the shares that it expects.",
            ("fully supported: ",),
        ),
    ),
)


def main(arguments: Sequence[str]) -> int:
    """Run the benchmarks that were asked for, then write the page."""
    parser = argparse.ArgumentParser(prog="./dev bench all")
    parser.add_argument("--only", metavar="NAME,…", help="run only these, keep the others' results")
    parser.add_argument("--page", action="store_true", help="run nothing, write the page again")
    options = parser.parse_args(arguments)
    names = [part.section.name for part in PARTS]
    chosen = names if options.only is None else options.only.split(",")
    chosen = [] if options.page else chosen
    if unknown := [name for name in chosen if name not in names]:
        parser.error(f"no benchmark {unknown[0]!r}; there are: {', '.join(names)}")
    RUNS.mkdir(parents=True, exist_ok=True)
    began = monotonic()
    failed = []
    for part in PARTS:
        if part.section.name in chosen:
            print(f"all: {part.command}", file=sys.stderr, flush=True)
            measured = run(part)
            kept(RUNS, part.section.name, measured)
            print(f"all: {measured.seconds:.0f} s, exit code {measured.exit_code}", file=sys.stderr)
            if measured.exit_code:
                failed.append(part.section.name)
    found = {name: read(RUNS, name) for name in names}
    sections = [(part.section, found[part.section.name]) for part in PARTS]
    (RESULTS / "report.md").write_text(report(sections), encoding="utf-8")
    print(f"wrote benchmarks/results/report.md after {monotonic() - began:.0f} s")
    print(f"failed: {', '.join(failed) or 'none'}")
    return int(bool(failed))


def run(part: Part) -> Measured:
    """Run one benchmark in a process of its own; its progress goes to the terminal."""
    command = [sys.executable, str(HERE / f"{part.script}.py"), *part.options]
    began = monotonic()
    done = subprocess.run(command, cwd=HERE.parent, stdout=subprocess.PIPE, text=True)
    return measured_now(part.command, done.stdout, monotonic() - began, done.returncode)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
