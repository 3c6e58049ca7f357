"""The packages of `corpus.lock`, fetched and unpacked: modules to read, never to run.

Place: benchmarks/parts/. `coverage --corpus` calls this. A group of packages is named by the
comment above them; which package belongs where was decided by what it says of itself, before
anything was measured. Only wheels are fetched, because nothing of a wheel runs when it is
unpacked, and each must have the digest that the lock names.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from zipfile import ZipFile

PARTS = Path(__file__).resolve().parent
LOCK = PARTS / "corpus.lock"
CORPUS = PARTS.parent.parent / ".dev" / "corpus"
N_AT_ONCE = 4


@dataclass(frozen=True, slots=True)
class Package:
    """One package of the lock: its group, the line that asks for it, and its folder."""

    group: str
    requirement: str
    folder: Path


def corpus_groups() -> dict[str, list[Path]]:
    """Give the folders of the packages by group, after fetching those that are not there."""
    packages = _packages(LOCK.read_text(encoding="utf-8"))
    missing = [package for package in packages if not package.folder.is_dir()]
    if missing:
        _fetch(missing)
    groups: dict[str, list[Path]] = {}
    for package in packages:
        groups.setdefault(package.group, []).append(package.folder)
    return groups


def _packages(text: str) -> list[Package]:
    packages: list[Package] = []
    group = ""
    for line in text.splitlines():
        if line.startswith("#"):
            group = line[1:].strip()
        elif line:
            name, _, version = line.split()[0].partition("==")
            packages.append(Package(group, line, CORPUS / f"{name}-{version}"))
    return packages


def _fetch(missing: list[Package]) -> None:
    CORPUS.mkdir(parents=True, exist_ok=True)
    print(f"fetching {len(missing)} packages into .dev/corpus", file=sys.stderr, flush=True)
    # Most of it is waiting.
    with ThreadPoolExecutor(N_AT_ONCE) as pool:
        list(pool.map(_fetch_one, missing))


def _fetch_one(package: Package) -> None:
    # Beside its place, so that a package is there as a whole or not at all.
    with tempfile.TemporaryDirectory(dir=CORPUS) as scratch:
        wanted = Path(scratch) / "wanted.txt"
        wanted.write_text(package.requirement + "\n", encoding="utf-8")
        command = [sys.executable, "-m", "pip", "download", "-qq", "--no-deps"]
        command += ["--only-binary", ":all:", "--require-hashes", "--no-input"]
        subprocess.run([*command, "-r", str(wanted), "-d", scratch], check=True)
        (wheel,) = Path(scratch).glob("*.whl")
        unpacked = Path(scratch) / "unpacked"
        with ZipFile(wheel) as archive:
            modules = [name for name in archive.namelist() if name.endswith(".py")]
            archive.extractall(unpacked, modules)
        unpacked.rename(package.folder)
