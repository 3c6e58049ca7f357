"""The paths of a method as an editor and the command line show them.

Place: editor/known/. Plain values; `workspace.paths` finds the paths.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from heapwright.answers.branches.reach_paths import NotKnown, Reach, Unreachable
from heapwright.answers.calls.verdict import Found
from heapwright.answers.search.ask import Explored
from heapwright.cancellation import CancellationToken
from heapwright.editor.known.wording import bound_text, counted
from heapwright.ir.core.hierarchy import hierarchy_of
from heapwright.ir.core.program import Function, Program
from heapwright.pictures import heap_svg
from heapwright.pictures.heap_model import heap_picture
from heapwright.pictures.heap_text import draw_heap, input_text
from heapwright.problems import Problem, Severity
from heapwright.records import dataclass
from heapwright.text.source import Source
from heapwright.workspace import paths
from heapwright.workspace.load import LoadedProgram
from heapwright.workspace.questions import Asking

NOT_SUPPORTED = "HW030"
MOST_SHOWN = 60


@dataclass(frozen=True, slots=True)
class Shown:
    """A path with its input as a drawing of text, and the values of the inputs."""

    path: paths.FoundPath
    example: str
    inputs: tuple[tuple[str, str], ...]


def shown_path(program: Program, path: paths.FoundPath) -> Shown:
    """Describe one path."""
    example = path.example
    roots = list(example.values.items())
    hierarchy = hierarchy_of(program)
    drawing = draw_heap(hierarchy, example.heap, roots)
    return Shown(
        path,
        drawing,
        tuple((name, input_text(hierarchy, example.heap, value)) for name, value in roots),
    )


@dataclass(frozen=True, slots=True)
class ShownReach:
    """Whether public calls lead to a path: the word, the calls, or why there are none."""

    word: str  # "reachable", "unreachable" or "unknown"
    code: str = ""
    reason: str = ""
    calls: tuple[str, ...] = ()


def shown_reach(reach: Reach, explored: Explored) -> ShownReach:
    """Describe whether public calls lead to a path."""
    match reach:
        case Found(rendered):
            calls = tuple(call.text for call in rendered.calls)
            return ShownReach("reachable", rendered.code, calls=calls)
        case Unreachable():
            bound = bound_text(explored.objects, explored.kinds)
            return ShownReach("unreachable", reason=f"no public calls lead to it{bound}")
        case NotKnown(reason):
            return ShownReach("unknown", reason=reason)


def not_followed(
    loaded: LoadedProgram, found: paths.FoundPaths
) -> Iterator[tuple[Source, Problem]]:
    """Name the constructs at which paths were given up, each with its range in the text."""
    name = found.function.qualified_name
    for function, site in found.not_followed:
        place = loaded.source_map.functions.get(function)
        if place is None:
            continue
        source, span = loaded.source(place.path), place.site_span(site)
        construct = " ".join(source.text[span.start : span.end].split())
        shown = construct if len(construct) <= MOST_SHOWN else construct[:MOST_SHOWN] + "…"
        message = (
            f"`{name}` is not followed beyond `{shown}` on an unknown heap:"
            " containers, strings, floats and values of any kind are not modelled there"
        )
        yield source, Problem(NOT_SUPPORTED, Severity.INFORMATION, message, span)


def lens_title(found: paths.FoundPaths) -> str:
    """Say in a few words how many paths a method has."""
    if not found.paths and not found.is_complete:
        return "paths not known"
    more = "" if found.is_complete else "at least "
    errors = f", {counted(found.error_count, 'error')}" if found.error_count else ""
    return f"{more}{counted(found.count, 'path')}{errors}"


def path_list(
    loaded: LoadedProgram,
    function: Function,
    options: paths.PathOptions,
    asking: Asking,
    token: CancellationToken | None = None,
) -> dict[str, Any]:
    """Describe the paths of a method, each with its picture and whether calls lead to it."""
    program = loaded.program
    found = paths.find_paths(program, function, options, token)
    reach, explored = paths.reach_of(program, found, asking)
    listed = [
        _described(program, path, shown_reach(one, explored))
        for path, one in zip(found.paths, reach, strict=True)
    ]
    reasons = [*paths_bound(found), *(p.message for _, p in not_followed(loaded, found))]
    bounds = list(reasons)
    objects = bound_text(explored.objects)
    if objects:
        bounds.append(f"what calls lead to is looked for{objects}")
    return {
        "name": function.qualified_name,
        "method": function.qualified_name,
        "heap": found.heap,
        "markdown": _markdown(function, found, listed, reasons),
        "title": lens_title(found),
        "count": found.count,
        "error_count": found.error_count,
        "complete": found.is_complete,
        "reasons": reasons,
        "bounds": bounds,
        "paths": listed,
    }


def _described(program: Program, path: paths.FoundPath, told: ShownReach) -> dict[str, Any]:
    shown = shown_path(program, path)
    roots = list(path.example.values.items())
    picture = heap_picture(hierarchy_of(program), path.example.heap, roots)
    return {
        "condition": path.condition,
        "outcome": path.outcome,
        "value": path.value,
        "heap": path.heap,
        "example": shown.example,
        "text": shown.example,
        "svg": heap_svg.svg(picture),
        "input": dict(shown.inputs),
        "reach": told.word,
        "verdict": told.word,
        "calls": list(told.calls),
        "code": told.code,
        "reason": told.reason,
    }


def _markdown(
    function: Function, found: paths.FoundPaths, listed: list[dict[str, Any]], reasons: list[str]
) -> str:
    """Write the list for clients that show no pictures."""
    lines = [f"# {function.qualified_name}: {lens_title(found)}", ""]
    lines += [f"Not complete: {reason}." for reason in reasons]
    endings = {"returned": "returns", "raised": "throws", "error": "fails with"}
    for number, path in enumerate(listed, 1):
        value = "" if path["value"] is None else f" `{path['value']}`"
        lines += ["", f"## {number}. `{path['condition']}`", ""]
        lines += [f"{endings[path['outcome']]}{value}, {path['reach']}", ""]
        lines += [path["reason"], ""] if path["reason"] else []
        lines += ["```text", path["example"], "```"]
        lines += ["", "```", path["code"], "```"] if path["code"] else []
    return "\n".join(lines) + "\n"


def paths_bound(found: paths.FoundPaths) -> Iterator[str]:
    """Say what keeps the list from being all paths, a sentence each."""
    for reason, n_paths in Counter(found.stopped).items():
        yield f"{n_paths} given up: {reason}"
    for reason, n_paths in Counter(found.unknown).items():
        yield f"{n_paths} not confirmed: {reason}"
    yield from found.bounds
    if found.left is not None:
        yield f"stopped after {found.left.reason}; at least {found.left.n_left} more to run"
