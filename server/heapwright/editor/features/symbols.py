"""The outline of a file: classes, members, specs, tests, each with its place and status.

Place: editor/features/. The server shows it as document and workspace symbols. Works on whatever
the parser made of the text. For Python it lists what concerns heapwright: classes, specs
and invariants; all else is the business of a Python server, which runs beside this one.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from enum import Enum

from heapwright.frontends.python.syntax import tree as python_tree
from heapwright.frontends.python.syntax.parse import Parsed as PythonParsed
from heapwright.frontends.python.table.marks import has_mark
from heapwright.frontends.tiny.syntax import tree
from heapwright.frontends.tiny.syntax.parse import Parsed as TinyParsed
from heapwright.records import dataclass
from heapwright.text.span import Span


class SymbolKind(Enum):
    """What an entry of the outline is."""

    CLASS = "class"
    FIELD = "field"
    METHOD = "method"
    INVARIANT = "invariant"
    SPEC = "spec"
    TEST = "test"
    SCOPE = "scope"
    STRUCTURE = "hex"
    MAIN = "main"
    INCLUDE = "include"


@dataclass(frozen=True, slots=True)
class Symbol:
    """One entry; `span` is the whole declaration, `name_span` lies inside it."""

    name: str
    kind: SymbolKind
    detail: str
    span: Span
    name_span: Span
    children: tuple[Symbol, ...] = ()


@dataclass(frozen=True, slots=True)
class FoundSymbol:
    """An entry of the outline of some file, and the name of what it stands in."""

    path: str
    symbol: Symbol
    container: str


# What is known of each spec and invariant: qualified name -> `reachable`, `running`, …
Statuses = Mapping[str, str]


def outline(parsed: TinyParsed | PythonParsed, statuses: Statuses) -> tuple[Symbol, ...]:
    """Give the entries of a file in the order of the text."""
    match parsed:
        case PythonParsed(tree=module):
            return tuple(_python_symbols(module.body, statuses))
        case TinyParsed(tree=file):
            return tuple(_tiny_symbols(file, statuses))


def search(
    files: Iterable[tuple[str, TinyParsed | PythonParsed, Statuses]], query: str
) -> list[FoundSymbol]:
    """Find the entries of many files whose name has the letters of the query, best first.

    Best is a name that starts with the query, then one that has it inside, then one that
    has its letters in order.
    """
    ranked: list[tuple[int, int, str, str, int, FoundSymbol]] = []
    wanted = query.casefold()
    for path, parsed, statuses in files:
        for symbol, container in _flattened(outline(parsed, statuses)):
            rank = _rank(symbol.name.casefold(), wanted)
            if rank is not None and symbol.kind not in _UNSEARCHED:
                found = FoundSymbol(path, symbol, container)
                key = (rank, len(symbol.name), symbol.name, path, symbol.span.start)
                ranked.append((*key, found))
    ranked.sort(key=lambda entry: entry[:-1])
    return [entry[-1] for entry in ranked]


_UNSEARCHED = (SymbolKind.INCLUDE, SymbolKind.SCOPE, SymbolKind.STRUCTURE, SymbolKind.MAIN)


def _flattened(symbols: Iterable[Symbol]) -> Iterator[tuple[Symbol, str]]:
    for symbol in symbols:
        yield symbol, ""
        for child in symbol.children:
            yield child, symbol.name


def _rank(name: str, wanted: str) -> int | None:
    if name.startswith(wanted):
        return 0
    if wanted in name:
        return 1
    letters = iter(name)
    return 2 if all(letter in letters for letter in wanted) else None


# --- The tiny language -----------------------------------------------------------------


def _tiny_symbols(file: tree.File, statuses: Statuses) -> Iterator[Symbol]:
    for placed in file.declarations:
        yield from _declaration(placed.node, placed.offset, statuses)


def _declaration(node: tree.Declaration, offset: int, statuses: Statuses) -> Iterator[Symbol]:
    span = node.span.shifted(offset)
    match node:
        case tree.ClassDecl(name, parent, members):
            detail = "" if parent is None else f"extends {parent.text}"
            children = [
                symbol
                for member in members
                for symbol in _member(member.node, offset + member.offset, name.text, statuses)
            ]
            yield _named(name, offset, SymbolKind.CLASS, detail, span, tuple(children))
        case tree.SpecDecl(name, parameters):
            detail = _with_status(f"({_shown_parameters(parameters)})", statuses.get(name.text))
            yield _named(name, offset, SymbolKind.SPEC, detail, span)
        case tree.TestDecl(name):
            yield _named(name, offset, SymbolKind.TEST, "", span)
        case tree.ScopeDecl(target, bound):
            yield _named(target, offset, SymbolKind.SCOPE, f"<= {bound.value}", span)
        case tree.IncludeDecl(path):
            yield _named(path, offset, SymbolKind.INCLUDE, "", span)
        case tree.MainDecl():
            yield Symbol("main", SymbolKind.MAIN, "", span, Span(span.start, span.start))


def _member(node: tree.Member, offset: int, owner: str, statuses: Statuses) -> Iterator[Symbol]:
    span = node.span.shifted(offset)
    match node:
        case tree.FieldDecl(type_name, name):
            yield _named(name, offset, SymbolKind.FIELD, type_name.text, span)
        case tree.MethodDecl(result, name, parameters):
            words = "static " if node.is_static else ""
            detail = f"{words}{result.text} ({_shown_parameters(parameters)})"
            yield _named(name, offset, SymbolKind.METHOD, detail, span)
        case tree.InvariantDecl(name):
            detail = _with_status("", statuses.get(f"{owner}.{name.text}"))
            yield _named(name, offset, SymbolKind.INVARIANT, detail, span)
        case tree.HexDecl():
            place = Span(span.start, span.start + len("hex"))
            yield Symbol("hex", SymbolKind.STRUCTURE, "", span, place)
        case tree.PrivateNew():
            pass


def _named(
    name: tree.Name,
    offset: int,
    kind: SymbolKind,
    detail: str,
    span: Span,
    children: tuple[Symbol, ...] = (),
) -> Symbol:
    """Make an entry; one whose name is not typed yet is called by its kind."""
    name_span = name.span.shifted(offset)
    # A name that the parser invented stands behind the last token, perhaps outside.
    start = min(max(name_span.start, span.start), span.end)
    inside = Span(start, min(max(name_span.end, start), span.end))
    return Symbol(name.text or f"({kind.value})", kind, detail, span, inside, children)


def _shown_parameters(parameters: tuple[tree.Parameter, ...]) -> str:
    return ", ".join(f"{p.type_name.text} {p.name.text}" for p in parameters)


def _with_status(detail: str, status: str | None) -> str:
    return " · ".join(part for part in (detail, status) if part)


# --- Python ----------------------------------------------------------------------------


def _python_symbols(body: python_tree.Block, statuses: Statuses) -> Iterator[Symbol]:
    for statement in body:
        match statement:
            case python_tree.ClassDef(name=name):
                children = [
                    _python_symbol(
                        member.name,
                        SymbolKind.INVARIANT,
                        statuses.get(f"{name.text}.{member.name.text}"),
                        member.span,
                    )
                    for member in statement.body
                    if isinstance(member, python_tree.FunctionDef) and has_mark(member, "invariant")
                ]
                yield _python_symbol(name, SymbolKind.CLASS, None, statement.span, tuple(children))
            case python_tree.FunctionDef(name=name) if has_mark(statement, "spec"):
                yield _python_symbol(name, SymbolKind.SPEC, statuses.get(name.text), statement.span)
            case _:
                pass


def _python_symbol(
    name: python_tree.Name,
    kind: SymbolKind,
    status: str | None,
    span: Span,
    children: tuple[Symbol, ...] = (),
) -> Symbol:
    whole = span.joined(name.span)
    return Symbol(name.text or f"({kind.value})", kind, status or "", whole, name.span, children)
