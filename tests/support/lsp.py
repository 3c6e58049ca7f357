"""An editor for tests: the real `heapwright serve` over stdio, driven by pytest-lsp.

Place: tests/support/. `async with editor("neovim") as ed:` starts a server and shuts it
down; leaving the block fails if the server did not end cleanly. `ed.open(...)` takes a text
that may hold one cursor `$0`.
"""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from textwrap import dedent
from typing import Any

from lsprotocol import types
from pygls.protocol.json_rpc import JsonRPCNotification, JsonRPCResponseMessage
from pytest_lsp import ClientServerConfig, LanguageClient, client_capabilities

from heapwright.text.line_index import Encoding, LineIndex, Position

COMMAND = [sys.executable, "-m", "heapwright", "serve"]
PATIENCE = float(
    os.environ.get("HEAPWRIGHT_TEST_PATIENCE", "180")
)  # seconds until a test gives up waiting; never a measure of speed

PROFILES = ("visual-studio-code", "neovim", "emacs")


class Opened:
    """A document as the editor has it; `edit` keeps text and version in step."""

    def __init__(self, editor: Editor, uri: str, text: str, cursor: int | None) -> None:
        self.editor = editor
        self.uri = uri
        self.text = text
        self.version = 1
        self.cursor = cursor

    @property
    def identifier(self) -> types.TextDocumentIdentifier:
        return types.TextDocumentIdentifier(self.uri)

    def position(self, offset: int | None = None) -> types.Position:
        """Give the position of an offset, by default of the cursor, as the client counts."""
        at = self.cursor if offset is None else offset
        assert at is not None, "the text has no $0"
        found = LineIndex(self.text).position(at, self.editor.encoding)
        return types.Position(found.line, found.character)

    def offset(self, position: types.Position) -> int:
        there = Position(position.line, position.character)
        return LineIndex(self.text).offset(there, self.editor.encoding)

    def range(self, start: int, end: int) -> types.Range:
        return types.Range(self.position(start), self.position(end))

    def cut(self, range_: types.Range) -> str:
        """Give the text of a range."""
        return self.text[self.offset(range_.start) : self.offset(range_.end)]

    def edit(self, start: int, end: int, new: str, version: int | None = None) -> None:
        """Replace characters, here and in the server."""
        self.version = self.version + 1 if version is None else version
        self.editor.client.text_document_did_change(
            types.DidChangeTextDocumentParams(
                types.VersionedTextDocumentIdentifier(self.version, self.uri),
                [types.TextDocumentContentChangePartial(self.range(start, end), new)],
            )
        )
        self.text = self.text[:start] + new + self.text[end:]

    def replace(self, old: str, new: str) -> None:
        """Replace the one place where `old` stands."""
        assert self.text.count(old) == 1, f"{old!r} stands {self.text.count(old)} times"
        start = self.text.index(old)
        self.edit(start, start + len(old), new)

    def apply(self, edit: types.WorkspaceEdit) -> str:
        """Apply the edits that are for this document and give the text; tells nobody."""
        edits: list[Any] = []
        for change in edit.document_changes or ():
            assert isinstance(change, types.TextDocumentEdit)
            assert change.text_document.uri == self.uri
            assert change.text_document.version in (None, self.version)
            edits += change.edits
        for uri, some in (edit.changes or {}).items():
            assert uri == self.uri
            edits += some
        text = self.text
        for one in sorted(edits, key=lambda e: self.offset(e.range.start), reverse=True):
            start, end = self.offset(one.range.start), self.offset(one.range.end)
            text = text[:start] + one.new_text + text[end:]
        return text


class Editor:
    """A client with its server."""

    def __init__(self, client: LanguageClient, folder: Path) -> None:
        self.client = client
        self.folder = folder
        self.encoding = Encoding.UTF_16
        self.published: list[types.PublishDiagnosticsParams] = []
        self.statuses: list[Any] = []
        self.applied: list[types.ApplyWorkspaceEditParams] = []
        self.n_refreshed = 0  # how often the server said that diagnostics shall be pulled again
        self.documents: list[Opened] = []
        self.initialized: types.InitializeResult
        self._changed = asyncio.Event()

    @property
    def pid(self) -> int:
        assert self.client._server is not None
        return self.client._server.pid

    def open(self, name: str, text: str, language: str | None = None) -> Opened:
        """Open a text, with or without a cursor `$0`."""
        text = dedent(text).lstrip("\n")
        before, mark, after = text.partition("$0")
        cursor = len(before) if mark else None
        uri = (self.folder / name).as_uri()
        opened = Opened(self, uri, before + after, cursor)
        self.documents.append(opened)
        guess = "python" if name.endswith(".py") else "tiny"
        self.client.text_document_did_open(
            types.DidOpenTextDocumentParams(
                types.TextDocumentItem(uri, language or guess, 1, opened.text)
            )
        )
        return opened

    def close_all(self) -> None:
        """Close all documents and forget what was heard."""
        for opened in self.documents:
            self.client.text_document_did_close(types.DidCloseTextDocumentParams(opened.identifier))
        self.documents.clear()
        for heard in (self.published, self.statuses, self.applied):
            heard.clear()

    def diagnostics(self, opened: Opened) -> list[types.Diagnostic] | None:
        """Give what was published last for the current version of a document."""
        for params in reversed(self.published):
            if params.uri == opened.uri and params.version == opened.version:
                return list(params.diagnostics)
        return None

    async def until(self, condition: Callable[[], Any], what: str) -> Any:  # noqa: ANN401
        """Wait until something holds; it is looked at after what is noticed, and now and then."""

        async def wait() -> Any:  # noqa: ANN401
            while not (found := condition()):
                self._changed.clear()
                with suppress(TimeoutError):  # reports on progress come unnoticed
                    await asyncio.wait_for(self._changed.wait(), 0.05)
            return found

        try:
            return await asyncio.wait_for(wait(), PATIENCE)
        except TimeoutError:
            raise AssertionError(f"in vain waited for {what}") from None

    async def status(self, opened: Opened) -> Any:  # noqa: ANN401
        """Ask for the status of a document."""
        return await self.request("heapwright/status", {"textDocument": {"uri": opened.uri}})

    async def settled(self, opened: Opened) -> dict[str, str]:
        """Wait until all is known about the text as it is; gives the status of each question."""

        async def wait() -> Any:  # noqa: ANN401
            self._changed.clear()
            while not (found := await self.status(opened))["current"]:
                await self._changed.wait()
                self._changed.clear()
            return found

        try:
            found = await asyncio.wait_for(wait(), PATIENCE)
        except TimeoutError:
            now = await self.status(opened)
            raise AssertionError(f"in vain waited for the verdicts: {now}") from None
        return {item["name"]: item["status"] for item in found["items"]}

    async def surveyed(self, opened: Opened) -> None:
        """Wait until all is known about the branches of the text as it is."""

        async def wait() -> None:
            while not (await self.status(opened))["surveyed"]:
                await asyncio.sleep(0.05)

        await asyncio.wait_for(wait(), PATIENCE)

    def noticed(self) -> None:
        """Let those who wait look again."""
        self._changed.set()

    async def request(self, method: str, params: Any) -> Any:  # noqa: ANN401
        """Send any request."""
        protocol: Any = self.client.protocol
        reply = protocol.send_request_async(method, params)
        return await asyncio.wait_for(reply, PATIENCE)


@asynccontextmanager
async def editor(
    folder: Path,
    profile: str = "visual-studio-code",
    settings: dict[str, Any] | None = None,
    options: dict[str, Any] | None = None,
    change: Callable[[types.ClientCapabilities], None] | None = None,
    arguments: tuple[str, ...] = (),
    environment: dict[str, str] | None = None,
) -> AsyncIterator[Editor]:
    """Start a server for a client of that kind, with a workspace folder."""
    config = ClientServerConfig(server_command=[*COMMAND, *arguments])
    config.server_env = {**os.environ, **(environment or {})}
    client = await config.start()
    assert isinstance(client, LanguageClient)
    _keep_plain(client)
    found = Editor(client, folder)
    if settings is not None:
        client.set_configuration({"heapwright": settings})

    def publish(params: types.PublishDiagnosticsParams) -> None:
        found.published.append(params)
        found.noticed()

    def status(params: Any) -> None:  # noqa: ANN401
        found.statuses.append(params)
        found.noticed()

    def apply(params: types.ApplyWorkspaceEditParams) -> types.ApplyWorkspaceEditResult:
        found.applied.append(params)
        found.noticed()
        return types.ApplyWorkspaceEditResult(True)

    def refresh(params: Any) -> None:  # noqa: ANN401
        found.n_refreshed += 1
        found.noticed()

    for method in (types.WORKSPACE_DIAGNOSTIC_REFRESH, types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS):
        client.protocol.fm._features.pop(method, None)
    client.feature(types.WORKSPACE_DIAGNOSTIC_REFRESH)(refresh)
    client.feature(types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)(publish)
    client.feature("heapwright/statusChanged")(status)
    client.feature(types.WORKSPACE_APPLY_EDIT)(apply)
    for method in (types.WORKSPACE_CODE_LENS_REFRESH, types.WORKSPACE_INLAY_HINT_REFRESH):
        client.feature(method)(lambda params: None)
    client.feature(types.CLIENT_REGISTER_CAPABILITY)(lambda params: None)
    capabilities = client_capabilities(profile)
    if change is not None:
        change(capabilities)
    found.initialized = await client.initialize_session(
        types.InitializeParams(
            capabilities=capabilities,
            client_info=types.ClientInfo(_name(profile)),
            workspace_folders=[types.WorkspaceFolder(folder.as_uri(), folder.name)],
            initialization_options=options,
        )
    )
    chosen = found.initialized.capabilities.position_encoding
    found.encoding = Encoding(str(getattr(chosen, "value", chosen) or "utf-16"))
    try:
        yield found
    finally:
        await asyncio.wait_for(client.shutdown_session(), PATIENCE)
        server = client._server
        stop: Any = client.stop
        await stop()
    assert server is not None and server.returncode == 0


def _keep_plain(client: LanguageClient) -> None:
    """Keep pygls from making tuples of the objects in messages that it does not know."""
    converter = client.protocol._converter
    for kind in (JsonRPCResponseMessage, JsonRPCNotification):
        converter.register_structure_hook(kind, lambda data, made: made(**data))


def _name(profile: str) -> str:
    return {"visual-studio-code": "Visual Studio Code", "neovim": "Neovim"}.get(profile, "emacs")
