"""After an edit, only what it can have changed is read and lowered again."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from heapwright.frontends.python.lower.program.lower import Lowered, lower
from heapwright.frontends.python.modules.load import load_modules
from heapwright.frontends.python.syntax.parse import Parsed, parse, reparse
from heapwright.text.source import Source
from support.repo import ROOT

FILES = [
    *sorted((ROOT / "benchmarks" / "subjects" / "python").glob("*.py")),
    *sorted((ROOT / "examples").glob("*.py")),
    *sorted((ROOT / "server" / "heapwright" / "frontends" / "python" / "syntax").glob("*.py")),
]
# What people type, and what breaks a text.
SNIPPETS = (
    *("", "\n", "    ", "x", "(", ")", ":", "=", "é", "\\", '"""', " - 1", "None", "self."),
    *("def f():\n    pass\n", "class A:\n    x: int = 1\n", "# heapwright: spec\n", "@spec\n"),
    *("    def g(self, n):\n        return self.n + n\n", "if x:\n", "return 1\n", "# note\n"),
)
PARTS = 4


def edited(random: Random, parsed: Parsed) -> Parsed:
    """Make one random edit."""
    start = random.randrange(len(parsed.text) + 1)
    end = min(len(parsed.text), start + random.choice((0, 0, 0, 1, 3, 20)))
    return reparse(parsed, start, end, random.choice(SNIPPETS))


def excerpt(random: Random, path: Path, length: int) -> str:
    text = path.read_text(encoding="utf-8")
    start = random.randrange(max(1, len(text) - length))
    return text[start : start + length] if random.random() < 0.3 else text[:length]


@pytest.mark.parametrize("part", range(PARTS))
def test_a_text_that_was_edited_is_read_as_one_that_was_not(part: int) -> None:
    for seed in range(part, 80, PARTS):
        random = Random(seed)
        parsed = parse(excerpt(random, random.choice(FILES), 4000))
        for _ in range(4):
            parsed = edited(random, parsed)
            assert parsed == parse(parsed.text), f"seed {seed}"


def lowered_text(parsed: Parsed, before: Lowered | None) -> Lowered:
    files = load_modules(Source("module.py", parsed.text), lambda _: None, lambda _: parsed)
    return lower(files, None if before is None else before.memory)


@pytest.mark.parametrize("part", range(PARTS))
def test_an_edited_program_is_the_program_of_its_text(part: int) -> None:
    for seed in range(part, 40, PARTS):
        random = Random(seed)
        parsed = parse(excerpt(random, random.choice(FILES[:18]), 4000))
        lowered = lowered_text(parsed, None)
        for _ in range(4):
            parsed = edited(random, parsed)
            lowered = lowered_text(parsed, lowered)
            assert lowered == lowered_text(parsed, None), f"seed {seed}"


def check_lowered_again(old: str, new: str, expected: int) -> None:
    """Replace a text that occurs once; compare how many functions are lowered again."""
    text = (ROOT / "benchmarks" / "subjects" / "python" / "kiasan_bst.py").read_text(
        encoding="utf-8"
    )
    assert text.count(old) == 1
    parsed = parse(text)
    lowered = lowered_text(parsed, None)
    start = text.index(old)
    again = lowered_text(reparse(parsed, start, start + len(old), new), lowered)
    assert again.n_lowered == expected
    assert lowered.n_lowered > 20


def test_an_edit_in_a_body_lowers_that_function_again() -> None:
    check_lowered_again("if node is not None:\n            while", "if node:\n            while", 1)


def test_a_comment_or_a_blank_line_lowers_nothing_again() -> None:
    check_lowered_again("class BinarySearchTree:", "# A tree.\n\n\nclass BinarySearchTree:", 0)


def test_a_new_function_is_seen_by_all() -> None:
    again = "    def third(self) -> int:\n        return 3\n\n    def clear"
    check_lowered_again("    def clear", again, 22)


def test_an_edit_reads_one_declaration_again() -> None:
    text = (ROOT / "benchmarks" / "subjects" / "python" / "kiasan_bst.py").read_text(
        encoding="utf-8"
    )
    parsed = parse(text)
    start = text.index("t._size_below")
    again = reparse(parsed, start, start + 1, "tree")
    assert (again.n_read, parsed.n_read) == (1, len(parsed.tree.body))
    kept = [new is old for new, old in zip(again.tree.body, parsed.tree.body, strict=True)]
    # What stands before the edit is the same, what stands behind it has moved.
    assert kept == [True] * 5 + [False] * 3
