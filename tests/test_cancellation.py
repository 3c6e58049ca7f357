"""A token says once and for all that work is to stop."""

from __future__ import annotations

import pytest

from heapwright.cancellation import CancellationToken, Cancelled


def test_a_fresh_token_lets_work_go_on() -> None:
    token = CancellationToken()
    token.check()
    assert not token.cancelled


def test_a_cancelled_token_stops_work_at_the_next_check() -> None:
    token = CancellationToken()
    token.cancel()
    token.cancel()
    assert token.cancelled
    with pytest.raises(Cancelled):
        token.check()


def test_tokens_are_independent() -> None:
    CancellationToken().cancel()
    assert not CancellationToken().cancelled
