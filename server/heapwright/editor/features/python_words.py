"""What to say about the marks and formulas of a Python file.

Place: editor/features/. The server shows these where it has no verdict to show; everything else in
a Python file is the business of a Python server.
"""

from __future__ import annotations

import re

from heapwright.editor.features.hex_words import formula_in_words
from heapwright.editor.features.words import Words
from heapwright.frontends.hex.parse import parse_formulas
from heapwright.frontends.python.syntax import tree
from heapwright.frontends.python.syntax.dotted_names import structures
from heapwright.frontends.python.syntax.parse import Parsed
from heapwright.text.span import Span

MARKS = {
    "spec": "Asks: can public calls build objects for which this function is true?",
    "invariant": "Must be true for every object of the class that public calls can lead to.",
    "private": "Takes this out of the public API: no generated call uses it.",
    "scope": "Bounds the heap: `scope Node=3` means at most three objects of the class.",
    "structure": "A HEX formula: how the objects that hang on one of this class are linked.",
}
_MARK = re.compile(r"(?:#[ \t]*heapwright:[ \t]*|@(?:heapwright\.)?)(\w+)")
_QUOTES = re.compile(r"[rRuU]?(\"\"\"|'''|\"|')")


def python_words_at(text: str, parsed: Parsed, offset: int) -> Words | None:
    """Say what a mark or a formula at the cursor means; None where it is not ours to say."""
    for class_def in _classes(parsed.tree.body):
        for literal in structures(class_def):
            if literal.span.contains(offset):
                return _about_formula(text, class_def.name.text, literal.span, offset)
    start = text.rfind("\n", 0, max(offset, 0)) + 1
    end = text.find("\n", start)
    for match in _MARK.finditer(text, start, len(text) if end < 0 else end):
        if match.start(1) <= offset <= match.end(1) and match[1] in MARKS:
            return Words(Span(match.start(1), match.end(1)), match[1], MARKS[match[1]])
    return None


def _classes(body: tree.Block) -> list[tree.ClassDef]:
    return [statement for statement in body if isinstance(statement, tree.ClassDef)]


def _about_formula(text: str, owner: str, span: Span, offset: int) -> Words | None:
    """Explain the formula at the cursor, of those in a string without escapes."""
    literal = text[span.start : span.end]
    opening = _QUOTES.match(literal)
    if opening is None or "\\" in literal:
        return None
    inside = literal[opening.end() : len(literal) - len(opening[1])]
    formulas, _ = parse_formulas(inside, span.start + opening.end())
    for formula in formulas:
        if formula.span.contains(offset):
            return Words(formula.span, "", formula_in_words(formula, owner))
    return None
