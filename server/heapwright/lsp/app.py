"""The language server: pygls' server with our protocol, our handlers and our main loop.

Place: lsp/. `cli/commands/serve.py` calls `serve_stdio` or `serve_tcp`; both return the
exit code of the process. The handlers stand in `lsp/handlers`, one file per method.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from typing import Any, BinaryIO

from lsprotocol import types
from pygls.lsp.server import LanguageServer

from heapwright import __version__
from heapwright.lsp.handlers import COMMANDS, HANDLERS
from heapwright.lsp.handlers.registry import Command, Handler
from heapwright.lsp.protocol import Protocol
from heapwright.lsp.session import Session
from heapwright.lsp.transport import Writer, accept_one, read_messages, take_stdio


class Server(LanguageServer):
    """One connection: the protocol, and the session that handlers work on."""

    protocol: Protocol

    def __init__(self) -> None:
        super().__init__(
            name="heapwright",
            version=__version__,
            text_document_sync_kind=types.TextDocumentSyncKind.Incremental,
            protocol_cls=Protocol,
        )
        self.session = Session(self.protocol)
        for handler in HANDLERS:
            self.feature(handler.method, handler.options)(_bound(self.session, handler))
        for command in COMMANDS:
            self.command(command.name)(_bound(self.session, command))

    def report_server_error(self, error: Exception, source: object) -> None:
        """Write what went wrong to the log; the client need not be bothered by it."""
        logging.getLogger(__name__).error("%s: %s", source, error)


def serve_stdio() -> int:
    """Serve one client over stdin and stdout; gives the exit code."""
    reader, writer = take_stdio()
    return asyncio.run(_serve(reader, writer))


def serve_tcp(host: str, port: int, announce: Callable[[str, int], None]) -> int:
    """Serve one client over TCP; gives the exit code."""
    with accept_one(host, port, announce) as connection:
        return asyncio.run(_serve(connection.makefile("rb"), connection.makefile("wb")))


async def _serve(reader: BinaryIO, stream: BinaryIO) -> int:
    server = Server()
    writer = Writer(stream)
    server.protocol.set_writer(writer)
    try:
        await read_messages(
            reader, server.protocol.receive, lambda: server.protocol.exit_code is not None
        )
    finally:
        await server.session.close()
        writer.close()
    # A client that goes away without a word has not shut us down.
    return 1 if server.protocol.exit_code is None else server.protocol.exit_code


def _bound(session: Session, handler: Handler | Command) -> Callable[[Any], Any]:
    # Were the parameter annotated with a class of the server, `object` included, pygls
    # would hand over the server first.
    def handle(params: Any) -> Any:  # noqa: ANN401
        return handler.handle(session, params)

    return handle
