"""Where the modules of a project are looked for, beside the file that imports them.

Place: workspace/. Those that load Python files ask. Looks at the disk only for files that
mark the top of a project; what is in them does not matter here.

    project/pyproject.toml          tests/test_cart.py says `from shop.cart import Cart`, and
    project/src/shop/cart.py        pytest, the packager and the editor all know where that is
    project/tests/test_cart.py
"""

from __future__ import annotations

from pathlib import Path

MARKERS = (
    *("pyproject.toml", "setup.py", "setup.cfg", "requirements.txt", "Pipfile"),
    *("tox.ini", "pytest.ini", ".git", ".hg", ".vscode"),
)
SOURCES = "src"
# Nobody's project is deeper; it keeps a file without one from a walk through the whole disk.
MOST_LEVELS = 12


def source_folders(path: str) -> tuple[str, ...]:
    """Give the folders above a file up to the top of its project, and the sources there.

    Nothing is given for a file of no project. The folders are written as the path is.
    """
    folder = Path(path).parent
    found: list[str] = []
    for _ in range(MOST_LEVELS):
        found.append(str(folder))
        if any((folder / marker).exists() for marker in MARKERS):
            return (*found, str(folder / SOURCES))
        if folder.name in ("", ".."):
            if folder.is_absolute():
                break
            folder = folder / ".."
        else:
            folder = folder.parent
    return ()
