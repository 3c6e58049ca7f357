"""Let plain recursion go deep, for as long as it lasts.

Place: bottom of the package. Whoever walks or runs a program by recursion enters
`deep_recursion` once at the top; nobody else sets the recursion limit.

Why that is safe: since CPython 3.11 a Python function called from Python code
takes a frame on the heap and nothing of the C stack, so the limit guards memory
only, and `MAX_FRAMES` small frames are some tens of megabytes. It does not hold
for recursion through C code: `hash`, `==` or `repr` of a deep dataclass, `f(*args)`
and a generator inside `tuple(…)` do use the C stack. Keep those out of what recurs.
For the same reason the limit goes back to what it was at the end: on 3.11 it is
all that stands between a careless `repr` and a crash.

Never below the limit that is set already: a host may know why it wants a higher one.
"""

from __future__ import annotations

import sys
from threading import Lock

MAX_FRAMES = 200_000

# The limit belongs to the process and not to a thread, so the first to enter
# raises it and the last to leave puts it back.
_lock = Lock()
_entered = 0
_limit_before = 0


def deep_recursion() -> DeepRecursion:
    """Allow `MAX_FRAMES` nested calls inside a `with` block; may be nested."""
    return _DEEP_RECURSION


class DeepRecursion:
    """What `with` enters; without state of its own, so one is enough.

    Written out instead of `contextmanager`, which cost more than a short run
    of the plain interpreter inside it (3.4 µs, now 1.6).
    """

    __slots__ = ()

    def __enter__(self) -> None:
        """Raise the limit, if nobody has."""
        global _entered, _limit_before
        with _lock:
            if _entered == 0:
                _limit_before = sys.getrecursionlimit()
                sys.setrecursionlimit(max(_limit_before, MAX_FRAMES))
            _entered += 1

    def __exit__(self, *exception: object) -> None:
        """Put the limit back, if nobody else needs it."""
        global _entered
        with _lock:
            _entered -= 1
            if _entered == 0:
                sys.setrecursionlimit(_limit_before)


_DEEP_RECURSION = DeepRecursion()
