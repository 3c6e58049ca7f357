"""What classes have from those above them.

Place: frontends/python/declare/. `declare` calls this when all classes are known. Gives a table in
which parents come first, a class has its own copy of inherited class methods (`cls` is
another class there), and dataclasses have their `__init__`.

In the IR a class has one parent. A class with several bases keeps one of them as its
parent and gets copies of what the others have, each under the name by which Python's
order of lookup finds it; what is only reached through `super()` gets a name of its own:

    class A:                 class C(A, B): …         order: C, A, B
        def m(self):             m     copy of A.m, whose `super().m()` means B's
            super().m()          m<B>  copy of B.m
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from heapwright.frontends.python.desugar import dataclasses_
from heapwright.frontends.python.desugar.descriptors import CLASS_READ
from heapwright.frontends.python.desugar.mixins import stands_below_abstract
from heapwright.frontends.python.desugar.named_tuples import is_named_tuple
from heapwright.frontends.python.desugar.own_new import NEW, ROOT_MARK
from heapwright.frontends.python.modules.library_classes import TEXT_OBJECT
from heapwright.frontends.python.syntax import tree
from heapwright.frontends.python.syntax.dotted_names import decorator_name, is_abstract, last_name
from heapwright.frontends.python.syntax.walk import walk
from heapwright.frontends.python.table.class_table import (
    EXCEPTIONS,
    INITIALISER,
    ROOT_CLASS,
    ClassInfo,
    ClassTable,
    ForeignName,
    FunctionInfo,
    FunctionKind,
    ModuleInfo,
    Obstacle,
)
from heapwright.frontends.python.table.marks import has_mark
from heapwright.records import replace


def with_inheritance(
    modules: Mapping[str, ModuleInfo], classes: Mapping[str, ClassInfo]
) -> ClassTable:
    """Give the table of classes, without functions of modules."""
    ordered = _with_orders(_parents_first(classes))
    children: dict[str, list[str]] = {}
    for name, info in ordered.items():
        children.setdefault(info.parent, []).append(name)
    done: dict[str, ClassInfo] = {}
    table = ClassTable(modules, done, {}, {n: tuple(c) for n, c in children.items()})
    fields: dict[str, tuple[dataclasses_.DataField, ...]] = {}
    for name, info in ordered.items():
        done[name] = info
        if info.order:
            done[name] = info = _flattened(table, info)
        if dataclasses_.is_dataclass(info.node):
            done[name] = info = _with_initialiser(table, fields, info)
        done[name] = _completed(table, info)
    return replace(table, others=_others(done))


# --- Order -------------------------------------------------------------------------


def _parents_first(classes: Mapping[str, ClassInfo]) -> dict[str, ClassInfo]:
    """Order the classes; one in a circle, or below a missing class, loses its bases."""
    ordered: dict[str, ClassInfo] = {}

    def add(start: str) -> None:
        # An explicit stack: a class comes after all its bases.
        stack: list[tuple[str, int]] = [(start, 0)]
        above: dict[str, None] = {start: None}
        while stack:
            name, position = stack.pop()
            bases = classes[name].bases
            if position < len(bases):
                stack.append((name, position + 1))
                base = bases[position]
                if base in classes and base not in ordered and base not in above:
                    above[base] = None
                    stack.append((base, 0))
                continue
            del above[name]
            info = classes[name]
            if not all(base in ordered or base in EXCEPTIONS for base in bases):
                obstacle = Obstacle("its base classes cannot be followed", info.node.name.span)
                info = replace(info, parent=ROOT_CLASS, bases=(), obstacle=obstacle)
            ordered[name] = info

    for name in classes:
        if name not in ordered:
            add(name)
    return ordered


def _with_orders(classes: Mapping[str, ClassInfo]) -> dict[str, ClassInfo]:
    """Note Python's order of lookup where a line of parents does not tell it."""
    orders: dict[str, tuple[str, ...]] = {ROOT_CLASS: (ROOT_CLASS,)}
    for name, parent in EXCEPTIONS.items():
        orders[name] = (name, *orders[parent])
    found: dict[str, ClassInfo] = {}
    for name, info in classes.items():
        bases = info.bases or (info.parent,)
        merged = _merged([*(orders[base] for base in bases), bases])
        if merged is None:
            obstacle = Obstacle("its bases have no common order", info.node.name.span)
            info = replace(info, bases=(info.parent,), obstacle=info.obstacle or obstacle)
            merged = orders[info.parent]
        orders[name] = (name, *merged)
        is_line = merged == orders[info.parent]
        found[name] = info if is_line else replace(info, order=orders[name])
    return found


def _merged(orders: Sequence[Sequence[str]]) -> tuple[str, ...] | None:
    """Merge as C3 does: always the first head that stands in no other tail."""
    pending = [list(order) for order in orders]
    merged: list[str] = []
    while pending := [order for order in pending if order]:
        heads = (order[0] for order in pending)
        head = next((h for h in heads if all(h not in order[1:] for order in pending)), None)
        if head is None:
            return None
        merged.append(head)
        pending = [[name for name in order if name != head] for order in pending]
    return tuple(merged)


def _others(classes: Mapping[str, ClassInfo]) -> dict[str, tuple[str, ...]]:
    """Give, for each class, those whose objects are of it although it is no parent."""
    found: dict[str, list[str]] = {}
    for name in classes:
        line = [name]
        while line[-1] != ROOT_CLASS:
            last = line[-1]
            line.append(classes[last].parent if last in classes else EXCEPTIONS[last])
        for level in line:
            for upper in classes[level].order if level in classes else ():
                if upper not in line and name not in found.setdefault(upper, []):
                    found[upper].append(name)
    return {upper: tuple(names) for upper, names in found.items()}


# --- Several bases -----------------------------------------------------------------


def _flattened(table: ClassTable, info: ClassInfo) -> ClassInfo:
    """Copy what the line of parents does not lead to, in the order of lookup."""
    functions = dict(info.functions)
    constants, annotations = dict(info.constants), dict(info.annotations)
    givers: dict[str, str] = {}
    line = list(table.line(info.parent))
    seen = set(functions)
    for level in info.order[1:]:
        above = table.classes.get(level)
        if above is None:
            continue
        is_beside = level not in line
        for ir_name in sorted(above.declared, key=list(above.functions).index):
            function = above.functions[ir_name]
            if ir_name not in seen:
                is_inherited = table.function(info.parent, ir_name) is function
                if not is_inherited or _asks_super(function):
                    functions[ir_name] = _copy(info, function, ir_name, level)
            elif is_beside or _asks_super(function):
                name = f"{ir_name}<{level}>"
                functions[name] = _copy(info, function, name, level)
            seen.add(ir_name)
        if is_beside:
            for name, value in above.constants.items():
                if not _is_found_before(table, info, level, name) and name not in constants:
                    constants[name] = value
                    givers[name] = above.givers.get(name, level)
            for name, annotation in above.annotations.items():
                # A type is read in the file of its class, so its names must mean the same there.
                if _names_the_same(table, info.path, above.path, [annotation]):
                    annotations.setdefault(name, annotation)
    return replace(
        info, functions=functions, constants=constants, annotations=annotations, givers=givers
    )


def _is_found_before(table: ClassTable, info: ClassInfo, level: str, name: str) -> bool:
    return any(
        name in table.classes[upper].constants
        for upper in info.order[: info.order.index(level)]
        if upper in table.classes
    )


def _copy(info: ClassInfo, function: FunctionInfo, name: str, level: str) -> FunctionInfo:
    is_hidden = "<" in name
    return replace(
        function,
        owner=info.name,
        ir_name=name,
        origin=level,
        is_public=function.is_public and not is_hidden,
        class_name=None if function.class_name is None else info.name,
    )


def _asks_super(function: FunctionInfo) -> bool:
    return any(
        isinstance(node, tree.Name) and node.text == "super" for node in walk(function.node.body)
    )


# --- Dataclasses ---------------------------------------------------------------------


def _with_initialiser(
    table: ClassTable, fields: dict[str, tuple[dataclasses_.DataField, ...]], info: ClassInfo
) -> ClassInfo:
    """Add the `__init__` that a dataclass has without writing it."""
    own = dataclasses_.own_fields(info.node)
    if isinstance(own, Obstacle):
        return replace(info, obstacle=info.obstacle or own)
    merged: dict[str, dataclasses_.DataField] = {}
    above = info.order[1:] or tuple(table.line(info.parent))
    for level in reversed(above):
        if level in fields and not _means_the_same(table, info, level, fields[level]):
            what = f"the fields of its base `{level}` mean something else here"
            return replace(info, obstacle=info.obstacle or Obstacle(what, info.node.name.span))
        merged.update((field.name, field) for field in fields.get(level, ()))
    merged.update((field.name, field) for field in own)
    fields[info.name] = tuple(merged.values())
    info = _with_comparisons(info, fields[info.name], _added(table, info, fields[info.name]))
    if INITIALISER in info.declared:
        return info
    has_post_init = table.function(info.name, "__post_init__") is not None
    node = dataclasses_.initialiser(info.node, fields[info.name], has_post_init=has_post_init)
    if isinstance(node, Obstacle):
        return replace(info, obstacle=info.obstacle or node)
    function = FunctionInfo(
        INITIALISER,
        INITIALISER,
        info.name,
        FunctionKind.INITIALISER,
        node,
        info.path,
        node.parameters[1:],
        "self",
        True,
        is_generated=True,
    )
    functions = {**info.functions, INITIALISER: function}
    return replace(info, functions=functions, declared=info.declared | {INITIALISER})


def _added(
    table: ClassTable, info: ClassInfo, fields: tuple[dataclasses_.DataField, ...]
) -> tuple[tree.FunctionDef, ...]:
    """Give the methods behind those functions of `dataclasses` that the program may call."""
    if is_named_tuple(info.node):
        return ()
    replaced = (dataclasses_.replacing(info.node, fields),) if _knows(table, "replace") else ()
    is_listed = _knows(table, "asdict") or _knows(table, "astuple")
    return (*replaced, dataclasses_.listing(info.node, fields)) if is_listed else replaced


def _knows(table: ClassTable, name: str) -> bool:
    """Say whether a module knows a function of `dataclasses`."""
    wanted = (ForeignName("dataclasses", name), ForeignName("dataclasses", ""))
    return any(
        meaning in wanted
        for module in table.modules.values()
        for meaning in (*module.names.values(), *module.inner.values())
    )


def _with_comparisons(
    info: ClassInfo, fields: tuple[dataclasses_.DataField, ...], added: tuple[tree.FunctionDef, ...]
) -> ClassInfo:
    """Add the methods by which a dataclass is compared, shown and hashed, and others."""
    functions = dict(info.functions)
    for node in (*dataclasses_.comparisons(info.node, fields, info.declared), *added):
        name = node.name.text
        functions[name] = FunctionInfo(
            name,
            name,
            info.name,
            FunctionKind.METHOD,
            node,
            info.path,
            node.parameters[1:],
            "self",
            False,
            is_generated=True,
        )
    return replace(info, functions=functions)


def _means_the_same(
    table: ClassTable, info: ClassInfo, level: str, fields: tuple[dataclasses_.DataField, ...]
) -> bool:
    """Say whether the names in fields of a base stand for the same in this class's file."""
    parts = [part for f in fields for part in (f.annotation, f.default) if part is not None]
    return _names_the_same(table, info.path, table.classes[level].path, parts)


def _names_the_same(table: ClassTable, path: str, other: str, parts: Sequence[tree.Expr]) -> bool:
    """Say whether the names in some text mean in one file what they mean in another."""
    if other == path:
        return True
    here, there = table.modules[path].names, table.modules[other].names
    return all(
        here.get(node.text) == there.get(node.text)
        for node in walk(parts)
        if isinstance(node, tree.Name)
    )


# --- From the classes above ------------------------------------------------------------


def _completed(table: ClassTable, info: ClassInfo) -> ClassInfo:
    """Add what depends on the classes above: class methods, obstacles, being abstract."""
    functions = dict(info.functions)
    if not info.is_enum and not _asks_for_all(table, info):
        # Nobody checks it: what says that it is abstract is a method like any other.
        functions = {name: _concrete(function) for name, function in functions.items()}
        info = replace(info, functions=functions)
    obstacle = info.obstacle
    abstract: dict[str, bool] = {}
    for level in reversed(list(table.line(info.name))):
        above = info if level == info.name else table.classes.get(level)
        if above is None:
            continue
        for ir_name, function in above.functions.items():
            abstract[ir_name] = is_abstract(function.node)
            if function.kind is FunctionKind.CLASS and ir_name not in info.functions:
                # `cls` is the class that the call names, so each class has its own copy.
                own = replace(function, owner=info.name, class_name=info.name)
                functions[ir_name] = own
            elif function.kind is FunctionKind.CLASS and level != info.name and "<" not in ir_name:
                # What `super()` calls from the text of this class.
                name = f"{ir_name}<{level}>"
                functions[name] = replace(
                    function,
                    ir_name=name,
                    owner=info.name,
                    class_name=info.name,
                    origin=level,
                    is_public=False,
                )
    for level in info.order[1:] or tuple(table.line(info.parent)):
        above = table.classes.get(level)
        if above is not None and above.obstacle is not None and obstacle is None:
            what = f"its base `{level}` is not supported"
            obstacle = Obstacle(what, info.node.name.span)
        if above is not None and above.members and obstacle is None:
            what = f"an Enum below the Enum `{level}` is not supported"
            obstacle = Obstacle(what, info.node.name.span)
    line = [table.classes[level] for level in table.line(info.name) if level in table.classes]
    mixed = _mixed_name(
        info, [*line[1:], *(table.classes[one] for one in info.order[1:] if one in table.classes)]
    )
    if mixed is not None and obstacle is None:
        what = f"`{mixed}` is a descriptor in one class and something else in another"
        obstacle = Obstacle(what, info.node.name.span)
    made = [level.functions[NEW] for level in line if NEW in level.functions]
    is_plain = not table.is_exception(info.name) and all(
        above.beneath in ("", TEXT_OBJECT) for above in line
    )
    beside = [table.classes[one] for one in info.order[1:] if one in table.classes]
    is_alone = not info.order or (
        NEW in info.declared and not any(NEW in above.functions for above in beside)
    )
    if (
        made
        and obstacle is None
        and not (is_plain and is_alone and (len(made) == 1 or has_mark(made[0].node, ROOT_MARK)))
    ):
        obstacle = Obstacle("`__new__` is not supported", made[0].node.name.span)
    return replace(
        info,
        functions=functions,
        is_exception=table.is_exception(info.name),
        is_abstract=any(on for name, on in abstract.items() if "<" not in name)
        or any(_bare_name(base) == "Protocol" for base in info.node.bases),
        compares_fields=any(above.compares_fields for above in line),
        is_frozen=any(above.is_frozen for above in line),
        obstacle=obstacle,
    )


def _mixed_name(info: ClassInfo, above: Sequence[ClassInfo]) -> str | None:
    """Find a name that a descriptor and something else give a meaning; see `descriptors`.

    What objects find first then depends on more than the order of the classes.
    """
    levels = [info, *above]
    read = {
        name.removeprefix(CLASS_READ)
        for level in levels
        for name in level.declared
        if name.startswith(CLASS_READ)
    }
    for name in sorted(read):
        for level in levels:
            is_descriptor = f"{CLASS_READ}{name}" in level.declared
            others = name in level.constants or name in level.declared
            if others or (f"@{name}" in level.declared and not is_descriptor):
                return name
    return None


def _asks_for_all(table: ClassTable, info: ClassInfo) -> bool:
    """Say whether Python asks a class for all that is abstract: only `ABCMeta` does."""
    for level in info.order or tuple(table.line(info.name)):
        node = info.node if level == info.name else None
        if level in table.classes:
            node = node or table.classes[level].node
        if node is not None and (
            any(_bare_name(base) in ("ABC", "Protocol") for base in node.bases)
            or any(keyword.name == "metaclass" for keyword in node.keywords)
            or stands_below_abstract(node)
        ):
            return True
    return False


def _bare_name(base: tree.Expr) -> str:
    return last_name(base.value if isinstance(base, tree.Subscript) else base)


def _concrete(function: FunctionInfo) -> FunctionInfo:
    if not is_abstract(function.node):
        return function
    kept = tuple(one for one in function.node.decorators if decorator_name(one) != "abstractmethod")
    return replace(function, node=replace(function.node, decorators=kept))
