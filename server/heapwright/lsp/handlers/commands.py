"""The commands of `workspace/executeCommand`.

Place: lsp/handlers/. For lenses, and for clients without `codeAction/resolve`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pygls.exceptions import JsonRpcInvalidParams

from heapwright.lsp.handlers.custom import drawn_graph, drawn_heap
from heapwright.lsp.handlers.registry import Command
from heapwright.lsp.jobs import Job
from heapwright.lsp.replies import failing
from heapwright.lsp.session import Session
from heapwright.workspace.snapshot import Document


async def draw(session: Session, arguments: Sequence[object]) -> dict[str, Any]:
    """Give the heaps of a question."""
    return await drawn_heap(session, *_target(session, arguments))


async def show_graph(session: Session, arguments: Sequence[object]) -> dict[str, Any]:
    """Give the graph of a class."""
    return await drawn_graph(session, *_target(session, arguments))


def cancel(session: Session, arguments: Sequence[object]) -> dict[str, int]:
    """Stop all work."""
    return {"stopped": session.checking.stop_all()}


async def clear_cache(session: Session, arguments: Sequence[object]) -> dict[str, int]:
    """Empty the cache of explored graphs, on disk and in the workers."""
    with failing():
        n_removed = await session.checking.jobs.run(Job(("clear",), {"do": "clear"}))
    session.checking.jobs.restart()
    return {"removed": n_removed}


def restart(session: Session, arguments: Sequence[object]) -> None:
    """Replace all workers and ask everything again."""
    session.checking.jobs.restart()
    for path in session.snapshot.documents:
        names = [question.name for question in session.known(path).loaded.questions]
        session.checking.ask_again(path, names)


def _target(session: Session, arguments: Sequence[object]) -> tuple[Document, str]:
    """Read `[{uri, name}]`."""
    target = arguments[0] if arguments else None
    if not isinstance(target, dict) or not {"uri", "name"} <= target.keys():
        raise JsonRpcInvalidParams("the arguments of this command are `[{uri, name}]`")
    document = session.document(str(target["uri"]))
    if document is None:
        raise JsonRpcInvalidParams(f"{target['uri']} is not open")
    return document, str(target["name"])


COMMANDS = (
    Command("heapwright.draw", draw),
    Command("heapwright.showGraph", show_graph),
    Command("heapwright.cancel", cancel),
    Command("heapwright.clearCache", clear_cache),
    Command("heapwright.restart", restart),
)
