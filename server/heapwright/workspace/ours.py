"""Which files are the user's own, and the one walk that finds them below a folder.

Place: workspace/. `check` and `format` walk the folders that they are given, a worker those of
the editor; diagnostics ask `is_ours` about open documents. What is named one by one, on a command
line or by an import, does not come from a walk and is read wherever it is.
Looks at the disk, and opens regular files only.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from pathlib import Path, PurePath
from typing import TYPE_CHECKING

from heapwright.errors import UnreadableInput
from heapwright.text.source import is_regular, read_source
from heapwright.workspace.load import language_by_name

if TYPE_CHECKING:
    from heapwright.workspace.snapshot import Document  # which imports every front end

# Folders that tools fill. Hidden ones are others', too, and so are virtual environments.
OTHERS = frozenset(
    (
        *("__pycache__", "_gen", "build", "dist", "dist-packages", "node_modules"),
        *("site-packages", "venv"),
    )
)
# What every virtual environment has at its top, whatever it is called.
ENVIRONMENT = "pyvenv.cfg"
# Python files are any of our business if they have this word.
NAME = "heapwright"


def files_below(folder: str) -> Iterator[str]:
    """Give the user's files below a folder that take part, those of one folder by their names.

    Of Python those take part that speak of heapwright. Links to folders are not followed.
    """
    for place, folders, names in os.walk(folder):
        folders[:] = sorted(name for name in folders if _is_entered(Path(place, name)))
        for name in sorted(names):
            path = Path(place, name)
            if not name.startswith(".") and is_regular(path) and _takes_part(path):
                yield str(path)


def is_ours(path: str, folders: Iterable[str]) -> bool:
    """Say whether a walk over these folders would come to a file.

    What lies in none of them was opened by itself, and is ours.
    """
    pure = PurePath(path)
    above = [folder for folder in map(PurePath, folders) if pure.is_relative_to(folder)]
    return not above or any(
        not pure.name.startswith(".")
        and all(_is_entered(Path(one)) for one in pure.parents if one != top and top in one.parents)
        for top in above
    )


def takes_part(document: Document, folders: Iterable[str]) -> bool:
    """Say whether an open document is any of our business, as `files_below` says it of files."""
    is_read = document.language.is_our_own or NAME in document.text
    return is_read and is_ours(document.path, folders)


def _is_entered(folder: Path) -> bool:
    if folder.name.startswith(".") or folder.name in OTHERS:
        return False
    return not is_regular(folder / ENVIRONMENT)


def _takes_part(path: Path) -> bool:
    language = language_by_name(str(path))
    if language is None or language.is_our_own:
        return language is not None
    try:
        return NAME in read_source(str(path)).text
    except UnreadableInput:
        return False
