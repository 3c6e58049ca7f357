"""Draw the times of `explore.py` beside the published ones.

    python parts/plot_explore.py OUT.svg < ROWS.json

Place: benchmarks/parts/. `explore.py --plot` runs this in the environment that has matplotlib.
A row is `[subject, seconds, published seconds]`. The same rows give the same bytes.
"""

from __future__ import annotations

import json
import sys

import matplotlib

matplotlib.use("svg")
import matplotlib.pyplot as plt

OURS, PUBLISHED = "#0a7d38", "#8794a1"


def main(path: str) -> None:
    """Draw one pair of bars per subject, in powers of ten."""
    rows = json.load(sys.stdin)[::-1]
    matplotlib.rcParams.update({"svg.hashsalt": "heapwright", "font.size": 9})
    figure, axes = plt.subplots(figsize=(7, 4.6), layout="constrained")
    places = range(len(rows))
    axes.barh(
        [place + 0.2 for place in places],
        [published for _, _, published in rows],
        0.38,
        color=PUBLISHED,
        label="MSeqSynth, as published",
    )
    axes.barh(
        [place - 0.2 for place in places],
        [seconds for _, seconds, _ in rows],
        0.38,
        color=OURS,
        label="heapwright, this machine",
    )
    axes.set_xscale("log")
    axes.set_yticks(list(places), [subject for subject, _, _ in rows])
    axes.set_xlabel("seconds to explore all heaps of six nodes")
    axes.grid(axis="x", color="#dddddd")
    axes.set_axisbelow(True)
    figure.legend(loc="outside upper center", ncols=2, frameon=False)
    for side in ("top", "right"):
        axes.spines[side].set_visible(False)
    figure.savefig(path, metadata={"Date": None}, facecolor="white")


if __name__ == "__main__":
    main(sys.argv[1])
