"""All handlers; a new file is named here once."""

from heapwright.lsp.handlers import (
    commands,
    completion,
    custom,
    layout,
    lifecycle,
    navigation,
    rename,
    semantic_tokens,
    symbols,
    sync,
    workspace,
)
from heapwright.lsp.handlers.registry import Command, Handler

HANDLERS: tuple[Handler, ...] = (
    *lifecycle.HANDLERS,
    *sync.HANDLERS,
    *workspace.HANDLERS,
    *custom.HANDLERS,
    *symbols.HANDLERS,
    *completion.HANDLERS,
    *navigation.HANDLERS,
    *rename.HANDLERS,
    *semantic_tokens.HANDLERS,
    *layout.HANDLERS,
)

COMMANDS: tuple[Command, ...] = commands.COMMANDS
