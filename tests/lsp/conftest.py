"""One server per kind of client for all tests of a process; starting one takes a second.

Place: tests/lsp/. Tests that need a server of their own use `support.lsp.editor`.
"""

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack
from pathlib import Path

import pytest
import pytest_asyncio

from support.lsp import Editor, editor

Editors = Callable[[str], Awaitable[Editor]]


@pytest_asyncio.fixture(scope="session")
async def editors(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Editors]:
    """Give an editor of a profile, the same one each time."""
    running: dict[str, Editor] = {}
    async with AsyncExitStack() as stack:

        async def get(profile: str) -> Editor:
            if profile not in running:
                folder = tmp_path_factory.mktemp(profile)
                running[profile] = await stack.enter_async_context(editor(folder, profile))
            return running[profile]

        yield get


@pytest_asyncio.fixture
async def ed(editors: Editors, tmp_path: Path) -> AsyncIterator[Editor]:
    """Give an editor that does all that VS Code does, with a folder of the test's own."""
    found = await editors("visual-studio-code")
    before, found.folder = found.folder, tmp_path
    yield found
    found.close_all()
    found.folder = before
