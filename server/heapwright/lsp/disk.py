"""Notice that files on disk have changed, for clients that do not tell.

Place: lsp/. `session` starts this for clients without file watchers: now and then it looks at
the files that open documents include or import, or would if they were there, and at the
settings of their projects. Nothing is read here, only the time and the size of a file.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from heapwright.workspace.snapshot import stamp_of

if TYPE_CHECKING:
    from heapwright.lsp.session import Session

SECONDS_BETWEEN_LOOKS = 1.0


async def watch_disk(session: Session) -> None:
    """Look again and again, and tell the session once of each change."""
    told: dict[str, tuple[int, int] | None] = {}
    while True:
        await asyncio.sleep(SECONDS_BETWEEN_LOOKS)
        changed = []
        for path, read in _watched(session).items():
            stamp = stamp_of(path)
            if stamp == read:
                told.pop(path, None)
            elif path not in told or told[path] != stamp:
                told[path] = stamp
                changed.append(path)
        if changed:
            session.disk_changed(changed)


def _watched(session: Session) -> dict[str, tuple[int, int] | None]:
    """Give the files that matter for open documents, with the state that was read."""
    documents = session.snapshot.documents
    return {
        other: stamp
        for path in documents
        for other, stamp in session.known(path).loaded.others.items()
        if other not in documents
    }
