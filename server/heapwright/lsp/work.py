"""Show that work goes on: progress with numbers, status of each question, refreshes.

Place: lsp/. `jobs` tells of changes; a moment later the client is told, once for all that
happened in between. The client's cancel button stops everything that runs or waits.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

from lsprotocol import types
from pygls.exceptions import JsonRpcException

if TYPE_CHECKING:
    from heapwright.lsp.session import Session

SECONDS_BETWEEN = 0.1
SECONDS_BEFORE_PROGRESS = 0.5  # quick work is not worth a progress bar
SURVEY = "survey"  # of branches: nobody asked for it, so nobody is told of it


class Work:
    """What the client was told last."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._timer: asyncio.TimerHandle | None = None
        self._token: str | None = None
        self._n_tokens = 0
        self._busy_since: float | None = None
        self._needs_refresh = False

    def changed(self) -> None:
        """Take that jobs began, ended or moved on."""
        if self._timer is None:
            self._timer = asyncio.get_running_loop().call_later(SECONDS_BETWEEN, self._tell)

    def refresh(self) -> None:
        """Take that lenses, hints and pulled diagnostics are not what they were."""
        self._needs_refresh = True
        self.changed()

    def close(self) -> None:
        """Tell nothing any more."""
        if self._timer is not None:
            self._timer.cancel()

    def summary(self) -> dict[str, Any]:
        """Give the numbers of `heapwright/status`."""
        jobs = self._session.checking.jobs
        running = [one for one in jobs.progress() if one[0][0] not in ("load", SURVEY)]
        heard = [progress for _, progress in running if progress is not None]
        last = heard[-1] if heard else None
        return {
            "running": len(running),
            "queued": sum(key[0] != SURVEY for key in jobs.waiting()),
            "states": last.states if last else 0,
            "frontier": last.frontier if last else 0,
            "calls": last.calls if last else 0,
            "elapsed": last.elapsed if last else 0.0,
            "explorations": jobs.n_explorations,
        }

    def cancelled(self, token: str | int) -> None:
        """Take that the user pressed the button of our progress."""
        if token == self._token:
            self._session.checking.stop_all()

    def _tell(self) -> None:
        self._timer = None
        if self._needs_refresh:
            self._needs_refresh = False
            self._send_refreshes()
        loop = asyncio.get_running_loop()
        summary = self.summary()
        is_busy = bool(summary["running"] or summary["queued"])
        if not is_busy:
            self._busy_since = None
            self._end()
            return
        if self._busy_since is None:
            self._busy_since = loop.time()
        if loop.time() - self._busy_since >= SECONDS_BEFORE_PROGRESS:
            if self._token is None:
                self._begin()
            else:
                self._report(types.WorkDoneProgressReport(message=_text(summary), cancellable=True))
        self.changed()

    def _send_refreshes(self) -> None:
        client, protocol = self._session.client, self._session.protocol
        wanted = (
            (client.refreshes_lenses, types.WORKSPACE_CODE_LENS_REFRESH),
            (client.refreshes_hints, types.WORKSPACE_INLAY_HINT_REFRESH),
            (client.pulls_diagnostics, types.WORKSPACE_DIAGNOSTIC_REFRESH),
        )
        for is_wanted, method in wanted:
            if is_wanted:
                protocol.send_request(method)

    def _begin(self) -> None:
        if not self._session.client.shows_progress:
            return
        self._n_tokens += 1
        self._token = token = f"heapwright-{self._n_tokens}"

        async def create() -> None:
            try:
                await self._session.protocol.send_request_async(
                    types.WINDOW_WORK_DONE_PROGRESS_CREATE,
                    types.WorkDoneProgressCreateParams(token),
                )
            except JsonRpcException:
                return
            if self._token == token:
                self._report(
                    types.WorkDoneProgressBegin(
                        title="heapwright", cancellable=True, message=_text(self.summary())
                    )
                )
                self._began = token

        self._task = asyncio.ensure_future(create())

    _began: str | None = None
    _task: asyncio.Task[None] | None = None

    def _end(self) -> None:
        if self._token is not None:
            if self._began == self._token:
                self._report(types.WorkDoneProgressEnd())
            self._token = None

    def _report(self, value: object) -> None:
        if self._token is not None and (
            self._began == self._token or isinstance(value, types.WorkDoneProgressBegin)
        ):
            self._session.protocol.notify(types.PROGRESS, types.ProgressParams(self._token, value))


def _text(summary: dict[str, Any]) -> str:
    parts = []
    if summary["states"]:
        parts.append(
            f"{summary['states']} states, {summary['frontier']} waiting, {summary['calls']} calls"
        )
    n_left = summary["running"] + summary["queued"]
    parts.append(f"{n_left} question left" if n_left == 1 else f"{n_left} questions left")
    return "; ".join(parts)
