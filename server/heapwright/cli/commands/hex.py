"""`heapwright hex check|infer FILE[::CLASS]`: structural invariants, asked and found.

Place: cli/commands/. `check` says whether the HEX formulas of a class hold in every
reachable state, and which calls break one that does not. Exit code 0 when all hold within
the bound, 1 otherwise. `infer` finds formulas that hold, as strong as possible and none to
spare. Exit code 0 when there are some, 1 otherwise.
"""

from __future__ import annotations

import argparse

from heapwright.answers.structure.structure import Violated, own_formulas
from heapwright.cli import structures
from heapwright.cli.options import add_question_options, target_of
from heapwright.cli.output import Json, json_range, print_json
from heapwright.cli.picture_files import check_picture_path, write_heap
from heapwright.cli.questions import asking_of, load_sound, named_class, shelf_of
from heapwright.cli.report import cost_text
from heapwright.editor.known.structures import shown_inferred, written_formulas
from heapwright.errors import UsageError
from heapwright.ir.core.structure import formula_text
from heapwright.workspace.load import LoadedProgram
from heapwright.workspace.questions import infer_formulas


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the command's own options."""
    parser.add_argument("action", choices=("check", "infer"))
    parser.add_argument("target", metavar="FILE[::CLASS]")
    parser.add_argument(
        "-o", "--output", metavar="OUT.svg", help="draw the heap that breaks a formula"
    )
    add_question_options(parser)


def run(options: argparse.Namespace) -> int:
    """Check or infer the formulas of a class."""
    target = target_of(options.target)
    if options.output is not None:
        check_picture_path(options.output)
    loaded = load_sound(target.path, options.language)
    if options.action == "infer":
        return _infer(loaded, named_class(loaded, target.name), options)
    return _check(loaded, target.name, options)


def _infer(loaded: LoadedProgram, class_name: str, options: argparse.Namespace) -> int:
    """Print what is true of the objects of the class in every reachable state."""
    with asking_of(loaded, options) as asking:
        found, n_solver_calls = infer_formulas(loaded.program, class_name, asking)
    shown = shown_inferred(found, class_name)
    explored = found.explored
    texts = [formula_text(formula) for formula in found.formulas] if found.is_checked else []
    if options.json:
        place = loaded.source_map.classes[class_name]
        result: dict[str, Json] = {
            "file": place.path,
            "name": class_name,
            "kind": "structure",
            "class": class_name,
            "range": json_range(loaded.source(place.path), place.name_span),
            "invariants": list[Json](texts),
            "verdict": shown.verdict,
            "reason": shown.reason,
            "code": written_formulas(loaded.program.language, texts),
            **structures.bound_and_stats(
                explored, n_solver_calls, is_complete=shown.verdict == "holds"
            ),
        }
        print_json(result)
        return int(not texts)
    print(f"{class_name}: {shown.reason}  ({cost_text(explored)})")
    if texts:
        print()
        code = written_formulas(loaded.program.language, texts)
        print("\n".join(f"    {line}" for line in code.splitlines()))
    print()
    return int(not texts)


def _check(loaded: LoadedProgram, name: str | None, options: argparse.Namespace) -> int:
    """Check the named class, or every class of the file that has formulas."""
    answers = [
        structures.checked_class(loaded, class_name, options, shelf)
        for shelf in [shelf_of(options)]
        for class_name in _named(loaded, name)
    ]
    for one in answers:
        if not options.json:
            structures.print_structure(loaded, one)
        if options.output is not None and isinstance(one.answer.verdict, Violated):
            verdict = one.answer.verdict
            title = f"{one.answer.class_name}: {formula_text(one.answer.formulas[verdict.formula])}"
            write_heap(options.output, loaded.program, verdict, title, verdict.marked)
    if options.json:
        results: list[Json] = [structures.structure_result(loaded, one) for one in answers]
        print_json(results[0] if len(results) == 1 else {"results": results})
    return int(not all(one.shown.verdict in ("holds", "holds-bounded") for one in answers))


def _named(loaded: LoadedProgram, name: str | None) -> list[str]:
    if name is not None:
        class_name = named_class(loaded, name)
        if not own_formulas(loaded.program, class_name):
            raise UsageError(f"{loaded.root.path}: `{class_name}` has no HEX formulas about itself")
        return [class_name]
    own = structures.classes_to_check(loaded)
    if not own:
        raise UsageError(f"{loaded.root.path}: no class with HEX formulas in this file")
    return own
