"""Strings as long as the code wants them.

Place: graph/client/. `explore` notes here what runs demanded of strings, `gives` hands clients
such strings, and `answers` explores once more with them where short strings gave no answer.

Where the code looks into strings, all of at most four characters are tried. A library that takes
thirteen digits for a book has no book then, and "no two books" is true and useless. All strings of
up to thirteen would be far too many, and nobody needs them: those of exactly thirteen, for just
the parameter that is checked, are what the code asks for.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from heapwright.graph.state import state_graph
from heapwright.graph.state.public_calls import PublicCall
from heapwright.graph.state.state_graph import Argument, Setting, StateGraph
from heapwright.ir.core.program import CHARACTERS
from heapwright.paths.runs.text_demands import TextDemand
from heapwright.records import replace
from heapwright.terms.rewrite import free_variables
from heapwright.terms.term import Term

MOST_DEMANDED = 512  # characters: longer strings are not tried
MOST_LENGTHS = 4  # for one parameter, the shortest first


def demands_in(
    spelling: state_graph.Spelling | None,
    call: PublicCall | None,
    arguments: Sequence[Argument],
    found: Iterable[TextDemand],
) -> Iterator[state_graph.Demand]:
    """Say what a run of a call, or of a question, demands that no string of the client keeps."""
    if spelling is None:
        return
    own = () if call is None else arguments[call.receiver is not None :]
    for letter, length, wanted in found:
        if isinstance(wanted, str):
            if wanted in spelling.texts:
                continue
            wanted = len(wanted)
        given = None if call is None else _given(own, letter)
        if call is None or given is None:
            demand = state_graph.Demand(state_graph.ANY_STRING, 0, wanted)
        elif given[1] <= spelling.longest or given[1] == length:
            # Of a part of a string, as `text.split("-")[0]`, the rest stays as it is. For parts of
            # longer ones this would never end.
            demand = state_graph.Demand(call.name, given[0], given[1] + wanted - length)
        else:
            continue
        if demand.length > spelling.longest:
            yield demand


def _given(arguments: Sequence[Argument], letter: Term) -> tuple[int, int] | None:
    """Say for which parameter a letter was given, and how long that string is."""
    variables = set(free_variables(letter))
    for place, argument in enumerate(arguments):
        for text in _texts_in(argument):
            if not variables.isdisjoint(text.letters):
                return place, len(text.letters)
    return None


def _texts_in(argument: Argument) -> Iterator[state_graph.Spelled]:
    if isinstance(argument, state_graph.Spelled):
        yield argument
    elif isinstance(argument, state_graph.Fresh):
        for entry in argument.entries:
            yield from _texts_in(entry)


def is_free(setting: Setting) -> bool:
    """Say whether strings are looked into, and nobody asked for a bound on their characters."""
    return setting.spelling is not None and CHARACTERS not in setting.bounded


def with_demands(setting: Setting, demands: Iterable[state_graph.Demand]) -> Setting:
    """Give the setting in which clients give strings of these lengths, too, as far as it goes."""
    spelling = setting.spelling
    if spelling is None or not is_free(setting):
        return setting
    kept: dict[tuple[str, int], list[state_graph.Demand]] = {}
    for demand in sorted({*spelling.demands, *demands}, key=demand_order):
        own = kept.setdefault((demand.call, demand.place), [])
        if demand.length <= MOST_DEMANDED and len(own) < MOST_LENGTHS:
            own.append(demand)
    together = tuple(sorted((one for own in kept.values() for one in own), key=demand_order))
    return replace(setting, spelling=replace(spelling, demands=together))


def demanding(graph: StateGraph, asked: Iterable[state_graph.Demand]) -> Setting:
    """Give the setting of a graph with all that calls and a question demand."""
    return with_demands(graph.setting, unmet(graph, asked))


def unmet(graph: StateGraph, asked: Iterable[state_graph.Demand]) -> list[state_graph.Demand]:
    """Give what calls and a question demand beyond what clients give, shortest strings first."""
    spelling = graph.setting.spelling
    if spelling is None or not is_free(graph.setting):
        return []
    found = {*graph.demands, *asked}
    return sorted(
        (one for one in found if one.length not in spelling.lengths(one.call, one.place)),
        key=demand_order,
    )


def demand_order(demand: state_graph.Demand) -> tuple[int, str, int]:
    """Give a key: the shortest strings first."""
    return demand.length, demand.call, demand.place
