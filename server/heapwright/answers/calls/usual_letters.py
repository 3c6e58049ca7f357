"""Let letters be usual ones where a question leaves a choice.

Place: answers/calls/. `match_goal` and `synthesize` ask for this before they choose values. A
letter is "a" where it can be, since its number is zero then. One that must be a space can be any
of thirty, and nobody wants to read the first of them that a search comes across.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from heapwright.domains.constraint import Constraint
from heapwright.domains.value_sets import contains, set_in
from heapwright.graph.state.state_graph import Argument, Fresh, Spelled
from heapwright.heaps.known_shape import HeapObject, SpelledText, Value
from heapwright.heaps.spelling import SPACE
from heapwright.terms.term import Term


def usual_letters(pc: Constraint, letters: Iterable[int | Term]) -> Mapping[Term, int]:
    """Give those letters that had better be the usual space: they may be one, and no "a"."""
    sets = dict(found for literal in pc.residual if (found := set_in(literal)) is not None)
    return {
        letter: SPACE
        for letter in letters
        if letter in sets and contains(sets[letter], SPACE) and not contains(sets[letter], 0)
    }


def letters_given(arguments: Iterable[Argument]) -> Iterator[int | Term]:
    """List the letters of the strings that a client gives."""
    for argument in arguments:
        match argument:
            case Spelled(letters):
                yield from letters
            case Fresh(entries=entries):
                yield from letters_given(entries)
            case _:
                pass


def letters_kept(objects: Iterable[HeapObject]) -> Iterator[int | Term]:
    """List the letters of the strings in a heap."""
    for found in objects:
        pending: list[Value] = list(found.fields.values())
        while pending:
            value = pending.pop()
            if type(value) is tuple:
                pending.extend(value)
            elif isinstance(value, SpelledText):
                yield from value.letters
