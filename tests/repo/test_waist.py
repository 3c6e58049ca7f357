"""The IR is the narrow waist: it and what is above it know languages by what holds for them."""

from __future__ import annotations

import ast
import builtins
import sys
from collections.abc import Iterator
from pathlib import Path

from heapwright.frontends.python.modules.library_classes import LIBRARY_CLASSES
from heapwright.ir.core.language import LANGUAGES
from heapwright.ir.core.operations import FOREIGN, FOREIGN_ERROR, LIBRARY, OPERATIONS, SHARED
from support.repo import PACKAGE

MODULES = sys.stdlib_module_names
# Where the records are made; and the grammar of that name is a file.
HOMES = ("ir/core/language.py", "frontends/tiny/syntax/parse.py")
# Classes whose objects the interpreters make by themselves, for closures and generators too.
OF_THE_MACHINE = frozenset(
    (
        *(name for one in OPERATIONS.values() for name in one.makes),
        *(FOREIGN, FOREIGN_ERROR, LIBRARY, SHARED, "cell", "generator"),
    )
)


def test_a_language_is_asked_for_a_property_and_not_for_its_name() -> None:
    names = {language.name for language in LANGUAGES}
    found = [
        f"{path}:{line}"
        for path, line, text in texts(PACKAGE)
        if text in names and path not in HOMES
    ]
    assert found == []


def test_the_ir_names_no_class_or_module_of_a_library() -> None:
    # What a front end knows of a class stands in the program, see `Brought`.
    others = LIBRARY_CLASSES.keys() - OF_THE_MACHINE - set(dir(builtins))
    found = [
        f"{path}:{line}: {text}"
        for path, line, text in texts(PACKAGE / "ir")
        if not path.startswith("ir/python_names/")
        and (text in others or ("_" in text and text.partition("_")[0] in MODULES))
    ]
    assert found == []


def texts(folder: Path) -> Iterator[tuple[str, int, str]]:
    """Give each string of the modules below a folder, with the path of its module and its line."""
    for file in sorted(folder.rglob("*.py")):
        tree = ast.parse(file.read_text(encoding="utf-8"))
        for node in ast.walk(tree):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                yield file.relative_to(PACKAGE).as_posix(), node.lineno, node.value
