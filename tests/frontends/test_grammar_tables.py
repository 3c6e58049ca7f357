"""The tables beside a grammar are those that the grammar gives."""

from __future__ import annotations

import os

import pytest

from heapwright.frontends import grammar_files
from heapwright.frontends.build_tables import build_tables
from heapwright.frontends.hex.parse import FORMULA
from heapwright.frontends.lalr import Tables
from heapwright.frontends.tiny.syntax.parse import STARTS

GRAMMARS = [("tiny", STARTS), ("hex", (FORMULA,))]


@pytest.mark.parametrize(("name", "starts"), GRAMMARS)
def test_kept_tables_are_those_of_the_grammar(name: str, starts: tuple[str, ...]) -> None:
    built = grammar_files.build_grammar(name, starts)
    text = grammar_files.tables_text(name, starts, built)
    kept = grammar_files.tables_file(name)
    if os.environ.get("UPDATE_EXPECT") == "1":
        kept.write_text(text, encoding="utf-8", newline="\n")
        grammar_files.load_grammar.cache_clear()
    assert kept.read_text(encoding="utf-8") == text
    loaded = grammar_files.load_grammar(name, starts)
    for part in ("rows", "rules", "start_states", "end_states", "terminals", "order"):
        assert getattr(loaded, part) == getattr(built, part)


def test_tables_of_another_grammar_are_not_used(monkeypatch: pytest.MonkeyPatch) -> None:
    built: list[tuple[str, ...]] = []

    def build(name: str, starts: tuple[str, ...]) -> Tables:
        built.append(starts)
        return build_tables(grammar_files.grammar_folder() / f"{name}.lark", starts)

    monkeypatch.setattr(grammar_files, "build_grammar", build)
    # Past the cache of `load_grammar`, which may know both by now.
    load = grammar_files.load_grammar.__wrapped__
    load("tiny", STARTS)
    load("tiny", ("member",))
    assert built == [("member",)]
