"""What is set apart from collections is not kept for ever."""

from __future__ import annotations

import gc
import weakref

from heapwright.workspace.long_lived import set_apart


class Circle:
    """Refers to itself, so only a collection frees it."""

    def __init__(self) -> None:
        self.itself = self


def test_what_became_garbage_since_the_last_time_is_collected() -> None:
    gone = weakref.ref(Circle())
    set_apart()
    assert gone() is None


def test_garbage_that_was_set_apart_waits_until_all_is_collected_anew() -> None:
    circle: Circle | None = Circle()
    gone = weakref.ref(circle)
    set_apart()
    circle = None
    set_apart()
    assert gone() is not None
    set_apart(anew=True)
    assert gone() is None
    gc.unfreeze()


def test_what_is_in_use_stays() -> None:
    circle = Circle()
    set_apart(anew=True)
    assert circle.itself is circle
    gc.unfreeze()
