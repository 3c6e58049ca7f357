"""`heapwright paths FILE[::CLASS.METHOD]`: every path of a method, on inputs that are not known.

Place: cli/commands/. Without a method, the paths of the main expression. Every path that is
shown was taken by the plain interpreter on the input shown with it.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from heapwright.cli.options import add_question_options, positive, target_of
from heapwright.cli.output import Json, json_problem, print_json
from heapwright.cli.path_lines import path_lines
from heapwright.cli.picture_files import write_input
from heapwright.cli.questions import asking_of, load_sound
from heapwright.editor.known.paths import (
    Shown,
    ShownReach,
    not_followed,
    paths_bound,
    shown_path,
    shown_reach,
)
from heapwright.errors import UsageError
from heapwright.ir.core.hierarchy import hierarchy_of
from heapwright.ir.core.program import Function, Role
from heapwright.paths.unknown_heaps.run import Order
from heapwright.records import replace
from heapwright.workspace.load import LoadedProgram
from heapwright.workspace.path_specs import path_spec
from heapwright.workspace.paths import HEAP_MODELS, FoundPaths, PathOptions, find_paths, reach_of
from heapwright.workspace.settings import DEFAULT_SECONDS


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the command's own options."""
    parser.add_argument("target", metavar="FILE[::CLASS.METHOD]")
    parser.add_argument(
        "--heap",
        choices=tuple(HEAP_MODELS),
        default="pose",
        help="how the unknown heap is kept (default pose: one path per control-flow path)",
    )
    parser.add_argument(
        "--hex",
        choices=("on", "off"),
        default="off",
        help="whether inputs must satisfy the structural invariants of their classes",
    )
    parser.add_argument(
        "--depth", type=positive, metavar="N", help="at most N calls and rounds of loops per path"
    )
    parser.add_argument(
        "--errors", choices=("on", "off"), default="on", help="show paths that end in an error"
    )
    parser.add_argument(
        "--order",
        choices=tuple(order.value for order in Order),
        default=Order.BREADTH.value,
        help="which paths come first",
    )
    parser.add_argument(
        "--reach", action="store_true", help="say which public calls lead to each path"
    )
    parser.add_argument("--svg", metavar="FOLDER", help="draw the input of each path")
    parser.add_argument(
        "--spec",
        type=positive,
        metavar="K",
        help="print path K as a spec; `synth FILE::CLASS.METHOD#K` asks for calls that lead to it",
    )
    # A scope, a number of calls and the like bound what --reach may explore.
    add_question_options(parser)


def run(options: argparse.Namespace) -> int:
    """Find the paths and show them."""
    target = target_of(options.target)
    loaded = load_sound(target.path, options.language)
    function = named_function(loaded, target.name)
    if options.hex == "on":
        _note_structure(loaded)
    found = find_paths(
        loaded.program,
        function,
        PathOptions(
            options.heap,
            options.depth,
            options.timeout or DEFAULT_SECONDS,
            None,
            Order(options.order),
            options.hex == "on",
        ),
    )
    if options.spec is not None:
        return _run_spec(loaded, found, options)
    reach = _reach(loaded, found, options) if options.reach else [None] * len(found.paths)
    shown = [
        (shown_path(loaded.program, path), told)
        for path, told in zip(found.paths, reach, strict=True)
        if options.errors == "on" or path.outcome != "error"
    ]
    paths = [path for path, _ in shown]
    if options.svg is not None:
        _draw(options.svg, loaded, function, paths)
    if options.json:
        print_json(_json(target.path, loaded, found, shown))
    else:
        for line in path_lines(loaded, found, shown, with_errors=options.errors == "on"):
            print(line)
    return 0


def _run_spec(loaded: LoadedProgram, found: FoundPaths, options: argparse.Namespace) -> int:
    """Print one path as a spec."""
    spec = path_spec(loaded, found, options.spec)
    if options.json:
        path = found.paths[options.spec - 1]
        print_json(
            {
                "file": loaded.root.path,
                "name": spec.name,
                "kind": "spec",
                "path": options.spec,
                "condition": path.condition,
                "code": spec.text,
            }
        )
    else:
        print(spec.text, end="")
    return 0


def _reach(
    loaded: LoadedProgram, found: FoundPaths, options: argparse.Namespace
) -> Sequence[ShownReach]:
    """Ask the state graph which public calls lead to each path."""
    if found.function.role is Role.MAIN:
        raise UsageError("--reach: a main expression is no method that public calls lead to")
    with asking_of(loaded, options) as asking:
        reach, explored = reach_of(loaded.program, found, replace(asking, on_progress=None))
    return [shown_reach(one, explored) for one in reach]


def named_function(loaded: LoadedProgram, name: str | None) -> Function:
    """Give the function that a name means, the main expression without one."""
    program = loaded.program
    if name is None:
        for function in program.functions:
            if function.role is Role.MAIN:
                return function
        raise UsageError(
            f"{loaded.root.path}: no main expression in this file;"
            " name a method, as in FILE::CLASS.METHOD"
        )
    hierarchy = hierarchy_of(program)
    found = hierarchy.functions.get(name)
    class_name, _, method = name.rpartition(".")
    if found is None and class_name in hierarchy.classes:
        found = hierarchy.method(class_name, method)
    if found is None and not class_name:
        # A function of a Python module, named without the module.
        same = [f for f in hierarchy.functions.values() if f.name == name]
        found = same[0] if len(same) == 1 else None
    if found is None:
        known = [f.qualified_name for c in program.classes for f in c.functions]
        known = [text for text in known if text in loaded.source_map.functions]
        raise UsageError(
            f"{loaded.root.path}: no method `{name}` (known: {', '.join(known) or 'none'})"
        )
    return found


def _note_structure(loaded: LoadedProgram) -> None:
    """Say where `--hex on` does nothing: a flag must not be taken in silence then."""
    if not any(class_def.structure for class_def in loaded.program.classes):
        note = f"--hex on changes nothing: no class of {loaded.root.path} has a structure"
        print(f"heapwright: {note}", file=sys.stderr)


def _draw(folder: str, loaded: LoadedProgram, function: Function, paths: list[Shown]) -> None:
    try:
        Path(folder).mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UsageError(f"{folder}: cannot be made: {error.strerror}") from error
    for number, path in enumerate(paths, 1):
        title = f"{function.qualified_name}, path {number}"
        write_input(f"{folder}/path{number:03}.svg", loaded.program, path.path.example, title)


def _json(
    file: str,
    loaded: LoadedProgram,
    found: FoundPaths,
    paths: Sequence[tuple[Shown, ShownReach | None]],
) -> Json:
    return {
        "file": file,
        "name": found.function.qualified_name,
        "kind": "paths",
        "heap": found.heap,
        "paths": [
            {
                "condition": shown.path.condition,
                "outcome": shown.path.outcome,
                "value": shown.path.value,
                "heap": shown.path.heap,
                "example": shown.example,
                "inputs": dict(shown.inputs),
                **({} if told is None else _reach_json(told)),
            }
            for shown, told in paths
        ],
        "count": found.count,
        "error_count": found.error_count,
        "unknown_count": len(found.unknown),
        "stopped_count": len(found.stopped),
        "complete": found.is_complete,
        "reasons": list(paths_bound(found)),
        "problems": [json_problem(*one) for one in not_followed(loaded, found)],
        "solver_calls": found.solver_calls,
        "seconds": round(found.seconds, 6),
    }


def _reach_json(told: ShownReach) -> dict[str, Json]:
    return {
        "reach": told.word,
        "calls": list(told.calls),
        "code": told.code,
        "reason": told.reason,
    }
