"""Say of a class how much of it is supported, and of which kind it is.

Place: benchmarks/parts. `coverage` tells in its head what the words mean.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TypeAlias

from heapwright.frontends.python.desugar.wrappers import BELOW
from heapwright.frontends.python.lower.program.lower import Lowered
from heapwright.frontends.python.modules.load import PythonFile
from heapwright.frontends.python.syntax import codes, tree
from heapwright.ir.core.hierarchy import hierarchy_of
from heapwright.ir.core.operations import FOREIGN, FOREIGN_ERROR
from heapwright.ir.core.program import Role
from heapwright.ir.core.types import RefType
from heapwright.ir.reach.reach import api_reach, call_reach, reach_index

# Of a class: its name, kind, verdict, and what stands in its way.
Judged: TypeAlias = "tuple[str, str, str, list[str]]"

_LINKS = frozenset(
    (
        *("next", "prev", "previous", "left", "right", "parent", "child", "children", "link"),
        *("head", "tail", "root", "first", "last", "sibling", "front", "rear", "top"),
    )
)


def judged(lowered: Lowered, file: PythonFile) -> Iterator[Judged]:
    """Judge each class with state."""
    hierarchy = hierarchy_of(lowered.program)
    known = lowered.source_map.classes
    nodes = dict(_class_nodes(file.tree.body, ""))
    for name, place in known.items():
        if place.path != file.source.path:
            continue
        line = [class_def.name for class_def in hierarchy.line(name)]
        if "BaseException" in line or not any(known[n].field_spans for n in line if n in known):
            continue
        own = [f for c in hierarchy.line(name) for f in c.functions]
        made = [f for f in own if f.name == "__new__" and f.owner == name]
        # What stands below a decorator of the module is public by what stands around it.
        methods = [
            f
            for f in own
            if (f.is_public or BELOW in f.name)
            and f.role in (Role.METHOD, Role.STATIC)
            and f not in made
        ]
        reasons = [f"{f.name}: {f.left_out}" for f in (*made, *methods) if f.left_out is not None]
        usable = [f for f in methods if f.left_out is None]
        if not reasons:
            verdict = "fully"
        else:
            is_made = all(f.left_out is None for f in made)
            verdict = "partly" if is_made and usable else "not"
        yield name, _kind(lowered, name, nodes.get(name)), verdict, reasons


def reaches_unread(lowered: Lowered, name: str) -> bool:
    """Say whether whoever uses a class can reach code that is not read."""
    index = reach_index(lowered.program)
    if not {FOREIGN, FOREIGN_ERROR} & index.hierarchy.classes.keys():
        return False
    reached = api_reach(index, (name,)).classes
    return FOREIGN in reached or FOREIGN_ERROR in reached


def reaches_left_out(lowered: Lowered, name: str) -> bool:
    """Say whether a public call of a class, or its constructor, can come to what is left out.

    A run that does is given up; what a call can come to is judged generously. What a library class
    has for a hash does not count: nearly every class with a container can come to that.
    """
    index = reach_index(lowered.program)
    functions = index.hierarchy.functions
    if all(f.left_out is None or f.name == "(hashed)" for f in functions.values()):
        return False
    calls = [
        function.qualified_name
        for level in index.hierarchy.line(name)
        for function in level.functions
        if function.is_public
        and function.role in (Role.METHOD, Role.STATIC)
        and (function.name != "__new__" or function.owner == name)
    ]
    return any(
        functions[reached].left_out is not None and functions[reached].name != "(hashed)"
        for call in calls
        for reached in call_reach(index, call).functions
    )


def _class_nodes(body: tree.Block, prefix: str) -> Iterator[tuple[str, tree.ClassDef]]:
    for statement in body:
        if isinstance(statement, tree.ClassDef):
            yield prefix + statement.name.text, statement
            yield from _class_nodes(statement.body, f"{prefix}{statement.name.text}.")


def _kind(lowered: Lowered, name: str, node: tree.ClassDef | None) -> str:
    """Tell the kind of a class by its fields."""
    hierarchy = hierarchy_of(lowered.program)
    reached = [name]
    for one in reached:
        for found in hierarchy.fields(one):
            bare = found.name.strip("_")
            if bare in _LINKS and one == name:
                return "linked structures"
            if isinstance(found.type, RefType):
                if found.type.class_name == name:
                    return "linked structures"
                if (
                    found.type.class_name in lowered.source_map.classes
                    and found.type.class_name not in reached
                ):
                    reached.append(found.type.class_name)
    return "records" if node is not None and _is_record(node) else "the rest"


def _is_record(node: tree.ClassDef) -> bool:
    if any(_decorator(d) == "dataclass" for d in node.decorators):
        return True
    for member in node.body:
        if isinstance(member, tree.FunctionDef) and member.name.text == "__init__":
            names = {parameter.name.text for parameter in member.parameters}
            return all(_is_given(statement, names) for statement in member.body)
    return False


def _decorator(expr: tree.Expr) -> str:
    match expr:
        case tree.Call(inner):
            return _decorator(inner)
        case tree.Name(text) | tree.Attribute(name=text):
            return text
        case _:
            return ""


def _is_given(statement: tree.Statement, names: set[str]) -> bool:
    match statement:
        case tree.Assignment([tree.Attribute(tree.Name("self"))], _, value):
            match value:
                case tree.Name(text):
                    return text in names
                case tree.Display(items=[]) | tree.DictDisplay(keys=[]):
                    return True
                case tree.IntLiteral() | tree.StringLiteral() | tree.NoneLiteral():
                    return True
                case tree.BoolLiteral() | tree.FloatLiteral():
                    return True
                case _:
                    return False
        case tree.ExprStatement(tree.StringLiteral()):
            return True
        case _:
            return False


def obstacles(lowered: Lowered) -> Iterator[tuple[str, str]]:
    """Give path and reason of each problem that weakens verdicts, without the names in it."""
    for path, problems in lowered.problems.items():
        for problem in problems:
            if (
                problem.code == codes.NOT_SUPPORTED
                and "; it changes nothing" not in problem.message
            ):
                yield path, general(problem.message.partition(": ")[2])


def general(reason: str) -> str:
    """Leave out what names of the module a reason gives, but not those of others."""
    kept = re.match(r"(the decorator|calls of|its base|values of type) `[^`]*`", reason)
    if kept is not None or re.match(r"`[a-zA-Z_.]+\.[a-zA-Z_]+` is not supported", reason):
        return reason
    return re.sub(r"`[^`]*`", "`…`", reason)
