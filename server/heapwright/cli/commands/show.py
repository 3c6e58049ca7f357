"""`heapwright show FILE[::NAME] --stage tree|ir|paths|graph`: a stage of the analysis as text.

Place: cli/commands/. For bug reports and for people who learn how it works. A name chooses a
class or a method for the stages that are about one.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator

from heapwright.cli.commands.explore import completeness
from heapwright.cli.commands.paths import named_function
from heapwright.cli.options import add_question_options, target_of
from heapwright.cli.output import print_json
from heapwright.cli.path_lines import path_lines
from heapwright.cli.questions import asking_of, load_sound, named_class
from heapwright.editor.known.paths import shown_path
from heapwright.errors import UsageError
from heapwright.ir.core.program import Function, Role
from heapwright.ir.written.show import show_program
from heapwright.pictures.graph_text import graph_text
from heapwright.workspace.load import LoadedProgram, load_program
from heapwright.workspace.paths import PathOptions, find_paths
from heapwright.workspace.questions import explore_around
from heapwright.workspace.settings import DEFAULT_SECONDS

_STAGES = ("tree", "ir", "paths", "graph")


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the command's own options."""
    parser.add_argument("target", metavar="FILE[::NAME]")
    parser.add_argument("--stage", choices=_STAGES, required=True)
    add_question_options(parser)


def run(options: argparse.Namespace) -> int:
    """Print the stage; trees and IR of a file with mistakes as far as it was understood."""
    target = target_of(options.target)
    match options.stage:
        case "tree":
            text = load_program(target.path, options.language).shown_tree()
        case "ir":
            loaded = load_program(target.path, options.language)
            text = show_program(loaded.program, loaded.source_map)
        case "paths":
            loaded = load_sound(target.path, options.language)
            text = "\n\n".join(_paths(loaded, target.name, options))
        case _:
            loaded = load_sound(target.path, options.language)
            text = _graph(loaded, named_class(loaded, target.name), options)
    if options.json:
        print_json({"file": target.path, "stage": options.stage, "text": text})
    else:
        print(text)
    return 0


def _paths(loaded: LoadedProgram, name: str | None, options: argparse.Namespace) -> Iterator[str]:
    """Give the paths of each function that is meant."""
    path_options = PathOptions(seconds=options.timeout or DEFAULT_SECONDS)
    for function in _functions(loaded, name):
        found = find_paths(loaded.program, function, path_options)
        shown = [(shown_path(loaded.program, path), None) for path in found.paths]
        yield "\n".join(path_lines(loaded, found, shown))


def _functions(loaded: LoadedProgram, name: str | None) -> list[Function]:
    """Give the function of that name, or all that a class or the file has to call."""
    places = loaded.source_map
    if name is not None and name not in places.classes:
        return [named_function(loaded, name)]
    of_classes = [f for c in loaded.program.classes if name in (None, c.name) for f in c.functions]
    of_file = loaded.program.functions if name is None else ()
    found = [
        function
        for function in (*of_classes, *of_file)
        if function.qualified_name in places.functions
        and function.role in (Role.METHOD, Role.STATIC, Role.MAIN)
        and function.left_out is None
    ]
    if not found:
        raise UsageError(
            f"{loaded.root.path}: nothing here has paths: no method, no main expression"
        )
    return found


def _graph(loaded: LoadedProgram, class_name: str, options: argparse.Namespace) -> str:
    with asking_of(loaded, options) as asking:
        explored, _ = explore_around(loaded.program, class_name, asking)
    state = completeness(explored.graph, explored.calls)
    return f"{class_name}: {state}\n\n{graph_text(explored.graph)}"
