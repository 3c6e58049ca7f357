"""Compare heapwright with what a Python programmer would use instead.

    ./dev bench peers                         everything, results in benchmarks/results/
    ./dev bench peers --only Hypothesis       one tool (repeatable); writes no results
    ./dev bench peers --spec lru.IN_ORDER     one spec (repeatable); writes no results
    ./dev bench peers --seconds 30 --jobs 1 --all-set-ups

Every spec of `peers_specs/` is given to heapwright, CrossHair, Hypothesis, Hypothesis with its
CrossHair backend, and Pynguin, each in its own pinned environment below `.dev/peers`, with the
same limit of wall-clock seconds from the start of the process to the answer. All see the class
unchanged, the spec, and the types of the public calls. `peers_parts/` has the set-up of each
tool and why it is the better one; `--all-set-ups` tries the others too, and lets the best answer
to each spec count. The table says who found a sequence (which CPython confirms), who proved that
there is none, and who was wrong.

heapwright is called as users call it, `heapwright synth FILE::SPEC`, in a fresh process and
without its cache. Whoever answers within a second is asked five times, and the middle answer
counts. Six seconds let everything end within 12 minutes on two cores.

Then three families of specs that ask for n objects show how the tools grow; a tool that misses
two sizes in a row stops there.

The exit code is 1 if heapwright is wrong or leaves a spec without an answer.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict
from pathlib import Path
from typing import Any

from heapwright import __version__
from parts.measured import memory_gb, processor
from peers_parts.environments import NAMES, program, set_up, versions
from peers_parts.growth import FAMILIES, family
from peers_parts.questions import Question, questions
from peers_parts.table import Row, is_answer, judged, ratio, shown_summary, shown_table, summary
from peers_parts.tools import OURS, TOOLS, Answer, Limit, attempt

ROOT = Path(__file__).resolve().parent.parent
RESULTS = ROOT / "benchmarks" / "results"
N_MISSES = 2


def main() -> int:
    """Run the comparison."""
    arguments = read_arguments()
    # Whoever ends this ends the tools too; some of them would never stop by themselves.
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    signal.signal(signal.SIGINT, signal.default_int_handler)
    with ThreadPoolExecutor(arguments.jobs) as makers:
        list(makers.map(set_up, NAMES))
    tools = [tool for tool in TOOLS if not arguments.only or tool in arguments.only]
    asked = [one for one in questions() if not arguments.spec or one.label in arguments.spec]
    is_whole = not arguments.only and not arguments.spec
    start = time.monotonic()
    limit = Limit(arguments.seconds, arguments.all_set_ups)
    pool = ThreadPoolExecutor(arguments.jobs)
    try:
        # Each tool runs once before it counts, so that none pays for writing its bytecode.
        list(pool.map(lambda tool: attempt(tool, asked[0], limit), tools))
        rows = ask_all(pool, asked, tools, limit)
        print(shown_table(rows))
        counted = summary(rows)
        print(shown_summary(counted), flush=True)
        grown = grow_all(pool, tools, limit) if is_whole else {}
    finally:
        # After Ctrl-C, what is at work ends by its limit, and nothing new is started.
        pool.shutdown(cancel_futures=True)
    if is_whole:
        say(f"{time.monotonic() - start:.0f} s in all")
        write_results(arguments, rows, grown)
    is_wrong = counted.wrong.get(OURS, 0) > 0
    return 1 if OURS in tools and (is_wrong or counted.unanswered) else 0


def read_arguments() -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser(description="Compare heapwright with other tools.")
    parser.add_argument("--seconds", type=float, default=6, help="per spec and tool")
    parser.add_argument("--jobs", type=int, default=2, help="tools at work at once")
    parser.add_argument("--all-set-ups", action="store_true", help="of each tool, the best counts")
    parser.add_argument("--only", action="append", choices=list(TOOLS), metavar="TOOL")
    parser.add_argument("--spec", action="append", metavar="FILE.NAME")
    arguments = parser.parse_args()
    unknown = set(arguments.spec or ()) - {question.label for question in questions()}
    if unknown:
        parser.error(f"no spec {', '.join(sorted(unknown))}")
    return arguments


def ask_all(
    pool: ThreadPoolExecutor, asked: Sequence[Question], tools: Sequence[str], limit: Limit
) -> list[Row]:
    """Give every question to every tool."""
    pairs = [(question, tool) for question in asked for tool in tools]
    answers = pool.map(lambda pair: told(pair[1], pair[0], limit), pairs)
    found = dict(zip(((q.label, tool) for q, tool in pairs), answers, strict=True))
    return [judged(Row(q, {tool: found[q.label, tool] for tool in tools})) for q in asked]


def told(tool: str, question: Question, limit: Limit) -> Answer:
    """Give a question to a tool, and say what comes of it."""
    answer = attempt(tool, question, limit)
    say(f"{question.label:<28} {tool:<21} {answer.outcome:<8} {answer.seconds:6.2f} s")
    return answer


def grow_all(
    pool: ThreadPoolExecutor, tools: Sequence[str], limit: Limit
) -> dict[str, dict[str, list[Answer]]]:
    """Let every tool go as far as it comes in every family."""
    pairs = [(name, tool) for name in FAMILIES for tool in tools]
    curves = pool.map(lambda pair: grow(pair[1], family(pair[0]), limit), pairs)
    grown: dict[str, dict[str, list[Answer]]] = {name: {} for name in FAMILIES}
    for (name, tool), curve in zip(pairs, curves, strict=True):
        grown[name][tool] = curve
    return grown


def grow(tool: str, sizes: Sequence[Question], limit: Limit) -> list[Answer]:
    """Give the answers by size, as far as a tool comes."""
    answers: list[Answer] = []
    for question in sizes:
        answers.append(judged(Row(question, {tool: told(tool, question, limit)})).answers[tool])
        last = answers[-N_MISSES:]
        if len(last) == N_MISSES and not any(map(is_answer, last)):
            break
    return answers


def write_results(
    arguments: argparse.Namespace, rows: Sequence[Row], grown: dict[str, dict[str, list[Answer]]]
) -> None:
    """Write the numbers and the plots, all of them or none."""
    results = {
        "date": time.strftime("%Y-%m-%d", time.gmtime()),
        "machine": machine(),
        "versions": {OURS: __version__} | {name: versions(name) for name in NAMES},
        "seconds": arguments.seconds,
        "jobs": arguments.jobs,
        "all_set_ups": arguments.all_set_ups,
        "summary": asdict(summary(rows)),
        "rows": [shown_row(row) for row in rows],
        "growth": {
            name: {tool: [asdict(answer) for answer in curve] for tool, curve in curves.items()}
            for name, curves in grown.items()
        },
    }
    with tempfile.TemporaryDirectory(dir=ROOT / ".dev") as scratch:
        numbers = Path(scratch) / "peers.json"
        numbers.write_text(json.dumps(results, indent=1) + "\n", encoding="utf-8")
        plots = ROOT / "benchmarks" / "peers_parts" / "plots.py"
        subprocess.run([program("plots", "python"), str(plots), str(numbers), scratch], check=True)
        RESULTS.mkdir(exist_ok=True)
        for path in sorted(Path(scratch).iterdir()):
            path.replace(RESULTS / path.name)
            say(f"wrote benchmarks/results/{path.name}")


def shown_row(row: Row) -> dict[str, Any]:
    """Give a row as it stands in the results."""
    return {
        "spec": row.question.label,
        "class": row.question.classes[0],
        "category": row.question.category,
        "expected": row.question.expected,
        "ratio": ratio(row),
        "answers": {tool: asdict(answer) for tool, answer in row.answers.items()},
    }


def machine() -> dict[str, Any]:
    """Say what this ran on."""
    return {
        "system": platform.system(),
        "cpu": processor(),
        "cores": os.cpu_count(),
        "memory_gb": memory_gb(),
        "python": platform.python_version(),
    }


def say(message: str) -> None:
    """Tell how far the work is."""
    sys.stderr.write(f"peers: {message}\n")
    sys.stderr.flush()


if __name__ == "__main__":
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        sys.exit(130)
