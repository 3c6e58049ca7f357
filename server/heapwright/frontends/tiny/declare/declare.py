"""Make the table of all classes and specs, and check that the declarations fit.

Place: frontends/tiny/declare/. `lower` calls this before it looks into any body. Always gives
a table that works: what is declared twice counts once, a missing or circular parent
becomes the root class, a type that nobody declares is unknown and silences the rest.
Reports into `Findings`; changes nothing else.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from heapwright.frontends.name_hints import did_you_mean
from heapwright.frontends.tiny.declare import check_codes
from heapwright.frontends.tiny.declare import check_types as types
from heapwright.frontends.tiny.declare import class_table as tables
from heapwright.frontends.tiny.declare.findings import Findings
from heapwright.frontends.tiny.declare.includes import LoadedFile
from heapwright.frontends.tiny.declare.inheritance import checked_members, sound_parents
from heapwright.frontends.tiny.syntax import tree
from heapwright.ir.core.types import BOOL, INT, RefType
from heapwright.problems import Severity
from heapwright.records import dataclass, replace
from heapwright.text.span import Span

BUILT_IN_PARENTS = {
    tables.ROOT_CLASS: None,
    tables.ERROR_CLASS: tables.ROOT_CLASS,
    tables.NULL_DEREFERENCE: tables.ERROR_CLASS,
    tables.DIVISION_BY_ZERO: tables.ERROR_CLASS,
    tables.ASSERTION_FAILED: tables.ERROR_CLASS,
}


def declare(
    findings: Findings, files: Sequence[LoadedFile], live_methods: frozenset[str] | None
) -> tables.ClassTable:
    """Give the table of the files' declarations.

    Mistakes in the signature of a method that is not live are warnings.
    """
    classes, specs = _first_declarations(findings, files)
    names = dict.fromkeys((*classes, *BUILT_IN_PARENTS))
    parents = sound_parents(findings, classes, BUILT_IN_PARENTS)
    infos = {
        name: _class_info(findings, names, classes[name], parents[name], live_methods)
        if name in classes
        else _built_in(name, parents[name])
        for name in names
    }
    table = tables.ClassTable(infos, {})
    return tables.ClassTable(
        checked_members(findings, table),
        {name: _spec_info(findings, names, specs[name]) for name in specs},
    )


@dataclass(frozen=True, slots=True)
class Declared:
    """A class as it stands in a file."""

    node: tree.ClassDecl
    offset: int
    path: str

    def place(self, span: Span) -> tables.Place:
        """Say where a span of the class itself lies in the file."""
        return tables.Place(self.path, span.shifted(self.offset))


@dataclass(frozen=True, slots=True)
class _DeclaredSpec:
    """A spec as it stands in a file."""

    node: tree.SpecDecl
    offset: int
    path: str


def _first_declarations(
    findings: Findings, files: Sequence[LoadedFile]
) -> tuple[dict[str, Declared], dict[str, _DeclaredSpec]]:
    """Give classes and specs by name; a name that is taken already is a problem."""
    taken: dict[str, tables.Place] = {}
    classes: dict[str, Declared] = {}
    specs: dict[str, _DeclaredSpec] = {}
    for file in files:
        path = file.source.path
        for placed in file.tree.declarations:
            match placed.node:
                case tree.ClassDecl() as node if _is_first(findings, taken, path, placed):
                    classes[node.name.text] = Declared(node, placed.offset, path)
                case tree.SpecDecl() as node if _is_first(findings, taken, path, placed):
                    specs[node.name.text] = _DeclaredSpec(node, placed.offset, path)
                case tree.TestDecl() if file is files[-1]:
                    _is_first(findings, taken, path, placed)
                case _:
                    pass
    return classes, specs


def _is_first(
    findings: Findings,
    taken: dict[str, tables.Place],
    path: str,
    placed: tree.Placed[tree.Declaration],
) -> bool:
    """Take the name of a class, spec or test, unless it is taken already."""
    match placed.node:
        case tree.ClassDecl(name=name) | tree.SpecDecl(name=name) | tree.TestDecl(name=name):
            place = tables.Place(path, name.span.shifted(placed.offset))
            return is_new(findings, taken, name.text, place)
        case _:
            return False


def is_new(
    findings: Findings,
    taken: dict[str, tables.Place],
    name: str,
    place: tables.Place,
    what: str = "",
) -> bool:
    """Take a name, or report that it is taken. A name that the parser invented is not new."""
    if not name:
        return False
    if name in taken:
        related = taken[name].related("the first one is here", place.path)
        message = f"{what}`{name}` is declared twice"
        findings.add(place, check_codes.DUPLICATE_DECLARATION, message, (related,))
        return False
    taken[name] = place
    return True


def _built_in(name: str, parent: str | None) -> tables.ClassInfo:
    """Give a class that the language brings along."""
    return tables.ClassInfo(name, parent, {}, {}, (), name != tables.ROOT_CLASS, None, Span(0, 0))


def _class_info(
    findings: Findings,
    class_names: Collection[str],
    declared: Declared,
    parent: str | None,
    live_methods: frozenset[str] | None,
) -> tables.ClassInfo:
    """Give the signatures of a class."""
    fields: dict[str, tables.FieldInfo] = {}
    methods: dict[str, tables.MethodInfo] = {}
    hex_blocks: list[tree.Placed[tree.HexDecl]] = []
    taken_fields: dict[str, tables.Place] = {}
    taken_methods: dict[str, tables.Place] = {}
    has_private_new = False
    owner = declared.node.name.text
    for member in declared.node.members:
        offset = declared.offset + member.offset
        signature = _Signature(findings, class_names, declared.path, offset)
        match member.node:
            case tree.FieldDecl(type_name, name, is_private):
                place = signature.place(name.span)
                if is_new(findings, taken_fields, name.text, place):
                    field_type = signature.value_type(type_name, "a field")
                    fields[name.text] = tables.FieldInfo(
                        name.text, owner, field_type, is_private, place
                    )
            case tree.MethodDecl(name=name) as node:
                if live_methods is not None and name.text not in live_methods:
                    signature = replace(signature, severity=Severity.WARNING)
                place = signature.place(name.span)
                if is_new(findings, taken_methods, name.text, place):
                    methods[name.text] = tables.MethodInfo(
                        name.text,
                        owner,
                        signature.parameters(node.parameters),
                        signature.result_type(node.result, name.text),
                        node.is_private,
                        node.is_static,
                        node,
                        offset,
                        place,
                        signature.severity,
                    )
            case tree.InvariantDecl(name=name) as node:
                place = signature.place(name.span)
                if is_new(findings, taken_methods, name.text, place):
                    methods[name.text] = tables.MethodInfo(
                        name.text, owner, (), BOOL, False, False, node, offset, place
                    )
            case tree.HexDecl() as node:
                hex_blocks.append(tree.Placed(offset, node))
            case tree.PrivateNew():
                has_private_new = True
    return tables.ClassInfo(
        owner,
        parent,
        fields,
        methods,
        tuple(hex_blocks),
        has_private_new,
        declared.place(declared.node.name.span),
        declared.node.span.shifted(declared.offset),
    )


def _spec_info(
    findings: Findings, class_names: Collection[str], declared: _DeclaredSpec
) -> tables.SpecInfo:
    """Give the signature of a spec."""
    node = declared.node
    signature = _Signature(findings, class_names, declared.path, declared.offset)
    return tables.SpecInfo(
        node.name.text,
        signature.parameters(node.parameters),
        node,
        declared.offset,
        signature.place(node.name.span),
    )


@dataclass(frozen=True, slots=True)
class _Signature:
    """What reading the types of one declaration needs."""

    findings: Findings
    class_names: Collection[str]
    path: str
    offset: int
    severity: Severity = Severity.ERROR

    def place(self, span: Span) -> tables.Place:
        """Say where a span of the declaration lies in the file."""
        return tables.Place(self.path, span.shifted(self.offset))

    def parameters(self, parameters: Iterable[tree.Parameter]) -> tuple[tables.ParameterInfo, ...]:
        """Read parameters; one whose name is taken keeps its position."""
        taken: dict[str, tables.Place] = {}
        infos = []
        for parameter in parameters:
            is_new(self.findings, taken, parameter.name.text, self.place(parameter.name.span))
            infos.append(
                tables.ParameterInfo(
                    parameter.name.text,
                    self.value_type(parameter.type_name, "a parameter"),
                    self.place(parameter.span),
                )
            )
        return tuple(infos)

    def value_type(self, name: tree.Name, what: str) -> types.ValueType:
        """Read the type of a field or parameter."""
        match name.text:
            case "int":
                return INT
            case "bool":
                return BOOL
            case "void":
                message = f"{what} cannot be void: void is only for the results of methods"
                self.findings.add(
                    self.place(name.span), check_codes.VOID_PLACE, message, (), self.severity
                )
                return types.UNKNOWN
            case "":
                return types.UNKNOWN
            case text if text in self.class_names:
                return RefType(text)
            case text:
                hint = did_you_mean(text, (*self.class_names, "int", "bool", "void"))
                self.findings.add(
                    self.place(name.span),
                    check_codes.UNKNOWN_CLASS,
                    f"there is no class `{text}`{hint}",
                    (),
                    self.severity,
                )
                return types.UNKNOWN

    def result_type(self, name: tree.Name, method: str) -> types.CheckType:
        """Read the type of a method's result."""
        if name.text == "void":
            return types.NoValue(f"`{method}` is void and gives no value")
        return self.value_type(name, "a result")
