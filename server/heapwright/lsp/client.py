"""What the client can do, read once from `initialize`.

Place: lsp/. `session` keeps it; handlers ask it and never look into capabilities.
"""

from __future__ import annotations

from lsprotocol import types

from heapwright.lsp.convert import encoding_of
from heapwright.records import dataclass
from heapwright.text.line_index import Encoding


@dataclass(frozen=True, slots=True)
class Client:
    """Capabilities in our words; the defaults are those of a client that says nothing."""

    name: str = ""
    encoding: Encoding = Encoding.UTF_16
    resolves_edits: bool = False  # asks for the edit of a code action when it is chosen
    shows_disabled: bool = False  # code actions with a reason why they cannot be used
    takes_literals: bool = False  # code actions that are more than commands
    takes_document_changes: bool = False
    creates_files: bool = False  # as part of an edit
    shows_markdown: bool = False
    shows_images: bool = False
    shows_progress: bool = False
    shows_related: bool = False
    pulls_diagnostics: bool = False  # and can be told to pull again
    pulls_settings: bool = False
    registers_watchers: bool = False
    registers_settings: bool = False
    refreshes_lenses: bool = False
    refreshes_hints: bool = False
    refreshes_tokens: bool = False
    applies_edits: bool = False
    shows_documents: bool = False
    takes_snippets: bool = False
    trusts_workspace: bool = True


def client_of(params: types.InitializeParams, encoding: str | None) -> Client:
    """Read the capabilities; `encoding` is what was agreed on."""
    capabilities = params.capabilities
    document = capabilities.text_document or types.TextDocumentClientCapabilities()
    workspace = capabilities.workspace or types.WorkspaceClientCapabilities()
    window = capabilities.window or types.WindowClientCapabilities()
    action = document.code_action or types.CodeActionClientCapabilities()
    hover = document.hover or types.HoverClientCapabilities()
    published = document.publish_diagnostics or types.PublishDiagnosticsClientCapabilities()
    completion = document.completion or types.CompletionClientCapabilities()
    formats = hover.content_format or ()
    name = params.client_info.name if params.client_info else ""
    options = params.initialization_options
    options = options if isinstance(options, dict) else {}
    images = options.get("markdownImages")
    return Client(
        name=name,
        encoding=encoding_of(encoding),
        resolves_edits=bool(
            action.resolve_support and "edit" in (action.resolve_support.properties or ())
        ),
        shows_disabled=bool(action.disabled_support),
        takes_literals=action.code_action_literal_support is not None,
        takes_document_changes=bool(
            workspace.workspace_edit and workspace.workspace_edit.document_changes
        ),
        creates_files=bool(
            workspace.workspace_edit
            and workspace.workspace_edit.document_changes
            and types.ResourceOperationKind.Create
            in (workspace.workspace_edit.resource_operations or ())
        ),
        shows_markdown=types.MarkupKind.Markdown in formats,
        # The protocol has no word for it. A client may say it in its options; of the
        # widespread ones the workbench of VS Code is known to show images in hovers.
        shows_images=bool(images) if images is not None else _is_visual_studio_code(name),
        shows_progress=bool(window.work_done_progress),
        shows_related=bool(published.related_information),
        # What is found out after a keystroke reaches a client that pulls only if it can be
        # told to pull again.
        pulls_diagnostics=document.diagnostic is not None
        and bool(workspace.diagnostics and workspace.diagnostics.refresh_support),
        pulls_settings=bool(workspace.configuration),
        registers_watchers=bool(
            workspace.did_change_watched_files
            and workspace.did_change_watched_files.dynamic_registration
        ),
        registers_settings=bool(
            workspace.did_change_configuration
            and workspace.did_change_configuration.dynamic_registration
        ),
        refreshes_lenses=bool(workspace.code_lens and workspace.code_lens.refresh_support),
        refreshes_hints=bool(workspace.inlay_hint and workspace.inlay_hint.refresh_support),
        refreshes_tokens=bool(
            workspace.semantic_tokens and workspace.semantic_tokens.refresh_support
        ),
        applies_edits=bool(workspace.apply_edit),
        shows_documents=bool(window.show_document and window.show_document.support),
        takes_snippets=bool(
            completion.completion_item and completion.completion_item.snippet_support
        ),
        trusts_workspace=options.get("untrustedWorkspace") is not True,
    )


def _is_visual_studio_code(name: str) -> bool:
    return name.startswith(("Visual Studio Code", "VSCodium", "code-server", "Cursor"))
