"""What an action that a worker prepares changes: a file, and the changes of it.

Place: editor/work/. `rewriting` makes it, the server turns it into an edit.
"""

from __future__ import annotations

from pathlib import PurePath

from heapwright.editor.features.insertions import Change
from heapwright.ir.core.language import Language
from heapwright.records import dataclass


@dataclass(frozen=True, slots=True)
class Rewriting:
    """Changes of a file; `before` is the text that they are about, None if there is no file."""

    path: str
    before: str | None
    changes: tuple[Change, ...]
    warning: str = ""  # what people should know besides


def path_of_tests(path: str, language: Language) -> str:
    """Give the file for the generated tests: beside a Python module, in a tiny file itself."""
    pure = PurePath(path)
    if language.declares_questions:
        return path
    return str(pure.with_name(f"test_{pure.stem}{language.suffix}"))
