"""A client that can say anything to a server, also what makes no sense.

Place: tests/support/. `wire = await started()` runs the real `heapwright serve`.
"""

from __future__ import annotations

import asyncio
import json
from typing import Any

from support.lsp import COMMAND


class Wire:
    """A client that can say anything."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self.process = process

    def send(self, body: bytes) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n%b" % (len(body), body))

    def say(self, **message: Any) -> None:  # noqa: ANN401
        self.send(json.dumps({"jsonrpc": "2.0", **message}).encode())

    async def hear(self, wanted: object = ...) -> dict[str, Any]:
        """Give the next answer, or the one with that id."""
        assert self.process.stdout is not None
        while True:
            header = await self.process.stdout.readuntil(b"\r\n\r\n")
            length = int(header.split(b"Content-Length:")[1].split(b"\r\n")[0])
            message = json.loads(await self.process.stdout.readexactly(length))
            assert isinstance(message, dict)
            if "method" not in message and wanted in (..., message.get("id")):
                return message


async def started() -> Wire:
    process = await asyncio.create_subprocess_exec(
        *COMMAND, stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE
    )
    return Wire(process)
