"""Find the methods that the main expression of a core program can call.

Place: frontends/tiny/lower/. `lower` asks this to decide how much a mistake matters: the
published core programs hold methods that nobody calls and that do not type-check.
Goes by method names alone, so that overriding and unknown receivers need no care.
"""

from __future__ import annotations

from collections.abc import Sequence

from heapwright.frontends.tiny.declare.includes import LoadedFile
from heapwright.frontends.tiny.syntax import tree
from heapwright.frontends.tiny.syntax.walk import nodes_below


def live_method_names(files: Sequence[LoadedFile]) -> frozenset[str] | None:
    """Give the names of the methods that main can reach; None if every method counts.

    Every method counts unless the root file, the last one, asks nothing but its main
    expression: no spec, no invariant, no test.
    """
    mains = [p.node for p in files[-1].tree.declarations if isinstance(p.node, tree.MainDecl)]
    if not mains or _asks_more_than_main(files[-1].tree):
        return None
    bodies: dict[str, list[tree.Expr]] = {}
    for file in files:
        for method in _methods(file.tree):
            bodies.setdefault(method.name.text, []).append(method.body)
    live: set[str] = set()
    waiting: list[tree.Expr] = [main.body for main in mains]
    while waiting:
        for node in nodes_below(waiting.pop()):
            if isinstance(node, tree.Call) and node.method.text not in live:
                live.add(node.method.text)
                waiting.extend(bodies.get(node.method.text, ()))
    return frozenset(live)


def _asks_more_than_main(file: tree.File) -> bool:
    """Whether the file has a spec, a test or an invariant."""
    for placed in file.declarations:
        match placed.node:
            case tree.SpecDecl() | tree.TestDecl():
                return True
            case tree.ClassDecl(members=members):
                if any(isinstance(member.node, tree.InvariantDecl) for member in members):
                    return True
            case _:
                pass
    return False


def _methods(file: tree.File) -> list[tree.MethodDecl]:
    """Give all methods of a file."""
    return [
        member.node
        for placed in file.declarations
        if isinstance(placed.node, tree.ClassDecl)
        for member in placed.node.members
        if isinstance(member.node, tree.MethodDecl)
    ]
