"""No word about kinds decides anything: other words give the same program."""

from __future__ import annotations

import sys

import pytest

from heapwright.frontends.python.lower.program.lower import Lowered, lower
from heapwright.frontends.python.modules.load import load_modules
from heapwright.ir.core import kind_words
from heapwright.text.source import Source
from support.repo import ROOT

PROGRAM = """
from typing import Any, Callable, Sequence

class Store:
    def __init__(self, hook: Callable[[int], int] | None = None, *rest, **options):
        self.kept = {}
        self.hook = hook

    def put(self, key, value):
        if isinstance(value, (list, tuple)):
            for one in value:
                self.kept[key] = one
        elif value is None or key == 0.5:
            self.kept[key] = [value]

    def all(self, names: Sequence[Any], pattern) -> list:
        return [self.kept[name] for name in names if pattern[0] == name]

@spec
def FULL(store: Store):
    return store.kept["a"] == "b"
"""
EXAMPLES = ("inventory", "trie")


@pytest.mark.parametrize("example", [None, *EXAMPLES])
def test_other_words_change_no_program(
    example: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = PROGRAM if example is None else (ROOT / "examples" / f"{example}.py").read_text()
    before = lowered(text)
    said = [kind_words.words, kind_words.singular, kind_words.beyond_words]
    for module in list(sys.modules.values()):
        for name in ("words", "singular", "beyond_words"):
            if getattr(module, name, None) in said:
                monkeypatch.setattr(module, name, lambda _: "other words")
    assert lowered(text).program == before.program


def lowered(text: str) -> Lowered:
    return lower(load_modules(Source("module.py", text), lambda _: None))
