"""Ask the parser what could stand at the cursor.

Place: frontends/tiny/names/. Completion and signature help call this. A letter is put into the
text where the cursor stands, so that there is a name even if nothing is typed yet; only
the declaration around it is parsed again. What the grammar accepts there is asked of its
tables, after the same repairs that `parse` would make.
"""

from __future__ import annotations

from heapwright.frontends.lalr import END, Outcome, Progress, Slot, acceptable, advance, begin
from heapwright.frontends.lexing import UNCLOSED
from heapwright.frontends.tiny.declare.class_table import ClassTable
from heapwright.frontends.tiny.names.resolve import PROBE, Probed, resolve
from heapwright.frontends.tiny.syntax import lexemes, tree
from heapwright.frontends.tiny.syntax.build import builders
from heapwright.frontends.tiny.syntax.incremental import Edit, reparse
from heapwright.frontends.tiny.syntax.parse import Parsed, tiny_tables
from heapwright.frontends.tiny.syntax.recover import Repairs, repair
from heapwright.frontends.tiny.syntax.split import ChunkKind
from heapwright.records import dataclass


@dataclass(frozen=True, slots=True)
class Cursor:
    """Where the cursor stands: in which chunk, behind which tokens, in which word.

    Offsets are those of the text with the probe in it; `word_start` lies before it, so it
    counts in both texts.
    """

    kind: ChunkKind
    before: tuple[lexemes.Lexeme, ...]  # the tokens of the chunk before the word, without comments
    word_start: int
    owner: str  # the class around it, or empty
    node: tree.Declaration | tree.Member | None

    @property
    def previous(self) -> str:
        """Give the terminal before the word; empty at the start of the chunk."""
        return self.before[-1].terminal if self.before else ""


def cursor_at(parsed: Parsed, offset: int) -> Cursor | None:
    """Look at an offset; None inside a comment."""
    offset = min(max(offset, 0), len(parsed.text))
    probed = reparse(parsed, Edit(offset, offset, PROBE))
    placed = _chunk_with(probed, offset)
    if placed is None:
        return None
    before: list[lexemes.Lexeme] = []
    for lexeme in lexemes.lexemes_of_chunk(placed, probed.text):
        if lexeme.start <= offset < lexeme.end:
            if lexeme.terminal == lexemes.COMMENT:
                return None
            owner, node = _around(placed)
            return Cursor(placed.chunk.kind, tuple(before), lexeme.start, owner, node)
        if lexeme.terminal != lexemes.COMMENT:
            before.append(lexeme)
    return None


def probed_names(table: ClassTable, path: str, cursor: Cursor) -> Probed | None:
    """Say what is visible at the cursor, and what stands before the dot."""
    if cursor.node is None:
        return None
    return resolve(table, path, cursor.owner, cursor.node).probed


def fitting_terminals(cursor: Cursor) -> frozenset[str] | None:
    """Give the terminals that the grammar accepts at the cursor; None if that is not clear."""
    if cursor.kind not in _BY_GRAMMAR:
        return None
    tables = tiny_tables()
    base = cursor.before[0].start if cursor.before else 0
    tokens: list[Slot] = [
        (lexeme.text, lexeme.start - base, lexeme.end - base, 0, lexeme.terminal)
        for lexeme in cursor.before
    ]
    end = tokens[-1][2] if tokens else 0
    # No state accepts this terminal, and no repair takes it away.
    tokens += [("", end, end, 0, UNCLOSED), ("", end, end, 0, END)]
    progress = begin(tables, cursor.kind.value, tokens)
    repairs = Repairs()
    build = builders(repairs.problems)
    while True:
        outcome = advance(tables, build, tree.MAX_DEPTH, progress)
        if outcome is not Outcome.STUCK or _is_at(progress, END):
            return None
        if _is_at(progress, UNCLOSED):
            return frozenset(acceptable(tables, progress))
        repair(tables, progress, repairs)


_BY_GRAMMAR = (
    ChunkKind.CLASS_HEAD,
    ChunkKind.MEMBER,
    ChunkKind.SPEC,
    ChunkKind.SCOPE,
    ChunkKind.TEST,
    ChunkKind.MAIN,
)


def _is_at(progress: Progress, terminal: str) -> bool:
    return progress.tokens[progress.position][4] == terminal


def _chunk_with(parsed: Parsed, offset: int) -> lexemes.PlacedChunk | None:
    """Give the chunk that holds the character at an offset."""
    return next((c for c in lexemes.placed_chunks(parsed) if c.start <= offset < c.end), None)


def _around(placed: lexemes.PlacedChunk) -> tuple[str, tree.Declaration | tree.Member | None]:
    unit = placed.unit.node
    piece = placed.chunk.piece.node
    if isinstance(unit, tree.ClassDecl):
        if isinstance(piece, tree.Member):
            return unit.name.text, piece
        # A member of which nothing could be used; the class is known all the same.
        return (unit.name.text, None) if placed.chunk.in_class else ("", unit)
    return "", unit
