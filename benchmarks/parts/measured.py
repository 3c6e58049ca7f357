"""What a benchmark printed, with the machine and the version that it was measured on.

Place: benchmarks/parts/. `all.py` keeps one file per benchmark in benchmarks/results/runs.
"""

from __future__ import annotations

import json
import os
import platform
import subprocess
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path

from heapwright import __version__


@dataclass(frozen=True, slots=True)
class Measured:
    """One run of a benchmark."""

    command: str
    output: str
    seconds: float
    exit_code: int
    machine: str
    versions: str
    commit: str
    date: str


def measured_now(command: str, output: str, seconds: float, exit_code: int) -> Measured:
    """Add what is true here and now."""
    return Measured(
        command, output, round(seconds, 1), exit_code, machine(), versions(), commit(), today()
    )


def machine() -> str:
    """Tell what kind of machine this is, without naming it."""
    return f"{os.cpu_count()} × {processor()}, {memory_gb()} GiB, {platform.system()}"


def memory_gb() -> int:
    """Give the memory of the machine in GiB."""
    return round(os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 2**30)


def processor() -> str:
    """Name the kind of processor."""
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").split("\n")
    except OSError:
        return platform.processor() or platform.machine()
    names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return names[0] if names else platform.machine()


def versions() -> str:
    """Name the versions that matter for speed."""
    return (
        f"heapwright {__version__}, Python {platform.python_version()}, z3 {version('z3-solver')}"
    )


def commit() -> str:
    """Name the commit, and say if the code differs from it."""
    name = _git("rev-parse", "--short", "HEAD")
    changed = _git("status", "--porcelain", "--", ":/", ":!/benchmarks/results")
    return f"{name or 'unknown'}{', changed' if changed else ''}"


def _git(*arguments: str) -> str:
    command = ["git", *arguments]
    told = subprocess.run(command, cwd=Path(__file__).parent, capture_output=True, text=True)
    return told.stdout.strip()


def today() -> str:
    """Give the date."""
    return datetime.now(UTC).date().isoformat()


def kept(folder: Path, name: str, measured: Measured) -> None:
    """Write it to its file, all or nothing."""
    text = json.dumps(asdict(measured), indent=1, ensure_ascii=False) + "\n"
    scratch = folder / f".{name}.json"
    scratch.write_text(text, encoding="utf-8")
    scratch.replace(folder / f"{name}.json")


def read(folder: Path, name: str) -> Measured | None:
    """Give the last run that was kept, if there is one."""
    path = folder / f"{name}.json"
    if not path.exists():
        return None
    return Measured(**json.loads(path.read_text(encoding="utf-8")))
