"""Read the `scope` declarations of the root file.

Place: frontends/tiny/lower/. `lower` calls this; reports into `Findings`.
"""

from __future__ import annotations

from heapwright.frontends.name_hints import did_you_mean
from heapwright.frontends.tiny.declare import check_codes
from heapwright.frontends.tiny.declare.class_table import ClassTable, Place
from heapwright.frontends.tiny.declare.declare import is_new
from heapwright.frontends.tiny.declare.findings import Findings
from heapwright.frontends.tiny.declare.includes import LoadedFile
from heapwright.frontends.tiny.syntax import tree
from heapwright.ir.core.program import ScopeBound

CALLS = "calls"


def scope_bounds(findings: Findings, table: ClassTable, file: LoadedFile) -> tuple[ScopeBound, ...]:
    """Give the sound bounds in source order."""
    bounds = []
    taken: dict[str, Place] = {}
    for placed in file.tree.declarations:
        match placed.node:
            case tree.ScopeDecl(target, bound):
                place = Place(file.source.path, target.span.shifted(placed.offset))
                if target.text != CALLS and target.text not in table.classes:
                    _report_unknown(findings, table, target.text, place)
                elif bound.value < 1:
                    bound_place = Place(place.path, bound.span.shifted(placed.offset))
                    message = f"a scope needs room for at least 1, this is {bound.value}"
                    findings.add(bound_place, check_codes.SCOPE_BOUND, message)
                elif is_new(findings, taken, target.text, place, "the scope of "):
                    class_name = None if target.text == CALLS else target.text
                    bounds.append(ScopeBound(class_name, bound.value))
            case _:
                pass
    return tuple(bounds)


def _report_unknown(findings: Findings, table: ClassTable, name: str, place: Place) -> None:
    """Report a scope for a class that does not exist."""
    if name:
        hint = did_you_mean(name, (*table.classes, CALLS))
        message = f"there is no class `{name}`{hint}"
        findings.add(place, check_codes.UNKNOWN_CLASS, message)
