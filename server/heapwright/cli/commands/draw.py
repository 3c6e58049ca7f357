"""`heapwright draw FILE::NAME -o OUT.svg`: a picture of a heap or of a state graph.

Place: cli/commands/. NAME is a spec (the heap that satisfies it), an invariant that is
violated (the heap that breaks it) or a class (its graph). The file's ending chooses SVG
or DOT. Exit code 1 when there is no heap to draw.
"""

from __future__ import annotations

import argparse
import sys

from heapwright.answers.calls.verdict import Found
from heapwright.answers.search.ask import specs_of
from heapwright.cli import questions
from heapwright.cli.options import add_question_options, target_of
from heapwright.cli.picture_files import check_picture_path, write_graph, write_heap
from heapwright.errors import UsageError
from heapwright.workspace.questions import explore_around


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the command's own options."""
    parser.add_argument("target", metavar="FILE::NAME")
    parser.add_argument("-o", "--output", required=True, metavar="OUT.svg")
    add_question_options(parser)


def run(options: argparse.Namespace) -> int:
    """Draw what the name stands for."""
    target = target_of(options.target)
    check_picture_path(options.output)
    loaded = questions.load_sound(target.path, options.language)
    if target.name is None:
        raise UsageError(f"{options.target}: name a spec or a class, as in FILE::NAME")
    question = next((s for s in specs_of(loaded.program) if s.name == target.name), None)
    if question is None and "." in target.name:
        [question] = questions.named_invariants(loaded, target.name)
    if question is None:
        class_name = questions.named_class(loaded, target.name)
        with questions.asking_of(loaded, options) as asking:
            explored, _ = explore_around(loaded.program, class_name, asking)
        write_graph(options.output, explored.graph, f"State graph of {class_name}")
        return 0
    found = questions.answered(loaded, question, options, questions.shelf_of(options))
    if not isinstance(found.answer.verdict, Found):
        print(f"heapwright: nothing to draw: {found.shown.reason}", file=sys.stderr)
        return 1
    write_heap(options.output, loaded.program, found.answer.verdict, question.qualified_name)
    return 0
