"""One environment per tool, made once from a lock file with exact versions and hashes.

Place: benchmarks/peers_parts/. `benchmarks/peers.py` calls this before anything is measured.
`./dev lock` makes `NAME.lock` from `NAME.in`. As in `./dev`, a stamp that comes last says that
an environment is whole.
"""

from __future__ import annotations

import hashlib
import re
import shutil
import subprocess
import sys
from pathlib import Path

PARTS = Path(__file__).resolve().parent
HOME = PARTS.parent.parent / ".dev" / "peers"
NAMES = ("crosshair", "hypothesis", "hypothesis_crosshair", "pynguin", "plots")


def program(environment: str, name: str) -> str:
    """Give the path of a program in an environment."""
    return str(HOME / environment / "bin" / name)


def set_up(name: str) -> None:
    """Make an environment unless it is there and whole."""
    lock = PARTS / f"{name}.lock"
    folder = HOME / name
    stamp = folder / "stamp"
    wanted = hashlib.sha256(
        b"\0".join((lock.read_bytes(), sys.version.encode(), str(folder).encode()))
    ).hexdigest()
    if stamp.exists() and stamp.read_text() == wanted:
        return
    sys.stderr.write(f"peers: making .dev/peers/{name}\n")
    if folder.exists():
        shutil.rmtree(folder)
    folder.parent.mkdir(parents=True, exist_ok=True)
    for command in (
        [sys.executable, "-m", "venv", str(folder)],
        [
            *(program(name, "python"), "-m", "pip", "install", "--quiet", "--no-input"),
            *("--disable-pip-version-check", "--require-hashes", "-r", str(lock)),
        ],
    ):
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode:
            sys.exit(f"peers: {' '.join(command)} failed\n{done.stderr}")
    stamp.write_text(wanted)


def versions(name: str) -> dict[str, str]:
    """Give the versions that an environment's lock file asks for by name."""
    asked = re.findall(r"^[\w-]+", (PARTS / f"{name}.in").read_text(), re.MULTILINE)
    locked = dict(re.findall(r"^([\w-]+)==(\S+)", (PARTS / f"{name}.lock").read_text(), re.M))
    return {package: locked[package] for package in asked}
