"""What the server does for each request and notification; a new file is named here once.

In: the parameters of a message, the session.
Out: a reply made from what is known, or work for a worker.
Invariant: a handler decides nothing about programs; it converts and asks.
"""

from heapwright.lsp.handlers import (
    code_action,
    code_lens,
    commands,
    completion,
    custom,
    diagnostic,
    hover,
    inlay_hint,
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
    *diagnostic.HANDLERS,
    *hover.HANDLERS,
    *code_action.HANDLERS,
    *code_lens.HANDLERS,
    *inlay_hint.HANDLERS,
    *symbols.HANDLERS,
    *completion.HANDLERS,
    *navigation.HANDLERS,
    *rename.HANDLERS,
    *semantic_tokens.HANDLERS,
    *layout.HANDLERS,
    *custom.HANDLERS,
)

COMMANDS: tuple[Command, ...] = commands.COMMANDS
