"""What inputs of any kind must be for a path, in the syntax of Python.

Place: paths/shown/. `workspace.open_paths` writes conditions and values with this. Pure.

Runs that take the same turns on containers of different lengths are one path, so their
facts are put together: lengths 1, 2 and 3 of at most 3 are `len(items) >= 1`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping, Sequence

from heapwright.heaps.class_numbers import ClassNumbers
from heapwright.heaps.known_shape import (
    FloatTerm,
    HeapObject,
    NamedValue,
    SpelledText,
    TextAtom,
    Value,
)
from heapwright.heaps.model import SymbolicHeap
from heapwright.heaps.spelling import FIRST
from heapwright.heaps.text_codes import texts_for
from heapwright.ir.core.language import PYTHON
from heapwright.paths.shown.open_inputs import Fact, Length, Said
from heapwright.paths.shown.write_terms import LOOSEST, Writer
from heapwright.records import dataclass
from heapwright.terms.build import integer, subtract
from heapwright.terms.rewrite import free_variables, substitute
from heapwright.terms.term import AtMostZero, EqualsZero, SumLiteral, Term

Lengths = Mapping[str, int]
MOST_SIMPLIFIED = 60
_KEYS = re.compile(r"list\((.+)\)\[\d+\] != list\(\1\)\[\d+\]")


@dataclass(frozen=True, slots=True)
class Alternative:
    """One way to take a path: how long containers are, and what else holds."""

    lengths: Lengths
    said: tuple[str, ...]


def alternative(
    classes: ClassNumbers, facts: Sequence[Fact], conditions: Sequence[Term], texts: Collection[str]
) -> Alternative:
    """Write the facts and the path condition of one run; `texts` are variables for strings."""
    lengths = {fact.way: fact.size for fact in facts if isinstance(fact, Length)}
    said = [fact.text for fact in facts if isinstance(fact, Said)]
    said += [_written(classes, term, texts) for term in conditions]
    # Keys differ from each other, which goes without saying.
    said = [text for text in said if _KEYS.fullmatch(text) is None]
    return Alternative(lengths, tuple(dict.fromkeys(said)))


def condition_of(
    alternatives: Sequence[Alternative], most_entries: int, most: int | None = None
) -> str:
    """Put the alternatives of a path together; with `most`, say so many of them at most."""
    by_lengths: dict[tuple[tuple[str, int], ...], list[frozenset[str]]] = {}
    order: dict[str, None] = {}
    for one in alternatives:
        order.update(dict.fromkeys(one.said))
        by_lengths.setdefault(tuple(one.lengths.items()), []).append(frozenset(one.said))
    merged = [
        (said, {way: frozenset((size,)) for way, size in lengths})
        for lengths, several in by_lengths.items()
        for said in _simplified(several)
    ]
    merged = _joined(merged)
    places = {text: at for at, text in enumerate(order)}
    written: dict[str, None] = {}
    for said, sizes in merged:
        lengths = [_sizes_text(way, found, most_entries) for way, found in sizes.items()]
        texts = [*filter(None, lengths), *sorted(said, key=lambda text: places[text])]
        written[" and ".join(texts) or "True"] = None
    if len(written) == 1 or "True" in written:
        return "True" if "True" in written else next(iter(written))
    shown = [f"({one})" if " and " in one else one for one in written]
    if most is not None and len(shown) > most:
        return f"{' or '.join(shown[:most])} or one of {len(shown) - most} more cases"
    return " or ".join(shown)


def _joined(
    merged: list[tuple[frozenset[str], dict[str, frozenset[int]]]],
) -> list[tuple[frozenset[str], dict[str, frozenset[int]]]]:
    """Put together what differs in the length of one container only."""
    for way in reversed(list(dict.fromkeys(way for _, sizes in merged for way in sizes))):
        grouped: dict[object, tuple[frozenset[str], dict[str, frozenset[int]]]] = {}
        for said, sizes in merged:
            rest = tuple(sorted((w, sorted(n)) for w, n in sizes.items() if w != way))
            key = (said, repr(rest), way in sizes)
            if key in grouped and way in sizes:
                grouped[key][1][way] |= sizes[way]
            else:
                grouped[key] = (said, dict(sizes))
        merged = list(grouped.values())
    return merged


def _simplified(several: Sequence[frozenset[str]]) -> list[frozenset[str]]:
    """Drop what does not matter: `p and q or not p and q` is `q`.

    Of `d and p` and `e and not p`, where `e` is part of `d`, the first is `d` alone.
    """
    kept = list(dict.fromkeys(several))
    is_changed = len(kept) <= MOST_SIMPLIFIED
    while is_changed:
        is_changed = False
        for at, one in enumerate(kept):
            for part in sorted(one):
                rest = one - {part}
                negated = _negated(part)
                if any(negated in other and other - {negated} <= rest for other in kept):
                    kept[at], is_changed = rest, True
                    break
        kept = list(dict.fromkeys(kept))
        kept = [one for one in kept if not any(other < one for other in kept)]
    return kept


def _negated(text: str) -> str:
    for words, others in ((" is not ", " is "), (" is ", " is not "), (" != ", " == ")):
        if words in text:
            return text.replace(words, others)
    if " == " in text:
        return text.replace(" == ", " != ")
    return text.removeprefix("not ") if text.startswith("not ") else f"not {text}"


def _sizes_text(way: str, sizes: frozenset[int], most_entries: int) -> str | None:
    """Say how long something is; None where it does not matter."""
    low, high = min(sizes), max(sizes)
    most = max(most_entries, high)
    if len(sizes) == 1:
        return f"len({way}) == {low}"
    if len(sizes) < high - low + 1:
        return f"len({way}) in {tuple(sorted(sizes))}"
    if low == 0 and high == most:
        return None
    if high == most:
        return f"len({way}) >= {low}"
    return f"len({way}) <= {high}" if low == 0 else f"{low} <= len({way}) <= {high}"


def _written(classes: ClassNumbers, term: Term, texts: Collection[str]) -> str:
    """Write a condition on variables, which are called by their ways."""
    own = [one for one in free_variables(term) if one.name in texts]
    if own and isinstance(term, SumLiteral) and len(term.parts) == 1:
        # A string against one that the program names, by their codes.
        [(_, factor)] = term.parts
        code = -term.constant // factor
        text = texts_for((code,))[code]
        if isinstance(term, AtMostZero):
            return f"{own[0].name} {'<=' if factor > 0 else '>='} {text!r}"
        return f"{own[0].name} {'==' if isinstance(term, EqualsZero) else '!='} {text!r}"
    letters: dict[Term, Term] = {
        v: subtract(v, integer(FIRST)) for v in free_variables(term) if v.name[:4] == "ord("
    }
    shown = substitute(term, letters)
    return Writer(PYTHON, classes, SymbolicHeap()).written(shown, LOOSEST)


def value_text(
    classes: ClassNumbers, ways: Mapping[HeapObject, str], value: Value, depth: int = 3
) -> str:
    """Write a value that a path gives."""

    def inner(one: Value) -> str:
        return value_text(classes, ways, one, depth - 1)

    match value:
        case Term():
            return _written(classes, value, ())
        case TextAtom(term):
            return _written(classes, term, ())
        case FloatTerm(numerator, denominator):
            shown = _written(classes, numerator, ())
            return shown if denominator == 1 else f"({shown}) / {denominator}"
        case SpelledText(letters):
            return " + ".join(map(_letter, letters))
        case HeapObject() if value in ways:
            return ways[value]
        case HeapObject(class_name=name) if name in ("list", "dict", "set") and depth:
            return _container_text(name, value, inner)
        case HeapObject():
            return f"new {value.class_name}"
        case tuple():
            items = ", ".join(map(inner, value)) if depth else "…"
            return f"({items},)" if len(value) == 1 else f"({items})"
        case NamedValue(kind, name):
            return name if kind in ("constant", "type", "function") else f"{kind}.{name}"
        case _:
            return repr(value)


def _letter(letter: int | Term) -> str:
    if isinstance(letter, int):
        return repr(chr(letter + FIRST))
    names = free_variables(letter)
    is_plain = len(names) == 1 and letter is names[0]
    return names[0].name.removeprefix("ord(").removesuffix(")") if is_plain else "…"


def _container_text(name: str, value: HeapObject, inner: Callable[[Value], str]) -> str:
    entries = [one for key, one in value.fields.items() if isinstance(key, int)]
    if name == "list":
        return f"[{', '.join(map(inner, entries))}]"
    if name == "dict":
        pairs = [one for one in entries if isinstance(one, tuple)]
        return "{" + ", ".join(f"{inner(k)}: {inner(v)}" for k, v in pairs) + "}"
    return "{" + ", ".join(map(inner, entries)) + "}" if entries else "set()"
