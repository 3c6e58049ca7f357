"""Answers for people, on the terminal.

Place: cli/. Writes to stdout.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence

from heapwright.answers.calls.render import test_text
from heapwright.answers.calls.verdict import Found
from heapwright.answers.search.ask import Answer, Explored
from heapwright.answers.search.strategy import Ran
from heapwright.cli.output import coloured, print_json
from heapwright.cli.questions import Answered, answered, shelf_of
from heapwright.cli.results import question_result
from heapwright.editor.known.wording import counted, headline
from heapwright.ir.core.hierarchy import hierarchy_of
from heapwright.ir.core.program import Function
from heapwright.workspace.load import LoadedProgram
from heapwright.workspace.python_text import fitted

COLOURS = {
    "reachable": "32",
    "holds": "32",
    "holds-bounded": "32",
    "unreachable": "33",
    "contradiction": "33",
    "violated": "31",
}


def report_answers(
    loaded: LoadedProgram,
    questions: Sequence[Function],
    options: argparse.Namespace,
    *,
    as_test: bool = False,
) -> list[Answered]:
    """Ask the questions one by one and print each answer, or all as one JSON object."""
    shelf = shelf_of(options)
    answers: list[Answered] = []
    for question in questions:
        answers.append(answered(loaded, question, options, shelf))
        if not options.json:
            print_answer(loaded, answers[-1], as_test=as_test, with_time=options.explain_time)
        if answers[-1].is_interrupted:
            break
    if options.json:
        results = [question_result(loaded, one, as_test=as_test) for one in answers]
        print_json(results[0] if len(results) == 1 else {"results": results})
    return answers


def print_answer(
    loaded: LoadedProgram,
    answered: Answered,
    *,
    is_short: bool = False,
    as_test: bool = False,
    with_time: bool = False,
) -> None:
    """Print the verdict and, unless it is to be short, the calls and the heap they build."""
    answer, shown = answered.answer, answered.shown
    colour = COLOURS.get(shown.verdict, "36")
    told = coloured(headline(shown.verdict, answer.objects), colour)
    print(f"{answered.question.qualified_name}: {told}")
    print(f"    {shown.reason}  ({cost_text(answer)})")
    if with_time:
        print_schedule(answer.ran, is_cached=answer.is_cached)
    if is_short:
        return
    if isinstance(answer.verdict, Found):
        rendered, replayed = answer.verdict.rendered, answer.verdict.replayed
        code = test_text(loaded.program, answered.question, rendered) if as_test else rendered.code
        fit = fitted(loaded, code)
        print()
        for line in (*fit.imports, *([""] if fit.imports else []), *fit.code.splitlines()):
            print(f"    {line}".rstrip())
        print()
        # Imported here, because JSON has no picture.
        from heapwright.pictures.heap_text import draw_heap

        names = [name for name, _ in rendered.arguments]
        roots = list(zip(names, replayed.arguments, strict=True))
        picture = draw_heap(hierarchy_of(loaded.program), replayed.final_heap, roots)
        print("\n".join(f"    {line}" for line in picture.splitlines()))
    print()


def cost_text(found: Answer | Explored) -> str:
    """Say what an answer cost."""
    cached = ", cached" if found.is_cached else ""
    return f"{found.seconds:.3f} s, {counted(len(found.graph.states), 'state')}{cached}"


def print_schedule(ran: Sequence[Ran], *, is_cached: bool) -> None:
    """Print what was tried, for how long, and what came out, one line each."""
    width = max((len(one.strategy) for one in ran), default=0)
    for one in ran:
        turns = counted(one.turns, "turn")
        print(f"    {one.strategy:{width}}  {one.seconds:7.3f} s  {turns:7}  {one.outcome}")
    if is_cached:
        print("    cached: no call had to be followed")
