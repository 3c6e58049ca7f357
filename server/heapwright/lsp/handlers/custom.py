"""The requests `heapwright/…` beyond the protocol.

Place: lsp/handlers/. Those of docs/lsp.md, usable from any client.
"""

from __future__ import annotations

from typing import Any

from lsprotocol import types
from pygls.exceptions import JsonRpcInvalidParams

from heapwright.editor.features.lenses import path_lenses
from heapwright.lsp import convert
from heapwright.lsp.handlers.registry import Handler
from heapwright.lsp.publish import status_items
from heapwright.lsp.replies import failing, plain
from heapwright.lsp.session import Session
from heapwright.text.span import Span
from heapwright.workspace.snapshot import Document

HEAPS = ("pose", "summary", "lazier", "lazy")


def status(session: Session, params: object) -> dict[str, Any]:
    """Say how far the questions of a document, or of all open ones, are."""
    uri = _uri(plain(params))
    paths = [_document(session, uri).path] if uri else [*session.snapshot.documents]
    return {
        "current": all(session.is_current(path) for path in paths),
        "surveyed": all(session.is_surveyed(path) for path in paths),
        "items": [item for path in paths for item in status_items(session, path)],
        "work": session.work.summary(),
    }


async def heap(session: Session, params: object) -> dict[str, Any]:
    """Give the heaps that the calls of a question go through."""
    data = plain(params)
    return await drawn_heap(session, _document(session, _uri(data)), _name(data))


async def drawn(
    session: Session, document: Document, kind: str, name: str, heap: str = HEAPS[0]
) -> dict[str, Any]:
    """Ask a worker for heaps, a graph, or the paths of a method."""
    with failing():
        result: dict[str, Any] = await session.checking.drawn(document, kind, name, heap)
    return result


async def drawn_heap(session: Session, document: Document, name: str) -> dict[str, Any]:
    """Ask a worker for the heaps, and turn places into ranges."""
    result = await drawn(session, document, "heap", name)
    for step in result["steps"]:
        for described in (step, *step["objects"]):
            place = described.pop("place")
            source = place and session.source_at(place["path"])
            if source:
                span = Span(place["start"], place["end"])
                described["range"] = {
                    "uri": session.uri(source.path),
                    "range": convert.plain_range(session.range(source, span)),
                }
    return result


async def graph(session: Session, params: object) -> dict[str, Any]:
    """Give the state graph of a class."""
    data = plain(params)
    return await drawn(session, _document(session, _uri(data)), "graph", _name(data))


def methods(session: Session, params: object) -> dict[str, Any]:
    """Name the methods whose paths can be asked for, in the order of the text."""
    document = _document(session, _uri(plain(params)))
    found = path_lenses(session.known(document.path))
    return {
        "methods": [
            {"name": lens.name, "range": convert.plain_range(session.range(document, lens.span))}
            for lens in found
        ]
    }


async def paths(session: Session, params: object) -> dict[str, Any]:
    """Give the paths of a method, which is named or stands at a position."""
    data = plain(params)
    document = _document(session, _uri(data))
    heap = data.get("heap", HEAPS[0])
    if heap not in HEAPS:
        raise JsonRpcInvalidParams(f"`heap` is one of {', '.join(HEAPS)}")
    if "name" in data or "position" not in data:
        name = _name(data)
    else:
        name = await _method_at(session, document, data["position"])
    return await drawn(session, document, "paths", name, heap)


async def _method_at(session: Session, document: Document, position: object) -> str:
    """Give the innermost method around a position."""
    try:
        at = types.Position(**plain(position))
        offset = session.offset(document, at)
    except (TypeError, ValueError):
        raise JsonRpcInvalidParams("`position` is an object with `line` and `character`") from None
    with failing():
        known = await session.checking.loaded(document)
    around = [place for place in known.loaded.methods if place.whole.contains(offset)]
    if not around:
        raise JsonRpcInvalidParams("no method at this position")
    return min(around, key=lambda place: place.whole.end - place.whole.start).name


def run(session: Session, params: object) -> dict[str, Any]:
    """Ask one question again, or all of a document."""
    data = plain(params)
    document = _document(session, _uri(data))
    known = session.known(document.path)
    name = data.get("name")
    if name is not None and known.question(str(name)) is None:
        raise JsonRpcInvalidParams(f"no spec or invariant `{name}` in this document")
    names = [q.name for q in known.loaded.questions if name is None or q.name == name]
    session.checking.ask_again(document.path, names)
    return {"items": status_items(session, document.path), "work": session.work.summary()}


def _uri(data: dict[str, Any]) -> str:
    identifier = data.get("textDocument")
    if identifier is None:
        return str(data.get("uri", ""))
    uri = identifier.get("uri") if isinstance(identifier, dict) else None
    if not isinstance(uri, str):
        raise JsonRpcInvalidParams("`textDocument` is an object with a `uri`")
    return uri


def _name(data: dict[str, Any]) -> str:
    name = data.get("name")
    if not isinstance(name, str):
        raise JsonRpcInvalidParams(
            "`name` is the name of a spec, an invariant, a class or a method"
        )
    return name


def _document(session: Session, uri: str) -> Document:
    document = session.document(uri)
    if document is None:
        raise JsonRpcInvalidParams(f"{uri or 'no document'} is not open")
    return document


HANDLERS = (
    Handler("heapwright/status", status),
    Handler("heapwright/heap", heap),
    Handler("heapwright/graph", graph),
    Handler("heapwright/methods", methods),
    Handler("heapwright/paths", paths),
    Handler("heapwright/run", run),
)
