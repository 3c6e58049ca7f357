"""The one mutable object of the server: what the client has open, and what is known of it.

Place: lsp/. `app` makes one per connection; handlers read it, and only the handlers of
notifications change it. All values in it are immutable and replaced as a whole.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from lsprotocol import types

from heapwright.editor.knowledge import Knowledge, moved
from heapwright.lsp import convert, publish
from heapwright.lsp.client import Client, client_of
from heapwright.lsp.protocol import Protocol
from heapwright.text.source import Source
from heapwright.text.span import Span
from heapwright.workspace.snapshot import Document, Edit, Snapshot


class Session:
    """The state of one connection."""

    def __init__(self, protocol: Protocol) -> None:
        self.protocol = protocol
        self.client = Client()
        self.snapshot = Snapshot()
        self.folders: tuple[str, ...] = ()  # paths of the workspace folders
        self.uris: dict[str, str] = {}  # of open documents, as the client writes them, by path
        self.knowledge: dict[str, Knowledge] = {}  # by path

    # --- The connection --------------------------------------------------------------

    def begin(self, params: types.InitializeParams) -> None:
        """Take what the client says about itself."""
        self.client = client_of(params, self.protocol.workspace.position_encoding)
        folders = params.workspace_folders or ()
        self.folders = tuple(convert.path_of(folder.uri) for folder in folders)
        if not self.folders and params.root_uri:
            self.folders = (convert.path_of(params.root_uri),)

    async def introduce(self) -> None:
        """Ask the client for what can be asked after `initialized`."""

    async def close(self) -> None:
        """Stop all work."""

    # --- Documents -----------------------------------------------------------------

    def document(self, uri: str) -> Document | None:
        """Give an open document, None if it is not open."""
        return self.snapshot.documents.get(convert.path_of(uri))

    def uri(self, path: str) -> str:
        """Give the URI of a file, in the client's own words where it has it open."""
        return self.uris.get(path) or convert.uri_of(path)

    def open(self, uri: str, document: Document) -> None:
        """Take a document that the client opened."""
        self.uris[document.path] = uri
        self.snapshot = self.snapshot.with_document(document)
        self.knowledge.setdefault(document.path, Knowledge())
        publish.publish(self, document.path)

    def change(self, before: Document, after: Document, edits: Sequence[Edit]) -> None:
        """Take the new text of an open document; what was known moves with the edits."""
        self.snapshot = self.snapshot.with_document(after)
        knowledge = self.knowledge.get(after.path, Knowledge())
        for edit in edits:
            knowledge = moved(knowledge, edit.start, edit.end, len(edit.text), harmless=False)
        self.knowledge[after.path] = knowledge
        publish.publish(self, after.path)

    def close_document(self, path: str) -> None:
        """Take that the client closed a document."""
        self.snapshot = self.snapshot.without_document(path)
        publish.clear(self, path)
        self.uris.pop(path, None)

    def disk_changed(self, paths: Iterable[str]) -> None:
        """Take that files on disk are not what they were."""
        self.snapshot = self.snapshot.with_disk_changes(paths)

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
