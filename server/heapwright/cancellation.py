"""How long work learns that nobody wants its result any more.

Place: bottom of the package. Whoever starts the work makes a token and hands it
down; whoever loops calls `check` once a round.
"""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic
from typing import TypeAlias

# Looks at the clock and at who waits, and raises where the work is to stop.
Look: TypeAlias = Callable[[], None]


def nobody_looks() -> None:
    """Go on, however long it takes."""


class Cancelled(Exception):
    """The work was given up on request; nothing is wrong."""


class CancellationToken:
    """One request's wish to stop; once cancelled it stays so.

    Setting and reading one attribute needs no lock, so any thread may cancel.
    """

    __slots__ = ("_is_cancelled",)

    def __init__(self) -> None:
        """Make a token that is not cancelled."""
        self._is_cancelled = False

    @property
    def cancelled(self) -> bool:
        """Whether somebody asked to stop."""
        return self._is_cancelled

    def cancel(self) -> None:
        """Ask the work that holds this token to stop."""
        self._is_cancelled = True

    def check(self) -> None:
        """Raise `Cancelled` if somebody asked to stop."""
        if self._is_cancelled:
            raise Cancelled


class TimeIsUp(Exception):
    """The time for some work is over; the reason names the limit."""

    def __init__(self, reason: str) -> None:
        """Remember the limit in words."""
        super().__init__(reason)
        self.reason = reason


class Deadline:
    """The moment after which nobody wants a result, and the token of who wants it.

    Whoever loops calls `look` once a round. Looking costs about as much as a call.
    """

    __slots__ = ("_now", "_seconds", "_token", "until")

    def __init__(
        self,
        seconds: float | None = None,
        token: CancellationToken | None = None,
        now: Callable[[], float] = monotonic,
    ) -> None:
        """Begin to count now; None means for ever."""
        self._seconds = seconds
        self._token = token
        self._now = now
        self.until = None if seconds is None else now() + seconds

    def look(self) -> None:
        """Raise `TimeIsUp` after the moment, `Cancelled` if the work is not wanted."""
        if self.until is not None and self._now() > self.until:
            raise TimeIsUp(f"{self._seconds:g} seconds")
        if self._token is not None:
            self._token.check()


NO_DEADLINE = Deadline()
