"""Give one question to one tool, and judge the answer.

Place: benchmarks/peers_parts/. `benchmarks/peers.py` calls `attempt` for every pair.

Each tool works in a folder of its own with the class and the spec. What it finds is run again by
plain CPython in a fresh process; that time is not counted. An answer that does not stand this is
wrong, and so is a proof where another tool finds a sequence (`table.py`).
"""

from __future__ import annotations

import json
import re
import shutil
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from peers_parts.crosshair_contract import contract
from peers_parts.environments import program
from peers_parts.hypothesis_machine import machine
from peers_parts.processes import Ended, run
from peers_parts.pynguin_target import NOTE, target
from peers_parts.questions import Question, class_text

# Confirming is not part of the race, but may not hang either.
CONFIRM_SECONDS = 60


AT_ONCE = 1.0
N_TIMES = 5

# The better one of two answers comes first.
RANKS = ("found", "proved", "wrong", "nothing")


@dataclass(frozen=True, slots=True)
class Answer:
    """What a tool says: `found`, `proved`, `nothing` or `wrong`; and how long it took."""

    outcome: str
    seconds: float
    note: str = ""
    code: str = ""


@dataclass(frozen=True, slots=True)
class Limit:
    """How long a tool may work on a question, and whether with all of its set-ups or the first."""

    seconds: float
    all_set_ups: bool = False


def attempt(tool: str, question: Question, limit: Limit) -> Answer:
    """Let a tool work on a question."""
    set_ups = TOOLS[tool] if limit.all_set_ups else TOOLS[tool][:1]
    answers = [settled(set_up, question, limit.seconds) for set_up in set_ups]
    return min(answers, key=lambda answer: (RANKS.index(answer.outcome), answer.seconds))


def settled(set_up: SetUp, question: Question, seconds: float) -> Answer:
    """Give an answer that takes a while; if it comes at once, the middle one of several.

    The start of a process takes a tenth of a second, and half as much more on a bad occasion. A
    tool that draws at random and is out of luck later is not blamed; one that is wrong once is.
    """
    answer = with_set_up(set_up, question, seconds)
    if answer.seconds > AT_ONCE or answer.outcome == "nothing":
        return answer
    answers = [answer, *(with_set_up(set_up, question, seconds) for _ in range(N_TIMES - 1))]
    wrong = [one for one in answers if one.outcome == "wrong"]
    alike = wrong or [one for one in answers if one.outcome == answer.outcome]
    return sorted(alike, key=lambda one: one.seconds)[(len(alike) - 1) // 2]


def with_set_up(set_up: SetUp, question: Question, seconds: float) -> Answer:
    """Let a tool work in a fresh folder."""
    folder = Path(tempfile.mkdtemp(prefix="peers-"))
    try:
        (folder / f"{question.module}.py").write_text(class_text(question), encoding="utf-8")
        (folder / f"{question.file}.py").write_text(question.text, encoding="utf-8")
        return set_up(question, folder, seconds)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def heapwright(question: Question, folder: Path, seconds: float) -> Answer:
    """Ask the command line, as a user does, without what it may remember."""
    command = [
        *(str(Path(sys.executable).with_name("heapwright")), "synth", "--json", "--no-cache"),
        *("--timeout", str(seconds), f"{question.file}.py::{question.name}"),
    ]
    ended = run(command, folder, seconds)
    if ended.is_stopped:
        return Answer("nothing", ended.seconds, "time is over")
    try:
        told = json.loads(ended.output)
    except ValueError:
        return Answer("nothing", ended.seconds, last_line(ended))
    match told["verdict"]:
        case "reachable":
            claim = f"assert {question.name}({', '.join(told['arguments'].values())})"
            code = "\n".join((*told["imports"], told["code"], claim, ""))
            return confirmed(question, folder, code, ended.seconds)
        case "unreachable" | "contradiction":
            return Answer("proved", ended.seconds, told["reason"])
        case other:
            return Answer("nothing", ended.seconds, f"{other}: {told['reason']}")


def hypothesis(question: Question, folder: Path, seconds: float) -> Answer:
    """Run the state machine."""
    return run_machine(question, folder, seconds, "hypothesis", "hypothesis")


def hypothesis_crosshair(question: Question, folder: Path, seconds: float) -> Answer:
    """Run the state machine with the backend that solves for its values."""
    return run_machine(question, folder, seconds, "hypothesis_crosshair", "crosshair")


def run_machine(
    question: Question, folder: Path, seconds: float, environment: str, backend: str
) -> Answer:
    """Run the state machine with a backend."""
    (folder / "machine.py").write_text(machine(question), encoding="utf-8")
    ended = run([program(environment, "python"), "machine.py", backend], folder, seconds)
    if ended.is_stopped:
        return Answer("nothing", ended.seconds, "time is over")
    if ended.exit_code or not ended.output:
        return Answer("nothing", ended.seconds, last_line(ended))
    return confirmed(question, folder, ended.output, ended.seconds)


def crosshair_tuples(question: Question, folder: Path, seconds: float) -> Answer:
    """Check the contract that takes calls as a list of tuples."""
    return check_contract(question, folder, seconds, "given_numbers")


def crosshair_records(question: Question, folder: Path, seconds: float) -> Answer:
    """Check the contract that takes calls as a list of dataclasses."""
    return check_contract(question, folder, seconds, "given_calls")


def check_contract(question: Question, folder: Path, seconds: float, set_up: str) -> Answer:
    """Check one of the contracts."""
    (folder / "contract.py").write_text(contract(question), encoding="utf-8")
    command = [
        *(program("crosshair", "crosshair"), "check", f"contract.{set_up}", "--report_all"),
        *("--analysis_kind", "PEP316", "--per_condition_timeout", str(seconds)),
    ]
    ended = run(command, folder, seconds)
    if ended.is_stopped:
        return Answer("nothing", ended.seconds, "time is over")
    if found := re.search(rf"when calling ({set_up}\(.*\)) \(which returns", ended.output):
        code = f"from contract import *\nassert {found[1]}\n"
        return confirmed(question, folder, code, ended.seconds)
    if "Confirmed over all paths" in ended.output:
        return Answer("proved", ended.seconds, "confirmed over all paths")
    return Answer("nothing", ended.seconds, last_line(ended))


def pynguin(question: Question, folder: Path, seconds: float) -> Answer:
    """Let tests be written for a branch that is taken where the spec holds."""
    hits = folder / "hits.txt"
    (folder / "target.py").write_text(target(question), encoding="utf-8")
    (folder / "hits.py").write_text(NOTE.format(path=str(hits)), encoding="utf-8")
    command = [
        *(program("pynguin", "pynguin"), "--project-path", ".", "--module-name", "target"),
        *("--output-path", "written", "--maximum-search-time", str(max(1, round(seconds)))),
        *("--assertion-generation", "NONE", "--only-cover", "reached", question.name),
    ]
    start = time.time()
    ended = run(command, folder, seconds, may_go_on=hits.exists)
    if not hits.exists():
        return Answer("nothing", ended.seconds, "time is over" if ended.is_stopped else "gave up")
    taken = float(hits.read_text().split("\n")[0]) - start
    if taken > seconds:
        return Answer("nothing", ended.seconds, "time is over")
    written = folder / "written" / "test_target.py"
    if not written.exists():
        return Answer("found", taken, "no test was written in twice the time")
    shutil.copy(written, folder)
    check = [
        *(program("pynguin", "python"), "-m", "peers_parts.pynguin_target"),
        *("test_target", question.label),
    ]
    verdict = run(check, folder, CONFIRM_SECONDS).output.strip()
    code = written.read_text(encoding="utf-8")
    if verdict == "confirmed" or (verdict == "mistyped" and question.expected == "reachable"):
        return Answer("found", taken, "" if verdict == "confirmed" else verdict, code)
    return Answer("wrong", taken, f"{verdict}: not built by public calls", code)


def confirmed(question: Question, folder: Path, code: str, seconds: float) -> Answer:
    """Run what was found in a fresh CPython; the code ends with the claim that the spec holds."""
    script = f"from {question.module} import *\nfrom {question.file} import *\n{code}"
    (folder / "confirm.py").write_text(script, encoding="utf-8")
    ended = run([sys.executable, "confirm.py"], folder, CONFIRM_SECONDS)
    if ended.exit_code:
        return Answer("wrong", seconds, f"not confirmed: {last_line(ended)}", code)
    return Answer("found", seconds, "", code)


def last_line(ended: Ended) -> str:
    """Give the last thing that a process said."""
    lines = (ended.errors.strip() or ended.output.strip()).splitlines()
    return lines[-1][:200] if lines else f"exit code {ended.exit_code}"


SetUp = Callable[[Question, Path, float], Answer]

OURS = "heapwright"

# The first set-up is the one that was better over all specs when both were tried.
TOOLS: dict[str, tuple[SetUp, ...]] = {
    OURS: (heapwright,),
    "CrossHair": (crosshair_records, crosshair_tuples),
    "Hypothesis": (hypothesis,),
    "Hypothesis+CrossHair": (hypothesis_crosshair,),
    "Pynguin": (pynguin,),
}
