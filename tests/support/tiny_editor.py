"""What an editor asks about a tiny text, as text in and text out.

Place: tests/support. One `check_…` per feature of `editor/`. A file may include others,
given by path. Places are shown by marking them in the text.
"""

from __future__ import annotations

import textwrap
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from textwrap import dedent

from heapwright.editor.features.completion import Completion
from heapwright.editor.features.definition import definitions, highlights, references
from heapwright.editor.features.folding import folds
from heapwright.editor.features.rename import Refusal, rename
from heapwright.editor.features.selection import growing_spans
from heapwright.editor.features.semantic_tokens import KINDS, MODIFIERS, tiny_tokens
from heapwright.editor.features.signatures import signature_at
from heapwright.editor.features.symbols import Symbol, outline
from heapwright.editor.features.tiny_completion import tiny_completion
from heapwright.editor.features.words import words_at
from heapwright.frontends.tiny.declare.class_table import Place
from heapwright.frontends.tiny.declare.includes import LoadedFile, Unreadable, load
from heapwright.frontends.tiny.layout.layout import apply_edits, format_edits
from heapwright.frontends.tiny.names.names import Names, names_of
from heapwright.frontends.tiny.syntax.parse import Parsed, parse
from heapwright.text.source import Source
from heapwright.text.span import Span
from support.cursor import split_at_cursor
from support.expect import Expectation

PATH = "main.tiny"


@dataclass(frozen=True, slots=True)
class Opened:
    """A text that is open in an editor, its names, and where the cursor stands."""

    text: str
    offset: int
    parsed: Parsed
    names: Names

    @property
    def source(self) -> Source:
        return Source(PATH, self.text)


def opened(marked: str, others: Mapping[str, str] | None = None) -> Opened:
    """Open a text with a cursor."""
    cursor = split_at_cursor(marked)
    return Opened(
        cursor.text, cursor.offset, parse(cursor.text), names_in(PATH, cursor.text, others)
    )


def names_in(path: str, text: str, others: Mapping[str, str] | None = None) -> Names:
    """Give the names of a text that can include others."""
    texts = {name: dedent(other).strip("\n") for name, other in (others or {}).items()}

    def read(wanted: str) -> Source | Unreadable:
        return Source(wanted, texts[wanted]) if wanted in texts else Unreadable("no such file")

    return names_of(load(Source(path, text), read, parse))


def loaded_alone(text: str) -> tuple[LoadedFile, ...]:
    """Give a text that includes nothing."""
    parsed = parse(text)
    return (LoadedFile(Source(PATH, text), parsed.tree, parsed.problems),)


# --- One check per feature ---------------------------------------------------------------


def check_symbols(text: str, expected: Expectation, statuses: Mapping[str, str]) -> None:
    """List the outline, children set in."""
    text = dedent(text).strip("\n")
    lines: list[str] = []
    for symbol in outline(parse(text), statuses):
        lines += _shown_symbol(text, symbol, "")
    expected.check("\n".join(lines))


def _shown_symbol(text: str, symbol: Symbol, margin: str) -> list[str]:
    assert symbol.span.start <= symbol.name_span.start <= symbol.name_span.end <= symbol.span.end
    whole = text[symbol.span.start : symbol.span.end].split("\n")
    shown = whole[0] + (" … " + whole[-1].strip() if len(whole) > 1 else "")
    lines = [f"{margin}{symbol.kind.value} {symbol.name} [{symbol.detail}]  {shown}"]
    for child in symbol.children:
        lines += _shown_symbol(text, child, margin + "    ")
    return lines


def check_definition(
    marked: str, expected: Expectation, others: Mapping[str, str] | None = None
) -> None:
    """Show the line of each declaration, the name in angle brackets."""
    file = opened(marked, others)
    places = definitions(file.names, PATH, file.offset)
    expected.check("\n".join(_shown_place(file.names, place) for place in places))


def check_references(
    marked: str,
    expected: Expectation,
    others: Mapping[str, str] | None = None,
    roots: Sequence[str] = (),
) -> None:
    """Show the line of each use; `roots` are other programs of the workspace."""
    file = opened(marked, others)
    programs = [file.names, *_programs(others or {}, roots, file.text)]
    places = references(programs, PATH, file.offset, with_declaration=True)
    texts = {f.source.path: f.source for names in programs for f in names.files}
    expected.check("\n".join(_shown_in(texts[place.path], place.span) for place in places))


def check_highlights(marked: str, expected: Expectation) -> None:
    """Show each use in the file with what it does."""
    file = opened(marked)
    found = highlights(file.names, PATH, file.offset)
    expected.check("\n".join(f"{o.use.value:<8} {_shown_in(file.source, o.span)}" for o in found))


def check_rename(
    marked: str,
    new_name: str,
    expected: Expectation,
    others: Mapping[str, str] | None = None,
    roots: Sequence[str] = (),
) -> None:
    """Show the changed files, or the reason why there are none."""
    file = opened(marked, others)
    programs = [file.names, *_programs(others or {}, roots, file.text)]
    texts = {f.source.path: f.source.text for names in programs for f in names.files}
    found = rename(programs, PATH, file.offset, new_name)
    if isinstance(found, Refusal):
        expected.check(f"refused: {found.reason}")
        return
    shown = []
    for path, spans in found.places.items():
        text = texts[path]
        for span in reversed(spans):
            text = text[: span.start] + new_name + text[span.end :]
        shown.append(text if path == PATH else f"--- {path}\n{text}")
    expected.check("\n".join(shown))


def _programs(others: Mapping[str, str], roots: Sequence[str], text: str) -> list[Names]:
    everything = {**others, PATH: text}
    return [names_in(root, dedent(everything[root]).strip("\n"), everything) for root in roots]


def check_completion(
    marked: str,
    expected: Expectation,
    others: Mapping[str, str] | None = None,
    *,
    has_keywords: bool = True,
) -> None:
    """List the proposals in order; without keywords where the test is not about them."""
    file = opened(marked, others)
    found = tiny_completion(file.names, PATH, file.parsed, file.offset, sorted(others or {}))
    expected.check(shown_completion(file.text, file.offset, found, has_keywords=has_keywords))


def shown_completion(
    text: str, offset: int, found: Completion, *, has_keywords: bool = True
) -> str:
    """List proposals, one a line."""
    lines = []
    if found.start != offset:
        lines.append(f"replaces `{text[found.start : offset]}`")
    for item in found.items:
        if item.kind.value == "keyword" and not has_keywords:
            continue
        snippet = item.snippet.replace("\n", "⏎")
        lines.append(
            f"{item.kind.value:<9}{item.label}" + (f"  [{item.detail}]" * bool(item.detail))
        )
        if snippet:
            lines.append(f"         {snippet}")
    return "\n".join(lines)


def check_signature(marked: str, expected: Expectation) -> None:
    """Show the signature with the active parameter in angle brackets."""
    file = opened(marked)
    found = signature_at(file.names, PATH, file.parsed, file.offset)
    if found is None:
        expected.check("none")
        return
    shown = found.label
    if found.parameters:
        active = found.parameters[found.active]
        shown = shown.replace(active, f"<{active}>", 1)
    expected.check(shown)


def check_words(
    marked: str, expected: Expectation, others: Mapping[str, str] | None = None
) -> None:
    """Show what a hover says of the word, with the text that it is about."""
    file = opened(marked, others)
    found = words_at(file.names, PATH, file.parsed, file.offset)
    if found is None:
        expected.check("nothing")
        return
    about = file.text[found.span.start : found.span.end]
    text = "\n\n".join(wrapped(paragraph) for paragraph in found.text.split("\n\n"))
    expected.check("\n".join(part for part in (f"`{about}`", found.code, text) if part))


def check_tokens(text: str, expected: Expectation, within: Span | None = None) -> None:
    """List the coloured tokens of each line."""
    text = dedent(text).strip("\n")
    source = Source(PATH, text)
    tokens = tiny_tokens(names_in(PATH, text), PATH, parse(text), within)
    lines: dict[int, list[str]] = {}
    for token in tokens:
        modifiers = [m for i, m in enumerate(MODIFIERS) if token.modifiers >> i & 1]
        shown = f"{text[token.start : token.end]}:{'.'.join([KINDS[token.kind], *modifiers])}"
        lines.setdefault(source.line_index.line(token.start), []).append(shown)
    expected.check("\n".join(wrapped("  ".join(lines[line])) for line in sorted(lines)))


def check_folds(text: str, expected: Expectation) -> None:
    """Show the folds in the margin: the number of each at its first and last line."""
    text = dedent(text).strip("\n")
    lines = text.split("\n")
    found = folds(Source(PATH, text), parse(text))
    margins = [""] * len(lines)
    for number, fold in enumerate(found):
        for line in range(fold.first, fold.last + 1):
            sign = "▾" if line == fold.first else "│"
            margins[line] = margins[line].ljust(number) + sign
        margins[fold.first] += fold.kind[:1]
    width = max(len(margin) for margin in margins)
    expected.check(
        "\n".join(f"{m.ljust(width)} {line}" for m, line in zip(margins, lines, strict=True))
    )


def check_selection(marked: str, expected: Expectation) -> None:
    """List the texts that growing the selection takes in, but the whole file."""
    file = opened(marked)
    spans = growing_spans(file.parsed, file.offset)
    assert spans[-1] == Span(0, len(file.text))
    shown = [file.text[span.start : span.end] for span in spans[:-1]]
    expected.check("\n".join(" ".join(text.split()) for text in shown))


def check_format(text: str, expected: Expectation) -> None:
    """Format a text, which must then stay as it is."""
    formatted = formatted_text(text)
    assert format_edits(parse(formatted)) == []
    expected.check(formatted)


def formatted_text(text: str) -> str:
    """Format a text; a different one must mean the same."""
    text = dedent(text).lstrip("\n")
    parsed = parse(text)
    formatted = apply_edits(text, format_edits(parsed))
    assert parse(formatted).tree == parsed.tree
    return formatted


def wrapped(text: str) -> str:
    """Break a long line, so that a test can hold it."""
    return textwrap.fill(text, 84, subsequent_indent="    ", break_long_words=False)


# --- Places as text ------------------------------------------------------------------------


def _shown_place(names: Names, place: Place) -> str:
    source = next(f.source for f in names.files if f.source.path == place.path)
    return _shown_in(source, place.span)


def _shown_in(source: Source, span: Span) -> str:
    """Show the line of a place, the place in angle brackets, the file if it is another."""
    line = source.line_index.line_span(source.line_index.line(span.start))
    text = source.text
    shown = (
        f"{text[line.start : span.start]}<{text[span.start : span.end]}>{text[span.end : line.end]}"
    )
    other = "" if source.path == PATH else f"{source.path}: "
    return f"{other}{shown.strip()}"
