"""All handlers; a new file is named here once."""

from heapwright.lsp.handlers import commands, custom, lifecycle, sync, workspace
from heapwright.lsp.handlers.registry import Command, Handler

HANDLERS: tuple[Handler, ...] = (
    *lifecycle.HANDLERS,
    *sync.HANDLERS,
    *workspace.HANDLERS,
    *custom.HANDLERS,
)

COMMANDS: tuple[Command, ...] = commands.COMMANDS
