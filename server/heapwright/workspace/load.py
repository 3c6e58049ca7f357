"""Read a file with all that it includes or imports and make a program of it.

Place: workspace/. `cli` calls this for files on disk. A front end is imported when the first
file of its language is lowered: whoever only asks for a file's language, or reads files of
one language, does not pay for the others.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import PurePath
from typing import TYPE_CHECKING

from heapwright.deep_recursion import deep_recursion
from heapwright.errors import UnreadableInput, UsageError
from heapwright.ir.core.language import LANGUAGES, PYTHON, TINY, Language, language_named
from heapwright.ir.core.program import Program
from heapwright.ir.core.source_map import SourceMap
from heapwright.problems import Problem, Severity
from heapwright.records import dataclass, field
from heapwright.text.source import Source, read_source, shown
from heapwright.workspace.project import source_folders

if TYPE_CHECKING:
    from heapwright.frontends.python.lower.program.digests import Memory
    from heapwright.frontends.python.modules.load import PythonFile
    from heapwright.frontends.tiny.declare.includes import LoadedFile, Unreadable


@dataclass(frozen=True, slots=True)
class LoadedProgram:
    """A program, where its parts stand, and what is wrong in each of its files."""

    root: Source
    files: tuple[LoadedFile | PythonFile, ...]  # included ones first, the root last
    program: Program
    source_map: SourceMap
    problems: Mapping[str, tuple[Problem, ...]]  # by path, for every file
    memory: Memory = field(default_factory=dict, compare=False, repr=False)  # of Python

    def source(self, path: str) -> Source:
        """Give the text of one of the files."""
        return next(file.source for file in self.files if file.source.path == path)

    def shown_tree(self) -> str:
        """Give the tree of the root file as a listing."""
        from heapwright.frontends.python.modules.load import PythonFile
        from heapwright.frontends.python.syntax.show_tree import show_module
        from heapwright.frontends.tiny.syntax.show_tree import show_file

        file = self.files[-1]
        return show_module(file.tree) if isinstance(file, PythonFile) else show_file(file.tree)

    @property
    def has_errors(self) -> bool:
        """Whether some file has a mistake that is not a mere warning."""
        return self.first_error is not None

    @property
    def first_error(self) -> tuple[Source, Problem] | None:
        """Give the first such mistake, and the file that it is in."""
        errors = (
            (file.source, problem)
            for file in self.files
            for problem in self.problems[file.source.path]
            if problem.severity is Severity.ERROR
        )
        return next(errors, None)


def import_front_ends() -> None:
    """Import now what would be imported with the first program and question of each kind."""
    import heapwright.answers.branches.reach_paths
    import heapwright.answers.calls.state_calls
    import heapwright.answers.structure.infer_structure
    import heapwright.answers.structure.structure
    import heapwright.frontends.hex.attach
    import heapwright.frontends.hex.parse
    import heapwright.frontends.tiny.lower.lower
    import heapwright.frontends.tiny.syntax.parse  # noqa: F401
    from heapwright.frontends.python.lower.program.lower import library

    library()


def load_program(path: str, language: str | None) -> LoadedProgram:
    """Read and lower one file; raises `UnreadableInput` when there is no text to read."""
    chosen = language_by_name(path) if language is None else language_named(language)
    if chosen is None:
        raise UsageError(
            f"{shown(path)}: not a .tiny or .py file; name the language with --language"
        )
    return program_of(read_source(path, is_named=True), chosen.name)


def program_of(root: Source, language: str = TINY.name) -> LoadedProgram:
    """Parse a text, resolve what it includes or imports, and lower it."""
    return _FRONT_ENDS[language](root)


def _tiny_program(root: Source) -> LoadedProgram:
    from heapwright.frontends.tiny.declare.includes import load
    from heapwright.frontends.tiny.syntax.parse import parse

    with deep_recursion():
        return program_of_tiny(load(root, _read, parse))


def program_of_tiny(files: Sequence[LoadedFile]) -> LoadedProgram:
    """Lower a tiny file and those that it includes; it stands last itself."""
    from heapwright.frontends.tiny.lower.lower import lower

    with deep_recursion():
        lowered = lower(files)
    problems = {
        file.source.path: _sorted((*file.problems, *lowered.problems.get(file.source.path, ())))
        for file in files
    }
    root = files[-1].source
    return LoadedProgram(root, tuple(files), lowered.program, lowered.source_map, problems)


def _python_program(root: Source) -> LoadedProgram:
    from heapwright.frontends.python.modules.load import load_modules

    folders = source_folders(root.path)
    return program_of_modules(load_modules(root, _read_module, folders=folders))


def program_of_modules(
    files: Sequence[PythonFile], before: LoadedProgram | None = None
) -> LoadedProgram:
    """Lower a Python file and those that it imports; it stands last itself.

    Functions that are as they were in the program `before` are not lowered again.
    """
    from heapwright.frontends.python.lower.program.lower import lower as lower_python

    lowered = lower_python(files, None if before is None else before.memory)
    problems = {
        file.source.path: _sorted((*file.problems, *lowered.problems[file.source.path]))
        for file in files
    }
    # What an imported module lacks is told where that module is checked.
    for file in files[:-1]:
        problems[file.source.path] = ()
    root = files[-1].source
    return LoadedProgram(
        root, tuple(files), lowered.program, lowered.source_map, problems, lowered.memory
    )


def _sorted(problems: tuple[Problem, ...]) -> tuple[Problem, ...]:
    return tuple(sorted(problems, key=lambda p: (p.span.start, p.span.end, p.code)))


_FRONT_ENDS: Mapping[str, Callable[[Source], LoadedProgram]] = {
    TINY.name: _tiny_program,
    PYTHON.name: _python_program,
}


def language_by_name(path: str) -> Language | None:
    """Give the language of files of such a name; None if it is none of ours."""
    suffix = PurePath(path).suffix
    return next((language for language in LANGUAGES if language.suffix == suffix), None)


def language_by_editor(name: str) -> Language | None:
    """Give the language that an editor calls so; None if it is none of ours."""
    return next((language for language in LANGUAGES if name in language.editor_names), None)


def _read_module(path: str) -> Source | None:
    try:
        return read_source(path)
    except UnreadableInput:
        return None


def _read(path: str) -> Source | Unreadable:
    try:
        return read_source(path)
    except UnreadableInput as error:
        from heapwright.frontends.tiny.declare.includes import Unreadable

        return Unreadable(str(error).rpartition(": ")[2])
