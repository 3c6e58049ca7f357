"""Attributes that hold containers whose entries some code uses as objects.

Place: frontends/python/table/. `declare` asks once for a program. Of a parameter that a method puts
into such a container nobody may say that it is only stored and compared:

    def join(self, who):          def send(self):
        self.listeners.append(who)    for one in self.listeners:
                                          one.notify()

Entries that are called are used as functions are: `one()` is a use of `__call__`.
Looks at names only, so it says more often than need be that entries are used.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from heapwright.frontends.python.syntax import tree
from heapwright.frontends.python.syntax.walk import nodes_below, targets_in, walk
from heapwright.frontends.python.table.class_table import ClassInfo, FunctionInfo

CALL = "__call__"
_PUTTING = frozenset(
    ("append", "appendleft", "add", "insert", "extend", "setdefault", "update", "put", "push")
)


def used_entries(
    classes: Mapping[str, ClassInfo], functions: Iterable[FunctionInfo]
) -> dict[str, frozenset[str]]:
    """Give, for attributes whose entries are used as objects, what is used of these."""
    bodies = [function.node.body for function in functions if not function.is_generated]
    members = {f.name for info in classes.values() for f in info.functions.values()}
    members |= {
        target.name
        for body in bodies
        for node in walk(body)
        if isinstance(node, tree.Assignment)
        for target in node.targets
        if isinstance(target, tree.Attribute)
    }
    used: dict[str, set[str]] = {}
    for body in bodies:
        for attribute, member in _used_in(body, members):
            used.setdefault(attribute, set()).add(member)
    return {attribute: frozenset(names) for attribute, names in sorted(used.items())}


def holders(body: tree.Block, name: str) -> set[str]:
    """Name the attributes into whose containers a body puts a variable."""
    found: set[str] = set()
    for node in nodes_below(body):
        match node:
            case tree.Call(tree.Attribute(holder, method), arguments) if method in _PUTTING:
                if any(_is_in(name, argument.value) for argument in arguments):
                    found |= _attributes(holder)
            case tree.Assignment(targets, _, value) if value is not None and _is_in(name, value):
                for target in targets:
                    if isinstance(target, tree.Subscript):
                        found |= _attributes(target.value)
                    elif not isinstance(value, tree.Name):
                        found |= _attributes(target)
    return found


def _is_in(name: str, value: tree.Expr) -> bool:
    """Say whether a variable itself, or a display with it, is the value."""
    match value:
        case tree.Name(text):
            return text == name
        case tree.TupleExpr(items) | tree.Display(items=items):
            return any(_is_in(name, item) for item in items)
        case tree.DictDisplay(keys, values):
            return any(_is_in(name, item) for item in (*keys, *values) if item is not None)
        case _:
            return False


def _attributes(expr: tree.Expr) -> set[str]:
    return {node.name for node in walk([expr]) if isinstance(node, tree.Attribute)}


def _used_in(body: tree.Block, members: set[str]) -> set[tuple[str, str]]:
    """Give the attributes whose entries are used in one body, each with what is used."""
    nodes = list(nodes_below(body))
    # From which attributes the value of a variable may come.
    sources: dict[str, set[str]] = {}

    def come_from(expr: tree.Expr) -> set[str]:
        found = _attributes(expr)
        for node in walk([expr]):
            if isinstance(node, tree.Name):
                found |= sources.get(node.text, set())
        return found

    n_known = -1
    while n_known < sum(map(len, sources.values())):
        n_known = sum(map(len, sources.values()))
        for node in nodes:
            for targets, value in _bindings(node):
                for target in targets:
                    for single in targets_in(target):
                        if isinstance(single, tree.Name):
                            sources.setdefault(single.text, set()).update(come_from(value))
    found: set[tuple[str, str]] = set()
    for node in nodes:
        match node:
            case tree.Attribute(tree.Name(text), name) if name in members:
                found |= {(attribute, name) for attribute in sources.get(text, set())}
            case tree.Attribute((tree.Subscript() | tree.Call()) as value, name):
                if name in members:
                    found |= {(attribute, name) for attribute in come_from(value)}
            case tree.Call(tree.Name(text)):
                found |= {(attribute, CALL) for attribute in sources.get(text, set())}
            case tree.Call((tree.Subscript() | tree.Call()) as value):
                found |= {(attribute, CALL) for attribute in come_from(value)}
    return found


def _bindings(node: tree.Expr | tree.Statement) -> list[tuple[tuple[tree.Expr, ...], tree.Expr]]:
    """Give the targets that a node gives a value, each with that value."""
    match node:
        case tree.Assignment(targets, _, value) if value is not None:
            return [(tuple(targets), value)]
        case tree.For(target, iterable):
            return [((target,), iterable)]
        case tree.NamedExpr(name, value):
            return [((name,), value)]
        case tree.Comprehension(clauses=clauses):
            return [((clause.target,), clause.iterable) for clause in clauses]
        case _:
            return []
