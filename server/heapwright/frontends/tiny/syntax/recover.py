"""Make broken tokens fit the grammar, and say once per mistake what was wrong.

Place: frontends/tiny/syntax/. `parse` calls `repair` whenever `lalr.advance` is stuck; it
edits the tokens that are still to come, so that the parse can go on. Every
repair either shifts a token or removes one, and at the end of a chunk every
inserted token completes something that is open: a parse always ends.

The order of attempts: what is no mistake (a soft word used as a name), then the
insertion that makes the found token fit, a replacement (`=` for `:=`), a
deletion, and last skipping in silence until something fits.
"""

from __future__ import annotations

from heapwright.frontends import lalr
from heapwright.frontends.lexing import BAD, LONG_INT, MAX_DIGITS, UNCLOSED
from heapwright.frontends.tiny.syntax import codes
from heapwright.frontends.tiny.syntax.split import SOFT_WORDS
from heapwright.problems import Problem, Related, Severity
from heapwright.records import dataclass, field
from heapwright.text.span import Span

MAX_PROBLEMS = 10

_LEXICAL = (BAD, UNCLOSED, LONG_INT)


@dataclass(slots=True)
class Repairs:
    """The problems of one chunk so far, and whether to keep silent for now."""

    problems: list[Problem] = field(default_factory=list)
    # While tokens are skipped at this position, the mistake there is reported.
    silent_at: int = -1
    # At the end of the chunk one problem speaks for all that is open.
    is_completing: bool = False


def repair(tables: lalr.Tables, progress: lalr.Progress, repairs: Repairs) -> None:
    """Change the tokens at the position where the parse is stuck."""
    position = progress.position
    found = progress.tokens[position]
    if _is_no_mistake(tables, progress):
        return
    if len(repairs.problems) >= MAX_PROBLEMS and found[4] != lalr.END:
        # Enough is said; keep the tree as far as it goes.
        del progress.tokens[position:-1]
        repairs.is_completing = True
        return
    if found[4] in _LEXICAL:
        _repair_lexical(progress, repairs)
        return
    if found[4] == lalr.END:
        completions = _completions(tables, progress)
        if not repairs.is_completing:
            _report(tables, progress, repairs, completions[0])
        repairs.is_completing = True
        _insert(progress, completions)
        return
    insertion = _insertion(tables, progress, found[4])
    if insertion:
        _report(tables, progress, repairs, insertion[0])
        _insert(progress, insertion)
        return
    _report(tables, progress, repairs, None)
    after = progress.tokens[position + 1][4]
    for terminal in _REPLACEMENTS.get(found[4], ()):
        if lalr.accepts(tables, progress, terminal, after):
            progress.tokens[position] = (*found[:4], terminal)
            return
    _skip(tables, progress)
    repairs.silent_at = position


def _skip(tables: lalr.Tables, progress: lalr.Progress) -> None:
    """Remove the found token and those behind it that cannot be used here either."""
    tokens = progress.tokens
    # Bad characters among what is skipped need no word of their own.
    fits = {lalr.END: True, UNCLOSED: True, BAD: False, LONG_INT: False}
    end = progress.position + 1
    while True:
        terminal = tokens[end][4]
        if terminal not in fits:
            fits[terminal] = (
                lalr.accepts(tables, progress, terminal)
                or (terminal in SOFT_WORDS and lalr.accepts(tables, progress, "NAME"))
                or bool(_insertion(tables, progress, terminal))
            )
        if fits[terminal]:
            break
        end += 1
    # One deletion for all: a megabyte of `)` took minutes one by one.
    del tokens[progress.position : end]


# --- What is no mistake -----------------------------------------------------------


def _is_no_mistake(tables: lalr.Tables, progress: lalr.Progress) -> bool:
    position = progress.position
    found = progress.tokens[position]
    modifiers = ("PRIVATE", "STATIC")
    if found[4] in modifiers and progress.slots and progress.slots[-1][4] in modifiers:
        # `private private int x`: twice the same, rather than a type `private`.
        return False
    if found[4] in SOFT_WORDS and lalr.accepts(tables, progress, "NAME"):
        progress.tokens[position] = (*found[:4], "NAME")
        return True
    # `try.next`: the word before was a name after all.
    if progress.slots and progress.slots[-1][4] in ("TRY", "ASSERT"):
        before = lalr.Progress(
            progress.tokens,
            position - 1,
            progress.states[:-1],
            progress.slots[:-1],
            progress.end_state,
        )
        if lalr.accepts(tables, before, "NAME", found[4]):
            word = progress.slots.pop()
            progress.states.pop()
            progress.position = position - 1
            progress.tokens[position - 1] = (*word[:4], "NAME")
            return True
    return False


def _repair_lexical(progress: lalr.Progress, repairs: Repairs) -> None:
    position, tokens = progress.position, progress.tokens
    text, start, end, _, terminal = tokens[position]
    if terminal == LONG_INT:
        message = f"a number has at most {MAX_DIGITS:,} digits, this one has {end - start:,}"
        _say(progress, repairs, codes.NUMBER_TOO_LONG, message, Span(start, end))
        tokens[position] = ("0", start, end, 0, "INT")
        return
    if terminal == UNCLOSED:
        _say(
            progress,
            repairs,
            codes.UNCLOSED_COMMENT,
            "this comment is not closed: `*/` is missing",
            Span(start, start + 2),
        )
        del tokens[position]
        return
    last = position
    while tokens[last + 1][4] == BAD and tokens[last + 1][1] == tokens[last][2]:
        last += 1
    shown = f"`{text[0]}`" if text[0].isprintable() else f"U+{ord(text[0]):04X}"
    message = f"unexpected character {shown}"
    if tokens[last][2] > start + 1:
        message += f" and {tokens[last][2] - start - 1:,} more"
    _say(progress, repairs, codes.BAD_CHARACTER, message, Span(start, tokens[last][2]))
    del tokens[position : last + 1]


# --- Repairs ------------------------------------------------------------------------

_REPLACEMENTS = {
    "EQUAL": ("ASSIGN",),
    "EQUAL_EQUAL": ("ASSIGN",),
    "RPAR": ("RBRACKET",),
    "RBRACKET": ("RPAR",),
    "COMMA": ("SEMICOLON",),
}

# What to insert, best first. The same order completes whatever is open: what
# closes comes before what opens, so that completing comes to an end.
COMPLETIONS = (
    "RBRACE",
    "RPAR",
    "RBRACKET",
    "SEMICOLON",
    "MISSING",
    "NAME",
    "THEN",
    "IN",
    "DO",
    "CATCH",
    "ASSIGN",
    "LESS_EQUAL",
    "INT",
    "LPAR",
    "LBRACE",
    "SPEC",
    "SCOPE",
    "TEST",
    "CLASS",
)
_SINGLES = ("MISSING", "NAME", *COMPLETIONS[:4], "COMMA", *COMPLETIONS[6:13])
_SINGLES_AFTER_OPERAND = tuple(t for t in _SINGLES if t not in ("ASSIGN", "LESS_EQUAL"))
_MOST_INSERTED = 8


def _insertion(tables: lalr.Tables, progress: lalr.Progress, found: str) -> list[str]:
    """Find what to insert so that the found terminal fits; empty if nothing does."""
    # Behind an operand, `:=` and `<=` would fit but explain nothing.
    singles = _SINGLES if not lalr.accepts(tables, progress, "PLUS") else _SINGLES_AFTER_OPERAND
    for terminal in singles:
        if lalr.accepts(tables, progress, terminal, found):
            return [terminal]
    chain: list[str] = []
    ahead: lalr.Ahead = (len(progress.states), ())
    for _ in range(_MOST_INSERTED):
        if lalr.follow(tables, progress, ahead, lalr.END) is not None:
            return []
        terminal, ahead = _first_completion(tables, progress, ahead)
        chain.append(terminal)
        if lalr.follow(tables, progress, ahead, found) is not None:
            return chain
    return []


def _completions(tables: lalr.Tables, progress: lalr.Progress) -> list[str]:
    """Find all that is missing at the end of a chunk."""
    completions: list[str] = []
    ahead: lalr.Ahead = (len(progress.states), ())
    while lalr.follow(tables, progress, ahead, lalr.END) is None:
        terminal, ahead = _first_completion(tables, progress, ahead)
        completions.append(terminal)
    return completions


def _first_completion(
    tables: lalr.Tables, progress: lalr.Progress, ahead: lalr.Ahead
) -> tuple[str, lalr.Ahead]:
    fitting = lalr.first_that_fits(tables, progress, ahead, COMPLETIONS)
    # A test walks all states of the grammar to see that something always fits.
    assert fitting is not None
    return fitting


def _insert(progress: lalr.Progress, terminals: list[str]) -> None:
    at = _end_of_previous(progress)
    new = [("0" if t == "INT" else "", at, at, 0, t) for t in terminals]
    progress.tokens[progress.position : progress.position] = new


def _end_of_previous(progress: lalr.Progress) -> int:
    return progress.tokens[progress.position - 1][2] if progress.position else 0


# --- Words ----------------------------------------------------------------------------

_OPENERS = {"RPAR": "LPAR", "RBRACKET": "LBRACKET", "RBRACE": "LBRACE"}
_NAMES = {
    "CLASS": "a class name",
    "EXTENDS": "a class name",
    "NEW": "a class name",
    "INSTANCEOF": "a class name",
    "DOT": "a field or method name",
    "LET": "a variable name",
    "SCOPE": "a class name or `calls`",
    "SPEC": "a name for the spec",
    "TEST": "a name for the test",
    "INVARIANT": "a name for the invariant",
    "AT": "a name for the marker",
}
# Nobody needs to be told that an operator might have followed.
_UNSAID_AFTER_OPERAND = """
    OR AND EQUAL EQUAL_EQUAL NOT_EQUAL LESS LESS_EQUAL GREATER GREATER_EQUAL PLUS MINUS STAR
    SLASH PERCENT INSTANCEOF ASSIGN DOT LPAR LBRACKET ELSE
"""


def _report(
    tables: lalr.Tables, progress: lalr.Progress, repairs: Repairs, inserted: str | None
) -> None:
    """Say what is wrong at the position; `inserted` is what would have made it fit."""
    if _is_silent(progress, repairs):
        return
    found = progress.tokens[progress.position]
    if inserted in _OPENERS:
        _report_missing_closer(tables, progress, repairs, inserted)
        return
    if found[4] == "ASSIGN" and inserted is None and lalr.accepts(tables, progress, "PLUS"):
        message = "only a variable or a field can stand on the left of `:=`"
        _say(progress, repairs, codes.UNEXPECTED, message, Span(found[1], found[2]))
        return
    expected = _expected(tables, progress, inserted)
    previous = _previous(progress)
    message = f"expected {expected}"
    if previous is not None:
        message += f" after {_shown(previous)}"
    if found[4] != lalr.END:
        message += f", found {_shown(found)}"
    _say(progress, repairs, codes.UNEXPECTED, message, _place(progress))


def _report_missing_closer(
    tables: lalr.Tables, progress: lalr.Progress, repairs: Repairs, closer: str
) -> None:
    opener = next(s for s in reversed(progress.slots) if s[4] == _OPENERS[closer])
    message = f"missing {_text(tables, closer)} to close {_shown(opener)}"
    found = progress.tokens[progress.position]
    if found[4] != lalr.END:
        message += f" before {_shown(found)}"
    related = Related(f"{_shown(opener)} opened here", Span(opener[1], opener[2]))
    _say(progress, repairs, codes.MISSING_CLOSER, message, _place(progress), (related,))


def _expected(tables: lalr.Tables, progress: lalr.Progress, inserted: str | None) -> str:
    if not progress.slots and lalr.accepts(tables, progress, "INVARIANT"):
        return "a field or a method"
    fitting = lalr.acceptable(tables, progress) if inserted is None else [inserted]
    if "MISSING" in fitting:
        return "an expression"
    if "NAME" in fitting:
        previous = _previous(progress)
        return _NAMES.get(previous[4] if previous else "", "a name")
    if inserted is not None:
        return _text(tables, inserted)
    after_operand = "PLUS" in fitting
    unsaid = _UNSAID_AFTER_OPERAND.split() if after_operand else []
    texts = [_text(tables, t) for t in fitting if t not in unsaid]
    if not texts:
        return "an operator" if after_operand else "the end"
    return texts[0] if len(texts) == 1 else f"{', '.join(texts[:-1])} or {texts[-1]}"


def _text(tables: lalr.Tables, terminal: str) -> str:
    if terminal == "INT":
        return "a number"
    return next((f"`{t.pattern}`" for t in tables.terminals if t.name == terminal), "the end")


def _shown(token: lalr.Slot) -> str:
    text: str = token[0]
    return f"`{text}`" if len(text) <= 30 else f"`{text[:27]}…`"


def _previous(progress: lalr.Progress) -> lalr.Slot | None:
    """Give the last token of the text that was not invented."""
    for index in range(progress.position - 1, -1, -1):
        if progress.tokens[index][1] < progress.tokens[index][2]:
            return progress.tokens[index]
    return None


def _place(progress: lalr.Progress) -> Span:
    """Point at the found token, or behind the last one where the chunk ends."""
    found = progress.tokens[progress.position]
    if found[4] == lalr.END:
        end = _end_of_previous(progress)
        return Span(end, end)
    return Span(found[1], found[2])


def _is_silent(progress: lalr.Progress, repairs: Repairs) -> bool:
    return repairs.silent_at == progress.position or len(repairs.problems) >= MAX_PROBLEMS


def _say(
    progress: lalr.Progress,
    repairs: Repairs,
    code: str,
    message: str,
    span: Span,
    related: tuple[Related, ...] = (),
) -> None:
    if not _is_silent(progress, repairs):
        repairs.problems.append(Problem(code, Severity.ERROR, message, span, related))
