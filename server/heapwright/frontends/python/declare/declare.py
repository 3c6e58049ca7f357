"""Make the table of what modules declare.

Place: frontends/python/declare/. `lower` calls this first. Looks at declarations, not into the
bodies of functions. Whatever cannot be used gets an `Obstacle` and stays in the table, so
that the rest of the program can name it.

Long because: names, classes and functions of a module are declared together, each by the others.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from pathlib import PurePath

from heapwright.frontends.python.declare.class_bases import (
    bases_of,
    container_of,
    enum_levels,
    enum_of,
    parent_of,
)
from heapwright.frontends.python.declare.described_values import with_described_values
from heapwright.frontends.python.declare.hidden_setters import with_hidden_setters
from heapwright.frontends.python.declare.inheritance import with_inheritance
from heapwright.frontends.python.declare.members import (
    function_obstacle,
    meddles,
    method_info,
)
from heapwright.frontends.python.desugar.asked_bools import with_bools
from heapwright.frontends.python.desugar.below_containers import below_container
from heapwright.frontends.python.desugar.class_bodies import unpacked, with_context, written_out
from heapwright.frontends.python.desugar.coroutines import coroutine_functions
from heapwright.frontends.python.desugar.dataclasses_ import (
    ABSENT,
    is_dataclass,
    is_field,
    slots_written,
    unset_defaults,
)
from heapwright.frontends.python.desugar.descriptors import with_descriptors
from heapwright.frontends.python.desugar.enum_attributes import initialiser_of, without_initialiser
from heapwright.frontends.python.desugar.enums import (
    Members,
    attribute_functions,
    enum_functions,
    members_of,
)
from heapwright.frontends.python.desugar.evaluate import Level
from heapwright.frontends.python.desugar.instance_dict_statements import in_plain_words
from heapwright.frontends.python.desugar.kept_decorators import (
    with_kept_decorators,
    with_open_parameters,
)
from heapwright.frontends.python.desugar.local_imports import with_local_imports
from heapwright.frontends.python.desugar.mixins import registered, registration, with_mixins
from heapwright.frontends.python.desugar.named_lambdas import with_functions
from heapwright.frontends.python.desugar.named_tuples import (
    as_tuple_class,
    is_named_tuple,
    named_tuple_class,
)
from heapwright.frontends.python.desugar.typed_dicts import (
    dict_type,
    is_typed_dict,
    makes_typed_dict,
)
from heapwright.frontends.python.desugar.wrappers import with_wrappers
from heapwright.frontends.python.import_time.escape import sharing_of
from heapwright.frontends.python.import_time.import_code import (
    ImportCode,
    base_meaning,
    without_meddling,
)
from heapwright.frontends.python.import_time.metaclasses import (
    Metaclasses,
    is_metaclass,
    with_values,
)
from heapwright.frontends.python.import_time.module_code import module_effects, with_called_defaults
from heapwright.frontends.python.import_time.module_names import (
    changed_classes,
    with_its_name,
    without_changed_values,
)
from heapwright.frontends.python.modules.library_classes import TEXT_OBJECT
from heapwright.frontends.python.modules.library_names import names_of_module
from heapwright.frontends.python.modules.module_tops import (
    allocates,
    brought_along,
    known_names,
    known_run,
    listed_names,
)
from heapwright.frontends.python.modules.optional_imports import left_open, taken_side
from heapwright.frontends.python.modules.rebindings import doubtful_names
from heapwright.frontends.python.modules.star_imports import names_from_stars
from heapwright.frontends.python.syntax import tree
from heapwright.frontends.python.syntax.dotted_names import (
    is_abstract,
    is_off,
    is_on,
    structures,
)
from heapwright.frontends.python.syntax.recovery import with_whole_members
from heapwright.frontends.python.syntax.static_conditions import is_about_types, known_condition
from heapwright.frontends.python.syntax.walk import (
    assigned_names,
    bound_by,
    global_names,
    imported_names,
    nodes_below,
    walk,
)
from heapwright.frontends.python.table.class_table import (
    EXCEPTIONS,
    ROOT_CLASS,
    ClassInfo,
    ClassName,
    ClassTable,
    ConstantName,
    ForeignName,
    FunctionInfo,
    FunctionName,
    Kind,
    Meaning,
    ModuleInfo,
    ModuleName,
    Obstacle,
    TypeVariable,
)
from heapwright.frontends.python.table.container_fields import used_entries
from heapwright.frontends.python.table.endings import may_stop
from heapwright.frontends.python.table.exception_reads import reads_exceptions
from heapwright.frontends.python.table.marks import has_mark
from heapwright.frontends.python.table.slots import SLOTS, slot_with_value
from heapwright.records import dataclass, field, replace
from heapwright.text.span import Span

_TYPE_MAKERS = frozenset(("TypeVar", "NewType", "ParamSpec", "TypeVarTuple"))


@dataclass(frozen=True, slots=True)
class ModuleText:
    """One file to declare; `imports` says which files its imports lead to."""

    path: str
    tree: tree.Module
    imports: Mapping[Span, str]  # path by the span of the import or of the imported name


def declare(files: Sequence[ModuleText]) -> ClassTable:
    """Give the table of all files."""
    texts = with_bools([with_functions(with_local_imports(file.tree)) for file in files])
    files = [replace(file, tree=text) for file, text in zip(files, texts, strict=True)]
    first: dict[str, _Declarations] = {}
    tops = _Trees({file.path: file.tree for file in files})
    for file in files:
        first[file.path] = _Declarations(file, _module_owner(files, file.path), first, tops)
    trees = [(file.path, file.tree) for file in files]
    taken = dict.fromkeys((*EXCEPTIONS, ROOT_CLASS, *brought_along(trees)), 1)
    class_names: dict[tuple[str, str], str] = {}
    for declarations in first.values():
        for local_name, _ in declarations.classes:
            n_before = taken.get(local_name, 0)
            taken[local_name] = n_before + 1
            # A second class of the same name, from another module, must be told apart.
            name = local_name if n_before == 0 else f"{local_name} ({n_before + 1})"
            class_names[declarations.file.path, local_name] = name
    modules = {path: _names(first, class_names, path) for path in first}
    code = _import_code(first, class_names, modules)
    effects = module_effects(code, dict(trees))
    modules = without_changed_values(code, modules, effects.of_modules)
    effects.settings += changed_classes(code, effects.of_modules)
    metaclasses = Metaclasses(code, effects.settings)
    classes: dict[str, ClassInfo] = {}
    for path, declarations in first.items():
        for local_name, node in declarations.classes:
            name = class_names[path, local_name]
            if name not in classes:
                hooked = code.hook_obstacle(path, node)
                node = code.without_notes(path, node)
                info = _class_info(modules, code.classes, path, name, local_name, node)
                info = replace(info, obstacle=info.obstacle or hooked)
                classes[name] = with_values(info, metaclasses.values(path, name, node))
    classes = without_meddling(classes, effects.settings)
    read = [file.tree for file in files]
    described, classes = with_described_values(modules, read, classes)
    table = with_inheritance(described, classes)
    classes = with_hidden_setters(table)
    functions = {f.qualified_name: f for c in classes.values() for f in c.functions.values()}
    for declarations in first.values():
        for function in declarations.function_infos(code):
            # The root file stands last, and its own specs win.
            functions[function.qualified_name] = function
    functions = {name: with_called_defaults(effects, f) for name, f in functions.items()}
    functions = {name: with_its_name(effects.of_modules, f) for name, f in functions.items()}
    table = replace(table, classes=classes, functions=functions)
    deciding = ("__getattr__", "__setattr__", "__delattr__")
    has_getattr = any(name in c.functions for c in classes.values() for name in deciding)
    table = replace(table, has_getattr=has_getattr)
    table = replace(table, stops=any(may_stop(f.node.body) for f in functions.values()))
    table = replace(table, has_containers=any(map(table.container, classes)))
    table = replace(table, used_entries=used_entries(classes, functions.values()))
    table = replace(table, allocates=any(allocates(file.tree.body) for file in files))
    return replace(
        table,
        sharing=sharing_of(
            table,
            trees,
            frozenset(code.changed),
            effects.rebound,
            effects.uses,
            effects.named.names(),
        ),
        reads_exceptions=reads_exceptions(table),
    )


def _import_code(
    first: Mapping[str, _Declarations],
    class_names: Mapping[tuple[str, str], str],
    modules: Mapping[str, ModuleInfo],
) -> ImportCode:
    """Put together what decorators and hooks may lead to."""
    classes: dict[str, tuple[str, tree.ClassDef]] = {}
    functions: dict[str, tuple[str, tree.FunctionDef]] = {}
    for path, declarations in first.items():
        for local_name, node in declarations.classes:
            classes.setdefault(class_names[path, local_name], (path, node))
        for function in declarations.functions.values():
            functions[_module_function(declarations, function).qualified_name] = (path, function)
    return ImportCode(modules, classes, functions, partial(base_meaning, modules))


def _module_owner(files: Sequence[ModuleText], path: str) -> str:
    """Name the class that stands for a module in the IR."""
    stem = PurePath(path).stem
    same = [file.path for file in files if PurePath(file.path).stem == stem]
    number = same.index(path) + 1
    return f"module {stem}" if number == 1 else f"module {stem} ({number})"


# --- Modules -------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Trees:
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


class _Declarations:
    """What stands at the top of a file, also under `if` and `try`."""

    def __init__(
        self, file: ModuleText, owner: str, before: Mapping[str, _Declarations], trees: _Trees
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
        self.open: set[str] = set()  # what optional imports left, see `add_one_of`
        self.typed_dicts: set[str] = set()
        self.add(file.tree.body)
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

    def function_infos(self, code: ImportCode) -> Iterator[FunctionInfo]:
        for node in self.functions.values():
            yield _module_function(self, code.plain_function(self.file.path, node))

    def add(self, body: tree.Block) -> None:
        for statement in body:
            match statement:
                case tree.ClassDef(name=name) if is_typed_dict(
                    self.imports, self.typed_dicts, statement
                ):
                    self.typed_dicts.add(name.text)
                    self.add_value(name, dict_type(name.span, statement))
                case tree.ClassDef():
                    self.add_class("", statement)
                case tree.FunctionDef(name=name) if name.text:
                    made_of = with_context(statement) or coroutine_functions(statement)
                    for function in made_of or [statement]:
                        self.functions[function.name.text] = function
                case tree.Import():
                    self.imports.append(statement)
                case tree.Assignment() if (
                    made := named_tuple_class(self.imports, statement)
                ) is not None:
                    self.add_class("", made)
                case tree.Assignment(targets, _, value):
                    if makes_typed_dict(self.imports, value):
                        value = dict_type(statement.span)
                    for target in targets:
                        self.add_value(target, value)
                case tree.AugmentedAssignment(target=target):
                    self.add_value(target, None)
                case tree.ExprStatement(
                    tree.Call(function, [tree.Argument(None, tree.Name(text))])
                ) if abstract := registration(self.imports, function):
                    self.classes = [
                        (known, registered(node, [abstract]) if known == text else node)
                        for known, node in self.classes
                    ]
                case tree.If(condition, then_body, else_body):
                    holds = known_condition(condition, known_names(self.imports, self.values))
                    if is_about_types(condition):
                        # What only types need comes first, so what runs has the last word.
                        self.add(then_body)
                        for assigned in assigned_names(else_body):
                            self.values.pop(assigned, None)
                        self.add(else_body)
                    elif holds is None:
                        self.add_one_of(then_body, else_body)
                        self.add((*then_body, *else_body))
                    else:
                        self.add(then_body if holds else else_body)
                case tree.Try() if (runs := known_run(statement, self.names_so_far())) is not None:
                    self.add(runs)
                case tree.Try() if (taken := taken_side(statement, self.file.imports)) is not None:
                    self.add(taken)
                case tree.Try(body, handlers, else_body, final_body):
                    self.add_one_of((*body, *else_body), *(handler.body for handler in handlers))
                    self.add(body)
                    for handler in handlers:
                        self.add(handler.body)
                    self.add(else_body)
                    self.add(final_body)
                case tree.For() | tree.While() | tree.With() | tree.Match() | tree.Delete():
                    for node in walk([statement]):
                        for bound in bound_by(node):
                            self.values.setdefault(bound, []).append(None)
                case _:
                    pass

    def imported_functions(self) -> dict[str, tree.FunctionDef]:
        """Give the functions of other modules that this one names."""
        found: dict[str, tree.FunctionDef] = {}
        for statement in self.imports:
            other = self.before.get(self.file.imports.get(statement.span, ""))
            for imported in statement.names:
                if statement.is_from and other is not None and imported.name in other.functions:
                    found[imported.alias] = other.functions[imported.name]
        return found

    def known_classes(self) -> dict[str, tree.ClassDef]:
        """Give the classes at the top of modules that names of this one surely mean."""
        found = dict(self.trees.own_classes(self.file.path))
        for statement in self.imports:
            target = self.file.imports.get(statement.span, "")
            for imported in statement.names:
                there = self.trees.own_classes(target) if statement.is_from else {}
                if imported.name in there and imported.alias not in found:
                    found[imported.alias] = there[imported.name]
        return found

    def names_so_far(self) -> set[str]:
        """Give the names that the module itself has given a meaning so far."""
        imported = {one.alias for statement in self.imports for one in statement.names}
        return {*self.values, *self.functions, *imported, *(name for name, _ in self.classes)}

    def add_one_of(self, *bodies: tree.Block) -> None:
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

    def add_class(self, prefix: str, node: tree.ClassDef) -> None:
        if not node.name.text:
            return
        node = with_whole_members(node)
        node, given = with_kept_decorators(
            {**self.imported_functions(), **self.functions},
            prefix,
            with_wrappers(self.functions, node),
        )
        self.values.update((name, [value]) for name, value in given.items())
        node = with_descriptors(self.known_classes(), prefix, node)
        node = in_plain_words(self.imports, node)
        node = as_tuple_class(self.imports, node) or with_mixins(self.imports, node)
        name = prefix + node.name.text
        # What the text says last is what the name means.
        inner = f"{name}."
        self.classes = [one for one in self.classes if one[0] != name and inner not in one[0]]
        self.classes.append((name, node))
        for member in node.body:
            if isinstance(member, tree.ClassDef):
                self.add_class(f"{name}.", member)

    def add_value(self, target: tree.Expr, value: tree.Expr | None) -> None:
        match target:
            case tree.Name(text):
                self.values.setdefault(text, []).append(value)
            case tree.TupleExpr(items):
                values = None if value is None else unpacked(value, len(items))
                for place, item in enumerate(items):
                    self.add_value(item, None if values is None else values[place])
            case _:
                pass


def _names(
    first: Mapping[str, _Declarations], class_names: Mapping[tuple[str, str], str], path: str
) -> ModuleInfo:
    """Say what the names of a module mean."""
    declarations = first[path]
    names: dict[str, Meaning] = {}
    for statement in declarations.imports:
        for imported in statement.names:
            names.update(_imported(first, class_names, declarations, statement, imported))
    names.update(_own_names(declarations, class_names))
    inner: dict[str, Meaning] = {}
    for statement in declarations.inner_imports:
        for imported in statement.names:
            found = _imported(first, class_names, declarations, statement, imported)
            for name, meaning in found.items():
                # Where two functions mean different things by a name, neither is followed.
                same = inner.get(name, meaning) == meaning
                inner[name] = meaning if same else ForeignName("", name)
    stars = _unread_stars(first, path, frozenset())
    names.update(names_from_stars(stars, declarations.file.tree.body, names))
    return ModuleInfo(path, names, declarations.owner, inner)


def _unread_stars(
    first: Mapping[str, _Declarations], path: str, asking: frozenset[str]
) -> Iterator[str]:
    """Name the modules from outside of which a module takes everything; circles end."""
    declarations = first[path]
    for statement in declarations.imports:
        if any(imported.name == "*" for imported in statement.names):
            target = declarations.file.imports.get(statement.span)
            if target is None or target not in first:
                yield "." * statement.level + statement.module
            elif target not in (*asking, path) and listed_names(first[target].values) is None:
                yield from _unread_stars(first, target, asking | {path})


def _own_names(
    declarations: _Declarations, class_names: Mapping[tuple[str, str], str]
) -> dict[str, Meaning]:
    path = declarations.file.path
    names: dict[str, Meaning] = {}
    for name, values in declarations.values.items():
        match values:
            case [tree.Call(tree.Name(maker)) | tree.Call(tree.Attribute(name=maker))] if (
                maker in _TYPE_MAKERS
            ):
                names[name] = TypeVariable()
            case [value] if value is not None:
                names[name] = ConstantName(value, path, name)
            case _:
                names[name] = _left_open(declarations, name)
    for name, node in declarations.functions.items():
        if name in declarations.globals:
            names[name] = ForeignName("", name)
            continue
        names[name] = FunctionName(_module_function(declarations, node).qualified_name)
    for local_name, _ in declarations.classes:
        names[local_name] = ClassName(class_names[path, local_name])
    for name in declarations.doubtful:
        is_open = name in declarations.open
        names[name] = _left_open(declarations, name) if is_open else ForeignName("", name)
    return names


def _left_open(declarations: _Declarations, name: str) -> Meaning:
    """Say what a name means that has one of several values, or what an import gives."""
    values = declarations.values.get(name, ())
    if name in declarations.globals or name in declarations.defined:
        return ForeignName("", name)
    return left_open(name, values, declarations.imports, declarations.file.imports)


def _imported(
    first: Mapping[str, _Declarations],
    class_names: Mapping[tuple[str, str], str],
    importer: _Declarations,
    statement: tree.Import,
    imported: tree.ImportedName,
) -> dict[str, Meaning]:
    """Say what one imported name means."""
    own = importer.file.imports
    if not statement.is_from:
        path = own.get(imported.span)
        if imported.alias == imported.name and "." in imported.name:
            # `import a.b` binds `a`; the text says `a.b` again where it uses the module.
            top = imported.name.partition(".")[0]
            if path is None:
                return {top: ForeignName(top, "")}
            # What else the package of the program itself has is not looked for here.
            return {top: ForeignName("", top), imported.name: ModuleName(path)}
        meaning = ForeignName(imported.name, "") if path is None else ModuleName(path)
        return {imported.alias: meaning}
    submodule = own.get(imported.span)
    if submodule is not None:
        return {imported.alias: ModuleName(submodule)}
    path = own.get(statement.span)
    # What is missing of the program itself is no name of another module.
    module = "." * statement.level + statement.module
    if (path is None or path not in first) and imported.name == "*":
        return {name: ForeignName(module, name) for name in names_of_module(module)}
    if path is None:
        return {imported.alias: ForeignName(module, imported.name)}
    if path not in first:
        return {imported.alias: ForeignName("", imported.name)}
    names = _own_names(first[path], class_names)
    if imported.name == "*":
        listed = listed_names(first[path].values)
        passed = _all_names(first, class_names, path, frozenset())
        return {
            name: meaning
            for name, meaning in passed.items()
            if (not name.startswith("_") if listed is None else name in listed)
        }
    found = names.get(imported.name) or _passed_on(first, class_names, path, imported.name, 0)
    return {imported.alias: found or ForeignName("", imported.name)}


def _all_names(
    first: Mapping[str, _Declarations],
    class_names: Mapping[tuple[str, str], str],
    path: str,
    asking: frozenset[str],
) -> dict[str, Meaning]:
    """Give all names of a module, those that it imports too; circles end."""
    declarations = first[path]
    names: dict[str, Meaning] = {}
    for statement in declarations.imports:
        target = declarations.file.imports.get(statement.span)
        for imported in statement.names:
            if imported.name != "*":
                names.update(_imported(first, class_names, declarations, statement, imported))
            elif target is not None and target in first and target not in (*asking, path):
                inner = _all_names(first, class_names, target, asking | {path})
                listed = listed_names(first[target].values)
                names.update(
                    (name, meaning)
                    for name, meaning in inner.items()
                    if (not name.startswith("_") if listed is None else name in listed)
                )
    names.update(_own_names(declarations, class_names))
    return names


def _passed_on(
    first: Mapping[str, _Declarations],
    class_names: Mapping[tuple[str, str], str],
    path: str,
    name: str,
    depth: int,
) -> Meaning | None:
    """Follow a name that a module (often a package's `__init__`) itself imports."""
    if depth > 10:
        return None
    declarations = first[path]
    for statement in declarations.imports:
        for imported in statement.names:
            if imported.alias != name and imported.name != "*":
                continue
            target = declarations.file.imports.get(statement.span)
            if not statement.is_from or target is None or target not in first:
                continue
            wanted = name if imported.name == "*" else imported.name
            found = _own_names(first[target], class_names).get(wanted)
            if found is None:
                found = _passed_on(first, class_names, target, wanted, depth + 1)
            if found is not None:
                return found
    return None


def _module_function(declarations: _Declarations, node: tree.FunctionDef) -> FunctionInfo:
    """Give a function of a module, or a spec."""
    is_spec = has_mark(node, "spec")
    name = node.name.text
    node = with_open_parameters(node)
    return FunctionInfo(
        name,
        name,
        None if is_spec else declarations.owner,
        Kind.SPEC if is_spec else Kind.FUNCTION,
        node,
        declarations.file.path,
        node.parameters,
        None,
        not name.startswith("_") and not has_mark(node, "private"),
        obstacle=function_obstacle(node, node.parameters),
    )


# --- Classes -------------------------------------------------------------------


def _class_info(
    modules: Mapping[str, ModuleInfo],
    texts: Mapping[str, tuple[str, tree.ClassDef]],
    path: str,
    name: str,
    local_name: str,
    node: tree.ClassDef,
) -> ClassInfo:
    """Give a class; its parent may still be missing or stand in a circle."""
    enum = enum_of(modules, texts, path, node)
    container = container_of(modules, path, node) if enum is None else None
    bases, obstacle = bases_of(modules, path, node, enum)
    if container is not None and obstacle is None:
        node, obstacle = below_container(node, container)
    levels = enum_levels(modules, texts, path, node)
    members: Members | Obstacle | None = None
    if enum is not None:
        known = [Level(level, frozenset(modules[where].names)) for where, level in levels]
        node = without_initialiser(node)
        members = members_of(node, enum[0], initialiser_of(known))
    if isinstance(members, Obstacle):
        obstacle, members = obstacle or members, None
    functions: dict[str, FunctionInfo] = {}
    constants: dict[str, tree.Expr] = {}
    annotations: dict[str, tree.Expr] = {}
    for member in written_out(node, is_text=container == TEXT_OBJECT):
        match member:
            case tree.FunctionDef():
                info = method_info(path, name, member)
                if info is not None:
                    functions[info.ir_name] = info
                    if meddles(info):
                        obstacle = obstacle or info.obstacle
            case tree.Assignment([tree.Name(text)], annotation, value):
                if annotation is not None:
                    annotations[text] = annotation
                # The default of a dataclass's field belongs to its `__init__`.
                if value is not None and not (is_dataclass(node) and is_field(member)):
                    constants[text] = value
            case tree.ClassDef() | tree.Pass() | tree.ExprStatement() | tree.Import():
                pass
            case other:
                what = "its class body runs code"
                obstacle = obstacle or Obstacle(what, other.span)
    constants |= unset_defaults(node)
    clash = slot_with_value(node)
    if clash is not None:
        obstacle = obstacle or Obstacle(
            f"`{clash}` is in its slots and has a value", node.name.span
        )
    slots = slots_written(node)
    if slots is not None:
        constants[SLOTS] = slots
    if is_metaclass(node):
        # What it does to classes is `metaclasses`' matter; it has no objects else.
        functions = {}
    abstract = any(is_abstract(f.node) for f in functions.values())
    if obstacle is not None:
        members = None
        if enum is not None:
            # What stands in the body is a member, and none that is known.
            unknown = tree.OtherExpr("such members of an Enum", (), node.name.span)
            constants = dict.fromkeys(constants, unknown)
    if members is not None and enum is not None:
        constants, annotations = members.constants(name), {}
        texts_above = [node, *(level for _, level in levels[1:])]
        given = enum_functions(name, path, texts_above, members, *enum)
        given += attribute_functions(name, path, node, members)
        functions |= {f.ir_name: f for f in given}
        # Its members are all that there ever is of it.
        abstract = True
    is_public = not any(part.startswith("_") for part in local_name.split("."))
    return ClassInfo(
        name,
        parent_of(bases, container),
        node,
        path,
        functions,
        constants,
        annotations,
        False,
        abstract,
        is_public and not has_mark(node, "private"),
        compares_fields=is_dataclass(node) and not is_off(node, "eq"),
        members=() if members is None else tuple(name for name, _ in members.values),
        # An enumeration below another is of the class that this is of.
        beneath=container
        or ("tuple" if is_named_tuple(node) else "" if enum is None or bases else enum[0]),
        is_enum=enum is not None,
        is_frozen=is_dataclass(node) and is_on(node, "frozen"),
        bases=bases,
        declared=frozenset(functions),
        structures=structures(node),
        obstacle=obstacle,
    )
