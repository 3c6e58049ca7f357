"""Names of generated tests: the method, how it ends, and the branch condition in words.

Place: answers/branches/. `generate_tests` asks for a name per test. `node.left is None` that comes
out false is `when_node_left_is_not_none`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

MOST_CHARACTERS = 48
OTHERWISE = "_or_otherwise"
MOST_IN_ALL = 68  # so that the first line of a test fits into 88 columns

_TOKEN = re.compile(r"[A-Za-z_]\w*|\d+|[<>=!]=|&&|\|\|?|[-+*/%<>=!~]|\"[^\"]*\"|'[^']*'")
_WORD_START = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")
_LEFT_OUT = frozenset(("self", "this", "cls"))
# Words that a shortened name does not end in.
_HANGING = frozenset(
    (
        *("is", "not", "below", "above", "at", "least", "most", "in", "a"),
        *("and", "or", "plus", "minus", "times", "by", "modulo"),
    )
)
_COMPARISONS = {
    "==": ("is", "is_not"),
    "=": ("is", "is_not"),
    "!=": ("is_not", "is"),
    "<": ("is_below", "is_at_least"),
    "<=": ("is_at_most", "is_above"),
    ">": ("is_above", "is_at_most"),
    ">=": ("is_at_least", "is_below"),
    "is": ("is", "is_not"),
    "in": ("is_in", "is_not_in"),
}
_OTHERS = {
    "&&": "and",
    "||": "or",
    "|": "or",
    "!": "not",
    "~": "not",
    "+": "plus",
    "-": "minus",
    "*": "times",
    "/": "by",
    "//": "by",
    "%": "modulo",
    "None": "none",
    "null": "none",
    "True": "true",
    "False": "false",
    "instanceof": "is_a",
    "len": "size",
}


def condition_words(text: str, outcome: bool) -> str:
    """Say a condition that came out this way, `x_is_below_node_element`.

    A loop through something has the word `for` before it.
    """
    if text.startswith("for "):
        items = condition_words(text.removeprefix("for "), True)
        return f"{items}_goes_on" if outcome else f"{items}_ends"
    tokens = _TOKEN.findall(text)
    joined = any(token in ("and", "or", "&&", "||") for token in tokens)
    compared = [at for at, token in enumerate(tokens) if token in _COMPARISONS]
    if not outcome and joined:
        parts, other = _operands(text)
        if other:
            return _shortened(f"_{other}_".join(condition_words(part, False) for part in parts))
        return f"not_{condition_words(text, True)}"
    if not outcome and len(compared) > 1:
        words_when_true = condition_words(text, True)
        if words_when_true.startswith("not_"):
            return words_when_true.removeprefix("not_")
        return f"not_{words_when_true}"
    words: list[str] = []
    is_turned = not outcome
    at = 0
    while at < len(tokens):
        token = tokens[at]
        follows_not = at > 0 and tokens[at - 1] == "not"
        if token in _COMPARISONS:
            if token == "is" and tokens[at + 1 : at + 2] == ["not"]:
                words.append(_COMPARISONS["is"][not is_turned])
                at += 1
            elif token == "in" and follows_not:
                words[-1:] = [_COMPARISONS["in"][not is_turned]]
            else:
                words.append(_COMPARISONS[token][is_turned])
            is_turned = False if not joined else is_turned
        elif token not in _LEFT_OUT:
            words.append(_OTHERS.get(token) or _split(token))
        at += 1
    found = "_".join(word for word in words if word)
    if is_turned and not compared:
        found = found[len("not_") :] if found.startswith("not_") else f"not_{found}"
    return _shortened(found)


def _operands(text: str) -> tuple[list[str], str]:
    """Take a condition apart that one word joins; gives the word that joins the opposites."""
    for words, other in ((("or", "||"), "and"), (("and", "&&"), "or")):
        joint = "|".join(rf"\b{word}\b" if word.isalpha() else re.escape(word) for word in words)
        parts = re.split(joint, text)
        tokens = [_TOKEN.findall(part) for part in parts]
        is_flat = all(part.count("(") == part.count(")") for part in parts)
        has_more = any(set(found) & {"and", "or", "&&", "||"} for found in tokens)
        if len(parts) > 1 and is_flat and not has_more:
            return parts, other
    return [text], ""


def _shortened(words: str, most: int = MOST_CHARACTERS) -> str:
    """Leave out what comes after an `and` or `or`, or just the end, of a long name.

    A part of an `or` need not hold, so the name says that there are others.
    """
    if len(words) <= most:
        return words
    first, *others = re.split(r"_(?:and|or)_", words)
    if others and words.startswith(f"{first}_or_") and len(first + OTHERWISE) <= most:
        return first + OTHERWISE
    kept = first.split("_")
    while len("_".join(kept)) > most and len(kept) > 1:
        kept.pop()
    while len(kept) > 1 and kept[-1] in _HANGING:
        kept.pop()
    return "_".join(kept)


def case_name(method: str, ending: str, condition: str) -> str:
    """Put a name together; empty parts are left out."""
    start = "_".join(part for part in (_split(method) or "call", ending) if part)
    room = MOST_IN_ALL - len(start) - len("_when_")
    shown = _shortened(condition, room)
    return f"{start}_when_{shown}" if shown and len(shown) <= room else start


def told_apart(names: Sequence[str]) -> list[str]:
    """Number names that come more than once."""
    seen: dict[str, int] = {}
    result = []
    for name in names:
        seen[name] = seen.get(name, 0) + 1
        result.append(name if seen[name] == 1 else f"{name}_{seen[name]}")
    return result


def _split(name: str) -> str:
    """`findMax` is `find_max`, `_left` is `left`."""
    return re.sub(r"\W+", "_", _WORD_START.sub("_", name.strip("_@="))).lower().strip("_")
