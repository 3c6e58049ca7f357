"""Names to which the top of a module gives several meanings, one after the other.

Place: frontends/python/modules/. `declare` asks once per file. A name means what is said last, as
long as nothing looked at it before, and as long as all that is said are functions:

    def step(x): …          def step(x): …         from fast import step
    first = step            step = timed(step)     def step(x): …
    def step(x): …

`first` is not the `step` of all others, and what `timed` gives is not known.
"""

from __future__ import annotations

from collections.abc import Iterator

from heapwright.frontends.python.modules.library_names import names_of_module
from heapwright.frontends.python.syntax import tree
from heapwright.frontends.python.syntax.dotted_names import has_decorator
from heapwright.frontends.python.syntax.static_conditions import is_about_types, known_condition
from heapwright.frontends.python.syntax.walk import Node, bound_by, walk


def doubtful_names(body: tree.Block) -> set[str]:
    """Give the names of which the text alone does not tell what they mean in the end."""
    bound: dict[str, dict[int, set[str]]] = {}
    for index, statement in enumerate(body):
        for name, kind in _bindings(statement):
            bound.setdefault(name, {}).setdefault(index, set()).add(kind)
    several = {name: list(places.values()) for name, places in bound.items() if len(places) > 1}
    if not several:
        return set()
    mentioned = {node.text for node in walk(running(body)) if isinstance(node, tree.Name)}
    return {
        name
        for name, kinds in several.items()
        if not _has_the_last_word(kinds) or (name in mentioned and not _are(kinds, "import"))
    }


def running(body: tree.Block) -> Iterator[Node]:
    """Give what runs at the top of a module or class, without the bodies of functions."""
    for statement in body:
        match statement:
            case tree.ClassDef(bases=bases, keywords=keywords, body=inner, decorators=decorators):
                yield from decorators
                yield from bases
                yield from (keyword.value for keyword in keywords)
                yield from running(inner)
            case tree.FunctionDef():
                yield statement
            case tree.If(condition, then_body, else_body):
                yield condition
                holds = _holds(condition)
                yield from running(() if holds is False else then_body)
                yield from running(() if holds is True else else_body)
            case tree.Try(body=inner, handlers=handlers):
                yield from running(inner)
                for handler in handlers:
                    yield from running(handler.body)
                yield from running((*statement.else_body, *statement.final_body))
            case tree.Import():
                pass
            case _:
                yield statement


def _bindings(statement: tree.Statement) -> Iterator[tuple[str, str]]:
    """Give the names that a statement at the top binds, and to what."""
    match statement:
        case tree.FunctionDef(name=name):
            if not has_decorator(statement, "overload"):
                yield name.text, "function"
        case tree.ClassDef(name=name):
            yield name.text, "class"
        case tree.Import(names=names, module=module):
            for one in names:
                if one.name == "*":
                    yield from ((name, "import") for name in names_of_module(module))
                else:
                    yield one.alias.partition(".")[0], "import"
        case tree.If(condition, then_body, else_body):
            holds = _holds(condition)
            inner = (*(then_body if holds is not False else ()), *(else_body if not holds else ()))
            for one_inner in inner:
                yield from _bindings(one_inner)
        case tree.Try(body, handlers, else_body, final_body):
            caught = tuple(one for handler in handlers for one in handler.body)
            for one_inner in (*body, *caught, *else_body, *final_body):
                yield from _bindings(one_inner)
        case tree.With(body=body):
            for one_inner in body:
                yield from _bindings(one_inner)
        case tree.Assignment(value=None):
            pass
        case _:
            for node in walk([statement]):
                yield from ((name, "value") for name in bound_by(node))


def _has_the_last_word(kinds: list[set[str]]) -> bool:
    """Say whether the last of several meanings is the one that a reader takes a name for."""
    before = set[str]().union(*kinds[:-1])
    if kinds[-1] == {"function"}:
        return before <= {"function", "import"}
    return before == {"import"} and kinds[-1] in ({"class"}, {"import"})


def _are(kinds: list[set[str]], kind: str) -> bool:
    return set[str]().union(*kinds) == {kind}


def _holds(condition: tree.Expr) -> bool | None:
    if is_about_types(condition):
        return False
    match condition:
        case tree.Comparison([tree.Name("__name__"), tree.StringLiteral(text="__main__")], ["=="]):
            # Whoever imports a module is not its main program.
            return False
        case _:
            return known_condition(condition)
