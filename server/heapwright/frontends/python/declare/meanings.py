"""What the names of a module mean: its own declarations, and what its imports lead to.

Place: frontends/python/declare/. `declare` asks for every module when the tops of all are read. A
name that a module only passes on means what it means where it comes from; circles of imports end.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from heapwright.frontends.python.declare.module_declarations import Declarations, module_function
from heapwright.frontends.python.modules.library_names import names_of_module
from heapwright.frontends.python.modules.module_tops import listed_names
from heapwright.frontends.python.modules.optional_imports import left_open
from heapwright.frontends.python.modules.star_imports import names_from_stars
from heapwright.frontends.python.syntax import tree
from heapwright.frontends.python.table.class_table import (
    ClassName,
    ConstantName,
    ForeignName,
    FunctionName,
    Meaning,
    ModuleInfo,
    ModuleName,
    TypeVariable,
)
from heapwright.frontends.python.table.marks import ALIAS, has_mark
from heapwright.records import dataclass, field

_TYPE_MAKERS = frozenset(("TypeVar", "NewType", "ParamSpec", "TypeVarTuple"))
_MOST_PASSED_ON = 10


@dataclass(frozen=True, slots=True)
class Meanings:
    """The tops of all modules, and what their classes are called in the table."""

    declared: Mapping[str, Declarations]  # by path
    class_names: Mapping[tuple[str, str], str]  # by path and the name there
    known: dict[str, dict[str, Meaning]] = field(default_factory=dict)  # what `own_names` gave

    def module(self, path: str) -> ModuleInfo:
        """Say what the names of a module mean."""
        declarations = self.declared[path]
        names: dict[str, Meaning] = {}
        for statement in declarations.imports:
            for imported in statement.names:
                names.update(self.imported(declarations, statement, imported))
        names.update(self.own_names(path))
        inner: dict[str, Meaning] = {}
        for statement in declarations.inner_imports:
            for imported in statement.names:
                for name, meaning in self.imported(declarations, statement, imported).items():
                    # Where two functions mean different things by a name, neither is followed.
                    same = inner.get(name, meaning) == meaning
                    inner[name] = meaning if same else ForeignName("", name)
        stars = self.unread_stars(path, frozenset())
        names.update(names_from_stars(stars, declarations.file.tree.body, names))
        return ModuleInfo(path, names, declarations.owner, inner)

    def unread_stars(self, path: str, asking: frozenset[str]) -> Iterator[str]:
        """Name the modules from outside of which a module takes everything."""
        declarations = self.declared[path]
        for statement in declarations.imports:
            if any(imported.name == "*" for imported in statement.names):
                target = declarations.file.imports.get(statement.span)
                if target is None or target not in self.declared:
                    yield "." * statement.level + statement.module
                elif target not in (*asking, path) and self.listed(target) is None:
                    yield from self.unread_stars(target, asking | {path})

    def listed(self, path: str) -> frozenset[str] | None:
        """Give the names that a module says it has for others, if it says so."""
        return listed_names(self.declared[path].values)

    def own_names(self, path: str) -> Mapping[str, Meaning]:
        """Say what the names mean that a module itself declares."""
        if path not in self.known:
            self.known[path] = dict(self._own_names(path))
        return self.known[path]

    def _own_names(self, path: str) -> Iterator[tuple[str, Meaning]]:
        declarations = self.declared[path]
        for name, values in declarations.values.items():
            match values:
                case [tree.Call(tree.Name(maker)) | tree.Call(tree.Attribute(name=maker))] if (
                    maker in _TYPE_MAKERS
                ):
                    yield name, TypeVariable()
                case [value] if value is not None:
                    yield name, ConstantName(value, path, name)
                case _:
                    yield name, _left_open(declarations, name)
        for name, node in declarations.functions.items():
            if has_mark(node, ALIAS):
                continue
            if name in declarations.globals:
                yield name, ForeignName("", name)
            else:
                yield name, FunctionName(module_function(declarations, node).qualified_name)
        for local_name, _ in declarations.classes:
            yield local_name, ClassName(self.class_names[path, local_name])
        for name in declarations.doubtful:
            is_open = name in declarations.open
            yield name, _left_open(declarations, name) if is_open else ForeignName("", name)

    def imported(
        self, importer: Declarations, statement: tree.Import, imported: tree.ImportedName
    ) -> Mapping[str, Meaning]:
        """Say what one imported name means."""
        own = importer.file.imports
        if not statement.is_from:
            return _imported_module(own.get(imported.span), imported)
        submodule = own.get(imported.span)
        if submodule is not None:
            return {imported.alias: ModuleName(submodule)}
        path = own.get(statement.span)
        # What is missing of the program itself is no name of another module.
        module = "." * statement.level + statement.module
        if (path is None or path not in self.declared) and imported.name == "*":
            return {name: ForeignName(module, name) for name in names_of_module(module)}
        if path is None:
            return {imported.alias: ForeignName(module, imported.name)}
        if path not in self.declared:
            return {imported.alias: ForeignName("", imported.name)}
        if imported.name == "*":
            return self.starred(path, frozenset())
        found = self.own_names(path).get(imported.name) or self.passed_on(path, imported.name, 0)
        return {imported.alias: found or ForeignName("", imported.name)}

    def starred(self, path: str, asking: frozenset[str]) -> dict[str, Meaning]:
        """Give what `from … import *` gives, names that the module imports too; circles end."""
        declarations = self.declared[path]
        names: dict[str, Meaning] = {}
        for statement in declarations.imports:
            target = declarations.file.imports.get(statement.span)
            for imported in statement.names:
                if imported.name != "*":
                    names.update(self.imported(declarations, statement, imported))
                elif target is None or target not in self.declared:
                    pass
                elif target not in (*asking, path):
                    names.update(self.starred(target, asking | {path}))
        names.update(self.own_names(path))
        listed = self.listed(path)
        return {
            name: meaning
            for name, meaning in names.items()
            if (not name.startswith("_") if listed is None else name in listed)
        }

    def passed_on(self, path: str, name: str, depth: int) -> Meaning | None:
        """Follow a name that a module (often a package's `__init__`) itself imports."""
        if depth > _MOST_PASSED_ON:
            return None
        declarations = self.declared[path]
        for statement in declarations.imports:
            for imported in statement.names:
                if imported.alias != name and imported.name != "*":
                    continue
                target = declarations.file.imports.get(statement.span)
                if not statement.is_from or target is None or target not in self.declared:
                    continue
                wanted = name if imported.name == "*" else imported.name
                found = self.own_names(target).get(wanted)
                if found is None:
                    found = self.passed_on(target, wanted, depth + 1)
                if found is not None:
                    return found
        return None


def _left_open(declarations: Declarations, name: str) -> Meaning:
    """Say what a name means that has one of several values, or what an import gives."""
    values = declarations.values.get(name, ())
    if name in declarations.globals or name in declarations.defined:
        return ForeignName("", name)
    return left_open(name, values, declarations.imports, declarations.file.imports)


def _imported_module(path: str | None, imported: tree.ImportedName) -> Mapping[str, Meaning]:
    """Say what `import a.b` gives a meaning; `path` is where that leads in the program."""
    if imported.alias == imported.name and "." in imported.name:
        # It binds `a`; the text says `a.b` again where it uses the module.
        top = imported.name.partition(".")[0]
        if path is None:
            return {top: ForeignName(top, "")}
        # What else the package of the program itself has is not looked for here.
        return {top: ForeignName("", top), imported.name: ModuleName(path)}
    return {imported.alias: ForeignName(imported.name, "") if path is None else ModuleName(path)}
