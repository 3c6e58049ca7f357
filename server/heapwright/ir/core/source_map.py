"""Where in the text an instruction stands.

Place: ir/, beside the program and never inside it: moving a line changes no IR
and so no fingerprint.
"""

from __future__ import annotations

from collections.abc import Mapping

from heapwright.records import dataclass
from heapwright.text.span import Span


@dataclass(frozen=True, slots=True)
class FunctionSource:
    """One function's text: spans count from `offset` in the file `path`."""

    path: str
    offset: int
    span: Span  # the whole declaration
    name_span: Span
    sites: tuple[Span, ...]  # by site number
    slot_names: tuple[str, ...]  # by slot; empty for slots that no variable of the text has

    def site_span(self, site: int) -> Span:
        """Give the place of an instruction in the file; the declaration if it has none."""
        if 0 <= site < len(self.sites):
            return self.sites[site].shifted(self.offset)
        return self.span.shifted(self.offset)


@dataclass(frozen=True, slots=True)
class ClassSource:
    """One class's text, as absolute spans in the file `path`."""

    path: str
    span: Span
    name_span: Span
    field_spans: Mapping[str, Span]
    structure_spans: tuple[Span, ...] = ()  # of the formulas in `ClassDef.structure`


@dataclass(frozen=True, slots=True)
class SourceMap:
    """Sources by qualified name of the function and by name of the class."""

    functions: Mapping[str, FunctionSource]
    classes: Mapping[str, ClassSource]

    def name_place(self, name: str) -> tuple[str, Span] | None:
        """Give the path and the place at which a function or class is named, if it has a text."""
        if function := self.functions.get(name):
            return function.path, function.name_span.shifted(function.offset)
        if class_ := self.classes.get(name):
            return class_.path, class_.name_span
        return None
