"""How a handler says what it handles.

Place: lsp/handlers/. Each file of the folder handles one method (or a few that belong
together) and ends in `HANDLERS`, which `__init__` joins. A handler is a function of the
session and the parameters; it may be a coroutine when it waits for a worker. Handlers of
requests only read the session.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from heapwright.records import dataclass


@dataclass(frozen=True, slots=True)
class Handler:
    """A method of the protocol, the function for it, and what it is registered with."""

    method: str
    handle: Callable[..., Any]
    options: Any = None


@dataclass(frozen=True, slots=True)
class Command:
    """A command of `workspace/executeCommand`; the function gets the session and arguments."""

    name: str
    handle: Callable[..., Any]
