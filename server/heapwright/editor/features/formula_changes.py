"""Where HEX formulas are written in a text: into a tiny class, above a Python class.

Place: editor/features/. `rewriting` inserts inferred formulas with this.
"""

from __future__ import annotations

from collections.abc import Sequence

from heapwright.editor.features.insertions import Change
from heapwright.editor.known.structures import written_formulas
from heapwright.errors import UsageError
from heapwright.text.span import Span
from heapwright.workspace.load import LoadedProgram
from heapwright.workspace.python_text import mark_of


def formula_changes(
    loaded: LoadedProgram, class_name: str, formulas: Sequence[str]
) -> tuple[Change, ...]:
    """Write formulas about the objects of a class of the root file."""
    text, whole = loaded.root.text, loaded.source_map.classes[class_name].span
    line = text.rfind("\n", 0, whole.start) + 1
    indent = text[line : whole.start]
    indent = indent[: len(indent) - len(indent.lstrip())]
    code = written_formulas(loaded.program.language, formulas)
    if loaded.program.language.declares_questions:
        return (_in_class(text, whole, indent, code),)
    mark = mark_of(loaded, "structure", line)
    code = code.replace("@structure", f"@{mark.name}", 1)
    decorator = "".join(f"{indent}{one}\n" for one in code.splitlines())
    if mark.offset == line:
        return (Change(Span(line, line), mark.text + decorator),)
    above = Change(Span(line, line), decorator)
    return (Change(Span(mark.offset, mark.offset), mark.text), above) if mark.text else (above,)


def _in_class(text: str, whole: Span, indent: str, code: str) -> Change:
    """Write the last member of a tiny class, on the one line that it has or on its own."""
    end = whole.end - 1
    if text[end] != "}":
        raise UsageError("the class has no closing brace")
    start = len(text[:end].rstrip())
    if "\n" not in text[whole.start : whole.end]:
        return Change(Span(start, end), f" {' '.join(code.split())} ")
    body = "".join(f"\n{indent}    {one}" for one in code.splitlines())
    return Change(Span(start, end), f"{body}\n{indent}")
