"""Settings that say what is shown apply while the server runs."""

from pathlib import Path
from typing import Any

from lsprotocol import types

from support.lsp import Editor, editor
from support.lsp_programs import COUNTER


async def test_lenses_are_switched_off_and_on_without_an_edit(tmp_path: Path) -> None:
    async with editor(tmp_path, settings={}) as ed:
        refreshed: list[Any] = []

        def refresh(params: Any) -> None:  # noqa: ANN401
            refreshed.append(params)
            ed.noticed()

        ed.client.protocol.fm._features.pop(types.WORKSPACE_CODE_LENS_REFRESH, None)
        ed.client.feature(types.WORKSPACE_CODE_LENS_REFRESH)(refresh)
        opened = ed.open("a.tiny", COUNTER)
        await ed.settled(opened)
        await ed.until(lambda: bool(refreshed), "the first lenses")
        for is_shown in (False, True):
            change(ed, {"lenses": is_shown})
            found: Any = None
            # Other news come, too; the one that is waited for changes the lenses.
            while bool(found) != is_shown or found is None:
                await ed.until(lambda: bool(refreshed), "lenses to be asked for again")
                refreshed.clear()
                found = await ed.client.text_document_code_lens_async(
                    types.CodeLensParams(opened.identifier)
                )


def change(ed: Editor, settings: dict[str, Any]) -> None:
    """Change the settings of the client, as its user does."""
    ed.client.set_configuration({"heapwright": settings})
    ed.client.workspace_did_change_configuration(types.DidChangeConfigurationParams(None))
