"""Parse a tiny file: always a tree, and the problems in it.

Place: frontends/tiny/syntax/. The language's front door. `split` cuts the text into
chunks; here each is parsed on its own, as a function of its kind and its text,
and chunks are joined to declarations (a class has many chunks). `incremental`
uses the same pieces to parse again only what an edit touched.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import accumulate

from heapwright.frontends.grammar_files import load_grammar
from heapwright.frontends.hex.parse import parse_formulas
from heapwright.frontends.lalr import END, Outcome, Slot, Tables, advance, begin
from heapwright.frontends.lexing import Lexer, make_lexer
from heapwright.frontends.tiny.syntax import codes, tree
from heapwright.frontends.tiny.syntax.build import ClassHead, builders
from heapwright.frontends.tiny.syntax.recover import Repairs, repair
from heapwright.frontends.tiny.syntax.split import ChunkKind, Cut, cut_chunk, is_in_class_after
from heapwright.problems import Problem, Related, Severity
from heapwright.records import dataclass, field
from heapwright.text.span import Span

Node = ClassHead | tree.Member | tree.Declaration | None


@dataclass(frozen=True, slots=True)
class Piece:
    """What a chunk says; spans count from its first token."""

    node: Node
    problems: tuple[Problem, ...]


@dataclass(frozen=True, slots=True)
class Chunk:
    """A piece and the text it came from; equal kind and code give an equal piece."""

    kind: ChunkKind
    in_class: bool  # whether a class is open before it
    space: int
    length: int
    reach: int
    code: str
    piece: Piece


@dataclass(frozen=True, slots=True)
class Unit:
    """The chunks of one declaration; `problems` count from its first token."""

    chunks: tuple[Chunk, ...]
    length: int
    reach: int
    node: tree.Declaration | None
    problems: tuple[Problem, ...]
    # Whether a file that has this unit must look at it for problems.
    is_notable: bool


@dataclass(frozen=True, slots=True)
class Parsed:
    """A text, its tree, its problems in the order of the text."""

    text: str
    tree: tree.File
    problems: tuple[Problem, ...]
    units: tuple[Unit, ...] = field(repr=False, compare=False)
    starts: tuple[int, ...] = field(repr=False, compare=False)
    # How many chunks this call had to parse.
    n_parsed: int = field(compare=False)


def parse(text: str) -> Parsed:
    """Parse a whole file."""
    lexer = tiny_lexer()
    chunks: list[Chunk] = []
    known: dict[tuple[ChunkKind, str], Piece] = {}
    position, in_class, n_parsed = 0, False, 0
    while (cut := cut_chunk(lexer, text, position, in_class)) is not None:
        chunk, is_fresh = parse_cut(cut, text, position, in_class, known)
        n_parsed += is_fresh
        chunks.append(chunk)
        position += chunk.length
        in_class = is_in_class_after(chunk.kind, in_class)
    units = tuple(join_chunks(chunks))
    starts = tuple(accumulate((unit.length for unit in units), initial=0))[:-1]
    return assemble(text, units, starts, tuple(place_all(units, starts)), n_parsed)


def parse_cut(
    cut: Cut,
    text: str,
    start: int,
    in_class: bool,
    known: dict[tuple[ChunkKind, str], Piece],
) -> tuple[Chunk, bool]:
    """Parse a chunk, unless its piece is known; say whether it had to be parsed.

    Adds to `known`, which lives as long as the caller's own call, a piece with problems.
    """
    code = text[start + cut.space : start + cut.length]
    piece = known.get((cut.kind, code))
    is_fresh = piece is None
    if piece is None:
        piece = _parse_piece(cut.kind, code, cut.tokens)
        if piece.problems:
            # Repairs are slow and hostile text repeats itself: `spec a( ` a hundred
            # thousand times took more than twice as long without this.
            known[cut.kind, code] = piece
    chunk = Chunk(cut.kind, in_class, cut.space, cut.length, cut.reach, code, piece)
    return chunk, is_fresh


def join_chunks(chunks: Sequence[Chunk]) -> list[Unit]:
    """Join the chunks of each class; every other chunk is a unit of its own."""
    units: list[Unit] = []
    index = 0
    while index < len(chunks):
        end = index + 1
        if chunks[index].kind is ChunkKind.CLASS_HEAD:
            while end < len(chunks) and _continues_class(chunks[end]):
                end += 1
                if chunks[end - 1].kind is ChunkKind.CLASS_END:
                    break
        units.append(_join(tuple(chunks[index:end])))
        index = end
    return units


def place_all(units: Sequence[Unit], starts: Sequence[int]) -> list[tree.Placed[tree.Declaration]]:
    """Say where each declaration lies."""
    return [
        tree.Placed(start + unit.chunks[0].space, unit.node)
        for unit, start in zip(units, starts, strict=True)
        if unit.node is not None
    ]


def assemble(
    text: str,
    units: tuple[Unit, ...],
    starts: tuple[int, ...],
    declarations: tuple[tree.Placed[tree.Declaration], ...],
    n_parsed: int,
) -> Parsed:
    """Put the parts of a file together; only here are problems counted from its start."""
    # One short loop over all units: this is most of what an edit costs.
    notable = [i for i, unit in enumerate(units) if unit.is_notable]
    problems = [
        problem.shifted(starts[i] + units[i].chunks[0].space)
        for i in notable
        for problem in units[i].problems
    ]
    problems += _problems_of_second_mains([(units[i], starts[i]) for i in notable])
    problems.sort(key=lambda p: (p.span.start, p.span.end, p.code, p.message))
    return Parsed(text, tree.File(declarations), tuple(problems), units, starts, n_parsed)


_WITH_GRAMMAR = (
    ChunkKind.CLASS_HEAD,
    ChunkKind.MEMBER,
    ChunkKind.SPEC,
    ChunkKind.SCOPE,
    ChunkKind.TEST,
    ChunkKind.MAIN,
)
STARTS = tuple(kind.value for kind in _WITH_GRAMMAR)  # the start symbols of the grammar


@lru_cache(maxsize=1)
def tiny_tables() -> Tables:
    """Give the tables of `grammar/tiny.lark`."""
    return load_grammar("tiny", STARTS)


@lru_cache(maxsize=1)
def tiny_lexer() -> Lexer:
    """Give the lexer of `grammar/tiny.lark`."""
    return make_lexer(tiny_tables())


# --- One chunk ------------------------------------------------------------------


def _parse_piece(kind: ChunkKind, code: str, tokens: list[Slot]) -> Piece:
    match kind:
        case ChunkKind.SPACE | ChunkKind.CLASS_END:
            return Piece(None, ())
        case ChunkKind.STRAY:
            message = f"unexpected `{tokens[0][0]}`: it closes nothing"
            return Piece(None, (_error(codes.STRAY_TEXT, message, Span(0, len(code))),))
        case ChunkKind.INCLUDE:
            return _parse_include(code)
        case ChunkKind.HEX:
            return _parse_hex(code, tokens)
        case _:
            return _parse_by_grammar(kind, tokens)


def _parse_by_grammar(kind: ChunkKind, tokens: list[Slot]) -> Piece:
    tables = tiny_tables()
    repairs = Repairs()
    build = builders(repairs.problems)
    end = tokens[-1][2]
    progress = begin(tables, kind.value, [*tokens, ("", end, end, 0, END)])
    while True:
        match advance(tables, build, tree.MAX_DEPTH, progress):
            case Outcome.ACCEPTED:
                return Piece(progress.slots[-1][0], tuple(repairs.problems))
            case Outcome.TOO_DEEP:
                return _without_body(kind, tokens, repairs.problems)
            case Outcome.STUCK:
                repair(tables, progress, repairs)
                if len(progress.tokens) == 1 and not progress.slots:
                    # Nothing of the chunk could be used.
                    return Piece(None, tuple(repairs.problems))


def _without_body(kind: ChunkKind, tokens: list[Slot], problems: list[Problem]) -> Piece:
    """Keep the head of a declaration whose expression is too deep."""
    bodies = {ChunkKind.TEST: "LBRACE", ChunkKind.MAIN: None}
    opener = bodies.get(kind, "ASSIGN")
    end_of_head = next((i + 1 for i, t in enumerate(tokens) if t[4] == opener), 0)
    start, end = tokens[end_of_head if end_of_head < len(tokens) else 0][1], tokens[-1][2]
    message = f"nested too deeply: at most {tree.MAX_DEPTH:,} levels are read"
    problems = [*problems, _error(codes.NESTED_TOO_DEEPLY, message, Span(start, end))]
    if end_of_head == 0 and kind is not ChunkKind.MAIN:
        return Piece(None, tuple(problems))
    missing = ("", start, end, 0, "MISSING")
    closer = {ChunkKind.TEST: "RBRACE", ChunkKind.MAIN: "SEMICOLON"}.get(kind, "SEMICOLON")
    head = _parse_by_grammar(kind, [*tokens[:end_of_head], missing, ("", end, end, 0, closer)])
    return Piece(head.node, tuple(problems))


def _parse_include(code: str) -> Piece:
    rest = code[len("include") :].lstrip(" \t")
    start = len(code) - len(rest)
    problems: list[Problem] = []
    if rest.startswith('"'):
        closing = rest.find('"', 1)
        path = rest[1:closing] if closing > 0 else rest[1:]
        start += 1
        if closing < 0:
            message = 'missing `"` at the end of the file name'
            problems.append(_error(codes.BAD_INCLUDE, message, Span(start - 1, len(code))))
        elif not code.endswith(";"):
            message = 'expected `;` after `include "…"`'
            problems.append(_error(codes.BAD_INCLUDE, message, Span(len(code), len(code))))
    else:
        for comment in (" //", "\t//", " /*", "\t/*"):
            rest = rest.split(comment, 1)[0]
        path = rest.rstrip().removesuffix(";").rstrip()
    if not path:
        message = "expected a file name after `include`"
        problems = [_error(codes.BAD_INCLUDE, message, Span(0, len(code)))]
    name = tree.Name(path, Span(start, start + len(path)))
    return Piece(tree.IncludeDecl(name, Span(0, len(code))), tuple(problems))


def _parse_hex(code: str, tokens: list[Slot]) -> Piece:
    inside = tokens[1][2]
    is_closed = tokens[-1][4] == "RBRACE"
    end = tokens[-1][1] if is_closed else len(code)
    formulas, problems = parse_formulas(code[inside:end], inside)
    if not is_closed:
        opened = Related("`{` opened here", Span(tokens[1][1], inside))
        message = "missing `}` to close `{`"
        problems = (*problems, _error(codes.MISSING_CLOSER, message, Span(end, end), (opened,)))
    return Piece(tree.HexDecl(formulas, Span(0, len(code))), problems)


# --- Chunks to declarations -----------------------------------------------------


def _continues_class(chunk: Chunk) -> bool:
    return chunk.in_class and chunk.kind in (
        ChunkKind.MEMBER,
        ChunkKind.HEX,
        ChunkKind.STRAY,
        ChunkKind.CLASS_END,
    )


def _join(chunks: tuple[Chunk, ...]) -> Unit:
    problems: list[Problem] = []
    members: list[tree.Placed[tree.Member]] = []
    first = chunks[0]
    position = reach = 0
    for chunk in chunks:
        reach = max(reach, position + chunk.reach)
        offset = position + chunk.space - first.space
        node = chunk.piece.node
        if chunk.piece.problems:
            problems += (problem.shifted(offset) for problem in chunk.piece.problems)
        if chunk is not first and node is not None:
            assert not isinstance(node, ClassHead | tree.Declaration)
            members.append(tree.Placed(offset, node))
        position += chunk.length
    head = first.piece.node
    if not isinstance(head, ClassHead):
        assert head is None or isinstance(head, tree.Declaration)
        is_notable = bool(problems) or first.kind is ChunkKind.MAIN
        return Unit(chunks, position, reach, head, tuple(problems), is_notable)
    if chunks[-1].kind is not ChunkKind.CLASS_END:
        name = f"class `{head.name.text}`" if head.name.text else "this class"
        message = f"{name} is not closed: `}}` is missing"
        span = head.name.span if head.name.text else head.span
        problems.append(_error(codes.CLASS_NOT_CLOSED, message, span))
    span = Span(head.span.start, position - first.space)
    declaration = tree.ClassDecl(head.name, head.parent, tuple(members), span)
    return Unit(chunks, position, reach, declaration, tuple(problems), bool(problems))


def _problems_of_second_mains(units: Sequence[tuple[Unit, int]]) -> list[Problem]:
    mains = [(unit, start) for unit, start in units if unit.chunks[0].kind is ChunkKind.MAIN]
    problems: list[Problem] = []
    for unit, start in mains[1:]:
        if unit.problems:
            # What is no expression at all has been reported as such.
            continue
        span = Span(start + unit.chunks[0].space, start + unit.length)
        message = "a file has one main expression, and this is another"
        problems.append(_error(codes.SECOND_MAIN, message, span))
    return problems


def _error(code: str, message: str, span: Span, related: tuple[Related, ...] = ()) -> Problem:
    return Problem(code, Severity.ERROR, message, span, related)
