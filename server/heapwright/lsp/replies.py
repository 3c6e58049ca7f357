"""Parameters that the protocol does not know, and failures as answers.

Place: lsp/. Handlers of custom requests and commands use these.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from pygls.exceptions import JsonRpcException

from heapwright.lsp.jobs import JobFailed, JobStopped

REQUEST_FAILED = -32803
CONTENT_MODIFIED = -32801


def plain(value: object) -> dict[str, Any]:
    """Give the parameters of a custom message as a dict, whatever pygls made of them."""
    return value if isinstance(value, dict) else {}


@contextmanager
def failing() -> Iterator[None]:
    """Turn what can happen to a job into an answer to the client."""
    try:
        yield
    except JobFailed as failure:
        raise JsonRpcException(str(failure), REQUEST_FAILED) from failure
    except JobStopped:
        raise asyncio.CancelledError from None
