"""The IR is the narrow waist: above and below it, nobody asks for a language by its name."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

from heapwright.ir.core.language import LANGUAGES
from support.repo import PACKAGE

# Where the records are made; and the grammar of that name is a file.
HOMES = ("ir/core/language.py", "frontends/tiny/syntax/parse.py")


def test_a_language_is_asked_for_a_property_and_not_for_its_name() -> None:
    names = {language.name for language in LANGUAGES}
    found = [
        f"{path}:{node.lineno}"
        for path, tree in trees(PACKAGE)
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and node.value in names and path not in HOMES
    ]
    assert found == []


def trees(folder: Path) -> Iterator[tuple[str, ast.Module]]:
    """Give each module below a folder with its path in the package."""
    for file in sorted(folder.rglob("*.py")):
        tree = ast.parse(file.read_text(encoding="utf-8"))
        yield file.relative_to(PACKAGE).as_posix(), tree
