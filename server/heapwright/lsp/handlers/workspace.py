"""Folders, files on disk, settings and the progress button change.

Place: lsp/handlers/.
"""

from __future__ import annotations

from pathlib import PurePath

from lsprotocol import types

from heapwright.lsp import convert
from heapwright.lsp.handlers.registry import Handler
from heapwright.lsp.session import Session


def did_change_watched_files(session: Session, params: types.DidChangeWatchedFilesParams) -> None:
    """Read changed files again."""
    session.disk_changed([convert.path_of(change.uri) for change in params.changes])


async def did_change_configuration(
    session: Session, params: types.DidChangeConfigurationParams
) -> None:
    """Take new settings; clients that can be asked are asked."""
    if session.client.pulls_settings:
        await session.pull_settings()
        return
    settings = params.settings
    session.take_settings(settings.get("heapwright") if isinstance(settings, dict) else None)


def did_change_workspace_folders(
    session: Session, params: types.DidChangeWorkspaceFoldersParams
) -> None:
    """Take new folders."""
    removed = {convert.path_of(folder.uri) for folder in params.event.removed}
    added = [convert.path_of(folder.uri) for folder in params.event.added]
    kept = [folder for folder in session.folders if folder not in removed]
    session.folders = tuple(dict.fromkeys([*kept, *added]))
    for path in [path for path in session.knowledge if path not in session.snapshot.documents]:
        if not any(PurePath(path).is_relative_to(folder) for folder in session.folders):
            session.forget(path)
    session.checking.check_workspace()


def cancel_progress(session: Session, params: types.WorkDoneProgressCancelParams) -> None:
    """Stop the work whose progress the user does not want to see."""
    session.work.cancelled(params.token)


HANDLERS = (
    Handler(types.WORKSPACE_DID_CHANGE_WATCHED_FILES, did_change_watched_files),
    Handler(types.WORKSPACE_DID_CHANGE_CONFIGURATION, did_change_configuration),
    Handler(types.WORKSPACE_DID_CHANGE_WORKSPACE_FOLDERS, did_change_workspace_folders),
    Handler(types.WINDOW_WORK_DONE_PROGRESS_CANCEL, cancel_progress),
)
