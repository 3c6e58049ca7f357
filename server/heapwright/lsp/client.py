"""What the client can do, read once from `initialize`.

Place: lsp/. `session` keeps it; handlers ask it and never look into capabilities.
"""

from __future__ import annotations

from typing import Any

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

    def said(path: str) -> Any:  # noqa: ANN401 - whatever the protocol has there
        """Follow the names of a path; None where the client says nothing."""
        found: Any = params.capabilities
        for name in path.split("."):
            found = None if found is None else getattr(found, name)
        return found

    name = params.client_info.name if params.client_info else ""
    options = params.initialization_options
    options = options if isinstance(options, dict) else {}
    images = options.get("markdownImages")
    makes_documents = bool(said("workspace.workspace_edit.document_changes"))
    operations = said("workspace.workspace_edit.resource_operations") or ()
    action = "text_document.code_action"
    return Client(
        name=name,
        encoding=encoding_of(encoding),
        resolves_edits="edit" in (said(f"{action}.resolve_support.properties") or ()),
        shows_disabled=bool(said(f"{action}.disabled_support")),
        takes_literals=said(f"{action}.code_action_literal_support") is not None,
        takes_document_changes=makes_documents,
        creates_files=makes_documents and types.ResourceOperationKind.Create in operations,
        shows_markdown=types.MarkupKind.Markdown
        in (said("text_document.hover.content_format") or ()),
        # The protocol has no word for it. A client may say it in its options; of the
        # widespread ones the workbench of VS Code is known to show images in hovers.
        shows_images=bool(images) if images is not None else _is_visual_studio_code(name),
        shows_progress=bool(said("window.work_done_progress")),
        shows_related=bool(said("text_document.publish_diagnostics.related_information")),
        # What is found out after a keystroke reaches a client that pulls only if it can be
        # told to pull again.
        pulls_diagnostics=said("text_document.diagnostic") is not None
        and bool(said("workspace.diagnostics.refresh_support")),
        pulls_settings=bool(said("workspace.configuration")),
        registers_watchers=bool(said("workspace.did_change_watched_files.dynamic_registration")),
        registers_settings=bool(said("workspace.did_change_configuration.dynamic_registration")),
        refreshes_lenses=bool(said("workspace.code_lens.refresh_support")),
        refreshes_hints=bool(said("workspace.inlay_hint.refresh_support")),
        refreshes_tokens=bool(said("workspace.semantic_tokens.refresh_support")),
        applies_edits=bool(said("workspace.apply_edit")),
        shows_documents=bool(said("window.show_document.support")),
        takes_snippets=bool(said("text_document.completion.completion_item.snippet_support")),
        trusts_workspace=options.get("untrustedWorkspace") is not True,
    )


def _is_visual_studio_code(name: str) -> bool:
    return name.startswith(("Visual Studio Code", "VSCodium", "code-server", "Cursor"))
