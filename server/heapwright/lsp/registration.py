"""What the server asks of the client after `initialized`.

Place: lsp/. A client that refuses, or does not answer, is served as it is.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from lsprotocol import types
from pygls.exceptions import JsonRpcException

if TYPE_CHECKING:
    from heapwright.lsp.session import Session

WATCHED = ("**/*.tiny", "**/*.py", "**/pyproject.toml")


async def register(session: Session) -> None:
    """Ask to be told of changed files and settings."""
    registrations = []
    if session.client.registers_watchers:
        watchers = [types.FileSystemWatcher(glob) for glob in WATCHED]
        registrations.append(
            types.Registration(
                "heapwright-files",
                types.WORKSPACE_DID_CHANGE_WATCHED_FILES,
                types.DidChangeWatchedFilesRegistrationOptions(watchers),
            )
        )
    if session.client.registers_settings:
        registrations.append(
            types.Registration(
                "heapwright-settings",
                types.WORKSPACE_DID_CHANGE_CONFIGURATION,
                types.DidChangeConfigurationRegistrationOptions("heapwright"),
            )
        )
    if registrations:
        try:
            await session.protocol.send_request_async(
                types.CLIENT_REGISTER_CAPABILITY, types.RegistrationParams(registrations)
            )
        except JsonRpcException:
            return


async def pulled_settings(session: Session) -> object:
    """Ask for the settings; None if the client does not say."""
    try:
        items = await session.protocol.send_request_async(
            types.WORKSPACE_CONFIGURATION,
            types.ConfigurationParams([types.ConfigurationItem(section="heapwright")]),
        )
    except JsonRpcException:
        return None
    return items[0] if items else None
