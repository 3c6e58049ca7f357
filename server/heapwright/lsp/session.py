"""The one mutable object of the server: what the client has open, and what is known of it.

Place: lsp/. `app` makes one per connection; handlers read it, and only the handlers of
notifications change it. All values in it are immutable and replaced as a whole.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Sequence

from lsprotocol import types

from heapwright.editor.known.knowledge import NOTHING, Knowledge, moved, without_survey
from heapwright.lsp import convert, publish, registration
from heapwright.lsp.checking import Checking
from heapwright.lsp.client import Client, client_of
from heapwright.lsp.disk import watch_disk
from heapwright.lsp.jobs import Jobs
from heapwright.lsp.protocol import Protocol
from heapwright.lsp.settings import ClientSettings, client_settings
from heapwright.lsp.work import Work
from heapwright.text.source import Source
from heapwright.text.span import Span
from heapwright.workspace.ours import takes_part
from heapwright.workspace.snapshot import Document, Edit, Snapshot, same_code


class Session:
    """The state of one connection."""

    def __init__(self, protocol: Protocol) -> None:
        self.protocol = protocol
        self.client = Client()
        self.snapshot = Snapshot()
        self.folders: tuple[str, ...] = ()  # paths of the workspace folders
        self.uris: dict[str, str] = {}  # of open documents, as the client writes them, by path
        self.knowledge: dict[str, Knowledge] = {}  # by path
        # The diagnostics that were sent last, with their version, by path.
        self.published: dict[str, tuple[int | None, list[types.Diagnostic]]] = {}
        self.told: dict[str, object] = {}  # what was said about the status, by path
        self.tokens: dict[str, tuple[str, list[int]]] = {}  # sent last, with their id, by path
        self.settings = ClientSettings()
        self.work = Work(self)
        jobs = Jobs(self.work.changed, self.settings.n_workers, self.settings.megabytes)
        self.checking = Checking(self, jobs)
        self._watching: asyncio.Task[None] | None = None  # of the disk

    # --- The connection --------------------------------------------------------------

    def begin(self, params: types.InitializeParams) -> None:
        """Take what the client says about itself."""
        self.client = client_of(params, self.protocol.workspace.position_encoding)
        self.protocol.offers_pulling = self.client.pulls_diagnostics
        folders = params.workspace_folders or ()
        self.folders = tuple(convert.path_of(folder.uri) for folder in folders)
        if not self.folders and params.root_uri:
            self.folders = (convert.path_of(params.root_uri),)

    async def introduce(self) -> None:
        """Ask the client for what can be asked after `initialized`."""
        self.checking.jobs.warm_up()
        if not self.client.registers_watchers:
            self._watching = asyncio.ensure_future(watch_disk(self))
        await registration.register(self)
        await self.pull_settings()
        self.checking.check_workspace()

    async def pull_settings(self) -> None:
        """Ask the client for its settings, if it tells them."""
        if self.client.pulls_settings:
            self.take_settings(await registration.pulled_settings(self))

    def take_settings(self, data: object) -> None:
        """Take new settings; what they change is asked again."""
        before = self.settings
        self.settings, complaints = client_settings(data)
        for complaint in complaints:
            self.warn(complaint)
        if self.settings == before:
            return
        self.checking.jobs.set_limits(self.settings.n_workers, self.settings.megabytes)
        if self.settings.of_questions != before.of_questions:
            for path in self.snapshot.documents:
                self.outdate(path)
        elif self.settings.surveys != before.surveys:
            for path in self.snapshot.documents:
                self.learn(path, without_survey(self.known(path)))
                self.checking.survey(path)
        if (self.settings.checks_workspace, self.settings.of_questions) != (
            before.checks_workspace,
            before.of_questions,
        ):
            self.checking.check_workspace()
        if self.settings.checks_automatically and not before.checks_automatically:
            for path in self.snapshot.documents:
                self.checking.check(path, 0.0)
        self.work.refresh()

    def warn(self, text: str) -> None:
        """Show a warning to the user."""
        params = types.ShowMessageParams(types.MessageType.Warning, text)
        self.protocol.notify(types.WINDOW_SHOW_MESSAGE, params)

    async def close(self) -> None:
        """Stop all work and leave no process behind."""
        if self._watching is not None:
            self._watching.cancel()
        await self.checking.close()
        await self.checking.jobs.close()
        self.work.close()

    # --- What is known --------------------------------------------------------------------

    def known(self, path: str) -> Knowledge:
        """Give what is known about a file."""
        return self.knowledge.get(path, NOTHING)

    def is_current(self, path: str) -> bool:
        """Say whether all that is shown about a file is about the text as it is now."""
        document = self.snapshot.documents.get(path)
        is_ours = document is None or takes_part(document, self.folders)
        return not is_ours or self.known(path).is_current

    def is_surveyed(self, path: str) -> bool:
        """Say whether nothing more will become known about the branches of the text as it is."""
        known = self.known(path)
        is_wanted = self.settings.surveys and known.loaded.branches is not None
        return self.is_current(path) and (known.is_surveyed or not is_wanted)

    def learn(self, path: str, knowledge: Knowledge) -> None:
        """Take new knowledge about the current text of a file, and show it."""
        self.knowledge[path] = knowledge
        publish.publish(self, path)

    def outdate(self, path: str) -> None:
        """Take that something other than the text has changed, and look at the file again."""
        self.knowledge[path] = moved(self.known(path), 0, 0, 0, harmless=False)
        publish.publish(self, path)
        if self.settings.checks_automatically:
            self.checking.check(path, self.settings.delay)

    # --- Documents -----------------------------------------------------------------

    def document(self, uri: str) -> Document | None:
        """Give an open document, None if it is not open."""
        return self.snapshot.documents.get(convert.path_of(uri))

    def uri(self, path: str) -> str:
        """Give the URI of a file, in the client's own words where it has it open."""
        return self.uris.get(path) or convert.uri_of(path)

    def open(self, uri: str, document: Document) -> None:
        """Take a document that the client opened."""
        path = document.path
        self.uris[path] = uri
        before = self.snapshot.file(path)
        self.snapshot = self.snapshot.with_document(document)
        if not isinstance(before, Document) or before.text != document.text:
            self.knowledge.pop(path, None)  # it was about another text
        publish.publish(self, path)
        if self.settings.checks_automatically:
            self.checking.check(path, 0.0)

    def change(self, before: Document, after: Document, edits: Sequence[Edit]) -> None:
        """Take the new text of an open document; what was known moves with the edits."""
        path = after.path
        self.snapshot = self.snapshot.with_document(after)
        knowledge = self.known(path)
        is_harmless = (
            knowledge.is_loaded and not self.checking.is_checking(path) and same_code(before, after)
        )
        for edit in edits:
            knowledge = moved(knowledge, edit.start, edit.end, len(edit.text), harmless=is_harmless)
        self.knowledge[path] = knowledge
        publish.publish(self, path)
        if is_harmless:
            self.checking.survey(path)  # what is being found out is about other places
        else:
            self.checking.stop(path)
            if self.settings.checks_automatically:
                self.checking.check(path, self.settings.delay)

    def close_document(self, path: str) -> None:
        """Take that the client closed a document; what is on disk counts again."""
        if path not in self.snapshot.documents:
            return
        self.checking.stop(path)
        self.snapshot = self.snapshot.without_document(path)
        self.knowledge.pop(path, None)
        publish.clear(self, path)
        self.uris.pop(path, None)
        self.tokens.pop(path, None)
        self.checking.check_workspace()  # it may still be a file of the workspace

    def disk_changed(self, paths: Iterable[str]) -> None:
        """Take that files on disk are not what they were; who reads them is looked at again."""
        changed = set(paths)
        self.snapshot = self.snapshot.with_disk_changes(changed)
        for path in dict.fromkeys([*self.snapshot.documents, *self.knowledge]):
            is_open = path in self.snapshot.documents
            # What an open document says on disk is all the same.
            own = () if is_open else (path,)
            if changed.isdisjoint((*own, *self.known(path).loaded.others)):
                continue
            if is_open:
                self.outdate(path)
            elif isinstance(self.snapshot.file(path), Document):
                self.knowledge[path] = moved(self.known(path), 0, 0, 0, harmless=False)
            else:
                self.forget(path)
        self.checking.check_workspace()

    def forget(self, path: str) -> None:
        """Take that a file is not there any more, or no file of ours."""
        self.knowledge.pop(path, None)
        publish.clear(self, path)

    # --- Positions ------------------------------------------------------------------

    def offset(self, document: Document, position: types.Position) -> int:
        """Give the offset of a position in a document."""
        return convert.offset_of(document.source, position, self.client.encoding)

    def span(self, document: Document, range_: types.Range) -> Span:
        """Give the span of a range in a document."""
        return convert.span_of(document.source, range_, self.client.encoding)

    def range(self, source: Document | Source, span: Span) -> types.Range:
        """Give the range of a span in a document."""
        text = source.source if isinstance(source, Document) else source
        return convert.range_of(text, span, self.client.encoding)

    def location(self, source: Document | Source, span: Span) -> types.Location:
        """Give the place of a span."""
        return types.Location(self.uri(source.path), self.range(source, span))

    def source_at(self, path: str) -> Source | None:
        """Give the text of a file that may be open or not."""
        found = self.snapshot.read(path)
        return found if isinstance(found, Source) else None
