"""Whatever the text is and wherever the cursor stands, the editor gets an answer.

Programs are the tiny files of the repository, cut off and mutilated, and random trees.
"""

from __future__ import annotations

import random
import re
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from heapwright.editor.features.definition import definitions, highlights, references
from heapwright.editor.features.folding import folds
from heapwright.editor.features.rename import Refusal, Renaming, rename
from heapwright.editor.features.selection import growing_spans
from heapwright.editor.features.semantic_tokens import tiny_tokens
from heapwright.editor.features.signatures import signature_at
from heapwright.editor.features.symbols import outline
from heapwright.editor.features.tiny_completion import tiny_completion
from heapwright.editor.features.words import words_at
from heapwright.frontends.tiny.declare.includes import LoadedFile, load, read_from_disk
from heapwright.frontends.tiny.layout.layout import apply_edits, format_edits, layout_edits
from heapwright.frontends.tiny.lower.lower import lower
from heapwright.frontends.tiny.names.entities import EntityKind, Use
from heapwright.frontends.tiny.names.names import names_of
from heapwright.frontends.tiny.syntax import tree
from heapwright.frontends.tiny.syntax.incremental import Edit, reparse
from heapwright.frontends.tiny.syntax.lexemes import COMMENT, lexemes_of
from heapwright.frontends.tiny.syntax.parse import Parsed, parse
from heapwright.ir.written.fingerprint import class_fingerprints
from heapwright.text.source import Source, read_source
from oracle.random_programs import random_program
from support.print_tiny import print_file
from support.repo import ROOT, repository_files
from support.tiny_editor import PATH, loaded_alone
from support.tiny_trees import files as random_trees

FILES = sorted(path for path in repository_files() if path.suffix == ".tiny")
TEXTS = [path.read_text(encoding="utf-8") for path in FILES]
IDS = [path.relative_to(ROOT).as_posix() for path in FILES]


# --- No feature raises ---------------------------------------------------------------------


def check_everything(text: str, offset: int) -> None:
    """Ask everything at one place and look at whether the answers make sense."""
    parsed = parse(text)
    names = names_of(loaded_alone(text))
    size = len(text)
    completion = tiny_completion(names, PATH, parsed, offset)
    assert 0 <= completion.start <= offset
    assert all(item.label for item in completion.items)
    signature_at(names, PATH, parsed, offset)
    words = words_at(names, PATH, parsed, offset)
    assert words is None or words.span.contains(offset)
    for place in definitions(names, PATH, offset):
        assert text[place.span.start : place.span.end].isidentifier()
    found = references([names], PATH, offset, with_declaration=True)
    here = [located.span for located in highlights(names, PATH, offset)]
    assert sorted({place.span for place in found}) == sorted(set(here))
    spans = growing_spans(parsed, offset)
    assert spans[-1].start == 0
    assert spans[-1].end == size
    assert all(b.start <= a.start and a.end <= b.end and a != b for a, b in pairwise(spans))
    rename([names], PATH, offset, "fresh_name")


def check_whole_text(text: str) -> None:
    """Ask what is asked about a file as a whole."""
    parsed = parse(text)
    names = names_of(loaded_alone(text))
    tokens = tiny_tokens(names, PATH, parsed, None)
    assert all(a.start < a.end <= b.start for a, b in pairwise(tokens))
    assert all("\n" not in text[token.start : token.end] for token in tokens)
    n_lines = Source(PATH, text).line_index.n_lines
    assert all(0 <= f.first < f.last < n_lines for f in folds(Source(PATH, text), parsed))
    for symbol in outline(parsed, {}):
        for one in (symbol, *symbol.children):
            assert one.name
            assert 0 <= one.span.start <= one.name_span.start <= one.name_span.end <= one.span.end
    formatted = parse(apply_edits(text, format_edits(parsed)))
    assert [lexeme.text for lexeme in lexemes_of(formatted)] == [
        lexeme.text for lexeme in lexemes_of(parsed)
    ]


@pytest.mark.parametrize("seed", range(70))
def test_no_feature_raises_on_a_mutilated_program(seed: int) -> None:
    chance = random.Random(seed)
    text = mutilated(chance, chance.choice(TEXTS))
    check_whole_text(text)
    for _ in range(4):
        check_everything(text, chance.randrange(len(text) + 1))


def mutilated(chance: random.Random, text: str) -> str:
    """Take a piece of a program, perhaps cut off, and put a few odd things into it."""
    start = chance.randrange(max(len(text) - 1_500, 1))
    text = text[start : start + chance.randrange(1, 1_500)]
    for _ in range(chance.randrange(6)):
        at = chance.randrange(len(text) + 1)
        end = at if chance.random() < 0.5 else at + chance.randrange(40)
        text = text[:at] + chance.choice(ODD) + text[end:]
    return text


ODD = (
    *("", " ", "\n", "\r\n", ".", ";", "{", "}", "(", ")", "[", ":=", "/*", "//", '"', "\0", "😀"),
    *(
        "class ",
        "spec ",
        "hex {",
        "include ",
        "let x := ",
        " in ",
        "if ",
        " else ",
        "this.",
        "new ",
    ),
    *("private ", "invariant ", "test t {", "scope ", "Y0.", "@ ", "\ufeff", "\u2028", "\t", "é"),
)


@given(st.text(alphabet='aAxY0 .;:={}()[]/*\n\r\t"@~|&<-+#é😀', max_size=60), st.data())
@settings(max_examples=150)
def test_no_feature_raises_on_any_text(text: str, data: st.DataObject) -> None:
    check_whole_text(text)
    check_everything(text, data.draw(st.integers(0, len(text))))


def test_deep_programs_are_no_trouble() -> None:
    deep = "spec T(int x) := " + "(" * 990 + "x = 1" + ")" * 990 + ";"
    check_whole_text(deep)
    check_everything(deep, deep.index("x = 1"))
    nested = "spec T(int x) := " + "if x = 1 then " * 900 + "true;"
    check_whole_text(nested)
    check_everything(nested, len(nested) - 3)


# --- Names after an edit ---------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(40))
def test_names_after_an_edit_are_those_of_the_new_text(seed: int) -> None:
    chance = random.Random(seed)
    text = chance.choice(TEXTS)
    parsed = parse(text)
    names = names_of((LoadedFile(Source(PATH, text), parsed.tree, parsed.problems),))
    list(names.everywhere())
    for _ in range(3):
        at = chance.randrange(len(parsed.text))
        edit = Edit(at, at + chance.randrange(4), chance.choice(ODD))
        parsed = reparse(parsed, edit)
        file = LoadedFile(Source(PATH, parsed.text), parsed.tree, parsed.problems)
        names = names_of((file,), names)
        assert list(names.everywhere()) == list(names_of(loaded_alone(parsed.text)).everywhere())


# --- Renaming ----------------------------------------------------------------------------------


def check_renames(files: tuple[LoadedFile, ...], chance: random.Random, n_renames: int) -> None:
    """Rename some things; the program must have the problems that it had, and come back."""
    files = renamed_files(files, Renaming({}, ""))  # without the problems of includes
    names = names_of(files)
    declared = [
        o for o in names.everywhere() if o.use is Use.DECLARES and o.entity.name != "Object"
    ]
    for located in chance.sample(declared, min(n_renames, len(declared))):
        found = rename([names], located.path, located.span.start, "fresh_name")
        if isinstance(found, Refusal) and found.reason.startswith("a HEX formula begins at"):
            assert located.entity.kind is EntityKind.PARAMETER
            continue
        assert isinstance(found, Renaming), (located, found)
        renamed = renamed_files(files, found)
        assert problem_codes(renamed) == problem_codes(files)
        again = names_of(renamed)
        moved = next(
            o for o in again.everywhere() if o.use is Use.DECLARES and o.entity.name == "fresh_name"
        )
        back = rename([again], moved.path, moved.span.start, located.entity.name)
        assert not isinstance(back, Refusal), back
        texts = [file.source.text for file in renamed_files(renamed, back)]
        assert texts == [file.source.text for file in files]


def renamed_files(files: tuple[LoadedFile, ...], renaming: Renaming) -> tuple[LoadedFile, ...]:
    loaded = []
    for file in files:
        text = file.source.text
        for span in reversed(renaming.places.get(file.source.path, ())):
            text = text[: span.start] + renaming.new_name + text[span.end :]
        parsed = parse(text)
        loaded.append(LoadedFile(Source(file.source.path, text), parsed.tree, parsed.problems))
    return tuple(loaded)


def problem_codes(files: tuple[LoadedFile, ...]) -> list[tuple[str, str]]:
    found = [(path, p.code) for path, problems in lower(files).problems.items() for p in problems]
    return sorted(found + [(f.source.path, p.code) for f in files for p in f.problems])


@pytest.mark.parametrize("path", FILES, ids=IDS)
def test_a_fresh_name_changes_no_meaning_in_the_repositorys_files(path: Path) -> None:
    files = load(read_source(str(path)), read_from_disk, parse)
    chance = random.Random(path.relative_to(ROOT).as_posix())
    check_renames(files, chance, 4)


@pytest.mark.parametrize("seed", range(15))
def test_a_fresh_name_changes_no_meaning_in_random_programs(seed: int) -> None:
    check_renames(loaded_alone(random_program(seed).text), random.Random(seed), 4)


# --- Formatting ----------------------------------------------------------------------------------


def check_layout(text: str) -> None:
    """Lay a text out: same tree, same comments, and nothing more to do."""
    parsed = parse(text)
    formatted = apply_edits(text, layout_edits(parsed))
    again = parse(formatted)
    assert again.tree == parsed.tree
    assert comments(again) == comments(parsed)
    assert apply_edits(formatted, layout_edits(again)) == formatted


def comments(parsed: Parsed) -> list[str]:
    return [lexeme.text for lexeme in lexemes_of(parsed) if lexeme.terminal == COMMENT]


@pytest.mark.parametrize("text", TEXTS, ids=IDS)
def test_formatting_a_file_of_the_repository_changes_no_ir(text: str) -> None:
    check_layout(text)
    before = lower(loaded_alone(text)).program
    formatted = apply_edits(text, layout_edits(parse(text)))
    after = lower(loaded_alone(formatted)).program
    assert after == before
    assert class_fingerprints(after) == class_fingerprints(before)


@pytest.mark.parametrize("seed", range(60))
def test_formatting_is_stable_whatever_the_spaces_were(seed: int) -> None:
    chance = random.Random(seed)
    text = chance.choice(TEXTS)
    start = chance.randrange(max(len(text) - 3_000, 1))
    check_layout(respaced(chance, text[start : start + 3_000]))


@given(random_trees(), st.integers(0, 1_000_000))
@settings(max_examples=100)
def test_formatting_a_random_program_changes_nothing_but_spaces(file: tree.File, seed: int) -> None:
    check_layout(respaced(random.Random(seed), print_file(file)))


def respaced(chance: random.Random, text: str) -> str:
    """Put other spaces and some comments where spaces are, outside of comments and includes."""

    def other(match: re.Match[str]) -> str:
        if match[1] is not None:
            return match[0]
        if "\n" in match[0] and chance.random() < 0.6:
            return match[0]
        return chance.choice(SPACES)

    return re.sub(r"(//[^\n]*\n?|/\*[\s\S]*?\*/|^include[^\n]*\n?)|\s+", other, text, flags=re.M)


SPACES = (" ", " ", " ", "  ", "\n", "\n\n\n", "\t", " /* c */ ", " // d\n", "\n// e\n    ")
