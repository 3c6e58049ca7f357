"""`heapwright explore FILE[::CLASS]`: the graph of the heaps that public calls can build.

Place: cli/commands/. Without a class, the last one of the file.
"""

from __future__ import annotations

import argparse

from heapwright.cli.options import add_question_options, target_of
from heapwright.cli.output import Json, print_json
from heapwright.cli.picture_files import check_picture_path, write_graph
from heapwright.cli.questions import asking_of, load_sound, named_class
from heapwright.cli.results import graph_stats
from heapwright.editor.known.wording import bound_json, bound_text, counted
from heapwright.graph.state.state_graph import StateGraph
from heapwright.records import replace
from heapwright.workspace.questions import explore_around


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the command's own options."""
    parser.add_argument("target", metavar="FILE[::CLASS]")
    parser.add_argument(
        "--no-merge", action="store_true", help="keep every heap apart, to see what merging gains"
    )
    parser.add_argument("--svg", metavar="OUT", help="draw the graph as SVG")
    parser.add_argument("--dot", metavar="OUT", help="write the graph in Graphviz's language")
    add_question_options(parser)


def run(options: argparse.Namespace) -> int:
    """Explore one class and say how much was found."""
    target = target_of(options.target)
    for path in filter(None, (options.svg, options.dot)):
        check_picture_path(path)
    loaded = load_sound(target.path, options.language)
    class_name = named_class(loaded, target.name)
    with asking_of(loaded, options) as asking:
        asking = replace(asking, merges=not options.no_merge)
        explored, n_solver_calls = explore_around(loaded.program, class_name, asking)
    graph = explored.graph
    for path in (options.svg, options.dot):
        if path is not None:
            write_graph(path, graph, f"State graph of {class_name}")
    stats = graph_stats(
        graph, n_solver_calls, explored.seconds, explored.seconds, explored.is_cached
    )
    if options.json:
        result: dict[str, Json] = {
            "file": target.path,
            "class": class_name,
            "states": len(graph.states),
            "active_states": len(graph.states),
            "disjuncts": sum(len(disjuncts) for disjuncts in graph.states.values()),
            "edges": graph.counts.edges,
            "complete": graph.is_complete,
            "stopped_by": graph.stopped_by,
            "bound": bound_json(
                explored.objects, explored.kinds, explored.calls, is_complete=graph.is_complete
            ),
            "stats": stats,
        }
        print_json(result)
        return 0
    found = (
        f"{counted(len(graph.states), 'state')}, "
        f"{counted(sum(map(len, graph.states.values())), 'disjunct')}, "
        f"{counted(graph.counts.edges, 'edge')}, {counted(graph.counts.paths, 'path')}, "
        f"{counted(n_solver_calls, 'solver call')}"
    )
    state = completeness(graph, explored.calls)
    bound = bound_text(explored.objects, explored.kinds)
    print(f"{class_name}: {found}{bound}; {state}  ({explored.seconds:.3f} s)")
    return 0


def completeness(graph: StateGraph, calls: int | None) -> str:
    """Say whether a graph is complete, and if not, why."""
    if graph.is_complete:
        return "complete"
    if graph.growing:
        return f"not complete: {', '.join(graph.growing)} takes ever new values"
    if graph.stopped_by == "calls":
        return f"not complete: stopped after {calls} calls"
    return f"not complete: {graph.stopped_by or '; '.join(map(str, graph.narrowings))}"
