"""What could be typed inside a HEX formula, in either language.

Place: editor/features/. `tiny_completion` and `python_completion` call this with the tokens before
the cursor. The grammar of HEX says what fits.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from heapwright.editor.features.completion import Item, ItemKind, escaped, keyword
from heapwright.frontends.hex.parse import fitting_terminals, hex_lexer, hex_tables
from heapwright.frontends.lalr import END
from heapwright.frontends.lexing import lex
from heapwright.records import dataclass


@dataclass(frozen=True, slots=True)
class HexNames:
    """The names that formulas of a class can use; fields with a word about each.

    `methods` are those that can be companions, `inputs` the parameters that lead to objects.
    """

    fields: tuple[tuple[str, str], ...]
    classes: tuple[str, ...]
    methods: tuple[str, ...]
    inputs: tuple[str, ...] = ()


_TEMPLATES = (
    ("aliases nothing", "{path} aliases nothing", "never leads to an object seen before"),
    ("not null", "{path} not null", "is never null"),
    ("expands to", "{path} expands to {type}", "a new object there is of this class"),
    ("aliases", "{path} aliases {path2}", "an object seen before is one of these"),
    ("aliases max", "{path} aliases max {path2}", "an object seen before is the last of these"),
)


def tokens_of(text: str) -> list[tuple[str, str]]:
    """Cut the text of formulas into tokens, each with its terminal."""
    return [(t[0], t[4]) for t in lex(hex_lexer(), text) if t[4] != END]


def hex_items(before: Sequence[tuple[str, str]], names: HexNames) -> Iterator[Item]:
    """Give what fits behind these tokens."""
    last = max((i for i, (_, terminal) in enumerate(before) if terminal == "SEMICOLON"), default=-1)
    formula = list(before[last + 1 :])
    fitting = fitting_terminals(formula)
    previous = formula[-1][1] if formula else ""
    if not formula:
        yield from _templates(names)
    if _is_at_root(formula):
        yield from _inputs(names)
        return
    if previous == "DOT":
        for number, (name, detail) in enumerate(names.fields):
            yield Item(name, ItemKind.FIELD, detail, rank=min(number, 4))
        return
    for terminal in hex_tables().terminals:
        if terminal.is_text and terminal.name in fitting and terminal.pattern.isidentifier():
            yield keyword(terminal.pattern, 5)
    if "NAME" not in fitting:
        return
    if previous in ("TO", "SOME"):
        yield from (Item(name, ItemKind.CLASS, rank=4) for name in names.classes)
    elif previous == "WITH":
        yield from (Item(name, ItemKind.METHOD, rank=4) for name in names.methods)
    else:
        yield from _inputs(names)


def _inputs(names: HexNames) -> Iterator[Item]:
    yield Item("this", ItemKind.KEYWORD, "the object", rank=2)
    yield from (Item(name, ItemKind.VARIABLE, "a parameter", rank=3) for name in names.inputs)


def _is_at_root(formula: Sequence[tuple[str, str]]) -> bool:
    """Say whether a step comes next that leads from `root`: `root.`, `root(.this|.`."""
    words = [word for word, _ in formula]
    while words and words[-1] in (".", "|", "("):
        words.pop()
        if words and words[-1] == "root":
            return len(words) == 1 or words[-2] != "."
        if len(words) > 1 and words[-2] == ".":
            words.pop()  # an alternative before this one
    return False


def _templates(names: HexNames) -> Iterator[Item]:
    field = escaped(names.fields[0][0]) if names.fields else "next"
    type_name = escaped(names.classes[0]) if names.classes else "Type"
    for label, pattern, detail in _TEMPLATES:
        snippet = pattern.format(
            path=f"this(.${{1:{field}}})*", path2=f"${{2:this.{field}}}", type=f"${{2:{type_name}}}"
        )
        # Without snippets there is nothing to fill in, so the words alone are of no use.
        plain = pattern.format(path=f"this(.{field})*", path2=f"this.{field}", type=type_name)
        yield Item(f"this(.{field})* {label}", ItemKind.SNIPPET, detail, plain, snippet + ";$0", 1)
