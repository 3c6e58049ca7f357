"""The commands of `workspace/executeCommand`.

Place: lsp/handlers/. For lenses, and for clients without `codeAction/resolve`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from lsprotocol import types
from pygls.exceptions import JsonRpcException, JsonRpcInvalidParams

from heapwright.editor.features.insertions import ActionKind
from heapwright.lsp.edits import edit_for
from heapwright.lsp.handlers.custom import drawn, drawn_heap
from heapwright.lsp.handlers.registry import Command
from heapwright.lsp.jobs import Job
from heapwright.lsp.replies import REQUEST_FAILED, failing
from heapwright.lsp.session import Session
from heapwright.workspace.snapshot import Document


async def generate_input(session: Session, arguments: Sequence[object]) -> dict[str, bool]:
    """Insert the calls of a spec, or update those that stand there."""
    return await _apply(session, arguments, ActionKind.INPUT, "Generate heap input")


async def generate_test(session: Session, arguments: Sequence[object]) -> dict[str, bool]:
    """Insert the calls of a spec as a test; of a violated invariant, a test that fails."""
    document, name = _target(session, arguments)
    question = session.known(document.path).question(name)
    is_invariant = question is not None and question.kind == "invariant"
    kind = ActionKind.FAILING if is_invariant else ActionKind.TEST
    return await _apply(session, arguments, kind, "Generate heap input as test")


async def generate_tests(session: Session, arguments: Sequence[object]) -> dict[str, bool]:
    """Generate tests for all branches of a class or method, in the file for them."""
    return await _apply(session, arguments, ActionKind.BRANCHES, "Generate tests for all branches")


async def infer_formulas(session: Session, arguments: Sequence[object]) -> dict[str, bool]:
    """Write the HEX formulas that hold of a class at it."""
    return await _apply(session, arguments, ActionKind.FORMULAS, "Infer HEX invariant")


async def draw(session: Session, arguments: Sequence[object]) -> dict[str, Any]:
    """Give the heaps of a question."""
    return await drawn_heap(session, *_target(session, arguments))


async def show_graph(session: Session, arguments: Sequence[object]) -> dict[str, Any]:
    """Give the graph of a class."""
    document, name = _target(session, arguments)
    return await drawn(session, document, "graph", name)


async def show_paths(session: Session, arguments: Sequence[object]) -> dict[str, Any]:
    """Give the paths of a method."""
    document, name = _target(session, arguments)
    return await drawn(session, document, "paths", name)


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


async def _apply(
    session: Session, arguments: Sequence[object], kind: ActionKind, label: str
) -> dict[str, bool]:
    document, name = _target(session, arguments)
    if not session.client.applies_edits:
        raise JsonRpcException("this client applies no edits of the server", REQUEST_FAILED)
    edit = await edit_for(session, session.uri(document.path), name, kind)
    result = await session.protocol.send_request_async(
        types.WORKSPACE_APPLY_EDIT, types.ApplyWorkspaceEditParams(edit, label)
    )
    return {"applied": bool(result.applied)}


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
    Command("heapwright.generateInput", generate_input),
    Command("heapwright.generateTest", generate_test),
    Command("heapwright.generateTests", generate_tests),
    Command("heapwright.inferFormulas", infer_formulas),
    Command("heapwright.draw", draw),
    Command("heapwright.showGraph", show_graph),
    Command("heapwright.showPaths", show_paths),
    Command("heapwright.cancel", cancel),
    Command("heapwright.clearCache", clear_cache),
    Command("heapwright.restart", restart),
)
