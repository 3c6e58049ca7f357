"""Callables that a module binds to a public name without a `def`, as functions.

Place: frontends/python/desugar/. One of `passes`, for every statement at the top of a module:

    make = _make                     a second function; the name goes on to mean the first one
    put = Box._put                   def put(self: Box, n): return Box._put(self, n)
    New = _Box                       def New(n): return _Box(n)
    make = partial(_make, 3)         def make(): return _make(3)
    make = checked(_make)            @checked def make(): …
    make = maker(3)                  def make(): return (what `maker(3)` gave)()
    @checked def make(): …           a function that calls what `checked(…)` gave, see
                                     `kept_decorators`

What may be a callable with code of the program in it, and is none of these, stays a value with a
function beside it that is left out. So does what a module binds more than once.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Protocol

from heapwright.frontends.python.desugar.callable_parts import (
    item_getter,
    method_caller,
    passing_on,
    plain_parameters,
    taking_the_rest,
)
from heapwright.frontends.python.desugar.callable_values import Code, may_hold_code
from heapwright.frontends.python.desugar.dataclasses_ import is_dataclass
from heapwright.frontends.python.desugar.kept_decorators import function_given, with_kept_decorator
from heapwright.frontends.python.desugar.named_lambdas import as_function
from heapwright.frontends.python.syntax import tree
from heapwright.frontends.python.syntax.dotted_names import decorator_name, last_name, whole_names
from heapwright.frontends.python.syntax.literals import is_literal
from heapwright.frontends.python.syntax.unpacking import is_plain_assignment, single_values
from heapwright.frontends.python.table.left_out import left_out
from heapwright.frontends.python.table.marks import ALIAS
from heapwright.records import replace

# Bases that bring no initialiser along.
_EMPTY = frozenset(("object", "ABC", "Generic", "Protocol"))


class Sight(Protocol):
    """What a module has declared above a statement."""

    imports: list[tree.Import]
    functions: dict[str, tree.FunctionDef]
    values: dict[str, list[tree.Expr | None]]

    def all_functions(self) -> Mapping[str, tree.FunctionDef]:
        """Give the functions so far and those of other modules that names mean."""

    def known_classes(self) -> Mapping[str, tree.ClassDef]:
        """Give the classes that names surely mean, in whatever module and place."""

    def all_values(self) -> Mapping[str, tree.Expr]:
        """Give the values that names surely have, those of other modules too."""

    def imported_functions(self, statement: tree.Import) -> Mapping[str, tree.FunctionDef]:
        """Give the functions that an import leads to."""

    def imported_classes(self, statement: tree.Import) -> Mapping[str, tree.ClassDef]:
        """Give the classes that an import leads to."""

    def bound_once(self) -> frozenset[str]:
        """Name what the module binds once."""


def with_module_callables(sight: Sight, statement: tree.Statement) -> Sequence[tree.Statement]:
    """Give what stands for a statement that binds a callable; nothing for any other."""
    match statement:
        case tree.FunctionDef(name=name, decorators=[*_, _]) if name.text in sight.bound_once():
            return with_kept_decorator(sight.all_functions(), statement)
        case tree.Assignment(targets, annotation, value) if value is not None:
            if not is_plain_assignment(targets, value):
                return ()
            written: list[tree.Statement] = []
            for name, single in single_values(targets, value):
                plain = tree.Assignment((name,), annotation, single, statement.span)
                # A second name of a value is one for what the first name means.
                known = value if isinstance(single, tree.Name) and len(targets) > 1 else single
                found = _assigned(sight, plain, name, known)
                written += found or (plain,)
            return (
                written if len(written) > 1 or not isinstance(written[0], tree.Assignment) else ()
            )
        case tree.Import():
            made = [one for one in _imported(sight, statement) if one is not None]
            return (statement, *made) if made else ()
    return ()


def _assigned(
    sight: Sight, statement: tree.Assignment, name: tree.Name, value: tree.Expr
) -> Sequence[tree.Statement]:
    """Give what stands for one name that gets a value; nothing if it stays as it is."""
    if name.text.startswith("_") or not may_hold_code(value):
        return ()
    if name.text in sight.bound_once() and (written := _bound(sight, statement, name, value)):
        return written
    if _code(sight).may_be_called(value) or _is_class(sight, value):
        what = f"what `{name.text}` is bound to is not followed, and may be called"
        return (statement, _about(sight, left_out(name, what)))
    return ()


def _bound(
    sight: Sight, statement: tree.Assignment, name: tree.Name, value: tree.Expr
) -> Sequence[tree.Statement]:
    functions = sight.all_functions()
    function: tree.FunctionDef | None = None
    match value:
        case tree.Name(text) if text.startswith("_") and _is_function(sight, text):
            function = functions[text]
            if sight.functions.get(text) is function:
                function = replace(function, name=name, marks=())
            else:
                function = passing_on(name, function, value)
        case tree.Name(text) if _is_class(sight, value):
            function = _making(name, sight.known_classes()[text], value)
        case tree.Attribute(inner, own) if own.startswith("_"):
            function = _of_object(sight, name, inner, own)
        case tree.Lambda():
            return (as_function(name, value),)
        case tree.Call():
            return _called(sight, name, value)
    if function is None:
        return ()
    return (statement, replace(function, marks=(tree.Mark(ALIAS, name.span),)))


def _imported(sight: Sight, statement: tree.Import) -> Iterator[tree.FunctionDef | None]:
    """Give what `from m import _make as make` lets clients call."""
    functions = sight.imported_functions(statement)
    classes = sight.imported_classes(statement)
    for one in statement.names:
        if not one.name.startswith("_") or one.alias.startswith("_") or not statement.is_from:
            continue
        name = tree.Name(one.alias, one.span)
        made: tree.FunctionDef | None = None
        if one.alias in functions:
            made = passing_on(name, functions[one.alias], name)
        elif one.alias in classes:
            made = _making(name, classes[one.alias], name)
        else:
            continue
        if made is None:
            what = f"what `{name.text}` is bound to is not followed, and may be called"
            yield _about(sight, left_out(name, what))
        else:
            yield replace(made, marks=(tree.Mark(ALIAS, name.span),))


def _called(sight: Sight, name: tree.Name, call: tree.Call) -> Sequence[tree.Statement]:
    """Write what a call makes of callables."""
    made: tree.FunctionDef | None = None
    match _meaning(sight, call.function):
        case "functools.partial":
            made = _partial(sight, name, call.arguments)
            return () if made is None else (made,)
        case "operator.itemgetter" | "operator.methodcaller" as which:
            given = call.arguments
            if all(is_literal(one.value) for one in given):
                maker = item_getter if which.endswith("itemgetter") else method_caller
                function = maker(given, call.span)
                return () if function is None else (as_function(name, function),)
            return ()
    functions = sight.all_functions()
    match call.arguments:
        case [tree.Argument(None, value)]:
            taken: tree.FunctionDef | None = None
            if isinstance(value, tree.Lambda):
                taken = as_function(name, value)
            elif isinstance(value, tree.Name) and sight.functions.get(value.text):
                taken = sight.functions[value.text]
            if taken is not None:
                decorated = replace(
                    taken, name=name, marks=(), decorators=(call.function, *taken.decorators)
                )
                if written := with_kept_decorator(functions, decorated):
                    return written
    if not all(_is_fixed(sight, one.value) for one in call.arguments):
        return ()
    found = function_given(functions, name, call, "in the module")
    if found is None:
        return ()
    function_, key, value = found
    return (tree.Assignment((tree.Name(key, name.span),), None, value, call.span), function_)


def _partial(
    sight: Sight, name: tree.Name, given: Sequence[tree.Argument]
) -> tree.FunctionDef | None:
    match given:
        case [tree.Argument(None, tree.Name(text) as callee), *rest]:
            function: tree.FunctionDef | None = None
            if _is_function(sight, text):
                found = sight.all_functions()[text]
                is_own = sight.functions.get(text) is found
                function = plain_parameters(found, is_own=is_own)
            elif text in sight.known_classes():
                function = _making(name, sight.known_classes()[text], callee)
            if function is None or function.decorators:
                return None
            return taking_the_rest(name, function, callee, rest, lambda one: _is_fixed(sight, one))
    return None


def _making(name: tree.Name, node: tree.ClassDef, callee: tree.Expr) -> tree.FunctionDef | None:
    """Give a function that makes objects of a class."""
    has_more = [b for b in node.bases if last_name(b) not in _EMPTY]
    if node.keywords or is_dataclass(node):
        return None
    found = [
        one
        for one in node.body
        if isinstance(one, tree.FunctionDef) and one.name.text == "__init__"
    ]
    if not found and not has_more:
        own = tree.Parameter(tree.Name("self", name.span), None, None, "plain", name.span)
        none = tree.FunctionDef(name, (own,), None, (), (), (), False, False, False, name.span)
        found = [none]
    if len(found) != 1 or found[0].decorators or not found[0].parameters:
        return None
    initialiser = replace(found[0], parameters=found[0].parameters[1:], is_generator=False)
    return passing_on(name, initialiser, callee)


def _of_object(
    sight: Sight, name: tree.Name, inner: tree.Expr, own: str
) -> tree.FunctionDef | None:
    """Give a function that runs a method of a class, or of an object of the module."""
    if not isinstance(inner, tree.Name):
        return None
    values = sight.values.get(inner.text, [])
    class_name = inner.text
    match values:
        case [tree.Call(tree.Name(text))]:
            class_name = text
    node = sight.known_classes().get(class_name)
    if node is None:
        return None
    found = [one for one in node.body if isinstance(one, tree.FunctionDef) and one.name.text == own]
    if len(found) != 1 or not found[0].parameters:
        return None
    first, *rest = found[0].parameters
    kinds = list(map(decorator_name, found[0].decorators))
    if kinds not in ([], ["staticmethod"], ["classmethod"]):
        return None
    method = found[0]
    if kinds == ["classmethod"] or (not kinds and class_name != inner.text):
        method = replace(method, parameters=tuple(rest))
    elif not kinds:
        of_class = tree.Name(class_name, name.span)
        method = replace(method, parameters=(replace(first, annotation=of_class), *rest))
    callee = tree.Attribute(inner, own, name.span, name.span)
    return passing_on(name, method, callee)


def _is_function(sight: Sight, text: str) -> bool:
    return text in sight.all_functions() and text not in sight.values


def _is_class(sight: Sight, value: tree.Expr) -> bool:
    """Say whether a value is a class whose own name is none for clients."""
    match value:
        case tree.Name(text):
            return text.startswith("_") and text in sight.known_classes()
        case _:
            return False


def _is_fixed(sight: Sight, value: tree.Expr) -> bool:
    """Say whether a value is the same whenever it is asked for, and nobody can change it."""
    match value:
        case tree.Name(text):
            return text in sight.known_classes() or _is_function(sight, text)
        case _:
            return is_literal(value)


def _meaning(sight: Sight, callee: tree.Expr) -> str:
    found = list(whole_names(sight.imports, callee))
    return found[0] if len(found) == 1 else ""


def _code(sight: Sight) -> Code:
    return Code(sight.all_functions(), sight.known_classes(), sight.all_values())


def _about(sight: Sight, function: tree.FunctionDef) -> tree.FunctionDef:
    """Let a function that is left out take and give objects of all classes that are known here."""
    span = function.span
    names = [tree.Name(text, span) for text in sight.known_classes()]
    taken = tuple(
        tree.Parameter(tree.Name(f"(a {name.text})", span), name, None, "plain", span)
        for name in names
    )
    if not names:
        return replace(function, parameters=())
    body: tree.Block = (tree.Return(taken[0].name, span),)
    return replace(function, parameters=taken, result=names[0], body=body)
