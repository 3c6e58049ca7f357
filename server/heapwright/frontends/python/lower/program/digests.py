"""What was lowered before, for use after an edit.

Place: frontends/python/lower/program/. `lower` keeps one in its result and takes that of the
program before an edit. The IR of a function is a function of its own text, of the types of its
variables, and of what all of the program declares: signatures, fields, constants, types. So after
an edit in one body, only that function is lowered again, unless the edit changed what others see
of it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from heapwright.digests import blake2b
from heapwright.frontends.python.lower.program.functions import LoweredFunction
from heapwright.frontends.python.syntax import tree
from heapwright.frontends.python.syntax.rewrite import field_names, moved
from heapwright.frontends.python.syntax.walk import assigned_names
from heapwright.frontends.python.table.class_table import FunctionInfo
from heapwright.frontends.python.table.endings import gives_nothing
from heapwright.frontends.python.types.argument_types import (
    asked_choices,
    beyond_choices,
    choices_for,
)
from heapwright.frontends.python.types.known_types import Types
from heapwright.records import dataclass, replace
from heapwright.text.span import Span


@dataclass(frozen=True, slots=True)
class Remembered:
    """A function that was lowered, where its text began, and all that its IR depends on."""

    digest: bytes
    start: int
    lowered: LoweredFunction


Memory = Mapping[str, Remembered]  # by qualified name


def recalled(memory: Memory, digest: bytes, info: FunctionInfo) -> LoweredFunction | None:
    """Give what is remembered of a function, at its new place in the text."""
    known = memory.get(info.qualified_name)
    if known is None or known.digest != digest:
        return None
    distance = info.node.span.start - known.start
    lowered = replace(known.lowered, info=info)
    if distance == 0:
        return lowered
    source = lowered.source
    return replace(
        lowered,
        source=replace(
            source,
            span=source.span.shifted(distance),
            name_span=source.name_span.shifted(distance),
            sites=tuple(span.shifted(distance) for span in source.sites),
        ),
        problems=tuple(moved(problem, distance) for problem in lowered.problems),
    )


def headings_digest(modules: Mapping[str, tree.Module]) -> bytes:
    """Digest the texts of modules without the bodies of their functions."""
    digest = blake2b(digest_size=16)
    for path, module in modules.items():
        digest.update(f"{path}\0".encode())
        digest.update(b"".join(_pieces(module.body)))
    return digest.digest()


def declarations_digest(types: Types, headings: bytes) -> bytes:
    """Digest what functions see of each other."""
    digest = blake2b(headings, digest_size=16)
    # Whether a value of a module or class is ever changed, all of the code decides.
    sharing = types.table.sharing
    shown: list[object] = [
        *sorted(sharing.uses.items()),
        types.table.reads_exceptions,
        types.asks_entries,
        *((name, sorted(used)) for name, used in types.table.used_entries.items()),
        *sorted(sharing.on_classes),
        *sorted(sharing.in_modules),
        *sorted(sharing.changed),
        *((owner, name, types.field_type(owner, name)) for owner, name in types.of_fields),
        *sorted(types.missing),
    ]
    for qualified, function in types.table.functions.items():
        names = [parameter.name.text for parameter in function.parameters]
        shown.append((qualified, function.owner, function.obstacle and function.obstacle.what))
        shown += [(name, types.variable_type(function, name)) for name in names]
        choices = [(p, choices_for(types, function, p)) for p in function.parameters]
        shown += [(found, asked_choices(types, function, p, found or ())) for p, found in choices]
        shown += [beyond_choices(types, function, p, found or ()) for p, found in choices]
        shown.append((types.result_type(function), gives_nothing(types.table, function)))
    digest.update(repr(shown).encode("utf-8", errors="surrogatepass"))
    return digest.digest()


def function_digest(types: Types, declarations: bytes, info: FunctionInfo, text: str) -> bytes:
    """Digest what the IR of one function depends on."""
    digest = blake2b(declarations, digest_size=16)
    span = info.node.span
    shown: list[object] = [(info.qualified_name, info.self_name, info.origin, info.class_name)]
    shown += [(name, types.variable_type(info, name)) for name in assigned_names(info.node.body)]
    digest.update(repr(shown).encode("utf-8", errors="surrogatepass"))
    digest.update(text[span.start : span.end].encode("utf-8", errors="surrogatepass"))
    return digest.digest()


def _pieces(node: object) -> Iterator[bytes]:
    """Write a tree without its spans and without the bodies of functions."""
    stack = [node]
    while stack:
        one = stack.pop()
        if isinstance(one, tuple):
            yield b"(%d" % len(one)
            stack.extend(reversed(one))
        elif isinstance(one, Span):
            pass
        elif names := field_names(one):
            yield type(one).__name__.encode()
            is_function = isinstance(one, tree.FunctionDef)
            stack.extend(
                getattr(one, name)
                for name in reversed(names)
                if not (is_function and name == "body")
            )
        else:
            yield f"{type(one).__name__} {one!r},".encode("utf-8", errors="surrogatepass")
