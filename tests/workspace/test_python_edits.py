"""A Python document is edited, and the program of every version is that of its text."""

from __future__ import annotations

from random import Random

from heapwright.text.source import Source
from heapwright.workspace.load import program_of
from heapwright.workspace.queries import program
from heapwright.workspace.snapshot import Edit, Snapshot, edited, opened
from support.repo import ROOT

SNIPPETS = ("", " ", "\n", "x", "None", " + 1", "# note\n", "    def g(self):\n        return 1\n")


def test_the_program_of_an_edited_document_is_that_of_its_text() -> None:
    path = ROOT / "examples" / "account.py"
    document = opened(str(path), "python", 1, path.read_text(encoding="utf-8"))
    random = Random(1)
    for version in range(2, 14):
        start = random.randrange(len(document.text))
        end = min(len(document.text), start + random.choice((0, 0, 1, 4)))
        document = edited(document, [Edit(start, end, random.choice(SNIPPETS))], version)
        snapshot = Snapshot().with_document(document)
        found = program(snapshot, document)
        wanted = program_of(Source(document.path, document.text), "python")
        assert found.program == wanted.program
        assert found.source_map == wanted.source_map
        assert found.problems == wanted.problems
