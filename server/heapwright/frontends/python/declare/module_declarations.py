"""What stands at the top of a module: its classes, functions, imports and values.

Place: frontends/python/declare/. `declare` reads each module with this, in the order of the text,
because what a statement means depends on what stands above it. Statements and classes go through
the rewrites of `desugar.passes` as they are met.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from functools import cached_property

from heapwright.frontends.python.declare.members import function_obstacle
from heapwright.frontends.python.desugar.dataclasses_ import ABSENT
from heapwright.frontends.python.desugar.kept_decorators import with_open_parameters
from heapwright.frontends.python.desugar.mixins import registered, registration
from heapwright.frontends.python.desugar.passes import class_in_sight, statements_for
from heapwright.frontends.python.modules.module_tops import known_names, known_run
from heapwright.frontends.python.modules.optional_imports import taken_side
from heapwright.frontends.python.modules.rebindings import doubtful_names
from heapwright.frontends.python.syntax import tree
from heapwright.frontends.python.syntax.static_conditions import is_about_types, known_condition
from heapwright.frontends.python.syntax.unpacking import unpacked
from heapwright.frontends.python.syntax.walk import (
    assigned_names,
    bound_by,
    bound_once,
    global_names,
    imported_names,
    nodes_below,
    walk,
)
from heapwright.frontends.python.table.class_table import FunctionInfo, FunctionKind
from heapwright.frontends.python.table.marks import has_mark
from heapwright.records import dataclass, field
from heapwright.text.span import Span


@dataclass(frozen=True, slots=True)
class ModuleText:
    """One file to declare; `imports` says which files its imports lead to."""

    path: str
    tree: tree.Module
    imports: Mapping[Span, str]  # path by the span of the import or of the imported name


@dataclass(frozen=True, slots=True)
class Trees:
    """The trees of all files, read or not yet, and the classes that stand at their tops."""

    trees: Mapping[str, tree.Module]
    found: dict[str, dict[str, tree.ClassDef]] = field(default_factory=dict)

    def own_classes(self, path: str) -> Mapping[str, tree.ClassDef]:
        """Give the classes of a module whose names mean nothing else there."""
        if path not in self.found:
            body = self.trees[path].body if path in self.trees else ()
            bound = Counter(name for node in walk(body) for name in bound_by(node))
            bound.update(list(global_names(body)))
            bound.update(one for node in body for one in imported_names((node,)))
            self.found[path] = {
                node.name.text: node
                for node in body
                if isinstance(node, tree.ClassDef) and bound[node.name.text] == 1
            }
        return self.found[path]


class Declarations:
    """What stands at the top of a file, also under `if` and `try`."""

    def __init__(
        self, file: ModuleText, owner: str, before: Mapping[str, Declarations], trees: Trees
    ) -> None:
        self.file = file
        self.trees = trees
        self.before = before  # modules that were read before this one
        self.owner = owner
        self.classes: list[tuple[str, tree.ClassDef]] = []
        self.functions: dict[str, tree.FunctionDef] = {}
        self.imports: list[tree.Import] = []
        self.values: dict[str, list[tree.Expr | None]] = {}
        self.defined: set[str] = set()  # functions and classes below `if` and `try`
        self.doubtful: set[str] = set()
        self.open: set[str] = set()  # what optional imports left, see `_add_one_of`
        self.typed_dicts: set[str] = set()
        self._add(file.tree.body)
        self.doubtful |= doubtful_names(file.tree.body)
        at_top = set(map(id, self.imports))
        self.inner_imports = [
            node
            for node in nodes_below(file.tree.body)
            if isinstance(node, tree.Import) and id(node) not in at_top
        ]
        self.globals = global_names(file.tree.body)
        for name in self.globals:
            # A function may give it a value later; before that there is none.
            self.values.setdefault(name, [tree.Name(ABSENT, Span(0, 0))])

    def _add(self, body: tree.Block) -> None:
        for statement in body:
            for written in statements_for(self, statement):
                self._add_statement(written)
                if isinstance(statement, tree.ClassDef) and written is not statement:
                    self.typed_dicts.add(statement.name.text)

    def _add_statement(self, statement: tree.Statement) -> None:
        match statement:
            case tree.ClassDef():
                self._add_class("", statement)
            case tree.FunctionDef(name=name) if name.text:
                self.functions[name.text] = statement
            case tree.Import():
                self.imports.append(statement)
            case tree.Assignment(targets, _, value):
                for target in targets:
                    self._add_value(target, value)
            case tree.AugmentedAssignment(target=target):
                self._add_value(target, None)
            case tree.ExprStatement(
                tree.Call(function, [tree.Argument(None, tree.Name(text))])
            ) if abstract := registration(self.imports, function):
                self.classes = [
                    (known, registered(node, [abstract]) if known == text else node)
                    for known, node in self.classes
                ]
            case tree.If():
                self._add_if(statement)
            case tree.Try():
                self._add_try(statement)
            case tree.For() | tree.While() | tree.With() | tree.Match() | tree.Delete():
                for node in walk([statement]):
                    for bound in bound_by(node):
                        self.values.setdefault(bound, []).append(None)
            case _:
                pass

    def _add_if(self, statement: tree.If) -> None:
        then_body, else_body = statement.then_body, statement.else_body
        holds = known_condition(statement.condition, known_names(self.imports, self.values))
        if is_about_types(statement.condition):
            # What only types need comes first, so what runs has the last word.
            self._add(then_body)
            for assigned in assigned_names(else_body):
                self.values.pop(assigned, None)
            self._add(else_body)
        elif holds is None:
            self._add_one_of(then_body, else_body)
            self._add((*then_body, *else_body))
        else:
            self._add(then_body if holds else else_body)

    def _add_try(self, statement: tree.Try) -> None:
        runs = known_run(statement, self._names_so_far())
        if runs is None:
            runs = taken_side(statement, self.file.imports)
        if runs is not None:
            self._add(runs)
            return
        bodies = [handler.body for handler in statement.handlers]
        self._add_one_of((*statement.body, *statement.else_body), *bodies)
        for body in (statement.body, *bodies, statement.else_body, statement.final_body):
            self._add(body)

    def all_functions(self) -> dict[str, tree.FunctionDef]:
        """Give the functions so far, and those of modules before that this one names."""
        found: dict[str, tree.FunctionDef] = {}
        for statement in self.imports:
            found |= self.imported_functions(statement)
        return found | self.functions

    def imported_functions(self, statement: tree.Import) -> dict[str, tree.FunctionDef]:
        """Give the functions that an import leads to, those of a whole module with its name."""
        found: dict[str, tree.FunctionDef] = {}
        for imported in statement.names:
            span = statement.span if statement.is_from else imported.span
            other = self.before.get(self.file.imports.get(span, ""))
            submodule = self.before.get(self.file.imports.get(imported.span, ""))
            if submodule is not None:
                functions = submodule.functions.items()
                found |= {f"{imported.alias}.{name}": one for name, one in functions}
            elif statement.is_from and other is not None and imported.name in other.functions:
                found[imported.alias] = other.functions[imported.name]
        return found

    def all_values(self) -> dict[str, tree.Expr]:
        """Give the values that names surely have: those so far, and those of modules before."""
        found: dict[str, tree.Expr] = {}
        for statement in self.imports:
            other = self.before.get(self.file.imports.get(statement.span, ""))
            if other is None or not statement.is_from:
                continue
            for imported in statement.names:
                match other.values.get(imported.name):
                    case [value] if value is not None:
                        found[imported.alias] = value
        own = {name: one[0] for name, one in self.values.items() if len(one) == 1}
        return found | {name: value for name, value in own.items() if value is not None}

    def known_classes(self) -> dict[str, tree.ClassDef]:
        """Give the classes at the top of modules that names of this one surely mean."""
        found: dict[str, tree.ClassDef] = {}
        for statement in reversed(self.imports):
            found |= self.imported_classes(statement)
        return {**found, **self.trees.own_classes(self.file.path)}

    def imported_classes(self, statement: tree.Import) -> dict[str, tree.ClassDef]:
        """Give the classes that an import leads to."""
        target = self.file.imports.get(statement.span, "")
        there = self.trees.own_classes(target) if statement.is_from else {}
        return {one.alias: there[one.name] for one in statement.names if one.name in there}

    @cached_property
    def _bound_once(self) -> frozenset[str]:
        return bound_once(self.file.tree.body)

    def bound_once(self) -> frozenset[str]:
        """Name what the module binds once."""
        return self._bound_once

    def _names_so_far(self) -> set[str]:
        """Give the names that the module itself has given a meaning so far."""
        imported = {one.alias for statement in self.imports for one in statement.names}
        return {*self.values, *self.functions, *imported, *(name for name, _ in self.classes)}

    def _add_one_of(self, *bodies: tree.Block) -> None:
        """Note the functions and classes of which nobody knows which text declares them."""
        declared: set[str] = set()
        imported: set[str] = set()
        given: set[str] = set()
        for body in bodies:
            names = set(assigned_names(body)) | imported_names(body)
            defined = {
                node.name.text
                for node in body
                if isinstance(node, tree.FunctionDef | tree.ClassDef)
            }
            self.doubtful |= (names | defined) & declared & (defined | self.defined)
            # A value in the place of what another side imports: nobody knows which it is.
            mixed = (set(assigned_names(body)) & imported) | (imported_names(body) & given)
            self.doubtful |= mixed
            self.open |= mixed
            given |= set(assigned_names(body))
            imported |= imported_names(body)
            self.defined |= defined
            declared |= names | defined

    def _add_class(self, prefix: str, node: tree.ClassDef) -> None:
        if not node.name.text:
            return
        node, values = class_in_sight(self, prefix, node)
        self.values.update((name, [value]) for name, value in values.items())
        name = prefix + node.name.text
        # What the text says last is what the name means.
        inner = f"{name}."
        self.classes = [one for one in self.classes if one[0] != name and inner not in one[0]]
        self.classes.append((name, node))
        for member in node.body:
            if isinstance(member, tree.ClassDef):
                self._add_class(f"{name}.", member)

    def _add_value(self, target: tree.Expr, value: tree.Expr | None) -> None:
        match target:
            case tree.Name(text):
                self.values.setdefault(text, []).append(value)
            case tree.TupleExpr(items):
                values = None if value is None else unpacked(value, len(items))
                for place, item in enumerate(items):
                    self._add_value(item, None if values is None else values[place])
            case _:
                pass


def module_function(declarations: Declarations, node: tree.FunctionDef) -> FunctionInfo:
    """Give a function of a module, or a spec."""
    is_spec = has_mark(node, "spec")
    name = node.name.text
    node = with_open_parameters(node)
    return FunctionInfo(
        name,
        name,
        None if is_spec else declarations.owner,
        FunctionKind.SPEC if is_spec else FunctionKind.FUNCTION,
        node,
        declarations.file.path,
        node.parameters,
        None,
        not name.startswith("_") and not has_mark(node, "private"),
        obstacle=function_obstacle(node, node.parameters),
    )
