"""How long do the features that need no exploration take, and do they grow with the file?

For a generated tiny file of 2,000 lines: the median and the 95th percentile of each
feature over many places, after an edit each, as in an editor; how many members of how
many are resolved again after an edit; and how much longer each takes in a file that is
four times as long. Nothing may grow faster than the file. (What is asked at a cursor grows
too, because an edit anywhere moves the places of all declarations behind it.)
"""

from __future__ import annotations

import random
from collections.abc import Callable
from statistics import median, quantiles
from time import process_time

from parse import generated_file

from heapwright.editor.features.definition import definitions, highlights, references
from heapwright.editor.features.folding import folds
from heapwright.editor.features.formatting import formatting_edits
from heapwright.editor.features.rename import rename
from heapwright.editor.features.selection import growing_spans
from heapwright.editor.features.semantic_tokens import tiny_tokens
from heapwright.editor.features.signatures import signature_at
from heapwright.editor.features.symbols import outline
from heapwright.editor.features.tiny_completion import tiny_completion
from heapwright.editor.features.words import words_at
from heapwright.workspace.snapshot import Edit, Snapshot, edited, opened
from heapwright.workspace.views import TinyView, view_of

N_LINES = 2_000
N_PLACES = 60
PATH = "bench.tiny"
TIMES_LONGER = 4
# Where a file has many lexemes the collector of garbage comes more often (measured: up to
# 9); what is quadratic would give 16.
MOST_GROWTH = 12

Feature = Callable[[TinyView, int], object]

AT_CURSOR: dict[str, Feature] = {
    "completion": lambda v, at: tiny_completion(v.names, PATH, v.parsed, at),
    "signature help": lambda v, at: signature_at(v.names, PATH, v.parsed, at),
    "hover words": lambda v, at: words_at(v.names, PATH, v.parsed, at),
    "definition": lambda v, at: definitions(v.names, PATH, at),
    "selection": lambda v, at: growing_spans(v.parsed, at),
}
OF_FILE: dict[str, Feature] = {
    "highlight": lambda v, at: highlights(v.names, PATH, at),
    "references": lambda v, at: references([v.names], PATH, at, with_declaration=True),
    "outline": lambda v, at: outline(v.parsed, {}),
    "folds": lambda v, at: folds(v.document.source, v.parsed),
    "tokens": lambda v, at: tiny_tokens(v.names, PATH, v.parsed, None),
}
SELDOM: dict[str, Feature] = {
    "rename": lambda v, at: rename([v.names], PATH, at, "fresh_name"),
    "formatting": lambda v, at: formatting_edits(v.parsed),
}


def main() -> int:
    """Measure and print; fail if a feature grows faster than the file."""
    text = generated_file(N_LINES)
    longer = generated_file(N_LINES * TIMES_LONGER)
    print(f"{text.count(chr(10)):,} lines; CPU times in ms after an edit each; growth: the same")
    print(f"in {longer.count(chr(10)):,} lines")
    print(f"{'feature':<16} {'median':>8} {'p95':>8} {'growth':>8}")
    is_fine = True
    for name, feature in {**AT_CURSOR, **OF_FILE, **SELDOM}.items():
        n_places = N_PLACES if name not in SELDOM else N_PLACES // 6
        times = _times(text, feature, n_places)
        growth = median(_times(longer, feature, max(n_places // 4, 5))) / median(times)
        p95 = quantiles(times, n=20)[-1]
        print(f"{name:<16} {median(times) * 1e3:>8.2f} {p95 * 1e3:>8.2f} {growth:>8.1f}")
        is_fine = is_fine and growth <= MOST_GROWTH
    _print_counts(text)
    print(f"growth is at most {MOST_GROWTH} everywhere: {'yes' if is_fine else 'NO'}")
    return 0 if is_fine else 1


def _times(text: str, feature: Feature, n_places: int) -> list[float]:
    """Type a character somewhere, then ask; gives the seconds of the asking."""
    chance = random.Random(1)
    document = opened(PATH, "tiny", 1, text)
    feature(view_of(Snapshot().with_document(document), document), 0)  # type: ignore[arg-type]
    places = [m for m in range(len(text)) if text.startswith(".", m)]
    times = []
    for number in range(n_places):
        at = chance.choice(places) + 1
        document = edited(document, [Edit(at, at, " ")], number)
        snapshot = Snapshot().with_document(document)
        start = process_time()
        view = view_of(snapshot, document)
        assert isinstance(view, TinyView)
        feature(view, at + 1)
        times.append(process_time() - start)
        document = edited(document, [Edit(at, at + 1, "")], number)
        view_of(Snapshot().with_document(document), document)
    return times


def _print_counts(text: str) -> None:
    document = opened(PATH, "tiny", 1, text)
    view = view_of(Snapshot().with_document(document), document)
    assert isinstance(view, TinyView)
    n_members = len(view.names.holders(PATH))
    list(view.names.everywhere())
    at = text.index("o.value - ") + 2
    document = edited(document, [Edit(at, at, "a")], 2)
    after = view_of(Snapshot().with_document(document), document)
    assert isinstance(after, TinyView)
    n_known = after.names.n_known
    print(f"an edit in a body: {n_members - n_known} of {n_members} members resolved again")


if __name__ == "__main__":
    raise SystemExit(main())
