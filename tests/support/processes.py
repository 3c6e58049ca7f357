"""Which processes there are below another one; for tests that count them.

Place: tests/support/. Reads /proc.
"""

from __future__ import annotations

import asyncio
from pathlib import Path


def children_of(pid: int) -> list[int]:
    """Give the processes whose parent is `pid`, without those that have ended."""
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            fields = (folder / "stat").read_text().rpartition(")")[2].split()
        except OSError:
            continue
        if int(fields[1]) == pid and fields[0] != "Z":
            found.append(int(folder.name))
    return sorted(found)


def is_alive(pid: int) -> bool:
    """Say whether a process is there and has not ended."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return False
    return fields[0] != "Z"


def cpu_ticks(pid: int) -> int:
    """Give the processor time that a process has used, in ticks of the clock."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:  # it has ended meanwhile
        return 0
    return int(fields[11]) + int(fields[12])


async def until_idle(pids: list[int]) -> None:
    """Wait until none of the processes that are left uses the processor any more."""
    before = None
    while (now := {pid: cpu_ticks(pid) for pid in pids if is_alive(pid)}) != before:
        before = now
        await asyncio.sleep(0.3)


async def until_gone(pids: list[int]) -> None:
    """Wait until all of the processes have ended."""
    while any(is_alive(pid) for pid in pids):
        await asyncio.sleep(0.02)


def resident_kb(pid: int) -> int:
    """Give the memory of a process."""
    for line in Path(f"/proc/{pid}/status").read_text().splitlines():
        if line.startswith("VmRSS:"):
            return int(line.split()[1])
    return 0


def descendants_of(pid: int) -> list[int]:
    """Give all processes below `pid`, parents before their children."""
    found = children_of(pid)
    for child in found:
        found += [one for one in children_of(child) if one not in found]
    return found
