"""Make the table of what modules declare.

Place: frontends/python/declare/. `lower` calls this first. Trees are rewritten by the lists of
`desugar.passes`; what is read here afterwards is declarations. Code is looked into only for what it
does to declarations while modules are read (`import_time`), and for facts that hold of a whole
program. Whatever cannot be used gets an `Obstacle` and stays in the table, so that the rest of the
program can name it.

    module_declarations   the top of each file            →  Declarations
    meanings              what names mean                 →  ModuleInfo
    import_time           what code changes meanwhile     →  ImportCode, ModuleEffects
    class_info, members   classes and functions           →  ClassInfo, FunctionInfo
    inheritance           what classes have from above    →  ClassTable
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from pathlib import PurePath

from heapwright.frontends.python.declare.class_info import class_info
from heapwright.frontends.python.declare.described_values import with_described_values
from heapwright.frontends.python.declare.hidden_methods import with_hidden_methods
from heapwright.frontends.python.declare.hidden_setters import with_hidden_setters
from heapwright.frontends.python.declare.inheritance import with_inheritance
from heapwright.frontends.python.declare.meanings import Meanings
from heapwright.frontends.python.declare.module_declarations import (
    Declarations,
    ModuleText,
    Trees,
    module_function,
)
from heapwright.frontends.python.desugar.passes import with_modules_rewritten
from heapwright.frontends.python.import_time.escape import sharing_of
from heapwright.frontends.python.import_time.import_code import (
    ImportCode,
    base_meaning,
    without_meddling,
)
from heapwright.frontends.python.import_time.metaclasses import Metaclasses, with_values
from heapwright.frontends.python.import_time.module_code import (
    ModuleEffects,
    module_effects,
    with_called_defaults,
)
from heapwright.frontends.python.import_time.module_names import (
    changed_classes,
    with_its_name,
    without_changed_values,
)
from heapwright.frontends.python.modules.module_tops import allocates, brought_along
from heapwright.frontends.python.syntax import tree
from heapwright.frontends.python.table import class_table
from heapwright.frontends.python.table.class_table import ClassInfo, ClassTable, FunctionInfo
from heapwright.frontends.python.table.container_fields import used_entries
from heapwright.frontends.python.table.endings import may_stop
from heapwright.frontends.python.table.exception_reads import reads_exceptions
from heapwright.records import replace

_DECIDING = ("__getattr__", "__setattr__", "__delattr__")


def declare(files: Sequence[ModuleText]) -> ClassTable:
    """Give the table of all files."""
    texts = with_modules_rewritten([file.tree for file in files])
    files = [replace(file, tree=text) for file, text in zip(files, texts, strict=True)]
    trees = {file.path: file.tree for file in files}
    declared = _declared(files)
    class_names = _class_names(declared.values(), brought_along(list(trees.items())))
    meanings = Meanings(declared, class_names)
    modules = {path: meanings.module(path) for path in declared}
    code = _import_code(declared, class_names, modules)
    effects = module_effects(code, trees)
    modules = without_changed_values(code, modules, effects.of_modules)
    effects.settings += changed_classes(code, effects.of_modules)
    classes: dict[str, ClassInfo] = {}
    metaclasses = Metaclasses(code, effects.settings)
    for (path, local_name), name in class_names.items():
        if name not in classes:
            _, node = code.classes[name]
            hooked = code.hook_obstacle(path, node)
            node = code.without_notes(path, node)
            info = class_info(modules, code.classes, path, local_name, name, node)
            info = replace(info, obstacle=info.obstacle or hooked)
            classes[name] = with_values(info, metaclasses.values(path, name, node))
    classes = without_meddling(classes, effects.settings)
    described, classes = with_described_values(modules, texts, classes)
    table = with_inheritance(described, classes)
    classes = with_hidden_setters(table)
    classes = with_hidden_methods(replace(table, classes=classes), _plain_functions(declared))
    functions = _functions(declared.values(), code, effects, classes)
    return _with_facts(replace(table, classes=classes, functions=functions), code, effects, trees)


def _declared(files: Sequence[ModuleText]) -> dict[str, Declarations]:
    """Read the tops of all files, each with those before it at hand."""
    tops = Trees({file.path: file.tree for file in files})
    found: dict[str, Declarations] = {}
    for file in files:
        found[file.path] = Declarations(file, _module_owner(files, file.path), found, tops)
    return found


def _module_owner(files: Sequence[ModuleText], path: str) -> str:
    """Name the class that stands for a module in the IR."""
    stem = PurePath(path).stem
    same = [file.path for file in files if PurePath(file.path).stem == stem]
    number = same.index(path) + 1
    return f"module {stem}" if number == 1 else f"module {stem} ({number})"


def _class_names(
    declared: Iterable[Declarations], brought: Iterable[str]
) -> dict[tuple[str, str], str]:
    """Name the classes of all modules, each by its path and its name there.

    A second class of the same name, from another module, must be told apart.
    """
    taken = dict.fromkeys((*class_table.EXCEPTIONS, class_table.ROOT_CLASS, *brought), 1)
    names: dict[tuple[str, str], str] = {}
    for declarations in declared:
        for local_name, _ in declarations.classes:
            n_before = taken.get(local_name, 0)
            taken[local_name] = n_before + 1
            name = local_name if n_before == 0 else f"{local_name} ({n_before + 1})"
            names[declarations.file.path, local_name] = name
    return names


def _import_code(
    declared: Mapping[str, Declarations],
    class_names: Mapping[tuple[str, str], str],
    modules: Mapping[str, class_table.ModuleInfo],
) -> ImportCode:
    """Put together what decorators and hooks may lead to."""
    classes: dict[str, tuple[str, tree.ClassDef]] = {}
    functions: dict[str, tuple[str, tree.FunctionDef]] = {}
    for path, declarations in declared.items():
        for local_name, node in declarations.classes:
            classes.setdefault(class_names[path, local_name], (path, node))
        for function in declarations.functions.values():
            functions[module_function(declarations, function).qualified_name] = (path, function)
    return ImportCode(modules, classes, functions, partial(base_meaning, modules))


def _plain_functions(declared: Mapping[str, Declarations]) -> list[FunctionInfo]:
    """Give the functions of modules as they are written."""
    return [module_function(d, node) for d in declared.values() for node in d.functions.values()]


def _functions(
    declared: Iterable[Declarations],
    code: ImportCode,
    effects: ModuleEffects,
    classes: Mapping[str, ClassInfo],
) -> dict[str, FunctionInfo]:
    """Give the functions of all classes and modules."""
    found = {f.qualified_name: f for c in classes.values() for f in c.functions.values()}
    for declarations in declared:
        for node in declarations.functions.values():
            plain = code.plain_function(declarations.file.path, node)
            function = module_function(declarations, plain)
            # The root file stands last, and its own specs win.
            found[function.qualified_name] = function
    return {
        name: with_its_name(effects.of_modules, with_called_defaults(effects, function))
        for name, function in found.items()
    }


def _with_facts(
    table: ClassTable, code: ImportCode, effects: ModuleEffects, trees: Mapping[str, tree.Module]
) -> ClassTable:
    """Add what holds of the program as a whole."""
    classes, functions = table.classes, table.functions
    table = replace(
        table,
        has_getattr=any(name in c.functions for c in classes.values() for name in _DECIDING),
        stops=any(may_stop(f.node.body) for f in functions.values()),
        has_containers=any(map(table.container, classes)),
        used_entries=used_entries(classes, functions.values()),
        allocates=any(allocates(module.body) for module in trees.values()),
    )
    changed, named = frozenset(code.changed), effects.named.names()
    return replace(
        table,
        sharing=sharing_of(
            table, list(trees.items()), changed, effects.rebound, effects.uses, named
        ),
        reads_exceptions=reads_exceptions(table),
    )
