"""Judge verdicts by random clients that CPython runs.

Place: tests/oracle. `judged` asks heapwright on the command line about modules, and lets
`client_worker` run clients of them. What a client reaches within the bound that a verdict names
refutes `unreachable` and `contradiction`, or `holds`; so does an answer whose calls CPython cannot
follow. That a limit of time stopped heapwright makes a verdict `unknown`, which nothing refutes.
"""

from __future__ import annotations

import contextlib
import io
import json
import os
import subprocess
import sys
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from heapwright.cli.main import main

WORKER = Path(__file__).parent / "client_worker.py"
ABSENT = ("unreachable", "contradiction", "holds", "holds-bounded", "not-found")


@dataclass(frozen=True)
class Verdict:
    """What heapwright says about a question of a module."""

    name: str
    kind: str
    word: str
    objects: Mapping[str, int] = field(default_factory=dict)
    calls: int | None = None
    code: str = ""
    asked: str = ""


@dataclass(frozen=True)
class Judged:
    """What clients came to: refutations as texts, and counts."""

    refuted: Mapping[str, str]  # by question: the client, or what is wrong with an answer
    counts: Counter[str]


def verdicts_on(path: Path, *, seconds: int, with_raising: bool = False) -> list[Verdict]:
    """Ask all questions of a file."""
    options = ["--json", "--no-cache", "--timeout", str(seconds)]
    options += ["--raising-calls"] if with_raising else []
    output = io.StringIO()
    with contextlib.redirect_stdout(output), contextlib.redirect_stderr(io.StringIO()):
        main(["check", *options, str(path)])
    results = json.loads(output.getvalue())["results"]
    return [_verdict(one) for one in results if one["kind"] in ("spec", "invariant")]


def _verdict(one: Mapping[str, Any]) -> Verdict:
    arguments = list(one.get("arguments", {}).values())
    bound = one.get("bound") or {}
    code = "\n".join([*one.get("imports", ()), one.get("code", "")])
    if one["kind"] == "spec":
        asked = f"{one['name']}({', '.join(arguments)})"
    else:
        asked = f"{(arguments or ['it'])[0]}.{one['name'].rpartition('.')[2]}()"
    return Verdict(
        one["name"],
        one["kind"],
        one["verdict"],
        bound.get("objects", {}),
        bound.get("calls"),
        code,
        asked,
    )


def judged(
    path: Path,
    verdicts: Sequence[Verdict],
    *,
    seed: int,
    n_clients: int,
    with_raising: bool = False,
) -> Judged:
    """Let clients of a module try to refute verdicts on it."""
    told = run_clients(
        [job(path, verdicts, seed=seed, n_clients=n_clients, with_raising=with_raising)]
    )
    return judgement(verdicts, told[0])


def job(
    path: Path,
    verdicts: Sequence[Verdict],
    *,
    seed: int,
    n_clients: int,
    with_raising: bool = False,
) -> dict[str, object]:
    """Say what the worker shall do about a module."""
    return {
        "text": path.read_text(encoding="utf-8"),
        "path": str(path),
        "seed": seed,
        "n_clients": n_clients,
        "with_raising": with_raising,
        "questions": [
            {
                "name": one.name,
                "is_invariant": one.kind == "invariant",
                "objects": dict(one.objects),
                "calls": one.calls,
            }
            for one in verdicts
            if one.word not in ("reachable", "violated")
        ],
        "replays": [
            (one.name, one.code, one.asked, one.word == "reachable")
            for one in verdicts
            if one.word in ("reachable", "violated")
        ],
    }


def run_clients(jobs: Sequence[Mapping[str, object]]) -> list[dict[str, Any]]:
    """Run a process for all jobs, and give what it tells about each."""
    lines = "".join(json.dumps(one) + "\n" for one in jobs)
    environment = {**os.environ, "PYTHONHASHSEED": "0"}
    done = subprocess.run(
        [sys.executable, str(WORKER)],
        input=lines,
        capture_output=True,
        text=True,
        env=environment,
        check=False,
    )
    told = [json.loads(line) for line in done.stdout.splitlines()]
    assert len(told) == len(jobs), f"the process of clients ended: {done.stderr[-2000:]}"
    return told


def judgement(verdicts: Sequence[Verdict], told: Mapping[str, Any]) -> Judged:
    """Say which verdicts are wrong after what clients did."""
    words = {one.name: one.word for one in verdicts}
    counts = Counter({"clients": told["clients"], "questions": len(verdicts)})
    counts.update(words.values())
    refuted = {}
    for name, text in told["found"].items():
        if words[name] in ABSENT:
            refuted[name] = f"{name} is called {words[name]}\n{text}"
        else:
            counts["undecided, and found by a client"] += 1
    for name, wrong in told["wrong"]:
        refuted[name] = f"{name} is called {words[name]}, but {wrong}"
    counts["refuted"] = len(refuted)
    return Judged(refuted, counts)
