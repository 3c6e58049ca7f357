"""A token that is cancelled in the middle of the work, at the same place on every machine.

Place: tests/support.
"""

from __future__ import annotations

from heapwright.cancellation import CancellationToken


class TokenWithTurns(CancellationToken):
    """Is cancelled by itself once somebody has looked so many times."""

    def __init__(self, turns: int) -> None:
        """Allow so many looks."""
        super().__init__()
        self.turns = turns

    @property
    def cancelled(self) -> bool:
        """Whether the looks are used up; each time that this is asked is one."""
        self.turns -= 1
        return self.turns < 0
