"""The verdict on the HEX formulas of a class, as a word, a reason and a problem.

Place: editor/known/. `cli` prints these, the server shows them; the wording rules are those of
`verdicts`.
"""

from __future__ import annotations

from collections.abc import Sequence

from heapwright.answers.calls import verdict as verdicts
from heapwright.answers.structure.infer_structure import Inferred
from heapwright.answers.structure.judge import Broken
from heapwright.answers.structure.structure import StructureAnswer, Violated
from heapwright.editor.known.verdicts import Shown
from heapwright.editor.known.wording import LIMIT, beyond_text, bound_text, counted
from heapwright.ir.core import structure as structures
from heapwright.ir.core.language import Language
from heapwright.ir.core.program import Program
from heapwright.ir.core.source_map import ClassSource
from heapwright.problems import Problem, Related, Severity

BROKEN_STRUCTURE = "HW020"


def shown_structure(answer: StructureAnswer, program: Program, place: ClassSource) -> Shown:
    """Put the answer about the formulas of a class into words.

    A problem stands at the formula it is about; formulas that were not written in the text
    (inferred ones) stand at the name of the class.
    """
    formulas = answer.formulas
    written = program.class_named(answer.class_name).structure
    spans = dict(zip(written, place.structure_spans, strict=True))
    name = f"HEX of `{answer.class_name}`"
    if len(formulas) == 1:
        name = f"`{structures.formula_text(formulas[0])}`"
    bound = bound_text(answer.explored.objects, answer.explored.kinds)
    match answer.verdict:
        case Violated(rendered, _, number, broken):
            span = spans.get(formulas[number], place.name_span)
            calls = counted(rendered.n_calls, "call")
            message = (
                f"`{structures.formula_text(formulas[number])}` does not hold after {calls}: "
                f"{broken_words(formulas[number], broken)}"
            )
            related = tuple(
                Related(f"{index}. {call.text}", span)
                for index, call in enumerate(rendered.calls, start=1)
            )
            problem = Problem(BROKEN_STRUCTURE, Severity.ERROR, message, span, related)
            return Shown("violated", message, problem)
        case verdicts.NotInSmaller(beyond):
            reason = f"{name} holds in every reachable state{bound}{beyond_text(beyond)}"
            return Shown("holds-bounded", reason, None)
        case verdicts.Nowhere() | verdicts.Contradiction() | verdicts.Found():
            return Shown("holds", f"{name} holds in every reachable state{bound}", None)
        case verdicts.NotFound(calls_bound, growing):
            suffix = f"; {', '.join(growing)} takes ever new values" if growing else ""
            reason = f"{name} holds after up to {counted(calls_bound, 'call')}{bound}{suffix}"
            return Shown("holds-bounded", reason, None)
        case verdicts.Undecided(reason):
            message = f"{name} is undecided: {reason}"
            span = spans.get(formulas[0], place.name_span)
            return Shown("unknown", message, Problem(LIMIT, Severity.INFORMATION, message, span))


def shown_inferred(found: Inferred, class_name: str) -> Shown:
    """Say within which bound inferred formulas hold, or why there are none."""
    bound = bound_text(found.explored.objects, found.explored.kinds)
    if found.doubt is not None:
        return Shown("unknown", f"nothing was inferred: {found.doubt}", None)
    if found.checked is None:
        if found.explored.graph.is_complete:
            return Shown("holds", f"nothing can be said of `{class_name}`{bound}", None)
        return Shown("unknown", f"nothing was found that holds of `{class_name}`{bound}", None)
    n_formulas = counted(len(found.formulas), "formula")
    match found.checked.verdict:
        case verdicts.Nowhere():
            reason = f"{n_formulas}, true in every reachable state{bound}"
            return Shown("holds", reason, None)
        case verdicts.NotInSmaller(beyond):
            bound = bound_text(found.checked.explored.objects, found.checked.explored.kinds)
            reason = f"{n_formulas}, true in every reachable state{bound}{beyond_text(beyond)}"
            return Shown("holds-bounded", reason, None)
        case verdicts.NotFound(calls):
            reason = f"{n_formulas}, true after up to {counted(calls, 'call')}{bound}"
            return Shown("holds-bounded", reason, None)
        case verdicts.Undecided(reason):
            return Shown("unknown", f"nothing was inferred: {reason}", None)
        case _:
            return Shown("unknown", "nothing was inferred: the check refused a formula", None)


def written_formulas(language: Language, formulas: Sequence[str]) -> str:
    """Write formulas as the text that belongs into a class, or above a Python class."""
    if not formulas:
        return ""
    if not language.declares_questions:
        if len(formulas) == 1:
            return f'@structure("{formulas[0]}")'
        lines = ";\n".join(f"    {text}" for text in formulas)
        return f'@structure("""\n{lines}\n""")'
    if len(formulas) == 1:
        return f"hex {{ {formulas[0]}; }}"
    lines = "\n".join(f"    {text};" for text in formulas)
    return f"hex {{\n{lines}\n}}"


def broken_words(formula: structures.Formula, broken: Broken) -> str:
    """Say what is wrong with the reference that breaks a formula."""
    path = f"`{'.'.join(broken.path)}`"
    met = f"`{'.'.join(broken.target_path)}`"
    if broken.companion is not None:
        return f"`{broken.companion}` refuses {path}"
    match broken.claim:
        case None:
            return "what it denies is so"
        case structures.NotNull():
            return f"{path} is null"
        case structures.ExpandsTo(None):
            return f"{path} leads to an object not met before"
        case structures.ExpandsTo(class_name):
            return f"{path} leads to an object that is no {class_name}"
        case structures.AliasesNothing():
            return f"{path} leads to the object that {met} led to before"
        case structures.AliasesSome(class_name):
            return (
                f"{path} leads to the object that {met} led to before, and that is no {class_name}"
            )
        case structures.Aliases(target, is_max):
            limit = (
                f"the end of `{structures.path_text(target)}`"
                if is_max
                else f"on `{structures.path_text(target)}`"
            )
            return f"{path} leads to the object that {met} led to before, which is not {limit}"
