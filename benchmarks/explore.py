"""Exploration of the 14 subjects to the fixpoint, beside the published times.

    ./dev bench explore              all three tables, some minutes
    ./dev bench explore --table      N = 6 nodes, cold, sequences of any length
    ./dev bench explore --growth     how states and time grow for N = 3 … 8
    ./dev bench explore --no-merge   what merging gains, at 4, 5, 6 and 7 calls
    ./dev bench explore --language both    the tiny and the Python version side by side

`--language python` makes the three tables for the Python versions.
Every row is a process of its own, so that its peak memory is its own. `T_explore` is the
published time of MSeqSynth on an i7-10700 (JVM, JBSE, Z3), `rebuilt` the time that its
exploration alone took when the prototype was rebuilt on a 2-core machine like ours;
seconds are ours on this machine, without process start.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from peers_parts.environments import program, set_up

SUBJECTS = Path(__file__).parent / "subjects"
SUFFIXES = {"tiny": ".tiny", "python": ".py"}
RUNS_PER_ROW = 3
SECONDS_PER_ROW = 120
SECONDS_PER_CELL = 20
SECONDS_WITHOUT_MERGING = 5


@dataclass(frozen=True, slots=True)
class Subject:
    """A benchmark class, its node class, and the published exploration time in seconds."""

    file: str
    class_name: str
    node: str
    published: float | None
    rebuilt: float | None = None
    extra_scope: tuple[str, ...] = ()


SUBJECT_TABLE = (
    Subject("sushi_avl", "AvlTree", "AvlNode", 30, 19),
    Subject("sushi_rbt", "TreeMap", "Entry", 300),
    Subject("sushi_dlist", "LinkedList", "Entry", 328),
    Subject("sushi_clist", "NodeCachingLinkedList", "LinkedListNode", 62, 49),
    Subject("kiasan_avl", "AvlTree", "AvlNode", 36, 27),
    Subject("kiasan_rbt", "TreeMap", "Entry", 295),
    Subject("kiasan_bst", "BinarySearchTree", "BinaryNode", 49),
    Subject("kiasan_aatree", "AATree", "AANode", 1800),
    Subject("kiasan_leftist", "LeftistHeap", "LeftistNode", 317, None, ("LeftistHeap=2",)),
    Subject("kiasan_stack", "StackLi", "ListNode", 12, 1),
    Subject("sir_dlist", "DoubleLinkedList", "Entry", 151),
    Subject("sir_slist", "MyLinkedList", "MyListNode", 167),
    Subject("javascan_skew", "SkewHeap", "SkewNode", 29, 61),
    Subject("javascan_binom", "BinomialHeap", "BinomialHeapNode", 1298),
    Subject("fig1_node", "Node", "Node", None),
)


@dataclass(frozen=True, slots=True)
class Row:
    """What one exploration found and cost."""

    result: dict[str, Any]
    peak_megabytes: float


def explored(
    subject: Subject,
    n_nodes: int,
    *options: str,
    language: str = "tiny",
    seconds: int = SECONDS_PER_CELL,
) -> Row:
    """Explore one subject in a process of its own."""
    scopes = (f"{subject.node}={n_nodes}", *subject.extra_scope)
    file = SUBJECTS / language / f"{subject.file}{SUFFIXES[language]}"
    command = [sys.executable, "-m", "heapwright.cli.main", "explore"]
    command.append(f"{file}::{subject.class_name}")
    command += ["--json", "--no-cache", "--timeout", str(seconds), *options]
    for scope in scopes:
        command += ["--scope", scope]
    with subprocess.Popen(command, stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        output = process.stdout.read()
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise SystemExit(f"{' '.join(command)} ended with {process.returncode}")
    scale = 1_048_576 if sys.platform == "darwin" else 1_024
    return Row(json.loads(output), usage.ru_maxrss / scale)


def print_table(n_nodes: int, language: str) -> list[tuple[str, float, float]]:
    """Print all subjects at one scope; give name, seconds and published seconds to plot."""
    rows = []
    print(f"{language}, N = {n_nodes} nodes, sequences of any length, cold\n")
    print(
        f"{'subject':16} {'states':>6} {'disjuncts':>9} {'edges':>6} {'paths':>7} {'z3':>4} "
        f"{'seconds':>8} {'peak MB':>8} {'T_explore':>10} {'ratio':>7} "
        f"{'rebuilt':>8} {'ratio':>6}  complete"
    )
    total, published, worst = 0.0, 0.0, float("inf")
    for subject in SUBJECT_TABLE:
        row = explored(subject, n_nodes, language=language, seconds=SECONDS_PER_ROW)
        stats = row.result["stats"]
        seconds = stats["explore_seconds"]
        total += seconds
        shown, ratio = "-", "-"
        if subject.published is not None:
            published += subject.published
            worst = min(worst, subject.published / seconds)
            rows.append((subject.file, seconds, subject.published))
            shown, ratio = f"{subject.published:g}", f"{subject.published / seconds:.0f}"
        again, again_ratio = "-", "-"
        if subject.rebuilt is not None:
            again, again_ratio = f"{subject.rebuilt:g}", f"{subject.rebuilt / seconds:.0f}"
        print(
            f"{subject.file:16} {row.result['states']:6} {row.result['disjuncts']:9} "
            f"{stats['edges']:6} {stats['paths']:7} {stats['solver_calls']:4} "
            f"{seconds:8.3f} {row.peak_megabytes:8.0f} {shown:>10} {ratio:>7} "
            f"{again:>8} {again_ratio:>6}  "
            f"{'yes' if row.result['complete'] else row.result['stopped_by']}",
            flush=True,
        )
    print(f"\ntotal {total:.1f} s, published {published:g} s (AATree: more than 1800 s)")
    print(f"ratio of the totals {published / total:.0f}, smallest ratio {worst:.0f}")
    return rows


def plot(rows: list[tuple[str, float, float]], path: str) -> None:
    """Draw the table, in the environment that has matplotlib."""
    set_up("plots")
    script = Path(__file__).parent / "parts" / "plot_explore.py"
    command = [program("plots", "python"), str(script), path]
    subprocess.run(command, input=json.dumps(rows), text=True, check=True)


def print_twins(n_nodes: int) -> None:
    """Print each subject in both languages; seconds are the least of a few runs."""
    print(f"N = {n_nodes} nodes, sequences of any length, cold; tiny / Python\n")
    print(
        f"{'subject':16} {'states':>15} {'disjuncts':>15} {'paths':>17} {'z3':>9} "
        f"{'seconds':>17} {'ratio':>6}  complete"
    )
    totals = {"tiny": 0.0, "python": 0.0}
    worst = 0.0
    for subject in SUBJECT_TABLE:
        results: dict[str, dict[str, Any]] = {}
        seconds: dict[str, float] = {}
        for language in totals:
            rows = [
                explored(subject, n_nodes, language=language, seconds=SECONDS_PER_ROW).result
                for _ in range(RUNS_PER_ROW)
            ]
            results[language] = rows[0]
            seconds[language] = min(row["stats"]["explore_seconds"] for row in rows)
            totals[language] += seconds[language]
        tiny, python = results["tiny"], results["python"]
        ratio = seconds["python"] / max(seconds["tiny"], 1e-6)
        worst = max(worst, ratio)

        def both(name: str, tiny: dict[str, Any] = tiny, python: dict[str, Any] = python) -> str:
            return f"{tiny[name]} / {python[name]}"

        stats = {name: (tiny["stats"][name], python["stats"][name]) for name in tiny["stats"]}
        print(
            f"{subject.file:16} {both('states'):>15} {both('disjuncts'):>15} "
            f"{'{} / {}'.format(*stats['paths']):>17} "
            f"{'{} / {}'.format(*stats['solver_calls']):>9} "
            f"{seconds['tiny']:8.3f} /{seconds['python']:7.3f} {ratio:6.2f}  "
            f"{'yes' if tiny['complete'] and python['complete'] else 'no'}"
            f"{'' if tiny['states'] == python['states'] else '  STATES DIFFER'}",
            flush=True,
        )
    total = totals["python"] / totals["tiny"]
    print(f"\ntotal {totals['tiny']:.1f} / {totals['python']:.1f} s")
    print(f"ratio of the totals {total:.2f}, largest ratio {worst:.2f}")


def print_growth(language: str) -> None:
    """Print states and seconds for growing scopes."""
    sizes = range(3, 9)
    print(f"states / seconds\n\n{'subject':16}" + "".join(f"{f'N={n}':>16}" for n in sizes))
    for subject in SUBJECT_TABLE:
        print(f"{subject.file:16}", end="", flush=True)
        for n_nodes in sizes:
            result = explored(subject, n_nodes, language=language).result
            seconds = result["stats"]["explore_seconds"]
            mark = "" if result["complete"] else "*"
            print(f"{result['states']:8}{mark:1}{seconds:7.2f}", end="", flush=True)
            if not result["complete"]:
                break
        print()
    print(f"\n* stopped by time after {SECONDS_PER_CELL} s; larger scopes were not tried")


def print_ablation(language: str) -> None:
    """Print disjuncts and seconds with and without merging, for bounded sequences."""
    print("disjuncts without merging / with, and the ratio of the times, per number of calls\n")
    for subject in SUBJECT_TABLE:
        print(f"{subject.file:16}", end="", flush=True)
        for calls in (4, 5, 6, 7):
            bound = ("--calls", str(calls))
            merged = explored(subject, 6, *bound, language=language).result
            apart = explored(
                subject,
                6,
                *bound,
                "--no-merge",
                language=language,
                seconds=SECONDS_WITHOUT_MERGING,
            ).result
            stats, plain = merged["stats"], apart["stats"]
            ratio = plain["explore_seconds"] / max(stats["explore_seconds"], 1e-6)
            is_cut = apart["stopped_by"] != "calls" and not apart["complete"]
            mark = ">" if is_cut else ""
            cell = f"{mark}{plain['disjuncts']} / {stats['disjuncts']} {mark}{ratio:.0f}x"
            print(f"{cell:>26}", end="", flush=True)
            if is_cut:
                break
        print()
    print(f"\n> stopped by time after {SECONDS_WITHOUT_MERGING} s; more calls were not tried")


def main() -> None:
    """Print the tables that the options ask for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--objects", type=int, default=6, help="nodes per structure")
    parser.add_argument("--language", choices=("tiny", "python", "both"), default="tiny")
    parser.add_argument("--table", action="store_true")
    parser.add_argument("--plot", metavar="SVG", help="draw the first table")
    parser.add_argument("--growth", action="store_true")
    parser.add_argument("--no-merge", action="store_true")
    options = parser.parse_args()
    if options.language == "both":
        print_twins(options.objects)
        return
    prints_all = not (options.table or options.growth or options.no_merge)
    if prints_all or options.table:
        rows = print_table(options.objects, options.language)
        if options.plot is not None:
            plot(rows, options.plot)
    if prints_all or options.growth:
        print("\n")
        print_growth(options.language)
    if prints_all or options.no_merge:
        print("\n")
        print_ablation(options.language)


if __name__ == "__main__":
    main()
