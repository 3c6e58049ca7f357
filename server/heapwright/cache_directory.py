"""Where the cache of a user lies.

Place: top of the package. `store` asks when nobody names a directory, and `frontends` where Python
may write no bytecode. Never in the workspace: a
relative path would depend on where the program was started, so none is accepted.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from pathlib import Path

OVERRIDE = "HEAPWRIGHT_CACHE_DIR"


def cache_directory(
    environment: Mapping[str, str] = os.environ, platform: str = sys.platform
) -> Path | None:
    """Give the cache directory by the rules of the platform; None where there is none."""
    override = _absolute(environment.get(OVERRIDE))
    if override is not None:
        return override
    if platform == "win32":
        base = _absolute(environment.get("LOCALAPPDATA"))
        return None if base is None else base / "heapwright" / "Cache"
    home = _absolute(environment.get("HOME"))
    if platform == "darwin":
        return None if home is None else home / "Library" / "Caches" / "heapwright"
    base = _absolute(environment.get("XDG_CACHE_HOME"))
    if base is None and home is not None:
        base = home / ".cache"
    return None if base is None else base / "heapwright"


def _absolute(text: str | None) -> Path | None:
    if not text:
        return None
    path = Path(text)
    return path if path.is_absolute() else None
