"""Descriptors that a program writes itself and uses as decorators, written out.

Place: frontends/python/desugar/. One of `passes`, for every class, after `wrappers` and
`kept_decorators`. A class with `__get__` and without `__set__` decides what reading an attribute
gives, on objects and on classes:

    class counted:                            class Box:
        def __init__(self, f):                    @counted
            self.f = f                            def size(cls): …
        def __get__(self, obj, owner):
            …                            =>   def size(self):      (a property)
                                                  made = counted(Box.(size))
                                                  return made.__get__(self, type(self))
                                              def size(cls):       (read on the class)
                                                  return counted(Box.(size)).__get__(None, cls)

The descriptor is made anew for each read, which nobody can tell if it only keeps what it is given
and never hands itself out. One whose `__get__` is only `return self.f(owner)` is not made at all:
reading runs `Box.(size)(cls)`. A descriptor of any other form stays, and `members` says that the
decorator is not supported. Python lets objects have an attribute of their own in its place;
a run that sets one is given up.
"""

from __future__ import annotations

from collections.abc import Mapping

from heapwright.frontends.python.desugar.wrappers import BELOW
from heapwright.frontends.python.syntax import tree
from heapwright.frontends.python.syntax.dotted_names import dotted
from heapwright.frontends.python.syntax.literals import is_literal
from heapwright.frontends.python.syntax.walk import assigned_names, nodes_below
from heapwright.records import dataclass, replace
from heapwright.text.span import Span

# A decorator that no text can contain: a function that reading a name on a class runs.
OF_CLASS = "(of the class)"
# What stands before the name of such a function in the IR.
CLASS_READ = "@@"
# A function that gives a run up; no text can contain its name.
GIVEN_UP = "(given up)"
_GET = "__get__"
# Methods by which a descriptor does more than to say what reading gives.
_MORE = frozenset(
    (
        *("__set__", "__delete__", "__set_name__", "__new__", "__getattr__", "__getattribute__"),
        *("__setattr__", "__delattr__", "__init_subclass__", "__del__"),
    )
)
_PLAIN_BASES = frozenset(("object", "Generic"))


@dataclass(frozen=True, slots=True)
class _Descriptor:
    """What `__get__` gives: itself on a class, or what a call of the function below gives."""

    gives_itself: bool
    # Names of what it takes; and what it gives the function below, if it does nothing else.
    taken: tuple[str, ...]
    passed: tuple[tree.Expr, ...] | None


def with_descriptors(
    classes: Mapping[str, tree.ClassDef], prefix: str, node: tree.ClassDef
) -> tree.ClassDef:
    """Give a class in which functions stand for what such descriptors do."""
    members: list[tree.Statement] = []
    names = [one.name.text for one in node.body if isinstance(one, tree.FunctionDef)]
    for member in node.body:
        match member:
            case tree.FunctionDef(name=name, decorators=[tree.Name(text)]) if (
                text in classes
                and text not in names
                and names.count(name.text) == 1
                and not name.text.startswith("__")
                and not _is_used_below(node, name.text)
                and _is_plain(member)
                and (descriptor := _read(classes[text])) is not None
            ):
                members += _written_out(prefix, node, member, descriptor)
            case _:
                members.append(member)
    return node if tuple(members) == node.body else replace(node, body=tuple(members))


def _is_plain(function: tree.FunctionDef) -> bool:
    return not (function.is_async or function.is_broken)


def _is_used_below(node: tree.ClassDef, name: str) -> bool:
    """Say whether the class body itself uses the descriptor, as in `@size.setter`."""
    for member in node.body:
        parts: tuple[tree.Expr | tree.Statement, ...]
        match member:
            case tree.FunctionDef(decorators=decorators, parameters=parameters):
                defaults = [p.default for p in parameters if p.default is not None]
                parts = (*decorators, *defaults)
            case _:
                parts = (member,)
        for inner in nodes_below(parts):
            if isinstance(inner, tree.Name) and inner.text == name:
                return True
    return False


def _read(descriptor: tree.ClassDef) -> _Descriptor | None:
    """Read a descriptor; None if it does more than to say what reading gives."""
    functions: dict[str, tree.FunctionDef] = {}
    if descriptor.keywords or descriptor.decorators:
        return None
    for base in descriptor.bases:
        inner = base.value if isinstance(base, tree.Subscript) else base
        if not isinstance(inner, tree.Name) or inner.text not in _PLAIN_BASES:
            return None
    for member in descriptor.body:
        match member:
            case tree.FunctionDef(name=tree.Name(text), decorators=(), parameters=[first, *_]) if (
                text not in _MORE
                and first.kind in ("plain", "positional")
                and text not in functions
            ):
                functions[text] = member
            case tree.Pass() | tree.ExprStatement(tree.StringLiteral(parts=())):
                pass
            case _:
                return None
    get, made = functions.pop(_GET, None), functions.pop("__init__", None)
    if get is None or made is None or not _only_keeps(made):
        return None
    body = [one for one in get.body if not isinstance(one, tree.Pass)]
    gives_itself = bool(body) and _gives_itself(get, body[0])
    checked = replace(get, body=tuple(body[1:] if gives_itself else body))
    if not all(_only_reads(function) for function in (checked, *functions.values())):
        return None
    taken = tuple(p.name.text for p in get.parameters)
    if len(taken) != 3 or any(p.kind not in ("plain", "positional") for p in get.parameters):
        return None
    return _Descriptor(gives_itself, taken, _passed(checked, made))


def _passed(get: tree.FunctionDef, made: tree.FunctionDef) -> tuple[tree.Expr, ...] | None:
    """Give what `__get__` calls the function below with, if that is all it does."""
    kept = [
        one.targets[0].name
        for one in made.body
        if isinstance(one, tree.Assignment)
        and isinstance(one.targets[0], tree.Attribute)
        and isinstance(one.value, tree.Name)
        and one.value.text == made.parameters[1].name.text
    ]
    names = [p.name.text for p in get.parameters]
    match get.body:
        case [tree.Return(tree.Call(tree.Attribute(tree.Name(own), attribute), arguments))] if (
            own == names[0] and attribute in kept and len(kept) == 1
        ):
            given = tuple(argument.value for argument in arguments)
            is_plain = all(argument.name is None for argument in arguments) and all(
                isinstance(one, tree.Name) and one.text in names[1:] for one in given
            )
            is_set_once = sum(
                isinstance(one, tree.Assignment)
                and isinstance(one.targets[0], tree.Attribute)
                and one.targets[0].name == attribute
                for one in made.body
            )
            return given if is_plain and is_set_once == 1 else None
        case _:
            return None


def _only_keeps(function: tree.FunctionDef) -> bool:
    """Say whether an initialiser keeps what it is given, and does nothing else."""
    own, *others = function.parameters
    taken = {p.name.text for p in others}
    if not others or any(p.kind in ("*", "**") for p in others) or not _is_plain(function):
        return False
    if any(p.default is None for p in others[1:]):
        return False
    for statement in function.body:
        match statement:
            case tree.Pass():
                pass
            case tree.Assignment([tree.Attribute(tree.Name(text), name)], _, value) if (
                text == own.name.text and value is not None and not name.startswith("__")
            ):
                is_given = isinstance(value, tree.Name) and value.text in taken
                if not is_given and not is_literal(value):
                    return False
            case _:
                return False
    return True


def _gives_itself(get: tree.FunctionDef, first: tree.Statement) -> bool:
    """Say whether `__get__` begins with `if obj is None: return self`."""
    own, *others = get.parameters
    match first:
        case tree.If(
            tree.Comparison([tree.Name(asked), tree.NoneLiteral()], ["is"]),
            [tree.Return(tree.Name(given))],
            (),
        ):
            is_asked = bool(others) and asked == others[0].name.text
            return is_asked and given == own.name.text
        case _:
            return False


def _only_reads(function: tree.FunctionDef) -> bool:
    """Say whether a method uses its object only to read attributes of it."""
    own = function.parameters[0].name.text
    if not _is_plain(function) or function.is_generator or own in assigned_names(function.body):
        return False
    n_used = n_read = 0
    for node in nodes_below(function.body):
        match node:
            case tree.Assignment(targets) | tree.Delete(targets) if _holds(targets, own):
                return False
            case tree.AugmentedAssignment(target=target) | tree.For(target=target) if _holds(
                (target,), own
            ):
                return False
            case tree.With() | tree.ClassDef() | tree.Match():
                return False
            case tree.Attribute(tree.Name(text), name) if text == own:
                if name.startswith("__"):
                    return False
                n_read += 1
            case tree.Name(text) if text == own:
                n_used += 1
            case tree.Name("super" | "locals" | "vars" | "eval" | "exec"):
                return False
            case _:
                pass
    return n_used == n_read


def _holds(targets: tuple[tree.Expr, ...], own: str) -> bool:
    """Say whether an attribute or an item of the object, or of what it holds, is a target."""
    return any(isinstance(node, tree.Name) and node.text == own for node in nodes_below(targets))


def _written_out(
    prefix: str, node: tree.ClassDef, method: tree.FunctionDef, descriptor: _Descriptor
) -> list[tree.Statement]:
    """Give the function below, and those that reading on objects and on classes runs."""
    span, decorator = method.name.span, method.decorators[-1]
    assert isinstance(decorator, tree.Name)
    below = f"{method.name.text}{BELOW}{decorator.text}:{span.start}"
    own, cls = tree.Name("self", span), tree.Name("cls", span)
    kind = _called(tree.Name("type", span), (own,), span)
    wrapper = "staticmethod"
    match descriptor.passed:
        case [tree.Name(text)] if text == descriptor.taken[2]:
            # A method of the class knows which class it runs for.
            wrapper = "classmethod"
            on_object = _called(tree.Attribute(kind, below, span, span), (), span)
            on_class = _called(tree.Attribute(cls, below, span, span), (), span)
        case _:
            plain = tree.Attribute(dotted(prefix + node.name.text, span), below, span, span)
            on_object = _got(descriptor, decorator, plain, (own, kind), span)
            on_class = _got(descriptor, decorator, plain, (tree.NoneLiteral(span), cls), span)
    if descriptor.gives_itself:
        on_class = given_up("a descriptor as a value", span)
    hidden = (tree.Mark("private", span),)
    unset = given_up(f"`{method.name.text}` is set on an object, which its class has", span)
    setter = tree.Attribute(method.name, "setter", span, span)
    plain_parameters = method.parameters if wrapper == "classmethod" else _open(method.parameters)

    def function(
        word: tree.Expr, names: tuple[tree.Name, ...], result: tree.Expr, *, is_hidden: bool
    ) -> tree.FunctionDef:
        return replace(
            method,
            parameters=tuple(tree.Parameter(one, None, None, "plain", span) for one in names),
            decorators=(word,),
            body=(tree.Return(result, span),),
            result=None,
            is_generator=False,
            marks=hidden if is_hidden else method.marks,
        )

    return [
        replace(
            method,
            name=tree.Name(below, span),
            parameters=plain_parameters,
            decorators=(tree.Name(wrapper, span),),
            marks=hidden,
        ),
        function(tree.Name("property", span), (own,), on_object, is_hidden=False),
        function(setter, (own, tree.Name("value", span)), unset, is_hidden=True),
        function(tree.Name(OF_CLASS, span), (cls,), on_class, is_hidden=descriptor.gives_itself),
    ]


def _got(
    descriptor: _Descriptor,
    decorator: tree.Expr,
    plain: tree.Expr,
    given: tuple[tree.Expr, tree.Expr],
    span: Span,
) -> tree.Expr:
    """Write what `__get__` of a fresh descriptor does, or the call that it comes to."""
    if descriptor.passed is None:
        made = _called(decorator, (plain,), span)
        return _called(tree.Attribute(made, _GET, span, span), given, span)
    meant = dict(zip(descriptor.taken[1:], given, strict=True))
    names = [one.text for one in descriptor.passed if isinstance(one, tree.Name)]
    return _called(plain, tuple(meant[name] for name in names), span)


def _open(parameters: tuple[tree.Parameter, ...]) -> tuple[tree.Parameter, ...]:
    """Let the first parameter take a class, whatever the text does with it."""
    if not parameters:
        return parameters
    first = parameters[0]
    return (replace(first, annotation=tree.Name("type", first.span)), *parameters[1:])


def _called(function: tree.Expr, given: tuple[tree.Expr, ...], span: Span) -> tree.Expr:
    return tree.Call(function, tuple(tree.Argument(None, one) for one in given), span)


def given_up(what: str, span: Span) -> tree.Expr:
    """Write what gives a run up, with the reason."""
    text = tree.StringLiteral(what, (), span, (what,))
    return _called(tree.Name(GIVEN_UP, span), (text,), span)
