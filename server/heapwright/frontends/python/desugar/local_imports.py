"""Imports inside functions whose name means several things, as what they are: assignments.

Place: frontends/python/desugar/. One of `passes`, for every module. What a function imports is
known without running it, as long as every import of that name in the module gives the same. Where
two imports differ, or a function gives the name a value as well, each import gets a name of its
own and a variable takes it:

    def engine(kind):                          def engine(kind):
        if kind == "a":                            if kind == "a":
            from .a import Graph                       from .a import Graph as (Graph 81)
        else:                                          Graph = (Graph 81)
            from .b import Graph                   else: …
        return Graph()                             return Graph()

Only `from … import name`: a variable that holds a module is not supported.
"""

from __future__ import annotations

from collections.abc import Iterator

from heapwright.frontends.python.syntax import tree
from heapwright.frontends.python.syntax.rewrite import Changes, map_blocks, map_tree
from heapwright.frontends.python.syntax.walk import assigned_names, nodes_below, walk
from heapwright.records import replace


def with_local_imports(module: tree.Module) -> tree.Module:
    """Give the module with variables for such imports."""
    several = frozenset(_of_several_meanings(module))
    if not several:
        return module
    body = tuple(_outside(statement, several) for statement in module.body)
    return replace(module, body=body)


def _of_several_meanings(module: tree.Module) -> Iterator[str]:
    """Give names that functions import, and that do not mean the same everywhere."""
    meant: dict[str, set[tuple[object, ...]]] = {}
    for function in nodes_below(module.body):
        if not isinstance(function, tree.FunctionDef):
            continue
        assigned = assigned_names(function.body)
        for statement in walk(function.body):
            if isinstance(statement, tree.Import):
                for one in statement.names:
                    source = (statement.is_from, statement.level, statement.module, one.name)
                    meant.setdefault(one.bound, set()).add(source)
                    if one.bound in assigned:
                        meant[one.bound].add(())
    for name, sources in meant.items():
        # A variable that holds a module is no use.
        if len(sources) > 1 and all(source == () or source[0] is True for source in sources):
            yield name


def _outside(statement: tree.Statement, several: frozenset[str]) -> tree.Statement:
    """Look for functions at the top of a module, in classes and below conditions."""
    match statement:
        case tree.FunctionDef():
            written_out: Changes = {tree.Import: lambda one: tuple(_written_out(one, several))}
            return replace(statement, body=map_tree(statement.body, written_out))
        case tree.ClassDef() | tree.If():
            return map_blocks(statement, lambda body: tuple(_outside(s, several) for s in body))
        case _:
            return statement


def _written_out(statement: tree.Import, several: frozenset[str]) -> Iterator[tree.Statement]:
    names: list[tree.ImportedName] = []
    variables: list[tree.Statement] = []
    for one in statement.names:
        if one.alias not in several:
            names.append(one)
            continue
        # No text can contain such a name.
        own = f"({one.alias} {one.span.start})"
        names.append(replace(one, alias=own))
        target, value = tree.Name(one.alias, one.span), tree.Name(own, one.span)
        variables.append(tree.Assignment((target,), None, value, one.span))
    yield replace(statement, names=tuple(names))
    yield from variables
