"""A digest of a whole graph: shapes, constraints and edges in their order.

Place: tests/graph. Also a script, so that a test can run it in another process: it reads
pairs of a program and a class from stdin, as JSON, and prints the digest of each graph.
"""

from __future__ import annotations

import json
import sys
from hashlib import sha256

from heapwright.answers.search.ask import Effort, explore_class
from heapwright.domains.normal_form import key
from heapwright.graph.state.state_graph import Argument, Edge, StateGraph, Unknown
from heapwright.limits import Limits
from heapwright.solver.chain import default_solver
from heapwright.text.source import Source
from heapwright.workspace.load import program_of


def digest(graph: StateGraph) -> str:
    """Give a digest that changes with any difference in what was found or in its order."""
    lines = []
    for disjunct in graph.disjuncts:
        origin: object = disjunct.origin
        if isinstance(origin, Edge):
            call = (origin.call.name, origin.call.receiver)
            arguments = [_argument_text(argument) for argument in origin.arguments]
            origin = (origin.source, call, arguments, origin.decisions, origin.roots)
        lines.append(repr((disjunct.shape, key(disjunct.constraint), disjunct.depth, origin)))
    lines.append(repr(sorted(graph.covered)))
    return sha256("\n".join(lines).encode()).hexdigest()[:16]


def _argument_text(argument: Argument) -> str:
    return argument.variable.order if isinstance(argument, Unknown) else repr(argument)


def digest_of(text: str, class_name: str) -> str:
    """Explore a class with few calls and digest its graph."""
    program = program_of(Source("test.tiny", text)).program
    effort = Effort(default_solver(), Limits(calls=4))
    return digest(explore_class(program, effort, class_name).graph)


if __name__ == "__main__":
    print(" ".join(digest_of(text, name) for text, name in json.load(sys.stdin)))
