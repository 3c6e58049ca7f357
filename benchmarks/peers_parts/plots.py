"""Draw the results of the comparison: specs answered over time, and growth with the heap.

    python benchmarks/peers_parts/plots.py RESULTS.json FOLDER

Place: benchmarks/peers_parts/. `benchmarks/peers.py` runs this in the environment `plots`. The
same numbers give the same bytes. The ground is transparent and all lines are of a middle
brightness, so that the plots can be read on light and on dark pages.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any, TypeAlias

import matplotlib as mpl

mpl.use("svg")
import matplotlib.pyplot as plt

# matplotlib ships no types that the checks of this project see.
Drawn: TypeAlias = Any

INK = "#7d8590"
STYLES = {
    "heapwright": ("#d9480f", "o", 2.6),
    "CrossHair": ("#2f81f7", "s", 1.5),
    "Hypothesis": ("#8957e5", "^", 1.5),
    "Hypothesis+CrossHair": ("#1a9e5a", "D", 1.5),
    "Pynguin": ("#c08a00", "v", 1.5),
}
ANSWERED = ("found", "proved")


def main() -> None:
    """Draw both plots."""
    results = json.loads(Path(sys.argv[1]).read_text(encoding="utf-8"))
    folder = Path(sys.argv[2])
    plt.rcParams.update(
        {
            "svg.hashsalt": "heapwright",
            "svg.fonttype": "none",
            "font.family": "sans-serif",
            "font.size": 10,
            "text.color": INK,
            "axes.facecolor": "none",
            "axes.edgecolor": INK,
            "axes.labelcolor": INK,
            "xtick.color": INK,
            "ytick.color": INK,
            "axes.spines.top": False,
            "axes.spines.right": False,
        }
    )
    save(solved(results), folder / "peers_solved.svg")
    save(growth(results), folder / "peers_growth.svg")


def solved(results: dict[str, Any]) -> Drawn:
    """Draw for each tool how many specs it has answered after a time."""
    figure, axes = plt.subplots(figsize=(7.5, 4.2), layout="constrained")
    rows = results["rows"]
    for tool in rows[0]["answers"]:
        answers = [row["answers"][tool] for row in rows]
        times = sorted(one["seconds"] for one in answers if one["outcome"] in ANSWERED)
        colour, _, width = STYLES[tool]
        axes.step(
            [0.1, *times, results["seconds"]],
            [0, *range(1, len(times) + 1), len(times)],
            where="post",
            color=colour,
            linewidth=width,
            label=f"{tool} ({len(times)})",
        )
    axes.axhline(len(rows), color=INK, linewidth=0.8, linestyle=":")
    axes.set_xscale("log")
    axes.set_xlim(0.1, results["seconds"])
    axes.set_ylim(0, len(rows) * 1.05)
    plain_seconds(axes.xaxis)
    axes.set_xlabel("seconds per spec, start of the process included")
    axes.set_ylabel(f"specs answered, of {len(rows)}")
    axes.legend(frameon=False, loc="center left", bbox_to_anchor=(1, 0.5))
    return figure


def growth(results: dict[str, Any]) -> Drawn:
    """Draw for each family the seconds of each tool over the number of objects."""
    families = results["growth"]
    figure, all_axes = plt.subplots(
        1, len(families), figsize=(10, 3.6), sharey=True, layout="constrained"
    )
    for axes, (name, curves) in zip(all_axes, families.items(), strict=True):
        for tool, answers in curves.items():
            points = [
                (n, one["seconds"])
                for n, one in enumerate(answers, start=1)
                if one["outcome"] in ANSWERED
            ]
            colour, marker, width = STYLES[tool]
            axes.plot(
                [n for n, _ in points],
                [seconds for _, seconds in points],
                color=colour,
                marker=marker,
                markersize=5,
                linewidth=width,
                label=tool,
            )
        axes.set_title(name, fontsize=10, color=INK)
        axes.set_yscale("log")
        axes.set_ylim(0.1, results["seconds"] * 1.3)
        axes.axhline(results["seconds"], color=INK, linewidth=0.8, linestyle=":")
        axes.set_xlim(0.5, 8.5)
        axes.set_xticks(range(1, 9))
        plain_seconds(axes.yaxis)
        axes.set_xlabel("objects asked for")
    all_axes[0].set_ylabel("seconds to the answer")
    handles, labels = all_axes[0].get_legend_handles_labels()
    figure.legend(handles, labels, frameon=False, loc="outside lower center", ncols=len(labels))
    return figure


def plain_seconds(axis: Drawn) -> None:
    """Write seconds as 0.1, 1, 10 instead of powers."""
    axis.set_major_formatter(mpl.ticker.FuncFormatter(lambda value, _: f"{value:g}"))
    axis.set_minor_formatter(mpl.ticker.NullFormatter())


def save(figure: Drawn, path: Path) -> None:
    """Write a plot without a date."""
    figure.savefig(path, transparent=True, metadata={"Date": None})
    plt.close(figure)


if __name__ == "__main__":
    main()
