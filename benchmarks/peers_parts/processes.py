"""Run a program for a limited time, together with all that it starts.

Place: benchmarks/peers_parts/. The tools and the confirmation call this.
"""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

BENCHMARKS = Path(__file__).resolve().parent.parent
ROOT = BENCHMARKS.parent


@dataclass(frozen=True, slots=True)
class Ended:
    """How a process ended; `seconds` is wall-clock time from its start."""

    is_stopped: bool
    exit_code: int
    seconds: float
    output: str
    errors: str


def run(
    command: Sequence[str],
    folder: Path,
    seconds: float,
    variables: Mapping[str, str] | None = None,
    may_go_on: Callable[[], bool] = lambda: False,
) -> Ended:
    """Run a command in a folder; stop it when the time is over, unless it may go on for as long."""
    # Output goes to files, because a pipe that nobody reads would stop the process.
    output, errors = folder / "output.txt", folder / "errors.txt"
    with output.open("wb") as to_output, errors.open("wb") as to_errors:
        start = time.monotonic()
        process = subprocess.Popen(
            command,
            cwd=folder,
            env={**environment(), **(variables or {})},
            stdin=subprocess.DEVNULL,
            stdout=to_output,
            stderr=to_errors,
            start_new_session=True,
        )
        try:
            is_stopped = not has_ended(process, seconds) and not (
                may_go_on() and has_ended(process, seconds)
            )
            taken = time.monotonic() - start
        finally:
            stop(process)
    return Ended(
        is_stopped,
        process.returncode,
        taken,
        output.read_text(encoding="utf-8", errors="replace"),
        errors.read_text(encoding="utf-8", errors="replace"),
    )


def has_ended(process: subprocess.Popen[bytes], seconds: float) -> bool:
    """Wait for a process, and say whether it ended by itself.

    Not with `process.wait(seconds)`, which looks every twentieth of a second only.
    """
    done = threading.Thread(target=process.wait)
    done.start()
    done.join(seconds)
    return not done.is_alive()


def stop(process: subprocess.Popen[bytes]) -> None:
    """End a process and those that it started, which are a group of their own."""
    with contextlib.suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()


def environment() -> dict[str, str]:
    """Give the variables for every tool: as a user has them, with the marks importable."""
    kept = {
        name: value
        for name, value in os.environ.items()
        if not name.startswith(("PYTHON", "COVERAGE", "PYTEST"))
    }
    places = (str(ROOT / "server"), str(BENCHMARKS), ".")
    return {**kept, "PYTHONPATH": os.pathsep.join(places), "PYNGUIN_DANGER_AWARE": "1"}
