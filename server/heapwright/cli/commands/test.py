"""`heapwright test FILE.tiny`: run the `test` blocks of a file.

Place: cli/commands/. The plain interpreter runs each block on an empty heap. Exit code 0
when all pass, 1 when one fails, 2 when there is none.
"""

from __future__ import annotations

import argparse

from heapwright.cli.options import add_question_options, target_of
from heapwright.cli.output import Json, coloured, json_range, print_json
from heapwright.cli.questions import load_sound
from heapwright.errors import UsageError
from heapwright.ir.core.program import Function, Role
from heapwright.paths.plain import concrete
from heapwright.paths.plain.concrete import LeftOut, LimitReached, Returned, Threw
from heapwright.text.line_index import Encoding
from heapwright.workspace.load import LoadedProgram


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the command's own options."""
    parser.add_argument("target", metavar="FILE[::TEST]")
    # Nothing is searched for here, so what bounds a search changes nothing.
    add_question_options(parser)


def run(options: argparse.Namespace) -> int:
    """Run the named test, or all of the file."""
    target = target_of(options.target)
    loaded = load_sound(target.path, options.language)
    tests = [
        function
        for function in loaded.program.functions
        if function.role is Role.TEST and target.name in (None, function.name)
    ]
    if not tests:
        wanted = "test" if target.name is None else f"test `{target.name}`"
        raise UsageError(f"{target.path}: no {wanted} in this file")
    failures = {test.name: _failure(loaded, test) for test in tests}
    n_failed = sum(failure is not None for failure in failures.values())
    if options.json:
        print_json({"results": [_result(loaded, test, failures[test.name]) for test in tests]})
        return int(n_failed > 0)
    for name, failure in failures.items():
        if failure is None:
            print(f"{name}: {coloured('passed', '32')}")
        else:
            print(f"{name}: {coloured('failed', '31')}: {failure}")
    print(f"{len(tests) - n_failed} passed, {n_failed} failed")
    return int(n_failed > 0)


def _failure(loaded: LoadedProgram, test: Function) -> str | None:
    """Run a test; say in one line why it failed, None if it passed."""
    match concrete.run(loaded.program, test.qualified_name, ()):
        case Returned():
            return None
        case Threw(class_name, function=function, site=site):
            place = loaded.source_map.functions[function]
            source = loaded.source(place.path)
            line = source.line_index.position(place.site_span(site).start, Encoding.UTF_32).line
            return f"{class_name} in {place.path}:{line + 1}"
        case LimitReached(message=message):
            return message
        case LeftOut(function, reason):
            return f"`{function}` is left out: {reason}"


def _result(loaded: LoadedProgram, test: Function, failure: str | None) -> Json:
    place = loaded.source_map.functions[test.qualified_name]
    return {
        "file": place.path,
        "name": test.name,
        "kind": "test",
        "range": json_range(loaded.source(place.path), place.name_span.shifted(place.offset)),
        "verdict": "passed" if failure is None else "failed",
        "reason": failure or "",
        "problems": [],
    }
