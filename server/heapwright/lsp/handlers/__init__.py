"""All handlers; a new file is named here once."""

from heapwright.lsp.handlers import lifecycle, sync
from heapwright.lsp.handlers.registry import Command, Handler

HANDLERS: tuple[Handler, ...] = (*lifecycle.HANDLERS, *sync.HANDLERS)

COMMANDS: tuple[Command, ...] = ()
