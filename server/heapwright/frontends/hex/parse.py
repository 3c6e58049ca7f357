"""Parse HEX formulas separated by `;`: those that are right, and what is wrong.

Place: frontends/hex/. The tiny `hex { … }` block and Python's `@structure("…")`
call this. A mistake costs one problem and one formula; the others stay.
Source: [HEX] Definitions 3.2 and 3.3.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from heapwright.frontends import lalr
from heapwright.frontends.grammar_files import load_grammar
from heapwright.frontends.hex import codes, tree
from heapwright.frontends.lexing import BAD, UNCLOSED, Lexer, lex, make_lexer
from heapwright.problems import Problem, Severity
from heapwright.text.span import Span

MAX_DEPTH = 200
FORMULA = "formula"  # the start symbol of the grammar


def parse_formulas(
    text: str, offset: int = 0
) -> tuple[tuple[tree.Formula, ...], tuple[Problem, ...]]:
    """Parse formulas; spans and problems count as if the text stood at `offset`."""
    tokens = lex(hex_lexer(), text)
    formulas: list[tree.Formula] = []
    problems: list[Problem] = []
    current: list[lalr.Slot] = []
    for value, start, end, depth, terminal in tokens:
        current.append((value, start + offset, end + offset, depth, terminal))
        if terminal not in ("SEMICOLON", lalr.END):
            continue
        if len(current) > 1:
            if terminal == "SEMICOLON":
                current.append(("", end + offset, end + offset, 0, lalr.END))
            parsed = _parse_formula(current)
            if isinstance(parsed, Problem):
                problems.append(parsed)
            else:
                formulas.append(parsed)
        elif terminal == "SEMICOLON":
            problems.append(_error(codes.BAD_FORMULA, "expected a formula, found `;`", current[0]))
        current = []
    return tuple(formulas), tuple(problems)


def fitting_terminals(tokens: Sequence[tuple[str, str]]) -> frozenset[str]:
    """Give the terminals that can follow these tokens (text and terminal) of one formula."""
    tables = hex_tables()
    slots: list[lalr.Slot] = [
        (text, i, i + 1, 0, terminal) for i, (text, terminal) in enumerate(tokens)
    ]
    end = len(slots)
    # No state accepts this terminal, so the parse comes to a halt before it.
    progress = lalr.begin(
        tables, FORMULA, [*slots, ("", end, end, 0, BAD), ("", end, end, 0, lalr.END)]
    )
    while lalr.advance(tables, _BUILDERS, MAX_DEPTH, progress) is lalr.Outcome.STUCK:
        found = progress.tokens[progress.position]
        if progress.position == end:
            return frozenset(lalr.acceptable(tables, progress))
        if not (found[0].isidentifier() and lalr.accepts(tables, progress, "NAME")):
            break
        progress.tokens[progress.position] = (*found[:4], "NAME")
    return frozenset()


@lru_cache(maxsize=1)
def hex_tables() -> lalr.Tables:
    """Give the tables of `grammar/hex.lark`."""
    return load_grammar("hex", (FORMULA,))


@lru_cache(maxsize=1)
def hex_lexer() -> Lexer:
    """Give the lexer of `grammar/hex.lark`."""
    return make_lexer(hex_tables())


def _parse_formula(tokens: list[lalr.Slot]) -> tree.Formula | Problem:
    tables = hex_tables()
    progress = lalr.begin(tables, FORMULA, tokens)
    while True:
        match lalr.advance(tables, _BUILDERS, MAX_DEPTH, progress):
            case lalr.Outcome.ACCEPTED:
                formula: tree.Formula = progress.slots[-1][0]
                return formula
            case lalr.Outcome.TOO_DEEP:
                message = f"nested too deeply: at most {MAX_DEPTH} levels are read"
                return Problem(
                    codes.NESTED_TOO_DEEPLY,
                    Severity.ERROR,
                    message,
                    Span(tokens[0][1], tokens[-1][1]),
                )
            case lalr.Outcome.STUCK:
                found = progress.tokens[progress.position]
                # Every word of HEX is a name where it is nothing else.
                if not (found[0].isidentifier() and lalr.accepts(tables, progress, "NAME")):
                    return _problem(tables, progress)
                progress.tokens[progress.position] = (*found[:4], "NAME")


# --- Problems ---------------------------------------------------------------------

_WORDS = {
    "NAME": "a name",
    "NOT": "`not null`",
    "EXPANDS": "`expands to`",
    "BANG": "",
    "TILDE": "",
    "LPAR": "",
    "AND_WORD": "",
    "OR_WORD": "",
    "BAR": "",
    "STAR": "",
    "PLUS": "",
    "QUESTION": "",
    "AND": "",
    "OR": "",
    "DOT": "`.`",
}


def _problem(tables: lalr.Tables, progress: lalr.Progress) -> Problem:
    found = progress.tokens[progress.position]
    if found[4] == UNCLOSED:
        message = "this comment is not closed: `*/` is missing"
        return _error(codes.BAD_TEXT, message, (*found[:2], found[1] + 2, *found[3:]))
    if found[4] == BAD:
        first = found[0][0]
        shown = f"`{first}`" if first.isprintable() else f"U+{ord(first):04X}"
        return _error(codes.BAD_TEXT, f"unexpected character {shown}", found)
    message = f"expected {_expected(tables, progress)}"
    previous = progress.tokens[progress.position - 1] if progress.position else None
    if previous is not None:
        message += f" after `{previous[0]}`"
    if found[4] != lalr.END:
        return _error(codes.BAD_FORMULA, f"{message}, found `{found[0]}`", found)
    end = previous[2] if previous is not None else found[1]
    return _error(codes.BAD_FORMULA, message, ("", end, end, 0, lalr.END))


def _expected(tables: lalr.Tables, progress: lalr.Progress) -> str:
    fitting = lalr.acceptable(tables, progress)
    if "BANG" in fitting:
        return "a formula such as `this.next not null`"
    if "NOTHING" in fitting:
        after_aliases = "SOME" in fitting
        return "`nothing`, `some`, `max` or a path" if after_aliases else "`nothing` or a type"
    texts = {terminal.name: f"`{terminal.pattern}`" for terminal in tables.terminals}
    words = [word for t in fitting if (word := _WORDS.get(t, texts[t]))]
    if "EXPANDS" in fitting:
        words = [word for word in words if word != "`.`"]
    if not words:
        return "something else"
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} or {words[-1]}"


def _error(code: str, message: str, at: lalr.Slot) -> Problem:
    return Problem(code, Severity.ERROR, message, Span(at[1], at[2]))


# --- Nodes, by the aliases of `grammar/hex.lark` ------------------------------------


def _sequence(parts: list[tree.Path], span: Span) -> tree.Path:
    return parts[0] if len(parts) == 1 else tree.Sequence(tuple(parts), span)


def _next_item(parts: list[lalr.Slot], span: Span) -> list[object]:
    items: list[object] = parts[0][0]
    items.append(parts[1][0])
    return items


def _next_alternative(parts: list[lalr.Slot], span: Span) -> list[object]:
    alternatives: list[object] = parts[0][0]
    alternatives.append(_sequence(parts[2][0], _span(parts[2])))
    return alternatives


def _choice(parts: list[lalr.Slot], span: Span) -> tree.Path:
    alternatives: list[tree.Path] = parts[1][0]
    return alternatives[0] if len(alternatives) == 1 else tree.Choice(tuple(alternatives), span)


def _span(slot: lalr.Slot) -> Span:
    return Span(slot[1], slot[2])


def _aliases(parts: list[lalr.Slot], span: Span) -> tree.Aliases:
    values: list[Any] = [part[0] for part in parts]
    return tree.Aliases(
        values[0], values[-2], len(parts) == 5, values[-1], span, _last_name(parts[-1])
    )


def _last_name(slot: lalr.Slot) -> Span:
    """Give the place of the name in `with name`; nowhere if there is none."""
    return Span(slot[2] - len(slot[0]), slot[2]) if slot[0] else tree.NOWHERE


_BUILDERS: dict[str, lalr.Builder] = {
    "finished": lambda p, span: p[0][0],
    "either": lambda p, span: tree.Or(p[0][0], p[2][0], span),
    "both": lambda p, span: tree.And(p[0][0], p[2][0], span),
    "negated": lambda p, span: tree.Not(p[1][0], span),
    "parentheses": lambda p, span: p[1][0],
    "not_null": lambda p, span: tree.NotNull(p[0][0], p[3][0], span, _last_name(p[3])),
    "expands_to_nothing": lambda p, span: tree.ExpandsTo(
        p[0][0], None, p[4][0], span, _last_name(p[4])
    ),
    "expands_to": lambda p, span: tree.ExpandsTo(
        p[0][0], p[3][0], p[4][0], span, _last_name(p[4]), _span(p[3])
    ),
    "aliases_nothing": lambda p, span: tree.AliasesNothing(
        p[0][0], p[3][0], span, _last_name(p[3])
    ),
    "aliases_some": lambda p, span: tree.AliasesSome(
        p[0][0], p[3][0], p[4][0], span, _last_name(p[4]), _span(p[3])
    ),
    "aliases": _aliases,
    "aliases_max": _aliases,
    "no_companion": lambda p, span: None,
    "companion": lambda p, span: p[1][0],
    "path_start": lambda p, span: p[0][0],
    "path": lambda p, span: _sequence([p[0][0], *p[1][0]], span),
    "start": lambda p, span: tree.Start(p[0][0], span),
    "first_item": lambda p, span: [p[0][0]],
    "next_item": _next_item,
    "step": lambda p, span: tree.Step(p[1][0], span),
    "choice": _choice,
    "first_alternative": lambda p, span: [_sequence(p[0][0], span)],
    "next_alternative": _next_alternative,
    "repeat": lambda p, span: tree.Repeat(p[0][0], p[1][0], span),
}
