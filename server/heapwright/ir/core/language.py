"""What sets one source language apart from another, for all that need not know a front end.

Place: ir/core/. A front end names its language in the program; whoever writes a value or a
condition, or decides by what the language promises, asks the record for that and never for the
name. What is kept on disk or sent to a worker holds the name only; `language_named` finds the
record again.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from heapwright.records import dataclass, field


# Compared by identity: there is one value of each.
@dataclass(frozen=True, slots=True, eq=False)
class Language:
    """The words of a language, and what holds for its programs and its files."""

    name: str
    suffix: str  # of its files
    editor_names: tuple[str, ...]  # by which editors call it
    comment: str  # the sign before one
    gap: str  # between two declarations
    receiver: str
    null: str
    true: str
    false: str
    both: str
    either: str
    negation: str
    equal: str
    differ: str
    same: str
    not_same: str
    divide: str
    choice: Callable[[str, str, str], str] = field(repr=False)  # of the condition and both values
    instance: Callable[[str, str], str] = field(repr=False)  # of the value and the class
    # Types are rules, not remarks: clients call what the declared class has, and a mistake in one
    # place is one of the whole file.
    is_checked_statically: bool
    # Statements stand inside of expressions, and `if` is an expression.
    nests_statements: bool
    # What the right side of `and` assigns is gone behind it.
    has_lexical_scopes: bool
    # A client can read what an object holds without a call.
    shows_fields: bool
    # No other tool knows the language, and all its files are for us.
    is_our_own: bool
    # Specs, tests, scopes and formulas are declarations; elsewhere marks and comments say them.
    declares_questions: bool
    # Files name each other as modules, not by their paths.
    has_modules: bool
    # Hypothesis runs its programs.
    has_strategies: bool

    def word_of(self, value: bool | None) -> str:
        """Write null or a Boolean."""
        return self.null if value is None else self.true if value else self.false


TINY = Language(
    "tiny", ".tiny", ("tiny", "heapwright", "heapwright-tiny"), "//", "\n\n", "this",
    "null", "true", "false", " && ", " || ", "!", "=", "!=", "=", "!=", "/",
    lambda condition, then, otherwise: f"if {condition} then {then} else {otherwise}",
    lambda value, class_name: f"{value} instanceof {class_name}",
    is_checked_statically=True, nests_statements=True, has_lexical_scopes=True,
    shows_fields=False, is_our_own=True, declares_questions=True, has_modules=False,
    has_strategies=False,
)  # fmt: skip
PYTHON = Language(
    "python", ".py", ("python",), "#", "\n\n\n", "self",
    "None", "True", "False", " and ", " or ", "not ", "==", "!=", "is", "is not", "//",
    lambda condition, then, otherwise: f"{then} if {condition} else {otherwise}",
    lambda value, class_name: f"isinstance({value}, {class_name.partition(' (')[0]})",
    is_checked_statically=False, nests_statements=False, has_lexical_scopes=False,
    shows_fields=True, is_our_own=False, declares_questions=False, has_modules=True,
    has_strategies=True,
)  # fmt: skip
LANGUAGES = (TINY, PYTHON)
_BY_NAME: Mapping[str, Language] = {language.name: language for language in LANGUAGES}


def language_named(name: str) -> Language:
    """Give the language of that name, which is one of ours."""
    return _BY_NAME[name]
