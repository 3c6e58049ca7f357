"""Bytes in and out: frames of the base protocol over stdio or one TCP connection.

Place: lsp/. `app` runs one of these until the client says `exit` or goes away. Reading
and writing happen in threads of their own: a client that does not read for a while must
not keep the server from listening.
"""

from __future__ import annotations

import asyncio
import os
import socket
import sys
from collections.abc import Callable
from queue import SimpleQueue
from threading import Thread
from typing import BinaryIO

MOST_BYTES = 100_000_000  # of one message
MOST_HEADER = 10_000


def take_stdio() -> tuple[BinaryIO, BinaryIO]:
    """Give stdin and stdout to the protocol alone; whatever else prints goes to stderr."""
    reader = os.fdopen(os.dup(sys.stdin.fileno()), "rb")
    writer = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    with open(os.devnull, "rb") as nothing:  # noqa: PTH123 - a device, not a path
        os.dup2(nothing.fileno(), sys.stdin.fileno())
    return reader, writer


def accept_one(host: str, port: int, announce: Callable[[str, int], None]) -> socket.socket:
    """Wait for one client; port 0 takes a free one, and `announce` tells which."""
    with socket.create_server((host, port)) as listener:
        announce(*listener.getsockname()[:2])
        connection, _ = listener.accept()
    return connection


class Writer:
    """Sends in order, from a thread; a client that is gone is no error."""

    def __init__(self, stream: BinaryIO) -> None:
        self._stream = stream
        self._waiting: SimpleQueue[bytes | None] = SimpleQueue()
        self._thread = Thread(target=self._send_all, daemon=True)
        self._thread.start()

    def write(self, data: bytes) -> None:
        """Put one message in line."""
        self._waiting.put(data)

    def close(self) -> None:
        """Send what waits, for a moment at most."""
        self._waiting.put(None)
        self._thread.join(timeout=2)

    def _send_all(self) -> None:
        while (data := self._waiting.get()) is not None:
            try:
                self._stream.write(data)
                self._stream.flush()
            except (OSError, ValueError):
                return


async def read_messages(
    stream: BinaryIO, receive: Callable[[bytes], None], is_over: Callable[[], bool]
) -> None:
    """Hand each message to `receive` until it is over or the client goes away."""
    loop = asyncio.get_running_loop()
    arrived: asyncio.Queue[bytes | None] = asyncio.Queue()

    def put(body: bytes | None) -> None:
        if not loop.is_closed():
            loop.call_soon_threadsafe(arrived.put_nowait, body)

    def read_all() -> None:
        try:
            while (body := _frame(stream)) is not None:
                put(body)
        except (OSError, ValueError, RuntimeError):
            pass
        finally:
            try:
                put(None)
            except RuntimeError:
                return  # the loop has ended meanwhile

    Thread(target=read_all, daemon=True).start()
    while not is_over() and (body := await arrived.get()) is not None:
        receive(body)


def _frame(stream: BinaryIO) -> bytes | None:
    """Read one message; None at the end. Lines that are no headers are passed over."""
    length: int | None = None
    while True:
        line = stream.readline(MOST_HEADER)
        if not line:
            return None
        if line.strip():
            name, _, value = line.partition(b":")
            if name.strip().lower() == b"content-length" and value.strip().isdigit():
                length = int(value)
            continue
        if length is None:
            continue
        if length > MOST_BYTES:
            return None
        body = stream.read(length)
        return body if len(body) == length else None
