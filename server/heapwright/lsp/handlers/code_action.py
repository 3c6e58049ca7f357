"""`textDocument/codeAction` and `codeAction/resolve`.

Place: lsp/handlers/. The list comes at once. A client that can resolve asks for the edit of
the action that was chosen; another gets edits that are known with the list, and for the
others a command. Ranges of diagnostics that the client echoes are not believed.
"""

from __future__ import annotations

from typing import Any

from lsprotocol import types

from heapwright.editor.features.code_actions import Action, actions
from heapwright.editor.features.insertions import ActionKind, changes
from heapwright.editor.known.knowledge import Status
from heapwright.lsp.edits import can_generate_tests, edit_for, workspace_edit
from heapwright.lsp.handlers.registry import Handler
from heapwright.lsp.session import Session
from heapwright.workspace.snapshot import Document

COMMANDS = {
    ActionKind.INPUT: "heapwright.generateInput",
    ActionKind.TEST: "heapwright.generateTest",
    ActionKind.BRANCHES: "heapwright.generateTests",
    ActionKind.FORMULAS: "heapwright.inferFormulas",
}


def code_action(
    session: Session, params: types.CodeActionParams
) -> list[types.CodeAction | types.Command]:
    """List the actions in a range."""
    document = session.document(params.text_document.uri)
    if document is None:
        return []
    span = session.span(document, params.range)
    only = params.context.only
    found: list[types.CodeAction | types.Command] = []
    for action in actions(document, session.known(document.path), span):
        if only is not None and not any(_is_below(action.lsp_kind, one) for one in only):
            continue
        if action.disabled is not None and not session.client.shows_disabled:
            continue
        if action.kind is ActionKind.BRANCHES and not can_generate_tests(session, document):
            continue
        shown = _shown(session, document, action, params.context.diagnostics)
        if shown is not None:
            found.append(shown)
    return found


async def resolve(session: Session, action: types.CodeAction) -> types.CodeAction:
    """Give the edit of an action."""
    data: Any = action.data
    if action.disabled is not None or not isinstance(data, dict):
        return action
    action.edit = await edit_for(session, data["uri"], data["name"], ActionKind(data["kind"]))
    return action


def _shown(
    session: Session,
    document: Document,
    action: Action,
    diagnostics: Any,  # noqa: ANN401 - a sequence of the protocol
) -> types.CodeAction | types.Command | None:
    uri = session.uri(document.path)
    name = action.name
    target = {"uri": uri, "name": name}
    command = COMMANDS.get(action.kind)
    if not session.client.takes_literals:
        return None if command is None else types.Command(action.title, command, arguments=[target])
    disabled = None if action.disabled is None else types.CodeActionDisabled(action.disabled)
    shown = types.CodeAction(
        title=action.title,
        kind=action.lsp_kind,
        diagnostics=[d for d in diagnostics if d.code in action.codes] or None,
        is_preferred=action.is_preferred or None,
        disabled=disabled,
        data={**target, "kind": action.kind.value},
    )
    if action.disabled is not None or session.client.resolves_edits:
        return shown
    knowledge = session.known(document.path)
    known = knowledge.known(name)
    question = knowledge.question(name)
    if question is not None and known.status is Status.DONE and known.report is not None:
        found = changes(document, knowledge, question, known.report, action.kind)
        shown.edit = workspace_edit(session, document, found)
        return shown
    if command is None:
        return None
    shown.command = types.Command(action.title, command, arguments=[target])
    return shown


def _is_below(kind: str, wanted: str | types.CodeActionKind) -> bool:
    """Say whether a kind is the wanted one or below it; the empty kind is above all."""
    parent = wanted.value if isinstance(wanted, types.CodeActionKind) else wanted
    return parent == "" or kind == parent or kind.startswith(f"{parent}.")


HANDLERS = (
    Handler(
        types.TEXT_DOCUMENT_CODE_ACTION,
        code_action,
        types.CodeActionOptions(
            code_action_kinds=[types.CodeActionKind.QuickFix, types.CodeActionKind.RefactorRewrite],
            resolve_provider=True,
        ),
    ),
    Handler(types.CODE_ACTION_RESOLVE, resolve),
)
