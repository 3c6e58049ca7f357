"""One page about all benchmarks, made of what they printed.

Place: benchmarks/parts/. `all.py` writes it to benchmarks/results/report.md.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from parts.measured import Measured


@dataclass(frozen=True, slots=True)
class Section:
    """How the page tells about one benchmark.

    `headlines` are how the lines of its output begin, or what they hold, that the page shows
    above everything else; `plots` are files beside the page.
    """

    name: str
    title: str
    claim: str
    headlines: tuple[str, ...] = ()
    plots: tuple[str, ...] = ()


def report(sections: Sequence[tuple[Section, Measured | None]]) -> str:
    """Write the page."""
    return "\n".join(_lines(sections)).rstrip() + "\n"


def headline(section: Section, measured: Measured) -> tuple[str, ...]:
    """Give the lines of the output that say it in short."""
    return tuple(
        " ".join(line.split())
        for line in measured.output.split("\n")
        if any(line.startswith(start) or start in line for start in section.headlines)
    )


def _lines(sections: Sequence[tuple[Section, Measured | None]]) -> Iterator[str]:
    yield "# What was measured\n"
    yield "Made by `./dev bench all`; every figure of README and docs is from here.\n"
    known = [(section, measured) for section, measured in sections if measured is not None]
    yield from _provenance([run for _, run in known])
    yield "\n| | in short | seconds | |\n|---|---|---|---|"
    for section, run in known:
        short = "<br>".join(line.replace("|", "\\|") for line in headline(section, run))
        state = "" if run.exit_code == 0 else "**failed**"
        yield f"| [{section.title}](#{section.name}) | {short} | {run.seconds:.0f} | {state} |"
    for section, measured in sections:
        yield f'\n<a id="{section.name}"></a>\n\n## {section.title}\n'
        yield f"{section.claim}\n"
        if measured is None:
            yield "Not measured yet."
            continue
        for plot in section.plots:
            yield f"![{section.title}]({plot})\n"
        yield f"```\n$ {measured.command}\n{measured.output.rstrip()}\n```"


def _provenance(runs: Sequence[Measured]) -> Iterator[str]:
    """Say where and when; once if all runs agree, else for each."""
    told = list(dict.fromkeys((run.machine, run.versions, run.commit, run.date) for run in runs))
    for machine, versions, commit, date in told:
        yield f"- {machine}; {versions}; commit {commit}; {date}"
