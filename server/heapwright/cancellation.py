"""How long work learns that nobody wants its result any more.

Place: bottom of the package. Whoever starts the work makes a token and hands it
down; whoever loops calls `check` once a round.
"""

from __future__ import annotations


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
