"""Callables that a class body binds to a name without a `def`, as the methods that they are.

Place: frontends/python/desugar/. One of `passes`, for every class, before those that read
decorators. What a name is bound to at the end of the body decides what clients can call:

    go = _force                      a method of that name, and so are the parts of a property
    go = lambda self: …              def go(self): return …
    go = checked(_force)             @checked def go(self): …; `property(get, set)` is that twice
    seven = partialmethod(_put, 7)   def seven(self): return self.(_put)(7)
    make = partial(build, 7)         @staticmethod def make(): return build(7)
    go = maker(7)                    def go(self): return (what `maker(7)` gave)(self)
    if sys.version_info >= (3, 8):   what the running Python comes to

What may be a callable with code of the program in it, and is none of these, stays a value, and a
method of the same name that is left out stands beside it: nobody forgets that it can be called.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Protocol

from heapwright.frontends.python.desugar.attribute_getters import attribute_getter
from heapwright.frontends.python.desugar.callable_parts import (
    bases_above,
    is_for_clients,
    item_getter,
    made_private,
    method_caller,
    name_below,
    passing_on,
    plain_parameters,
    property_word,
    renamed,
    shows_names,
    static,
    taking_the_rest,
    with_arguments,
)
from heapwright.frontends.python.desugar.callable_values import Code, may_hold_code
from heapwright.frontends.python.desugar.dataclasses_ import is_dataclass, is_field
from heapwright.frontends.python.desugar.kept_decorators import function_given
from heapwright.frontends.python.desugar.named_lambdas import as_function
from heapwright.frontends.python.syntax import tree
from heapwright.frontends.python.syntax.dotted_names import (
    decorator_name,
    dotted,
    dotted_name,
    last_name,
    whole_names,
)
from heapwright.frontends.python.syntax.literals import is_literal
from heapwright.frontends.python.syntax.static_conditions import is_about_types, known_condition
from heapwright.frontends.python.syntax.unpacking import is_plain_assignment, single_values
from heapwright.frontends.python.syntax.walk import nodes_below
from heapwright.frontends.python.table.left_out import left_out
from heapwright.records import dataclass, field, replace

_PARTS = {"fget": "", "fset": "setter", "fdel": "deleter"}


class Sight(Protocol):
    """What a module has declared above a class."""

    imports: list[tree.Import]
    functions: dict[str, tree.FunctionDef]
    values: dict[str, list[tree.Expr | None]]

    def all_values(self) -> Mapping[str, tree.Expr]:
        """Give the values that names surely have, those of other modules too."""

    def all_functions(self) -> Mapping[str, tree.FunctionDef]:
        """Give the functions so far and those of other modules that names mean."""

    def known_classes(self) -> Mapping[str, tree.ClassDef]:
        """Give the classes that names surely mean, in whatever module and place."""


def with_bound_callables(
    sight: Sight, prefix: str, node: tree.ClassDef
) -> tuple[tree.ClassDef, dict[str, tree.Expr]]:
    """Give a class whose callables are methods, and the values of the module that they need."""
    body = _Body(sight, f"{prefix}{node.name.text}", node)
    for statement in _run(node.body):
        body.add(statement)
    members = tuple(body.members)
    is_same = len(members) == len(node.body) and all(map(_is, members, node.body))
    return (node if is_same else replace(node, body=members)), body.kept


def _is(one: tree.Statement, other: tree.Statement) -> bool:
    return one is other


def _run(body: tree.Block) -> Iterator[tree.Statement]:
    """Give the statements that run, where the running Python decides which."""
    for statement in body:
        holds: bool | None = None
        if isinstance(statement, tree.If):
            is_for_types = is_about_types(statement.condition)
            holds = False if is_for_types else known_condition(statement.condition)
        if isinstance(statement, tree.If) and holds is not None:
            yield from _run(statement.then_body if holds else statement.else_body)
        else:
            yield statement


@dataclass(slots=True)
class _Body:
    """A class body while it is read from the top: what its names are bound to so far."""

    sight: Sight
    owner: str  # the class, with those around it
    node: tree.ClassDef
    members: list[tree.Statement] = field(default_factory=list)
    kept: dict[str, tree.Expr] = field(default_factory=dict)
    bound: dict[str, list[tree.FunctionDef]] = field(default_factory=dict)
    literals: dict[str, tree.Expr] = field(default_factory=dict)
    is_enum: bool = False

    def __post_init__(self) -> None:
        self.is_enum = any(
            last_name(base).endswith(("Enum", "Flag"))
            for base in bases_above(self.sight.known_classes(), self.node)
        )

    def add(self, statement: tree.Statement) -> None:
        """Read a statement, and write what stands for it."""
        match statement:
            case tree.FunctionDef(name=name) if name.text:
                before = self.parts_before(statement)
                # `@size.setter` at another name makes another property.
                self.members += [renamed(p, name) for p in before if p.name.text != name.text]
                self.bound[name.text] = [*before, statement]
                self.members.append(statement)
            case tree.Assignment(targets, _, value) if value is not None and is_plain_assignment(
                targets, value
            ):
                self.assign(statement, list(single_values(targets, value)))
            case tree.ExprStatement(tree.NamedExpr(name, value)):
                self.assign(statement, [(name, value)])
            case _:
                self.members.append(statement)

    def parts_before(self, function: tree.FunctionDef) -> list[tree.FunctionDef]:
        """Give the other parts of a property to which a function adds one: `@size.setter`."""
        match function.decorators:
            case [*_, tree.Attribute(tree.Name(text), "setter" | "deleter" | "getter" as word)]:
                return [p for p in self.bound.get(text, ()) if property_word(p) != word]
        return []

    def assign(
        self, statement: tree.Statement, singles: Sequence[tuple[tree.Name, tree.Expr]]
    ) -> None:
        """Write an assignment as functions where its values are callables."""
        annotation = statement.annotation if isinstance(statement, tree.Assignment) else None
        is_default = is_dataclass(self.node) and is_field(statement)
        written: list[tree.Statement] = []
        beside: list[tree.Statement] = []
        is_same = True
        for name, value in singles:
            parts = [] if is_default else self.parts(name, value)
            if parts or self.bound.pop(name.text, []):
                self.forget(name.text)
            if parts:
                self.bound[name.text] = parts
                written += parts
                is_same = False
                continue
            self.literals.pop(name.text, None)
            if is_literal(value):
                self.literals[name.text] = value
            written.append(tree.Assignment((name,), annotation, value, statement.span))
            if not is_default and is_for_clients(name.text) and self.may_be_called(value):
                what = f"what `{name.text}` is bound to is not followed, and may be called"
                beside.append(left_out(name, what))
        self.members += [statement] if is_same else written
        self.members += beside

    def forget(self, name: str) -> None:
        """Take away what a name was bound to before, if nothing else in the body uses it."""
        if self.is_used(name):
            return

        def binds(member: tree.Statement) -> bool:
            match member:
                case tree.FunctionDef(name=tree.Name(text)) | tree.Assignment([tree.Name(text)]):
                    return text == name
                case _:
                    return False

        self.members = [member for member in self.members if not binds(member)]

    def is_used(self, name: str) -> bool:
        """Say whether a value or a default in the body may mean a name of it."""
        parts: list[tree.Expr | tree.Statement] = []
        for member in self.node.body:
            match member:
                case tree.FunctionDef(decorators=decorators, parameters=parameters):
                    parts += [*decorators, *(p.default for p in parameters if p.default)]
                case tree.Assignment(value=value) if value is not None:
                    # A function is copied to its other names.
                    parts += [] if name in self.bound else [value]
        names = (one.text for one in nodes_below(parts) if isinstance(one, tree.Name))
        return name in names

    # --- Values ----------------------------------------------------------------------

    def parts(self, name: tree.Name, value: tree.Expr) -> list[tree.FunctionDef]:
        """Give the functions that a name stands for; none for what is no callable, or not known."""
        match value:
            case tree.Name(text) if text in self.bound:
                return [renamed(part, name) for part in self.bound[text]]
            case tree.Name(text) if text in self.own_values():
                return []
            case tree.Name(text):
                return self.of_module(name, text)
            case tree.Lambda():
                return [as_function(name, value)]
            case tree.Attribute():
                return self.of_class(name, value)
            case tree.Conditional(condition, then_value, else_value):
                holds = known_condition(condition)
                known = then_value if holds else else_value
                return [] if holds is None else self.parts(name, known)
            case tree.Call():
                return self.called(name, value)
            case _:
                return []

    def own_values(self) -> set[str]:
        """Name what the body gave other values so far."""
        return {
            target.text
            for member in self.members
            if isinstance(member, tree.Assignment)
            for target in member.targets
            if isinstance(target, tree.Name)
        }

    def of_module(self, name: tree.Name, text: str) -> list[tree.FunctionDef]:
        """Give a function of a module as a method."""
        function = self.sight.all_functions().get(text)
        if function is None or text in self.sight.values:
            return []
        if self.sight.functions.get(text) is function:
            if function.parameters and function.parameters[0].kind == "*":
                return []  # its object is one of the arguments, if there is one
            return [replace(function, name=name, marks=())]
        return self.passing(name, function, tree.Name(text, name.span))

    def passing(
        self, name: tree.Name, function: tree.FunctionDef, callee: tree.Expr
    ) -> list[tree.FunctionDef]:
        """Write a function of another file or class, whose annotations mean something there."""
        plain = plain_parameters(function, is_own=False)
        made = None if plain is None else passing_on(name, plain, callee)
        return [] if made is None else [made]

    def of_class(self, name: tree.Name, value: tree.Attribute) -> list[tree.FunctionDef]:
        """Give what another class has under a name: `Base.put`."""
        function = self.sight.all_functions().get(dotted_name(value) or "")
        if function is not None:
            return self.passing(name, function, value)
        match value.value:
            case tree.Name(text) if text in self.sight.known_classes():
                other = self.sight.known_classes()[text]
            case _:
                return []
        found = [
            one
            for one in other.body
            if isinstance(one, tree.FunctionDef) and one.name.text == value.name
        ]
        if len(found) != 1 or found[0].is_async:
            return []
        callee = tree.Attribute(value.value, value.name, name.span, name.span)
        match list(map(decorator_name, found[0].decorators)):
            case [] | ["staticmethod"]:
                return self.passing(name, found[0], callee)
            case ["classmethod"]:
                bound = replace(found[0], parameters=found[0].parameters[1:])
                return list(map(static, self.passing(name, bound, callee)))
            case _:
                return []

    def called(self, name: tree.Name, call: tree.Call) -> list[tree.FunctionDef]:
        """Give what a call makes of callables."""
        callee, given = call.function, call.arguments
        match callee:
            case tree.Attribute(inner, "setter" | "getter" | "deleter" as word):
                return self.with_part(name, inner, word, given)
        match self.meaning(callee):
            case "staticmethod" | "classmethod":
                inner_ = self.one(name, given)
                return [] if inner_ is None else [replace(inner_, decorators=(callee,))]
            case "property" | "abc.abstractproperty":
                return self.property(name, callee, given)
            case "functools.partialmethod" if not self.is_enum:
                return self.partial_method(name, self.with_literals(given))
            case "functools.partial" if not self.is_enum:
                return self.partial(name, self.with_literals(given))
            case (
                "operator.attrgetter" | "operator.itemgetter" | "operator.methodcaller" as which
            ) if not self.is_enum:
                return self.getter(name, which.rpartition(".")[2], call)
        text = last_name(callee)
        of_class = self.sight.known_classes().get(text)
        if of_class is not None or not self.is_decorator(callee):
            return []
        function = self.one(name, given)
        if function is not None and not shows_names(self.sight.all_functions().get(text)):
            return [replace(function, decorators=(callee, *function.decorators))]
        return self.given(name, call)

    def is_decorator(self, callee: tree.Expr) -> bool:
        """Say whether a call may give a function that has code of the program in it."""
        root = callee
        while isinstance(root, tree.Call | tree.Attribute):
            root = root.function if isinstance(root, tree.Call) else root.value
        if not isinstance(root, tree.Name) or root.text in self.bound:
            return False
        imported = {one.alias for i in self.sight.imports for one in i.names}
        return root.text in self.sight.all_functions() or root.text in imported

    def meaning(self, callee: tree.Expr) -> str:
        """Name what Python has under a name: `property`, `functools.partial`."""
        found = list(whole_names(self.sight.imports, callee))
        if len(found) == 1:
            return found[0]
        match callee:
            case tree.Name(text) if not found and text not in self.bound:
                is_own = text in self.sight.functions or text in self.sight.values
                return "" if is_own else text
        return ""

    def one(self, name: tree.Name, given: Sequence[tree.Argument]) -> tree.FunctionDef | None:
        """Give the function that is the only argument of a call."""
        match given:
            case [tree.Argument(None, value)]:
                parts = self.parts(name, value)
                return parts[0] if len(parts) == 1 else None
        return None

    def property(
        self, name: tree.Name, called: tree.Expr, given: Sequence[tree.Argument]
    ) -> list[tree.FunctionDef]:
        """Write `property(get, set, delete)` as the decorators do."""
        made: list[tree.FunctionDef] = []
        for place, argument in zip((*_PARTS, "doc"), given, strict=False):
            which = argument.name or place
            if which == "doc" or isinstance(argument.value, tree.NoneLiteral):
                continue
            part = self.one(name, (tree.Argument(None, argument.value),))
            if part is None or which not in _PARTS:
                return []
            word = _PARTS[which]
            decorator = tree.Attribute(name, word, name.span, name.span) if word else called
            made.append(replace(part, decorators=(decorator,)))
        return made

    def with_part(
        self, name: tree.Name, inner: tree.Expr, word: str, given: Sequence[tree.Argument]
    ) -> list[tree.FunctionDef]:
        """Give the parts of a property with one more: `size.setter(f)`."""
        parts = self.parts(name, inner)
        part = self.one(name, given)
        if not parts or part is None or not all(map(property_word, parts)):
            return []
        decorator: tree.Expr = tree.Attribute(name, word, name.span, name.span)
        if word == "getter":
            decorator = tree.Name("property", name.span)
        kept = [one for one in parts if property_word(one) != word]
        made = replace(part, decorators=(decorator,))
        return [made, *kept] if word == "getter" else [*kept, made]

    def partial_method(
        self, name: tree.Name, given: Sequence[tree.Argument]
    ) -> list[tree.FunctionDef]:
        """Write `partialmethod(f, 7)`."""
        if not given or given[0].name is not None:
            return []
        below = name_below(name, given[0].value, "partialmethod")
        hidden = self.one(below, given[:1])
        if hidden is None:
            return []
        kinds = list(map(decorator_name, hidden.decorators))
        is_static = kinds == ["staticmethod"]
        if kinds not in ([], ["staticmethod"], ["classmethod"]):
            return []
        receiver: tree.Expr = dotted(self.owner, name.span)
        if not is_static and hidden.parameters[:1]:
            receiver = hidden.parameters[0].name
        callee = tree.Attribute(receiver, below.text, name.span, name.span)
        n_bound = 0 if is_static else 1
        made = taking_the_rest(name, hidden, callee, given[1:], self.is_fixed, n_bound)
        if made is None or (not is_static and not hidden.parameters):
            return []
        self.members.append(made_private(hidden))
        return [replace(made, decorators=hidden.decorators)]

    def partial(self, name: tree.Name, given: Sequence[tree.Argument]) -> list[tree.FunctionDef]:
        """Write `partial(f, 7)`, which Python does not bind to an object."""
        match given:
            case [tree.Argument(None, tree.Name(text) as callee), *rest] if (
                text not in self.bound and text not in self.own_values()
            ):
                function = self.sight.all_functions().get(text)
                if function is None or text in self.sight.values or function.decorators:
                    return []
                function = plain_parameters(
                    function, is_own=self.sight.functions.get(text) is function
                )
                made = (
                    None
                    if function is None
                    else taking_the_rest(name, function, callee, rest, self.is_fixed)
                )
                return [] if made is None else [static(made)]
            case [tree.Argument(None, value), *rest]:
                below = name_below(name, value, "partial")
                hidden = self.one(below, given[:1])
                kinds = [] if hidden is None else list(map(decorator_name, hidden.decorators))
                if hidden is None or kinds not in ([], ["staticmethod"]):
                    return []
                callee_ = tree.Attribute(
                    dotted(self.owner, name.span), below.text, name.span, name.span
                )
                made = taking_the_rest(name, hidden, callee_, rest, self.is_fixed)
                if made is None:
                    return []
                self.members.append(static(made_private(hidden)))
                return [static(made)]
        return []

    def getter(self, name: tree.Name, which: str, call: tree.Call) -> list[tree.FunctionDef]:
        """Write what the functions of `operator` make, which Python does not bind either."""
        given, span = call.arguments, call.span
        if not all(self.is_fixed(one.value) for one in given):
            return []
        match which:
            case "attrgetter":
                made = attribute_getter([one.value for one in given], span)
            case "itemgetter":
                made = item_getter(given, span)
            case _:
                made = method_caller(given, span)
        return [] if made is None else [static(as_function(name, made))]

    def given(self, name: tree.Name, call: tree.Call) -> list[tree.FunctionDef]:
        """Write what a function that makes functions gives for constants and functions."""
        hidden: list[tree.FunctionDef] = []

        def plain(value: tree.Expr) -> tree.Expr | None:
            if self.is_fixed(value) and not isinstance(value, tree.Name):
                return value
            below = name_below(name, value, f"given {len(hidden)}")
            part = self.one(below, (tree.Argument(None, value),))
            if part is None or part.decorators:
                return value if self.is_fixed(value) else None
            hidden.append(made_private(part))
            return tree.Attribute(dotted(self.owner, name.span), below.text, name.span, name.span)

        written = with_arguments(call, plain)
        if written is None:
            return []
        found = function_given(self.sight.all_functions(), name, written, f"in {self.owner}")
        if found is None:
            return []
        function, key, value = found
        self.members += hidden
        self.kept[key] = value
        return [function]

    def with_literals(self, given: Sequence[tree.Argument]) -> list[tree.Argument]:
        """Put constants of the class body in the place of their names."""
        return [
            replace(one, value=self.literals.get(one.value.text, one.value))
            if isinstance(one.value, tree.Name)
            else one
            for one in given
        ]

    def is_fixed(self, value: tree.Expr) -> bool:
        """Say whether a value is the same whenever it is asked for, and nobody can change it."""
        match value:
            case tree.Name(text) if text not in self.bound and text not in self.own_values():
                return (
                    text in self.sight.known_classes()
                    or (text in self.sight.all_functions() and text not in self.sight.values)
                    or len(self.sight.values.get(text, ())) == 1
                )
            case _:
                return is_literal(value)

    def may_be_called(self, value: tree.Expr) -> bool:
        """Say whether a value may be a callable that has code of the program in it."""
        if self.is_enum or not may_hold_code(value):
            return False
        if isinstance(value, tree.Name) and value.text.startswith("_"):
            # A class that has no other name for clients.
            inner = [one.name.text for one in self.node.body if isinstance(one, tree.ClassDef)]
            if value.text in inner or value.text in self.sight.known_classes():
                return True
        functions = {name: parts[0] for name, parts in self.bound.items() if parts}
        known = {**self.sight.all_functions(), **functions}
        classes = self.sight.known_classes()
        return Code(known, classes, self.sight.all_values()).may_be_called(value)
