"""What could be typed at a place of a tiny file.

Place: editor/features/. The grammar says which words fit, the names that are visible there say the
rest. Works while the text is half typed: see `frontends/tiny/names/probe.py`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from os.path import relpath
from pathlib import PurePath

from heapwright.editor.features.completion import (
    Completion,
    Item,
    ItemKind,
    escaped,
    keyword,
    unique,
    without_places,
)
from heapwright.editor.features.hex_completion import HexNames, hex_items
from heapwright.editor.features.words import KEYWORDS, parameters, signature, type_text
from heapwright.frontends.hex.attach import is_companion
from heapwright.frontends.tiny.declare.check_types import NoValue
from heapwright.frontends.tiny.declare.class_table import (
    ClassInfo,
    ClassTable,
    MethodInfo,
    ParameterInfo,
)
from heapwright.frontends.tiny.names.names import Names
from heapwright.frontends.tiny.names.probe import Cursor, cursor_at, fitting_terminals, probed_names
from heapwright.frontends.tiny.names.resolve import OfClass, Probed, Variable
from heapwright.frontends.tiny.syntax import tree
from heapwright.frontends.tiny.syntax.parse import Parsed, tiny_tables
from heapwright.frontends.tiny.syntax.split import ChunkKind
from heapwright.ir.core.types import RefType


def tiny_completion(
    names: Names, path: str, parsed: Parsed, offset: int, known_files: Sequence[str] = ()
) -> Completion:
    """Give what fits at the cursor; `known_files` are those that could be included."""
    cursor = cursor_at(parsed, offset)
    if cursor is None:
        return Completion(offset, ())
    if cursor.kind is ChunkKind.INCLUDE:
        return _files(path, parsed.text, cursor, offset, known_files)
    text_behind = parsed.text[offset : offset + 200]
    items = _items(names.table, path, cursor, text_behind)
    return Completion(cursor.word_start, unique(items))


def _items(table: ClassTable, path: str, cursor: Cursor, behind: str) -> Iterator[Item]:
    has_call = behind.lstrip().startswith(("(", "["))
    if cursor.kind is ChunkKind.HEX:
        yield from _hex(table, cursor)
    elif cursor.previous == "DOT":
        probed = probed_names(table, path, cursor)
        if probed is not None:
            yield from _members(table, cursor, probed, has_call)
    elif cursor.previous in ("EXTENDS", "NEW", "INSTANCEOF"):
        yield from _class_names(table, cursor if cursor.previous == "EXTENDS" else None)
    elif cursor.previous == "SCOPE" and len(cursor.before) == 1:
        yield from _class_names(table)
        yield Item("calls", ItemKind.KEYWORD, "how many calls a sequence has", rank=1)
    elif cursor.previous in ("CLASS", "LET", "AT"):
        return
    elif not cursor.before:
        yield from _starts(table, cursor)
    elif _is_in_expression(cursor):
        yield from _expression(table, path, cursor, has_call)
    else:
        yield from _head(table, cursor)


# --- Declarations ----------------------------------------------------------------------

_TOP = (
    ("class", "class ${1:Name} {\n    $0\n}", "a class"),
    ("spec", "spec ${1:NAME}(${2:Type} ${3:o}) :=\n    ${0:true};", "can calls make this true?"),
    ("scope", "scope ${1:Class} <= ${2:3};$0", "how many objects of a class"),
    ("test", "test ${1:name} {\n    $0\n}", "statements that must not fail"),
    ("include", 'include "${1:file.tiny}";$0', "another file first"),
)
_MEMBERS = (
    ("invariant", "invariant ${1:name}() := ${0:true};", "must hold for every object"),
    ("hex", "hex {\n    this(.${1:next})* aliases nothing;$0\n}", "structural invariants"),
    ("method", "${1:void} ${2:name}(${3}) :=\n    ${0:this};", "a method"),
    ("static", "static ${1:Type} ${2:name}(${3}) :=\n    ${0:null};", "called on the class"),
    ("private new", "private new;$0", "only the class itself may construct"),
)
_TYPES = ("int", "bool")


def _starts(table: ClassTable, cursor: Cursor) -> Iterator[Item]:
    """Give what a declaration or a member can begin with."""
    if cursor.kind is ChunkKind.MEMBER or cursor.owner:
        yield from _templates(_MEMBERS)
        yield keyword("private", 2)
        yield from _type_names(table)
        yield Item("void", ItemKind.TYPE, KEYWORDS["void"], rank=3)
        return
    yield from _templates(_TOP)
    yield from (keyword(word) for word in ("let", "if", "new") if cursor.kind is ChunkKind.MAIN)


def _templates(templates: Sequence[tuple[str, str, str]]) -> Iterator[Item]:
    for label, snippet, detail in templates:
        # A word of the language is of use without the rest; any other label is not.
        plain = label if label.split()[0] in KEYWORDS else without_places(snippet)
        yield Item(label, ItemKind.SNIPPET, detail, plain, snippet, rank=1)


def _head(table: ClassTable, cursor: Cursor) -> Iterator[Item]:
    """Give what fits before the `:=` of a declaration."""
    fitting = fitting_terminals(cursor) or frozenset()
    yield from _keywords(fitting)
    terminals = [lexeme.terminal for lexeme in cursor.before]
    is_parameter = terminals[-1] in ("LPAR", "COMMA") and "LPAR" in terminals
    is_member_type = cursor.kind is ChunkKind.MEMBER and set(terminals) <= {"PRIVATE", "STATIC"}
    if "NAME" in fitting and (is_parameter or is_member_type):
        yield from _type_names(table)
        if is_member_type:
            yield Item("void", ItemKind.TYPE, KEYWORDS["void"], rank=3)


def _type_names(table: ClassTable) -> Iterator[Item]:
    for word in _TYPES:
        yield Item(word, ItemKind.TYPE, KEYWORDS[word], rank=3)
    yield from _class_names(table)


def _class_names(table: ClassTable, below: Cursor | None = None) -> Iterator[Item]:
    """Give the classes; those that can be the parent of the class at `below`."""
    own = below.node.name.text if below and isinstance(below.node, tree.ClassDecl) else ""
    for info in table.classes.values():
        if own and any(above.name == own for above in table.chain(info.name)):
            continue
        detail = f"extends {info.parent}" if info.parent not in (None, "Object") else ""
        yield Item(info.name, ItemKind.CLASS, detail, rank=4 if info.place else 8)


def _keywords(fitting: frozenset[str]) -> Iterator[Item]:
    for terminal in tiny_tables().terminals:
        if terminal.is_text and terminal.name in fitting and terminal.pattern.isidentifier():
            yield keyword(terminal.pattern)


# --- Expressions -----------------------------------------------------------------------


def _is_in_expression(cursor: Cursor) -> bool:
    terminals = [lexeme.terminal for lexeme in cursor.before]
    match cursor.kind:
        case ChunkKind.MAIN:
            return True
        case ChunkKind.TEST:
            return "LBRACE" in terminals
        case ChunkKind.MEMBER | ChunkKind.SPEC:
            return "ASSIGN" in terminals
        case _:
            return False


def _expression(table: ClassTable, path: str, cursor: Cursor, has_call: bool) -> Iterator[Item]:
    fitting = fitting_terminals(cursor)
    if fitting is None:
        fitting = frozenset(t.name for t in tiny_tables().terminals)
    yield from _keywords(fitting if _has_this(cursor) else fitting - {"THIS"})
    if "NAME" not in fitting:
        return
    probed = probed_names(table, path, cursor)
    variable = None if probed is None else probed.scope
    seen: set[str] = set()
    while variable is not None:
        if variable.entity.name not in seen and variable.entity.name:
            yield _variable(variable)
        seen.add(variable.entity.name)
        variable = variable.outer
    for info in table.classes.values():
        if any(m.is_static and not m.is_private for m in info.methods.values()):
            yield Item(info.name, ItemKind.CLASS, "its static methods", rank=6)
        if not info.has_private_new or info.name == cursor.owner or _asks(cursor):
            label = f"new {info.name}"
            yield Item(label, ItemKind.CLASS, "a new object", label, rank=6 if info.place else 9)
    if _asks(cursor) or cursor.kind is ChunkKind.TEST:
        for spec in table.specs.values():
            if isinstance(cursor.node, tree.SpecDecl) and cursor.node.name.text == spec.name:
                continue  # a spec that asks itself has no answer
            detail = f"spec ({parameters(spec.parameters)})"
            snippet = "" if has_call else _call_snippet(spec.name, spec.parameters)
            yield Item(spec.name, ItemKind.SPEC, detail, spec.name, snippet, rank=4)


def _variable(variable: Variable) -> Item:
    is_value = not isinstance(variable.type, NoValue)
    detail = type_text(variable.type) if is_value else "no value"
    return Item(variable.entity.name, ItemKind.VARIABLE, detail, rank=0)


def _has_this(cursor: Cursor) -> bool:
    """Whether there is an object that the code at the cursor is called on."""
    is_static = any(lexeme.terminal == "STATIC" for lexeme in cursor.before[:2])
    return cursor.kind is ChunkKind.MEMBER and not is_static


def _asks(cursor: Cursor) -> bool:
    """Whether the code at the cursor may ask specs and see what is private."""
    return cursor.kind is ChunkKind.SPEC or isinstance(cursor.node, tree.InvariantDecl)


# --- Members ---------------------------------------------------------------------------


def _members(table: ClassTable, cursor: Cursor, probed: Probed, has_call: bool) -> Iterator[Item]:
    """Give the members of what stands before the dot, own ones before inherited ones."""
    match probed.target:
        case OfClass(class_name):
            for rank, info in enumerate(table.chain(class_name)):
                for method in info.methods.values():
                    if method.is_static and _may_use(cursor, info, method.is_private):
                        yield _method(method, rank, has_call)
        case RefType(class_name):
            for rank, info in enumerate(table.chain(class_name)):
                yield from _object_members(cursor, info, rank, has_call)
        case _:
            return


def _object_members(cursor: Cursor, info: ClassInfo, rank: int, has_call: bool) -> Iterator[Item]:
    for field in info.fields.values():
        if not has_call and _may_use(cursor, info, field.is_private):
            yield Item(field.name, ItemKind.FIELD, type_text(field.type), rank=rank)
    for method in info.methods.values():
        if method.is_invariant:
            if _asks(cursor) or cursor.kind is ChunkKind.TEST:
                yield _method(method, rank, has_call)
        elif not method.is_static and _may_use(cursor, info, method.is_private):
            yield _method(method, rank, has_call)


def _may_use(cursor: Cursor, info: ClassInfo, is_private: bool) -> bool:
    return not is_private or cursor.owner == info.name or _asks(cursor)


def _method(method: MethodInfo, rank: int, has_call: bool) -> Item:
    snippet = "" if has_call else _call_snippet(method.name, method.parameters)
    plain = method.name
    return Item(method.name, ItemKind.METHOD, signature(method), plain, snippet, rank)


def _call_snippet(name: str, infos: tuple[ParameterInfo, ...]) -> str:
    places = [f"${{{n}:{escaped(info.name)}}}" for n, info in enumerate(infos, start=1)]
    return f"{escaped(name)}({', '.join(places)})$0"


# --- HEX and files ---------------------------------------------------------------------


def _hex(table: ClassTable, cursor: Cursor) -> Iterator[Item]:
    inside = [(lexeme.text, lexeme.terminal) for lexeme in cursor.before if lexeme.is_hex]
    if not any(lexeme.terminal == "LBRACE" for lexeme in cursor.before):
        return
    yield from hex_items(inside, _hex_names(table, cursor.owner))


def _hex_names(table: ClassTable, owner: str) -> HexNames:
    """Give the fields that paths from an object of a class can take, near ones first."""
    reached = [owner] if owner in table.classes else list(table.classes)
    fields: dict[str, str] = {}
    for class_name in reached:  # grows while it is walked
        for info in (*table.chain(class_name), *table.below(class_name)):
            for field in info.fields.values():
                if isinstance(field.type, RefType):
                    fields.setdefault(field.name, f"{field.type.class_name} of {info.name}")
                    if field.type.class_name not in reached:
                        reached.append(field.type.class_name)
    methods = [
        method
        for info in (table.chain(owner) if owner in table.classes else ())
        for method in info.methods.values()
        if not method.is_invariant
    ]
    classes = tuple(info.name for info in table.classes.values() if info.place is not None)
    inputs = dict.fromkeys(
        p.name for method in methods for p in method.parameters if isinstance(p.type, RefType)
    )
    companions = tuple(
        m.name for m in methods if is_companion([p.type for p in m.parameters], m.result)
    )
    return HexNames(tuple(fields.items()), classes, companions, tuple(inputs))


def _files(
    path: str, text: str, cursor: Cursor, offset: int, known_files: Sequence[str]
) -> Completion:
    """Give the files that an include could name, relative to the file it stands in."""
    line = text[cursor.word_start : offset]
    typed = line.removeprefix("include").lstrip(' \t"')
    if not line.startswith("include") or "\n" in typed:
        return Completion(offset, ())
    folder = str(PurePath(path).parent)
    names = sorted(
        PurePath(relpath(other, folder)).as_posix() for other in known_files if other != path
    )
    items = tuple(Item(name, ItemKind.FILE, plain=name, rank=0) for name in names)
    return Completion(offset - len(typed), items)
