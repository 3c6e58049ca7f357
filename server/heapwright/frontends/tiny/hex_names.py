"""Check the names in `hex` blocks and give the formulas in canonical text.

Place: frontends/tiny/. `lower` calls this for every class. What a formula means is the
business of `invariants`; here it only must not name what does not exist.
"""

from __future__ import annotations

from collections.abc import Iterator

from heapwright.frontends.hex import tree as hex_tree
from heapwright.frontends.hex.print_formula import print_formula
from heapwright.frontends.tiny import check_codes
from heapwright.frontends.tiny.class_table import ClassInfo, ClassTable, Place
from heapwright.frontends.tiny.findings import Findings
from heapwright.frontends.tiny.name_hints import did_you_mean
from heapwright.text.span import Span


def checked_structure(
    findings: Findings, table: ClassTable, field_names: frozenset[str], info: ClassInfo
) -> tuple[str, ...]:
    """Give the sound formulas of a class; report the names that nothing declares."""
    texts = []
    for block in info.hex_blocks:
        for formula in block.node.formulas:
            is_sound = True
            for code, message, span in _mistakes(table, field_names, info, formula):
                is_sound = False
                path = "" if info.place is None else info.place.path
                findings.add(Place(path, span.shifted(block.offset)), code, message)
            if is_sound:
                texts.append(print_formula(formula))
    return tuple(texts)


_Mistake = tuple[str, str, Span]


def _mistakes(
    table: ClassTable, field_names: frozenset[str], info: ClassInfo, formula: hex_tree.Formula
) -> Iterator[_Mistake]:
    """Give code, message and span of every name that does not exist."""
    waiting = [formula]
    while waiting:
        atom = waiting.pop()
        match atom:
            case hex_tree.Not(operand):
                waiting.append(operand)
                continue
            case hex_tree.And(lhs, rhs) | hex_tree.Or(lhs, rhs):
                waiting += (rhs, lhs)
                continue
            case (
                hex_tree.ExpandsTo(type_name=type_name) | hex_tree.AliasesSome(type_name=type_name)
            ):
                if type_name and type_name not in table.classes:
                    span = atom.span if atom.companion else _last_word(atom.span, type_name)
                    hint = did_you_mean(type_name, table.classes)
                    message = f"there is no class `{type_name}`{hint}"
                    yield check_codes.HEX_UNKNOWN_CLASS, message, span
            case _:
                pass
        paths = [atom.path, atom.target] if isinstance(atom, hex_tree.Aliases) else [atom.path]
        for path in paths:
            yield from _path_mistakes(field_names, path)
        if atom.companion and table.method(info.name, atom.companion) is None:
            methods = [name for above in table.chain(info.name) for name in above.methods]
            hint = did_you_mean(atom.companion, methods)
            message = f"`{info.name}` has no method `{atom.companion}`{hint}"
            span = _last_word(atom.span, atom.companion)
            yield check_codes.HEX_UNKNOWN_METHOD, message, span


def _last_word(span: Span, word: str) -> Span:
    """Give the place of the name that a formula ends with; the tree has no span for it."""
    return Span(span.end - len(word), span.end)


def _path_mistakes(field_names: frozenset[str], path: hex_tree.Path) -> Iterator[_Mistake]:
    """Report the steps of a path that are no field of any class."""
    waiting = [path]
    while waiting:
        match waiting.pop():
            case hex_tree.Step(name, span) if name and name not in field_names:
                message = f"no class has a field `{name}`{did_you_mean(name, field_names)}"
                yield check_codes.HEX_UNKNOWN_FIELD, message, span
            case hex_tree.Sequence(several) | hex_tree.Choice(several):
                waiting.extend(reversed(several))
            case hex_tree.Repeat(part):
                waiting.append(part)
            case _:
                pass
