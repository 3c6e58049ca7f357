"""The connection begins and ends.

Place: lsp/handlers/.
"""

from __future__ import annotations

from lsprotocol import types

from heapwright.lsp.handlers.registry import Handler
from heapwright.lsp.session import Session


def initialize(session: Session, params: types.InitializeParams) -> None:
    """Read what the client can do and where it works."""
    session.begin(params)


async def initialized(session: Session, params: types.InitializedParams) -> None:
    """Ask for what can be asked only now: settings, and to be told of changed files."""
    await session.introduce()


async def shutdown(session: Session, params: None) -> None:
    """Stop all work."""
    await session.close()


HANDLERS = (
    Handler(types.INITIALIZE, initialize),
    Handler(types.INITIALIZED, initialized),
    Handler(types.SHUTDOWN, shutdown),
)
